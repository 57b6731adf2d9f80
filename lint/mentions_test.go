package lint

import (
	"fmt"
	"strings"
	"testing"
)

// The positions in messages are data, although texts may quote others: no program has to search a message for them.
func TestMentions(t *testing.T) {
	const quoted = "line 1, column 2"
	for _, c := range []struct {
		dialect Dialect
		src     string
		want    string // line:column of each position
	}{
		{JSON, "[1, x]", ""},
		{JSON, "[1", "1:1"},
		{JSON, "[\n[\n\"abc", "3:1 1:1"},
		{JSON, "{\n\"a\": {\n    \"x\": 1,\n  \"b\": 2", "2:6 2:6 4:3 1:1"},
		{JSON, "[1}", "1:1"},
		{JSON, "[\"a\n\"]", "1:2"},
		{JSON, `"` + quoted + `" 1`, ""},
		{JSON, `{"` + quoted + `" 1}`, ""},
		{JSON, `{"a":1 "` + quoted + `":2}`, ""},
		{JSON5, "{ // x\n a: [1", "2:5 1:1"},
		{NDJSON, "1\n{\"" + quoted + "\":[\n[2", "2:21 2:1 3:1"},
		{NDJSON, "1\n{\"a\":\"b", "2:6"},
		{IJSON, `{"` + quoted + `":1,"` + quoted + `":2}`, ""},
	} {
		var got []string
		for _, d := range New(Options{Dialect: c.dialect}).Check([]byte(c.src)).Diagnostics {
			for _, m := range d.Mentions {
				got = append(got, fmt.Sprintf("%d:%d", m.Line, m.Rune))
				before, after := d.Message[:m.Index], d.Message[m.Index:]
				if !strings.HasSuffix(before, "line ") || !strings.HasPrefix(after, fmt.Sprintf("%d, column %d", m.Line, m.Rune)) {
					t.Errorf("%q: %q, %q", c.src, before, after)
				}
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%v, %q: %q, want %q", c.dialect, c.src, got, c.want)
		}
	}
}
