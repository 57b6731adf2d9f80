package lint

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// oddEnds are texts in comments and strings that have findings, and texts that are like them.
var oddEnds = []string{
	"// a\u2028\"b\": 1", "// a\u2029b", "// \u202e", "/* \u2066a */", "// a\r\"b\": 1,", "'\u2028', //", "/* \u2028 */", "// \u2027\r\n", "// \u202f\u2065\u206a", "\"\u202e\", //", "'\\\u2028', //",
}

// What comments hide is found in long files as well as in short ones, wherever it is in the buffers of a reader, and
// even if everything else in the text is clean.
func TestCommentsHideNothingInLongFiles(t *testing.T) {
	t.Parallel()
	places := []int{0, 1, 2, 4093, 4094, 4095, 4096, 70_000, 140_000}
	if longtest.Off() {
		places = []int{0, 70_000}
	}
	for _, dialect := range []Dialect{JSONC, JWCC, JSON5} {
		l := newSmall(Options{Dialect: dialect})
		for _, odd := range oddEnds {
			for _, at := range places {
				text := []byte("[" + strings.Repeat(" ", at) + odd + "\n" + strings.Repeat("1, ", 50_000) + "2]")
				want := l.Check(text)
				for name, r := range map[string]io.Reader{
					"file": bytes.NewReader(text), "pipe": onlyReader{bytes.NewReader(text)},
					"restarts": &restarter{Reader: bytes.NewReader(text), open: func() io.Reader { return bytes.NewReader(text) }, size: int64(len(text))},
				} {
					if got, err := l.CheckReader(t.Context(), r); err != nil || describe(got) != describe(want) {
						t.Fatalf("%q at %d in %v, %s: %v\n%s\nwant\n%s", odd, at, dialect, name, err, describe(got), describe(want))
					}
				}
			}
		}
	}
}

// An endWatch finds characters across reads, and otherwise changes nothing.
func TestEndWatch(t *testing.T) {
	for _, odd := range oddEnds {
		for _, text := range []string{odd, odd + "\n1", strings.Repeat("\u2027\r\n", 9) + odd + "\n1"} {
			for n := 1; n < 40; n++ {
				got, err := io.ReadAll(&endWatch{in: jsontest.InChunks([]byte(text), n)})
				if found := errors.Is(err, errOddEnd); found != hasOddEnd([]byte(text)) || !found && (err != nil || string(got) != text) {
					t.Errorf("%q, %d bytes at a time: %q, %v", text, n, got, err)
				}
			}
		}
	}
}
