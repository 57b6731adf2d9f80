package lint

import (
	"testing"
)

// A closing quote is missing, or a quote is not escaped: the first hint about it names the quotes that the text has.
func TestHintsForSingleQuotes(t *testing.T) {
	const (
		missing = "; perhaps the closing quote is missing before the comma in the last string"
		inside  = `; perhaps a quote inside the string must be escaped as \`
	)
	for _, c := range []struct {
		dialect Dialect
		src     string
		want    string
	}{
		{JSON5, `{'a': 'x, 'b': 2}`, `missing comma before 'b'` + missing},
		{JSON5, "{\n  a: 'x, y: 'z'\n}\n", `missing comma before 'z'` + missing},
		{JSON5, `{"a": "x, "b": 2}`, `missing comma before 'b'` + missing},
		{JSON5, `/* ' */ ['a', 'it''s']`, `missing comma before string "s"` + inside + "'"},
		{JSON5, `['it's']`, `missing comma before 's'` + inside + "'"},
		{JSON5, `["it"s"]`, `missing comma before 's'` + inside + `"`},
		{JSON5, `['a' "b"]`, `missing comma before string "b"`},
		{JSON5, "{a: 'x, b: 2}\n", "a string cannot continue on the next line; add the closing quote, or a backslash at the end of this line"},
		{JSON, `["a", "b", 'it''s']`, `unexpected single quote ('), expected ',' or ']'; in a string in double quotes, write a single quote once`},
		{JSON, `{'a': 'x, 'b': 2}`, `missing comma before 'b'` + missing},
		{JSON, `['it's']`, `missing comma before 's'`},
		{JSONC, `['it's']`, `missing comma before 's'`},
	} {
		found := New(Options{Dialect: c.dialect}).Check([]byte(c.src)).Diagnostics
		has := false
		for _, d := range found {
			has = has || d.Message == c.want
		}
		if !has {
			t.Errorf("%s in %v: %v\nwant %s", c.src, c.dialect, found, c.want)
		}
	}
}
