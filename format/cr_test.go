package format

import (
	"strings"
	"testing"

	"github.com/assayjson/assay/dialect"
)

// A lone CR ends a line in the same way as LF does. Therefore an object with CRs between its
// members stays on several lines.
func TestLoneCRIsALineEnd(t *testing.T) {
	for _, text := range []string{
		"{\n\"a\": {\n\"c\": 2\n}\n}", "[{\n\"c\":2},{\n\"d\":3}\n]", "[\n1,\n\n2,\n\n\n3]", "{\"a\":[\n{\"c\":2},\n{\"d\":3}]}", "[\n[\n]\n,1\n]\n",
	} {
		for _, d := range dialect.Dialects() {
			for _, o := range []Options{{Dialect: d}, {Dialect: d, Width: 80}, {Dialect: d, Width: 80, Order: Ascending}, {Dialect: d, Compact: true}} {
				want, err := Append(nil, []byte(text), o)
				if err != nil {
					t.Fatal(err)
				}
				got, err := Append(nil, []byte(strings.ReplaceAll(text, "\n", "\r")), o)
				if err != nil || string(got) != string(want) {
					t.Errorf("%q in %v, %+v: %v, %q; with CR %q", text, d, o, err, want, got)
				}
			}
		}
	}
}
