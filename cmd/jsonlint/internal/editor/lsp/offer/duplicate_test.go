package offer

import (
	"slices"
	"testing"

	"github.com/assayjson/assay/lint"
)

// Duplicate names, each with what is left without the member of the finding, and without the first one.
func TestDuplicateNames(t *testing.T) {
	for _, c := range []struct {
		dialect   lint.Dialect
		src       string
		this, one string
	}{
		{lint.JSON, `{"a": 1, "b": 2, "a": 3}`, `{"a": 1, "b": 2}`, `{"b": 2, "a": 3}`},
		{lint.JSON, `{"a":1,"a":2}`, `{"a":1}`, `{"a":2}`},
		{lint.JSON, `{ "a": 1, "\u0061": [{"b": "}"}], "c": 3 }`, `{ "a": 1, "c": 3 }`, `{ "\u0061": [{"b": "}"}], "c": 3 }`},
		{lint.IJSON, `{"a": 1, "a": 2, "a": 3}`, `{"a": 1, "a": 3}`, `{"a": 2, "a": 3}`},
		{lint.JSON, "{\n  \"a\": 1,\n  \"b\": 2,\n  \"a\": {\n    \"c\": 3\n  }\n}\n", "{\n  \"a\": 1,\n  \"b\": 2\n}\n", "{\n  \"b\": 2,\n  \"a\": {\n    \"c\": 3\n  }\n}\n"},
		{lint.JSON, "{\r\n  \"a\": 1,\r\n  \"a\": 2,\r\n  \"b\": 3\r\n}\r\n", "{\r\n  \"a\": 1,\r\n  \"b\": 3\r\n}\r\n", "{\r\n  \"a\": 2,\r\n  \"b\": 3\r\n}\r\n"},
		{lint.JSON, "{\"x\": 1, \"a\": 1,\n \"a\": 2}", "{\"x\": 1, \"a\": 1}", "{\"x\": 1,\n \"a\": 2}"},
		{lint.JSON, `{"a": {"x": 1, "x": 2}, "a": [1e999]}`, `{"a": {"x": 1}, "a": [1e999]}`, `{"a": {"x": 2}, "a": [1e999]}`}, // the first finding is the inner one
		{lint.JSONC, "{\n  // one\n  \"a\": 1, // first\n  /* two */\n  \"b\" /* x */ : 2, // second\n  \"a\": 3 // third\n}",
			"{\n  // one\n  \"a\": 1, // first\n  /* two */\n  \"b\" /* x */ : 2 // second\n  // third\n}",
			"{\n  // one\n  // first\n  /* two */\n  \"b\" /* x */ : 2, // second\n  \"a\": 3 // third\n}"},
		{lint.JWCC, "{\n  \"a\": 1,\n  \"a\": 2,\n}", "{\n  \"a\": 1,\n}", "{\n  \"a\": 2,\n}"},
		{lint.JSON5, `{a: 1, 'a': +Infinity,}`, `{a: 1,}`, `{'a': +Infinity,}`},
		{lint.JSON5, "{a: {{x}}, a: 1}", "{a: {{x}}}", ""}, // where the first one ends is a guess
		{lint.NDJSON, "{\"a\": 1}\n{\"a\": 1, \"a\": 2}\n{\"a\": 1}\n", "{\"a\": 1}\n{\"a\": 1}\n{\"a\": 1}\n", "{\"a\": 1}\n{\"a\": 2}\n{\"a\": 1}\n"},
		{lint.NDJSON, "{\"a\": 1, \"a\": {\n{\"b\": 2}\n", "", "{\"a\": {\n{\"b\": 2}\n"}, // the second member has no end in its record
		{lint.JSON, `{"a": 1 "a": 2}`, "", ""},
	} {
		l := lint.New(lint.Options{Dialect: c.dialect})
		before := l.Check([]byte(c.src))
		i := slices.IndexFunc(before.Diagnostics, func(d lint.Diagnostic) bool { return d.Rule == "duplicate-keys" })
		got := map[string]string{}
		if i >= 0 {
			d := &before.Diagnostics[i]
			for _, fix := range New(t.Context(), []byte(c.src)).For(d) {
				after, applied := lint.Apply([]byte(c.src), []lint.Diagnostic{{Fix: &fix}})
				if applied == 1 && HasWorked(d, &fix, before, l.Check(after)) {
					got[fix.Title] = string(after)
				}
			}
		}
		if this := got["remove this member"]; this != c.this {
			t.Errorf("%s\nwithout the member of the finding: %q, want %q", c.src, this, c.this)
		}
		if one := got["remove the first member with this name"]; one != c.one {
			t.Errorf("%s\nwithout the first member: %q, want %q", c.src, one, c.one)
		}
	}
}

// A repair that removes more than one duplicate, or adds or removes another finding, has not worked.
func TestHasWorkedForDuplicates(t *testing.T) {
	l := lint.New(lint.Options{})
	const src = `{"a": 1, "b": {"c": 1, "c": 2}, "a": 3, "d": 1e999}`
	before := l.Check([]byte(src))
	d := &before.Diagnostics[len(before.Diagnostics)-2]
	fix := &lint.Fix{Edits: []lint.Edit{{Offset: 30, Length: 8}}} // , "a": 3
	for _, c := range []struct {
		after string
		want  bool
	}{
		{`{"a": 1, "b": {"c": 1, "c": 2}, "d": 1e999}`, true},
		{src, false},
		{`{"a": 1, "b": {"c": 1}, "d": 1e999}`, false},
		{`{"a": 1, "b": {"c": 1, "c": 2}}`, false},
		{`{"a": 1, "b": {"c": 1, "c": 2}, "d": 1e999,}`, false},
	} {
		if got := HasWorked(d, fix, before, l.Check([]byte(c.after))); got != c.want {
			t.Errorf("%s: %t (the finding is %s)", c.after, got, d.Message)
		}
	}
}
