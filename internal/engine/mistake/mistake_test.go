package mistake

import (
	"fmt"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/scan"
)

// examples are texts in which each row of the tables explains the first error. A text that begins with a space is a record of NDJSON.
var examples = []string{
	"\"a\nb\"", "\"a\tb\"", "\"a\x01b\"", `"C:\d"`, `"\a"`, `"\'"`, "\"\\\n\"", `"\q"`, `"C:\u"`, `"\u{41}"`, `"\u"`, `"\u12"`,
	"[01]", "[+1]", "[-.5]", "[- 5]", "[1.]", "[1.x]", "[.5]", "[0x1F]", "[1_0]", "[1.2.3]", "[2024-01-31]", "[1+1]", "[5n]", "[5k]", "[5km]", "[1\x00]",
	"[NaN]", "[$x]", "[u'x']", `[x"]`, "[ISODate(1)]", "[Decimal(1)]", "[function]", "[f()]", "[True]", "[TRUE]", "[undefined]", "[Yes]", "[off]", "[tru]", "[x]", "x",
	"{}```", "{}\x1A", "{}\x1E", "[''a]", "['a']", "[`a`]", `{"a": #b}`, "[1 // c\n]", "[&quot;a]", "[%22a]", `{"a"=1}`, "[\x00]", `[\"a]`, "[...]", "[%(a)s]",
	"[\uFEFF1]", "[\u00A01]", "[“a”]", "［1］", "[1、2]", "[…]", "[\U000E0001]",
	"{,}", "{:a}", "{: 1}", "{\"a\":1,000}", "{1:2}", "{u'a': 1}", `{a": 1}`, "{a: 1}", `{"a":1,{}}`,
	`{"a"::1}`, `{"a":,}`, "[,1]", "[;]", "[(1)]", `[/a/]`,
	"[1;2]", "[12:30]", `["a":1]`, "[5%]", "[1*2]", "[true.x]",
	"{\n  \"a\": 1\n{}", `["""a"""]`, `["a, "b"]`, `["say "hi" now"]`, "[5é]", "{\"a\": {\n    \"b\": 1\n  \"c\": 2}}",
	`{"a",1}`, `{"a"}`, `{"a: "b"}`, " {}{}", " 1,2", " {},", ` "a":1,`, "{}{}", "{}}", "1,", `{},"a"`, "1,]", `{"a":1],"b":2}`, "[1}]", `[[[1]},2]]`, "1,2", "1;", `"a":1`, "[1,]",
}

// Each row explains an example, and what it proposes is inside the text.
func TestEveryRowExplainsAnError(t *testing.T) {
	afterAnother := &Error{Kind: flaw.UnexpectedToken, Expected: flaw.ExpectValue, Length: 1, Before: []byte("['"), After: []byte("'a'']")}
	found := map[*row]bool{find(afterAnother): true} // only after the error of the first quote
	for _, src := range examples {
		e := errorIn(t, src)
		if r := find(e); r != nil {
			found[r] = true
		}
		for _, r := range Find(e).Repairs() {
			end := -len(e.Before)
			for _, edit := range r.Edits {
				if edit.Begin < end || edit.End < edit.Begin || edit.End > len(e.After) {
					t.Errorf("%q: %+v", src, r)
				}
				end = edit.End
			}
			if (r.Title == "") != (r.Rewrite != 0) || (len(r.Edits) == 0) != (r.Rewrite != 0) {
				t.Errorf("%q: %+v", src, r)
			}
		}
	}
	for kind, all := range append(tables[:], inNames, inValues, inSeparators, afterRecord) {
		for i, table := range all {
			for j := range table {
				if r := &table[j]; !found[r] && !r.isCatchAll() {
					t.Errorf("kind %d, table %d: no example of row %d: %q", kind, i, j, r.advice)
				}
			}
		}
	}
}

// isCatchAll reports whether the row only has repairs, for errors without advice, or is a variant for JSON5.
func (r *row) isCatchAll() bool {
	return r.at == "" && r.is == nil && r.advice == "" || r == &specials[0]
}

// A safe fix, the first repair in an editor, and the advice of a message are the same guess.
func TestOneGuessForAll(t *testing.T) {
	for _, c := range []struct{ src, advice, fix string }{
		{"[True]", "write true", "[true]"}, {"[none]", "write null", ""}, {"[NULL]", "write null", "[null]"}, {"[+1]", "remove it", "[1]"}, {"[.5]", "add a 0", "[0.5]"},
		{`["\x4f"]`, `write \u004F`, `["\u004F"]`}, {`["\'"]`, "a single quote needs no backslash", `["'"]`}, {"[\"\x1f\"]", "", ""}, {"[\"\t\"]", "", `["\t"]`}, {"[1,]", "", "[1]"}, {" {} , ", "remove the extra comma", "{}  "}, {"{},", "remove the extra comma", ""}, {" {}, 1", "records must not be separated by commas", ""},
		{`["C:\x41"]`, `in a path, write \\ for each backslash`, ""}, {"[\"\x81\\'\"]", "a single quote needs no backslash", ""}, {"[True(1)]", "JSON has no function calls", ""},
	} {
		e := errorIn(t, c.src)
		fix := ""
		if r, ok := Safe(e); ok {
			edit := r.Edits[0]
			fix = string(e.Before[:len(e.Before)+edit.Begin]) + edit.Text + string(e.After[edit.End:])
			if first := Find(e).Repairs()[0]; fmt.Sprint(first) != fmt.Sprint(r) {
				t.Errorf("%q: first %+v, safe %+v", c.src, first, r)
			}
		}
		if got := Find(e).Advice(); got != c.advice || fix != c.fix {
			t.Errorf("%q: %q, %q, want %q, %q", c.src, got, fix, c.advice, c.fix)
		}
	}
}

// The usual spellings of a literal are among all of them.
func TestUsualSpellings(t *testing.T) {
	for _, word := range []string{"True", "TRUE", "False", "FALSE", "Null", "NULL", "None", "nil"} {
		literal := LiteralOf(word)
		if s := spellingOf(&Error{After: []byte(word)}); s == nil || s.value != literal {
			t.Errorf("%s: %v, want %s", word, s, literal)
		}
	}
	for _, word := range pythonWords {
		if LiteralOf(word) == "" {
			t.Errorf("%s is not a usual spelling", word)
		}
	}
}

// errorIn returns the first error in a text, other than invalid UTF-8.
func errorIn(t *testing.T, src string) *Error {
	t.Helper()
	text, inRecord := strings.CutPrefix(src, " ")
	var s scan.Scanner
	s.Reset([]byte(text))
	s.Rules = scan.Plain(100)
	if s.Document() {
		t.Fatalf("%q is valid", src)
	}
	var r flaw.Report
	s.SetReport(&r)
	at := int(r.Offset)
	if r.Kind.IsUTF8() {
		at = strings.IndexByte(text, '\\')
		r.Kind, r.Length = flaw.BadEscape, 2
	}
	extra := r.Kind == flaw.MismatchedBracket && new(Search).IsExtra([]byte(text[at:]), r.Depth)
	return &Error{Kind: r.Kind, Expected: r.Expected, Length: r.Length, Extra: extra, Before: []byte(text[:at]), After: []byte(text[at:]), InRecord: inRecord, OneLine: inRecord}
}
