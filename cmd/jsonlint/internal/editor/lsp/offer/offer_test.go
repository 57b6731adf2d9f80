package offer

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/tokenizer"
)

// repaired returns what the repairs of the first error that has any make of a text, as far as they are better than the text.
func repaired(src string) []string { return repairedIn(lint.JSON, src) }

// A quotation mark is missing at the end of a name or string, or at its beginning. It is not repaired by escaping others.
func TestMissingQuotes(t *testing.T) {
	for _, c := range []struct {
		src  string
		want []string
	}{
		{`{"a": "x, "b": 2}`, []string{`{"a": "x", "b": 2}`}},
		{`{"a": "x, "b": "y"}`, []string{`{"a": "x", "b": "y"}`}},
		{`{"a": "x, "b": {"c": 1}}`, []string{`{"a": "x", "b": {"c": 1}}`}},
		{`{"a": {"b": "x}, "c": 2}`, []string{`{"a": {"b": "x"}, "c": 2}`}},
		{`{"a": ["x], "c": 2}`, []string{`{"a": ["x"], "c": 2}`}},
		{`[{"a": "x}, {"b": 2}]`, []string{`[{"a": "x"}, {"b": 2}]`}},
		{`["x, "y"]`, []string{`["x", "y"]`}},
		{`["a", "b, "c", "d"]`, []string{`["a", "b", "c", "d"]`}},
		{`{"a: 1, "b": 2}`, []string{`{"a": 1, "b": 2}`}},
		{`{"a": 1, "b: 2, "c": 3}`, []string{`{"a": 1, "b": 2, "c": 3}`}},
		{`{"a: "x", "b": 2}`, []string{`{"a": "x", "b": 2}`}},
		{"{\n  \"a: 1,\n  \"b\": 2\n}\n", []string{"{\n  \"a\": 1,\n  \"b\": 2\n}\n"}},
		{`{"a": "x", "b: 2}`, []string{`{"a": "x", "b": 2}`}},
		{`["x, 1]`, []string{`["x, 1"]`, `["x", 1]`, `["x, 1]"]`}},
		{`{"a": x", "b": 2}`, []string{`{"a": "x", "b": 2}`}},
		{`{a": 1, "b": 2}`, []string{`{"a": 1, "b": 2}`}},
		{`{"a": "x", b": 2}`, []string{`{"a": "x", "b": 2}`}},
		{`["say, "hi" now"]`, []string{`["say, \"hi\" now"]`}},
	} {
		if got := repaired(c.src); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.src, got, c.want)
		}
	}
}

// A string in single quotes ends too early in JSON5: its closing quote is missing, or there is a quote in it.
func TestSingleQuotesOfJSON5(t *testing.T) {
	for src, want := range map[string]string{
		`{'a': 'x, 'b': 2}`: `{'a': 'x', 'b': 2}`, "{'a': 'x, 'b': 2}\n": "{'a': 'x', 'b': 2}\n", `{a: 'x, b: 'y'}`: `{a: 'x', b: 'y'}`, `['x, y, 'z']`: `['x, y', 'z']`, `['a, 'b', 'c']`: `['a', 'b', 'c']`,
		`[['a], 'b']`: `[['a'], 'b']`, `['it''s']`: `['it\'s']`, `['it's']`: `['it\'s']`, `{'a': 'it''s', b: 1}`: `{'a': 'it\'s', b: 1}`, `['a', 'it's', "b"]`: `['a', 'it\'s', "b"]`, `["a, "b"]`: `["a", "b"]`,
	} {
		if got := repairedIn(lint.JSON5, src); !slices.Equal(got, []string{want}) {
			t.Errorf("%s: %q, want %q", src, got, want)
		}
	}
}

// Names that need quotes in JSON5.
func TestUnquotedNamesOfJSON5(t *testing.T) {
	for src, want := range map[string]string{
		`{user-name: 1}`: `{"user-name": 1}`, `{a: {b.c: 1}}`: `{a: {"b.c": 1}}`, `{1a: 1}`: `{"1a": 1}`, `{@a : 1}`: `{"@a" : 1}`, `{1: 2}`: `{"1": 2}`,
	} {
		if got := repairedIn(lint.JSON5, src); !slices.Equal(got, []string{want}) {
			t.Errorf("%s: %q, want %q", src, got, want)
		}
	}
}

// A JSON5 text may end in a number that is not complete.
func TestIncompleteNumbersAtTheEndOfJSON5(t *testing.T) {
	for _, number := range []string{"0x", "+0x", "-0X", "1e", "1e+", "-", "+", "."} {
		for _, end := range []string{"", "\n", " // c"} {
			want := `"` + number + `"` + end
			if got := repairedIn(lint.JSON5, number+end); !slices.Contains(got, want) {
				t.Errorf("%s: %q, want %q", number+end, got, want)
			}
		}
	}
}

// repairedIn is like repaired, for a text in a dialect.
func repairedIn(d lint.Dialect, src string) (texts []string) {
	l := lint.New(lint.Options{Dialect: d})
	before := l.Check([]byte(src))
	for i := range before.Diagnostics {
		d := &before.Diagnostics[i]
		if d.Fix != nil {
			continue
		}
		for _, fix := range New(context.Background(), []byte(src)).For(d) {
			after, applied := lint.Apply([]byte(src), []lint.Diagnostic{{Fix: &fix}})
			if applied == 1 && HasWorked(d, &fix, before, l.Check(after)) {
				texts = append(texts, string(after))
			}
		}
		if len(texts) > 0 {
			return texts
		}
	}
	return nil
}

// An editor removes a closing bracket if the hint is that the bracket is extra, and only then.
func TestExtraBracketsAsInHints(t *testing.T) {
	for _, c := range []struct {
		dialect lint.Dialect
		src     string
		want    bool
	}{
		{lint.JSON, `{"a": {"b": [1, 2]], "c": 3}}`, true},
		{lint.JSON, `{"a": {"b": 1], "c": 2}`, false},
		{lint.JSON5, `{'x': 1, "a": {"b": [1, 2]], "c": 3}}`, true},
		{lint.JSON5, `{'x': 1, "a": {"b": 1], "c": 2}`, false},
		{lint.JSON5, `{"a": {b: [1, 2]], "c": '}'}}`, true},
		{lint.JSON5, `{"a": {b: 1], "c": '}'}`, false},
		{lint.JSONC, "{\n// {\n\"a\": {\"b\": 1], \"c\": 2}", false},
		{lint.JSONC, "{\n\"a\": {\"b\": 1], \"c\": 2 // }\n}", false},
		{lint.NDJSON, "{\"a\": 1}\n{\"a\": {\"b\": 1], \"c\": 2}\n", false},
	} {
		for _, d := range lint.New(lint.Options{Dialect: c.dialect}).Check([]byte(c.src)).Diagnostics {
			if d.Kind != tokenizer.MismatchedBracket {
				continue
			}
			isHint := strings.HasSuffix(d.Message, "perhaps this bracket is extra")
			isOffered := slices.ContainsFunc(New(context.Background(), []byte(c.src)).For(&d), func(f lint.Fix) bool { return f.Title == "remove the extra closing bracket" })
			if isHint != c.want || isOffered != c.want {
				t.Errorf("%s: %s; offered %t, want %t", c.src, d.Message, isOffered, c.want)
			}
		}
	}
}

// Hints and editors look equally far to see that a bracket is extra, and so does recovery from the error.
func TestExtraBracketsUpToALength(t *testing.T) {
	for _, c := range []struct {
		begin, next, end string // the error is between begin and next
		hint, title      string
		skipped          bool // whether recovery skips the bracket
	}{
		{`{"a": [{"b": 1}`, `}, {"c": "`, `"}]}`, "perhaps this bracket is extra", "remove the extra closing bracket", true},
		{`[{"a": 1}]`, `, {"b": "`, `"}]`, "perhaps the closing bracket before the comma is extra", "remove the closing bracket before the comma", false},
	} {
		for n := flaw.DetectedAround - 2; n <= flaw.DetectedAround+2; n++ { // from the error on
			src := []byte(c.begin + c.next + strings.Repeat("x", n-len(c.next)-len(c.end)) + c.end)
			found := lint.New(lint.Options{}).Check(src).Diagnostics
			isHint := strings.HasSuffix(found[0].Message, c.hint)
			isOffered := slices.ContainsFunc(New(context.Background(), src).For(&found[0]), func(f lint.Fix) bool { return f.Title == c.title })
			isSkipped := len(found) == 1
			if want := n <= flaw.DetectedAround; found[0].Offset != int64(len(c.begin)) || isHint != want || isOffered != want || c.skipped && isSkipped != want {
				t.Errorf("%s, %d bytes: hint %t, offer %t, recovery %t, want %t; %d findings", c.begin, n, isHint, isOffered, isSkipped, want, len(found))
			}
		}
	}
}

// Typical mistakes, each with the repairs that are offered.
func TestTypicalMistakes(t *testing.T) {
	for _, c := range []struct {
		src  string
		want []string
	}{
		{`{'a': 'x'}`, []string{`{"a": "x"}`}},
		{`['it\'s', 'say "x"']`, []string{`["it's", "say \"x\""]`}},
		{`{a: 1, $b: 2, 3: 4}`, []string{`{"a": 1, "$b": 2, "3": 4}`}},
		{"[`x`]", []string{`["x"]`}},
		{`[“a”]`, []string{`["a"]`}},
		{`[„a“]`, []string{`["a"]`}},
		{`[“a“]`, []string{`["a"]`}},
		{`[“a“, “b”]`, []string{`["a", “b”]`, `["a", "b"]`}},
		{`[«a«, »b»]`, []string{`["a", »b»]`, `["a", "b"]`}},
		{`[»a«, "b"]`, []string{`["a", "b"]`}},
		{`["x", „a„, „b“]`, []string{`["x", "a", „b“]`, `["x", "a", "b"]`}},
		{`[‘a‘, ‘b’]`, []string{`["a", ‘b’]`, `["a", "b"]`}},
		{`{"a":{"b":[1,2]],"c":2}}`, []string{`{"a":{"b":[1,2],"c":2}}`}},
		{`{"a":[{"b":1}},{"c":2}]}`, []string{`{"a":[{"b":1},{"c":2}]}`}},
		{`{"a":{"b":1,]}}`, []string{`{"a":{"b":1}}`}},
		{`[[1],[2]],[3]]`, []string{`[[1],[2],[3]]`}},
		{`{"a":{}},"b":1}`, []string{`{"a":{},"b":1}`}},
		{`[1,2],]`, []string{`[1,2]`}},
		{`[«a»]`, []string{`["a"]`}},
		{"{\"a\":\u00A01}", []string{`{"a": 1}`}},
		{`{"a": 1 "b": 2}`, []string{`{"a": 1, "b": 2}`}},
		{"{\"a\": 1\n \"b\": 2}", []string{"{\"a\": 1,\n \"b\": 2}"}},
		{`["a" "b"]`, []string{`["a", "b"]`}},
		{`{"a": "say "hi" now"}`, []string{`{"a": "say \"hi\" now"}`}},
		{`{ "text": "a 65" television", "b": 1}`, []string{`{ "text": "a 65\" television", "b": 1}`}},
		{`{"say "hi"": 1}`, []string{`{"say \"hi\"": 1}`}},
		{`{"html": "<a href="x">y</a>"}`, []string{`{"html": "<a href=\"x\">y</a>"}`}},
		{`{"payload": "{"id": 1, "kind": "x"}"}`, []string{`{"payload": "{\"id\": 1, \"kind\": \"x\"}"}`}},
		{`{"a": "x" y}`, nil},
		{"{\"a\": \"\"\"say \"x\"\ny\"\"\"}", []string{`{"a": "say \"x\"\ny"}`}},
		{`["""<b>&</b>"""]`, []string{`["<b>&</b>"]`}},
		{`{"a" 1}`, []string{`{"a": 1}`}},
		{`{"a" = 1}`, []string{`{"a" : 1}`}},
		{`{"a" => 1}`, []string{`{"a" : 1}`}},
		{`{"a": 1; "b": 2}`, []string{`{"a": 1, "b": 2}`}},
		{`{"a": 1,, "b": 2}`, []string{`{"a": 1, "b": 2}`}},
		{`[,1]`, []string{`[1]`}},
		{`{"a": [1, 2}`, []string{`{"a": [1, 2]}`}},
		{`{"a": [1, 2]`, []string{`{"a": [1, 2]}`}},
		{"{\"a\": [1, 2,\n", []string{"{\"a\": [1, 2]}\n"}},
		{`{"a": "x}`, []string{`{"a": "x"}`, `{"a": "x}"}`}},
		{"{\n \"a\": \"x,\n \"b\": 1}", []string{"{\n \"a\": \"x\",\n \"b\": 1}"}},
		{`{name: 'x', max-size: 3, 2nd: 4}`, []string{`{"name": "x", "max-size": 3, "2nd": 4}`, `{"name": 'x', "max-size": 3, "2nd": 4}`}},
		{`{'ok': True, 'x': (1, 2), 'd': u'x'}`, []string{`{"ok": true, "x": [1, 2], "d": "x"}`}},
		{"{\"a\": 1 // it's\n # it's\n}", []string{"{\"a\": 1\n}"}},
		{"{\r\n  // one\r\n  /* two */\r\n  /* three */ \"a\": 1, /* four */ // five\r\n}", []string{"{\r\n   \"a\": 1, \r\n}"}},
		{`[-Infinity]`, []string{`[null]`}},
		{`[-nan(ind), .inf]`, []string{`[null, .inf]`, `[null, null]`}},
		{`{"a": +inf}`, []string{`{"a": null}`}},
		{`[1.#QNAN, 2]`, []string{`[null, 2]`}},
		{`[+1.#INF, 2]`, []string{`[null, 2]`}},
		{`[+.inf]`, []string{`[null]`}},
		{`[.nan]`, []string{`[null]`}},
		{"{\"a\": 1}\n```\n", []string{"{\"a\": 1}\n"}},
		{"{\"a\": 1}\n~~~", []string{"{\"a\": 1}\n"}},
		{"{\"a\": 1}\n\x1A", []string{"{\"a\": 1}\n"}},
		{"[1]\x1A\x1A\n", []string{"[1]\n"}},
		{"{}&&{\"a\": 1}", []string{`{"a": 1}`}},
		{"while (1);[1]", []string{`[1]`}},
		{"/*-secure-\n[1]*/", []string{`[1]`}},
		{"data: [1]\n\n", []string{"[1]\n\n"}},
		{"event: x\ndata: [1]\n\ndata: {\"a\":2}\n\ndata: [DONE]\n", []string{"[[1],\n{\"a\":2}]\n"}},
		{`{"a": , "b": }`, []string{`{"a": null, "b": }`}},
		{`{"a": }`, []string{`{"a": null}`}},
		{"{\"a\":\n}", []string{"{\"a\": null\n}"}},
		{`[{"a":`, []string{`[{"a": null}]`, `[{}]`}},
		{`[{"a": 1}, {"a": 2, "b`, []string{`[{"a": 1}, {"a": 2}]`}},
		{`[{"a": 1}, {"b": tru`, []string{`[{"a": 1}, {}]`}},
		{`{"a": "cut o`, []string{`{"a": "cut o"}`, `{}`}},
		{`{"a" : 1 "b" : [2 3]}`, []string{`{"a" : 1, "b" : [2 3]}`, `{"a" : 1, "b" : [2, 3]}`}},
		{"{\"a\": \"x\n \"b\": \"y\"}", []string{"{\"a\": \"x\",\n \"b\": \"y\"}"}},
		{`{"a":: 1}`, []string{`{"a": 1}`}},
		{`{"a": ["b": 1]}`, []string{`{"a": {"b": 1}}`}},
		{`{"a": {1, 2}}`, []string{`{"a": [1, 2]}`}},
		{`{"a", "b"}`, []string{`["a", "b"]`}},
		{`"a": 1, "b": 2,`, []string{`{"a": 1, "b": 2}`}},
		{"{\"a\": [1, 2,\n \"b\": 3}", []string{"{\"a\": [1, 2],\n \"b\": 3}"}},
		{"{\"a\": [1, 2\n \"b\": 3}", []string{"{\"a\": [1, 2],\n \"b\": 3}", "{\"a\": [1, 2,\n \"b\": 3}"}},
		{"```json\n[1]\n```\n", []string{"[1]\n"}},
		{"Here [it] is:\n```\n{\"a\": \"}\"}\n```\nBye", []string{`{"a": "}"}`}},
		{`const d = {"a": 1};`, []string{`{"a": 1}`}},
		{`const a = {b: 'c'};`, []string{`{"b": "c"}`}},
		{`x = {ok: True}; // done`, []string{`{"ok": true}`}},
		{`cb([1], [2]);`, nil},
		{`)]}', {"a": 1}`, []string{`{"a": 1}`}},
		{`{\"a\": \"x\\ny\"}`, []string{`{"a": "x\ny"}`}},
		{`[1, 2, ...]`, []string{`[1, 2]`}},
		{`[1, …, 3]`, []string{`[1, 3]`}},
		{"{\"a\": 1}\n{\"b\": 2}\n", []string{"[{\"a\": 1},\n{\"b\": 2}]\n"}},
		{`{"a": 1}, [2],`, nil},
		{`{"a": 1}, [2]`, []string{`[{"a": 1}, [2]]`}},
		{`[1,000]`, []string{`[1000]`, `[1,0]`, `[1,"000"]`}},
		{`{"a": 1}}`, []string{`{"a": 1}`}},
		{`[1];`, []string{`[1]`}},
		{`{"a": 1} // c`, []string{`{"a": 1}`}},
		{`{"a": /* x */ 1}`, []string{`{"a":  1}`}},
		{"# c\n[1]", []string{"[1]"}},
		{`[NaN]`, []string{`[null]`, `["NaN"]`}},
		{`[undefined]`, []string{`[null]`, `["undefined"]`}},
		{`{"a": tru}`, []string{`{"a": true}`}},
		{`[hello]`, []string{`["hello"]`}},
		{`[01]`, []string{`[1]`, `["01"]`}},
		{`[-007]`, []string{`[-7]`, `["-007"]`}},
		{`[1.]`, []string{`[1]`, `[1.0]`}},
		{`[0x1F]`, []string{`[31]`, `["0x1F"]`}},
		{`[1_000]`, []string{`[1000]`, `["1_000"]`}},
		{`[1.2.3]`, []string{`["1.2.3"]`}},
		{`{"a": 1,234,567.8}`, []string{`{"a": 1234567.8}`}},
		{`[1.5f]`, []string{`[1.5]`, `["1.5f"]`}},
		{`[-.5]`, []string{`[-0.5]`}},
		{`[- 5]`, []string{`[-5]`}},
		{`[none]`, []string{`[null]`, `["none"]`}},
		{`[50%]`, []string{`["50%"]`}},
		{`{"at": 12:30}`, []string{`{"at": "12:30"}`}},
		{`[5км]`, []string{`["5км"]`}},
		{`{"a": -1.5µm, "b": trueé}`, []string{`{"a": "-1.5µm", "b": trueé}`}},
		{`{größe: 3, имя: "x"}`, []string{`{"größe": 3, "имя": "x"}`}},
		{`[größe]`, []string{`["größe"]`}},
		{"[\"a\nb\"]", []string{`["a\nb"]`}},
		{"[\"a\r\nb\"]", []string{`["a\r\nb"]`}},
		{"[\"a\nb\tc\"]", []string{`["a\nb\tc"]`, "[\"a\\nb\tc\"]"}},
		{"[\"a\nb\nc\"]", []string{`["a\nb\nc"]`, "[\"a\\nb\nc\"]"}},
		{"[\"a\x01b\"]", []string{`["a\u0001b"]`}},
		{`["a\d"]`, []string{`["a\\d"]`}},
		{`["C:\users"]`, []string{`["C:\\users"]`}},
		{`["C:\new\dir"]`, []string{`["C:\\new\\dir"]`}},
		{`["C:\new\Users\x41"]`, []string{`["C:\\new\\Users\\x41"]`}},
		{`["\d+\w"]`, []string{`["\\d+\\w"]`, `["\\d+\w"]`}},
		{`["\012"]`, []string{`["\u000A"]`, `["\\012"]`}},
		{`["\\server\share \"x\""]`, []string{`["\\server\\share \"x\""]`}},
		{`[1]`, nil},
		{"\xff", nil},
	} {
		if got := repaired(c.src); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.src, got, c.want)
		}
	}
}

// Mutants of a document that lack a byte, or have another one, in every place: a repair that is offered leaves fewer errors, and
// keeps all values that the mistake is not about.
func TestRepairsKeepTheRest(t *testing.T) {
	const src = `{"alpha": [10, 20, "x y"], "beta": {"gamma": true, "delta": null}, "last": -1.5}`
	words := []string{"alpha", "10", "20", "x y", "beta", "gamma", "true", "delta", "null", "last", "-1.5"}
	l := lint.New(lint.Options{})
	offered := 0
	try := func(mutant string) {
		before := l.Check([]byte(mutant))
		for _, text := range repaired(mutant) {
			offered++
			if after := l.Check([]byte(text)); after.Count(lint.Error) >= before.Count(lint.Error) {
				t.Errorf("%s becomes %s, which has no fewer errors", mutant, text)
			}
			for _, word := range words {
				if strings.Count(text, word) < strings.Count(mutant, word) {
					t.Errorf("%s becomes %s, which lacks %s", mutant, text, word)
				}
			}
		}
	}
	for at := range len(src) {
		try(src[:at] + src[at+1:])
		for _, inserted := range strings.Split(`" , : ; { } [ ] ' = x 0 . \ /`, " ") {
			try(src[:at] + inserted + src[at:])
		}
	}
	if offered < 100 {
		t.Errorf("only %d repairs have been offered", offered)
	}
}

// FuzzFor looks for panics, and for repairs that are outside the text.
func FuzzFor(t *testing.F) {
	f := fuzzing.Of(t)
	for _, s := range []string{
		`{'a': x,, 0x1 }`, "[\"a\n", `{"a" = 01. }}`, "[“", "['", "/*", "[\"a\r",
		`{"a": {{x}}, b: ${Y}, "a": %(z)s}`, `{"a":1,"a":2}`, `{:a=>f("x"), date(1, 2, 3)}`, "1 {\n2 }", "-{\n+}", "'{}'", `"{""a""}"`, `"a"b"`, "{a=b, c=}",
		"\"\"\"x\n\"\"\"", `["\a\b", 1,000, 1f`,
		`[1 2 3`, "#", `["\`, "`"} {
		f.Add(s)
	}
	l := lint.New(lint.Options{})
	f.Fuzz(func(t *testing.T, src string) {
		r := l.Check([]byte(src))
		for i := range r.Diagnostics {
			d := &r.Diagnostics[i]
			for _, fix := range New(t.Context(), []byte(src)).For(d) {
				if _, applied := lint.Apply([]byte(src), []lint.Diagnostic{{Fix: &fix}}); applied != 1 || fix.Title == "" || strings.Contains(fix.Title, "\n") {
					t.Errorf("%q: %+v", src, fix)
				}
			}
			d.Offset -= 3 // as if it were about another text
			New(t.Context(), []byte(src)).For(d)
			d.Offset, d.Length = d.Offset+3, 100
			New(t.Context(), []byte(src)).For(d)
		}
	})
}
