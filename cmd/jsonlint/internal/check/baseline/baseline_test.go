package baseline

import (
	"maps"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/lint"
)

// keysOf returns the keys of all findings in a text, with nearly all rules on.
func keysOf(t *testing.T, text string, d lint.Dialect) Known {
	t.Helper()
	severities := map[string]lint.Severity{"key-order": lint.Info, "final-newline": lint.Info, "unsafe-integer": lint.Info, "deep-nesting": lint.Info}
	o := lint.Options{Dialect: d, Severities: severities, NestingLimit: 2, MaxProblems: -1}
	known := Known{}
	for _, key := range Keys("f", []byte(text), d, lint.New(o).Check([]byte(text)).Diagnostics) {
		if len(key.Hash) != 16 {
			t.Errorf("%q: no hash for %v", text, key)
		}
		known[key]++
	}
	return known
}

// Each text has the same findings as the next one, or other ones.
func TestKeys(t *testing.T) {
	for _, c := range []struct {
		name, before, after string
		same                bool
		dialect             lint.Dialect
	}{
		{"white space", `{"b":1,"a":9007199254740993}`, "{\n  \"b\": 1,\n  \"a\": 9007199254740993\n}", true, lint.JSON},
		{"comments", `{"b":1,"a":1}`, "{ // x\n  \"b\": 1, /* y */ \"a\": 1}", true, lint.JWCC},
		{"another value", `{"b":1,"a":1}`, `{"b":1,"a":2}`, true, lint.JSON},
		{"another number", `[9007199254740993]`, `[9007199254740995]`, false, lint.JSON},
		{"another place", `[1,9007199254740993]`, `[9007199254740993]`, false, lint.JSON},
		{"below a member", `[[[1]]]`, `[[[2]]]`, true, lint.JSON},
		{"number of elements", `[[[1]]]`, `[[[1,2]]]`, false, lint.JSON},
		{"value of a member", `[[{"a":1}]]`, `[[{"a":2}]]`, true, lint.JSON},
		{"order of members", `[[{"a":1,"b":[{"c":1}]}]]`, `[[{"b":[{"x":1}],"a":1}]]`, false, lint.JSON}, // key-order
		{"name of a member", `[[{"a":1}]]`, `[[{"b":1}]]`, false, lint.JSON},
		{"error on another line", "{\"a\": [1,\n  tru]}", "{\n\n\"0\": 1, \"a\": [1,\n\ttru]}", true, lint.JSON},
		{"error on a changed line", "[1,\n tru]", "[1,\n tru ]", false, lint.JSON},
		{"record", "{\"a\":1,\"a\":2}\n", "1\n{\"a\":1,\"a\":2}\n", true, lint.NDJSON},
	} {
		before, after := keysOf(t, c.before, c.dialect), keysOf(t, c.after, c.dialect)
		delete(after, Key{File: "f", Rule: "final-newline", Hash: hash("")})
		delete(before, Key{File: "f", Rule: "final-newline", Hash: hash("")})
		if len(before) == 0 || maps.Equal(before, after) != c.same {
			t.Errorf("%s: %v\n%v", c.name, before, after)
		}
	}
}

// Long lines are not hashed as a whole.
func TestKeysOfLongLines(t *testing.T) {
	long := strings.Repeat("1, ", 10_000)
	before, after := keysOf(t, "["+long+"tru, "+long+"1]", lint.JSON), keysOf(t, "[7, "+long+"tru, "+long+"8]", lint.JSON)
	if len(before) != 2 || !maps.Equal(before, after) { // the other finding is about the newline at the end
		t.Errorf("%v\n%v", before, after)
	}
}

func TestParse(t *testing.T) {
	known := Known{{"b", "r", "/p", "01"}: 2, {"a", "r", "", "02"}: 1, {"a<", "r", "/ü", "03"}: 1}
	text := known.Format()
	const want = `{"jsonlintBaseline":1}
{"file":"a","rule":"r","hash":"02"}
{"file":"a<","rule":"r","pointer":"/ü","hash":"03"}
{"file":"b","rule":"r","pointer":"/p","hash":"01","count":2}
`
	if string(text) != want {
		t.Errorf("%s", text)
	}
	for _, merged := range []string{want, want + want, strings.ReplaceAll(want, "\n", "\r\n"), want + "\n" + `{"file":"b","rule":"r","pointer":"/p","hash":"01"}`} {
		if back, err := Parse([]byte(merged), false); err != nil || !maps.Equal(back, known) {
			t.Errorf("%q: %v, %v", merged, back, err)
		}
	}
	conflict := strings.Replace(want, "{\"file\":\"a\"", "<<<<<<< HEAD\n=======\n>>>>>>> x\n{\"file\":\"a\"", 1)
	if back, err := Parse([]byte(conflict), true); err != nil || !maps.Equal(back, known) {
		t.Error(back, err)
	}
	for src, want := range map[string]string{
		"":                             "it is not a baseline",
		conflict:                       "line 2: a conflict",
		`{"jsonlintBaseline":2}`:       "line 1: a later version",
		"{\"jsonlintBaseline\":1}\n[]": "line 2 is not an entry",
		`{"file":"a"}`:                 "line 1 is not an entry",
		`{"file":"a","rule":"b","hash":"c","x":1}`:      "line 1 is not an entry",
		`{"file":"a","rule":"b","hash":"c","count":-1}`: "line 1 is not an entry",
		`{"file":"a","rule":"b","hash":"c"}{}`:          "line 1 is not an entry",
		`{"file":"a","rule":"b","hash":"c"}`:            "it is not a baseline",
	} {
		if _, err := Parse([]byte(src), false); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", src, err)
		}
	}
}

func FuzzKeys(t *testing.F) {
	f := fuzzing.Of(t)
	f.Add(`{"a": [1, {"b": [tru]}], "a": 2}`, uint8(0))
	f.Fuzz(func(t *testing.T, text string, d uint8) {
		dialect := lint.Dialects()[int(d)%len(lint.Dialects())]
		first := keysOf(t, text, dialect)
		if again, err := Parse(first.Format(), false); err != nil || !maps.Equal(again, first) {
			t.Errorf("%v: %v, want %v", err, again, first)
		}
	})
}
