package lint

import (
	"bytes"
	"io"
	"reflect"
	"strings"
	"testing"
)

// Comments make no difference to what is found in a long file, and most files with comments are not read
// into memory.
func TestCommentsInLongFiles(t *testing.T) {
	for name, c := range map[string]struct {
		text     []byte
		restarts int // at most, in JSONC; 2 if only the passes were necessary
	}{
		"lines":               {long("// é \"\n"+`"a%d": [1, "//", "é"]`, `"z": 0`), 1},
		"blocks":              {long(`/* } */ "a%d": 1`, `"z": 0 /**/`), 1},
		"at the end":          {append(long(`"a%d": 1`, `"z": 0`), "// the end\n"...), 1},
		"no newline":          {append(long(`"a%d": 1`, `"z": 0`), "// the end"...), 1},
		"names":               {long(`/**/ "ü%d": 1`, `"z": 0`), 2},
		"trailing comma":      {long(`/**/ "a%d": 1`, `"z": [0, /**/]`), 2},
		"alike":               {long(`/**/ "а%d": "é"`, `"a1": 0`), 3},
		"duplicate":           {long(`/**/ "a%d": 1`, `"a1": 0`), 2},
		"escape":              {long(`/**/ "a%d": 1`, `"z": "\ud800"`), 2},
		"invalid":             {long(`/**/ "a%d": 1`, `"z": nope`), 2},
		"invalid UTF-8":       {long(`/**/ "a%d": 1`, "\"z\": 0 // \xFF\n"), 2},
		"not closed":          {append(long(`/**/ "a%d": 1`, `"z": 0`), "/*"...), 2},
		"a byte order mark":   {append([]byte(byteOrderMark+"//\n"), long(`"a%d": 1`, `"z": 0`)...), 2},
		"a very long comment": {long(`"a%d": 1`, `"z": 0 /*`+strings.Repeat("*", 100_000)+"*/"), 2},
	} {
		for _, dialect := range []Dialect{JSONC, JWCC, JSON5} {
			for _, o := range []Options{{Dialect: dialect}, {Dialect: dialect, Severities: severitiesOf(func(Rule) Severity { return Info }), MaxProblems: -1}} {
				l := newSmall(o)
				r := &restarter{open: func() io.Reader { return onlyReader{bytes.NewReader(c.text)} }, size: int64(len(c.text))}
				r.Reader = r.open()
				got, err := l.CheckReader(t.Context(), r)
				if want := l.Check(c.text); err != nil || !reflect.DeepEqual(got, want) {
					t.Errorf("%s in %v: %v\n%.300swant\n%.300s", name, dialect, err, describe(got), describe(want))
				}
				if o.Severities == nil && dialect == JSONC && r.restarts > c.restarts {
					t.Errorf("%s: %d restarts, want at most %d", name, r.restarts, c.restarts)
				}
			}
		}
	}
}
