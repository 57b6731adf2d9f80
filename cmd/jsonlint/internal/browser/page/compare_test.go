package page

import (
	"fmt"
	"strings"
	"testing"
)

// differences returns what Compare finds, in one line.
func differences(t *testing.T, a, b, dialect string, most int) string {
	t.Helper()
	c, err := open(t, a, dialect).Compare(open(t, b, dialect), most)
	if err != nil {
		return err.Error()
	}
	var parts []string
	shown := func(n *Node) string {
		if n == nil {
			return "nothing"
		}
		return strings.TrimSpace(fmt.Sprintf("%s %d %s", n.Kind, n.Offset, n.Text))
	}
	for _, d := range c.Differences {
		parts = append(parts, d.Pointer+": "+shown(d.Here)+" | "+shown(d.There))
	}
	if c.Omitted > 0 {
		parts = append(parts, fmt.Sprint(c.Omitted, " more"))
	}
	return strings.Join(parts, "; ")
}

func TestCompare(t *testing.T) {
	for _, c := range []struct{ a, b, dialect, want string }{
		{`{"a": 1, "b": [true]}`, "{\"b\":[true],\n\"\\u0061\": 1.0}", "", ""},
		{`[1.0, 10, 0.5e1, -0, 100e-2]`, `[1, 1e1, 5, 0, 1]`, "", ""},
		{`[9007199254740993, 1e400, 1E-1, -1]`, `[9007199254740992, 1e401, 1e-2, 1]`, "", "/0: number 1 9007199254740993 | number 1 9007199254740992; /1: number 19 1e400 | number 19 1e401; /2: number 26 1E-1 | number 26 1e-2; /3: number 32 -1 | number 32 1"},
		{`[1e99999999999999999999]`, `[1e99999999999999999999]`, "", ""},
		{`{"a": 1, "x/y": {"c": 2}}`, `{"x/y": {"d": 2}, "e": null}`, "", "/a: number 6 1 | nothing; /x~1y/c: number 22 2 | nothing; /x~1y/d: nothing | number 14 2; /e: nothing | null 23"},
		{`[1, 2]`, `[1]`, "", "/1: number 4 2 | nothing"},
		{`[]`, `[[]]`, "", "/0: nothing | array 1"},
		{`[]`, `{}`, "", ": array 0 | object 0"},
		{`true`, `false`, "", ": true 0 | false 0"},
		{`["\ud800", "é"]`, `["\udfff", "\u00e9"]`, "", "/0: string 1 \ufffd | string 1 \ufffd"},
		{`["\ud800"]`, `["\ufffd"]`, "", "/0: string 1 \ufffd | string 1 \ufffd"},
		{`[NaN, 0x10, +1]`, `[0, 16, 1]`, "json5", "/0: number 1 NaN | number 1 0"},
		{`{a: 1, /* b */}`, `{'a': 1}`, "json5", ""},
		{`{"a": 1, "b": 2,` + "\n" + `"\u0061": 3}`, `{}`, "", `this text: line 2: duplicate name "\u0061", so it is not clear which value counts`},
		{`{}`, `{"a": {}, "a": {}}`, "", `the other text: line 1: duplicate name "a", so it is not clear which value counts`},
		{`[1`, `[]`, "", "this text: line 1, column 3: "},
		{`[1]`, "[\n1,]", "", "the other text: line 2, column "},
		{`[1]`, ``, "", "the other text: "},
		{"1\n", "1\n", "ndjson", "sequences of records cannot be compared"},
	} {
		got := differences(t, c.a, c.b, c.dialect, 100)
		if got != c.want && (c.want == "" || !strings.Contains(got, c.want)) {
			t.Errorf("%s and %s:\n%s, want\n%s", c.a, c.b, got, c.want)
		}
		if back := differences(t, c.b, c.a, c.dialect, 100); (back == "") != (got == "") {
			t.Errorf("%s and %s: %q, exchanged %q", c.a, c.b, got, back)
		}
	}
	if got := differences(t, "[1,2,3]", "[4,5,6]", "", 1); got != "/0: number 1 1 | number 1 4; 2 more" {
		t.Error(got)
	}
	deep := strings.Repeat("[", 9000) + strings.Repeat("]", 9000)
	if got := differences(t, deep, deep, "", 1); got != "" {
		t.Error(got)
	}
}
