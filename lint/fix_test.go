package lint

import (
	"bytes"
	"cmp"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/testing/longtest"
)

// TestFixLeavesStringsInDoubt checks what Fix does if a quotation mark is missing, superfluous or
// misplaced. It must not change the line of the mistake or anything after that line.
func TestFixLeavesStringsInDoubt(t *testing.T) {
	for _, c := range []struct {
		name    string
		dialect Dialect
		text    string
		want    string // "" if nothing may change
	}{
		{"closing quote of a name", JSON, `{"a": "x", "list: "[1,2,]", "z": "[3,]"}`, ""},
		{"on two lines", JSON, "{\"a\": \"x\", \"list: \"[1,2,]\",\n    \"z\": \"[3,]\"}", ""},
		{"tab of the layout", JSON, "{\"key:\t\"v\"}", ""},
		{"opening quote before a plus", JSON, `["a", +1"]`, ""},
		{"doubled quote", JSON, `{"a": ""[1,2,]", "b": "+1"}`, ""},
		{"opening quote before a word", JSON, `[True, [1,]", "b"]`, ""},
		{"opening quote at the end", JSON, "[\"a\", \"b\",\n]\"]", ""},
		{"closing quote, and what comes before its line", JSON, "{\"a\": [1,],\n \"b\": \"x,\n \"c\": [1,]}", "{\"a\": [1],\n \"b\": \"x,\n \"c\": [1,]}"},
		{"line feed in a string", JSON, "{\"a\": True,\n\"q\": \"SELECT\n\tTrue, [1,]\n\", \"b\": True}", "{\"a\": true,\n\"q\": \"SELECT\n\tTrue, [1,]\n\", \"b\": True}"},
		{"quotes that are not escaped", JSON, `{"a": "say "True, [1,]" to"}`, ""},
		{"quotes that are doubled", JSON, `{"a": "say ""True, [1,]"" to"}`, ""},
		{"backslash at the end", JSON, `{"p": "C:\", "l": "[1,]"}`, ""},
		{"two backslashes at the end", JSON, `{"p": "C:\", "q": "D:\", "l": "[1,]"}`, ""},
		{"no quotes", JSON, `{"a": say True, "l": [1,]}`, ""},
		{"a bracket exchanged for a colon", JSON, `[{"a"::"b\t":",}True"}]`, ""},
		{"escape behind half a character", JSON, "[\"\x95\\'\"]", ""},
		{"all is certain", JSON, "[\"a\tb\", \"\\'\", \"\\x41\", True, +1, .5, {\"a\": [None,],},]", `["a\tb", "'", "\u0041", true, 1, 0.5, {"a": [null]}]`},
		{"comment", JSON, "[1, // don't\n True,]", "[1, // don't\n true]"},
		{"half a string is a comment", JSON, "[\"a\", // True, \", 1,\n [1,]]", ""},
		{"one before the end of a comment", JSONC, `["/*", */ True, [1,], //"]`, ""},
		{"comment with quotes", JSONC, "{ // the \"a\" is\n \"a\": True,}", "{ // the \"a\" is\n \"a\": true}"},
		{"JSONC", JSONC, "{\"a\": \"x, // y\n \"b\": True}", ""},
		{"JSON5", JSON5, `{a: 'x, b: True, c: 'y'}`, ""},
		{"JSON5 and nothing in doubt", JSON5, `{a: "it's", b: True}`, `{a: "it's", b: true}`},
		{"the record behind", NDJSON, "{\"a\": \"x}\n[True, 1,]\n{}\n[1,]\n", "{\"a\": \"x}\n[True, 1,]\n{}\n[1]\n"},
		{"records with other errors", NDJSON, "x\n[True]\n{\"a\" 1}\n[1,]\n", "x\n[true]\n{\"a\" 1}\n[1]\n"},
		{"sequences", JSONSeq, "\x1E{\"a\": \"x}\n\x1E[True]\n", "\x1E{\"a\": \"x}\n\x1E[true]\n"},
		{"final newline", JSON, `["a", "b]`, ""},
		{"final newline of a record", NDJSON, "{}\n\"a", ""},
	} {
		o := Options{Dialect: c.dialect}
		if strings.HasPrefix(c.name, "final newline") {
			o.Severities = map[string]Severity{"final-newline": Warning}
		}
		l := New(o)
		want := cmp.Or(c.want, c.text)
		got, n := l.Fix([]byte(c.text))
		if string(got) != want || (n > 0) != (c.want != "") {
			t.Errorf("%s: %q has become %q by %d fixes, want %q", c.name, c.text, got, n, want)
		}
		if again, n := l.Fix(got); n > 0 {
			t.Errorf("%s: %q, fixed again, has become %q", c.name, got, again)
		}
	}
}

// TestFixIsThatOfFindings checks that Fix applies the fixes of the findings, round by round.
func TestFixIsThatOfFindings(t *testing.T) {
	n := 20_000
	if longtest.Off() {
		n = 1000
	}
	rng := rand.New(rand.NewPCG(19, 20))
	for range n {
		src := randomText(rng)
		o := variants[rng.IntN(len(variants))]
		o.MaxProblems = -1
		l := New(o)
		want, count := src, 0
		for {
			found := l.Check(want).Diagnostics
			for i := range found {
				if found[i].Rule == "encoding" {
					found[i].Fix = nil
				}
			}
			next, n := Apply(want, found)
			if n == 0 {
				break
			}
			want, count = next, count+n
		}
		if got, n := l.Fix(src); !bytes.Equal(got, want) || n != count {
			t.Fatalf("%q has become %q by %d fixes; those of the findings make %q by %d", src, got, n, want, count)
		}
	}
}

// TestFixDoubtsAsFindingsDo checks that Check and Fix regard the same lines as doubtful, although
// their walks may return different tokens.
func TestFixDoubtsAsFindingsDo(t *testing.T) {
	for _, text := range []string{`[null. `, `[false-,1.5]`, `["/*nil",false+]`, `[true-1.5,"[1,]#[1,]"]`, "[1,\n\"a\" x]", `{"a":1 2`} {
		l := New(Options{Severities: map[string]Severity{"final-newline": Warning, "duplicate-keys": Off}})
		want, _ := Apply([]byte(text), l.Check([]byte(text)).Diagnostics)
		if got, _ := l.Fix([]byte(text)); string(got) != string(want) {
			t.Errorf("%q has become %q, and by its findings %q", text, got, want)
		}
	}
}

// A last line that is valid does not end inside a string, whatever the lines before it are.
func TestNewlineAfterOpenString(t *testing.T) {
	l := New(Options{Dialect: NDJSON, Severities: map[string]Severity{"final-newline": Error}})
	open := "\"\u6f22\"\"'\\1'+1'\n"
	for text, want := range map[string]string{open + `"1e999"`: open + "\"1e999\"\n", open + `"x"`: open + "\"x\"\n", open: open, open[:len(open)-1]: open[:len(open)-1]} {
		if got, _ := l.Fix([]byte(text)); string(got) != want {
			t.Errorf("%q has become %q, want %q", text, got, want)
		}
		if got, _ := Apply([]byte(text), l.Check([]byte(text)).Diagnostics); string(got) != want {
			t.Errorf("the findings make %q of %q, want %q", got, text, want)
		}
	}
}
