package format

import (
	"strings"
	"testing"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/internal/engine/reading"
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

// The sample of a text whose lines end with CR is short, and takes linear time. It used to contain a
// few bytes of each line, and was searched again after each line.
func TestSampleOfManyLinesIsShort(t *testing.T) {
	const lines = 6_000_000
	text := "\r[\r\t" + strings.Repeat("1,\r", lines) + "\r1 \r\n]"
	r := strings.NewReader(text)
	sample, err := (&rereader{ctx: t.Context(), r: r, in: reading.WithContext(t.Context(), r), length: int64(len(text))}).sample()
	if want := "\r[\r\t1\r\n]]"; err != nil || string(sample) != want {
		t.Errorf("%d bytes (%v), want %q: %.100q", len(sample), err, want, sample)
	}
}
