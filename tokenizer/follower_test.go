package tokenizer

import (
	"io"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/engine/reading"
)

// A follower is a reader that records how many bytes it has returned, and how many of these bytes
// have been passed.
type follower struct {
	t       *testing.T
	in      io.Reader
	read    int64
	passed  int64
	most    int64 // the largest number of bytes kept at any time
	reports int   // calls of Passed since the last Read
}

func (f *follower) Passed(offset reading.Offset) {
	if int64(offset) < f.passed || int64(offset) > f.read {
		f.t.Errorf("%d of %d bytes have been passed, after %d", offset, f.read, f.passed)
	}
	f.passed = int64(offset)
	f.reports++
}

func (f *follower) Read(p []byte) (int, error) {
	if f.reports != 1 {
		f.t.Errorf("%d reports before a read", f.reports)
	}
	f.reports = 0
	n, err := f.in.Read(p)
	f.read += int64(n)
	f.most = max(f.most, f.read-f.passed)
	return n, err
}

// Passed is called before each read, so that a Follower always knows how far the Tokenizer has got. This is so even
// during a single call of Next that reads a long run of white space, a long comment, or many errors that follow from
// others.
func TestPassedBeforeEachRead(t *testing.T) {
	const long, most = 1 << 20, 256 << 10
	for name, text := range map[string]string{
		"tokens":      "[" + strings.Repeat(`{"a": [1, "é\n"]}, `, long/20) + "0]",
		"white space": "[1," + strings.Repeat(" ", long) + "2]",
		"comment":     "[1, /*" + strings.Repeat(" comment", long/8) + "*/ 2]",
		"garbage":     "[1, " + strings.Repeat("@", long) + " 2]",
	} {
		for _, opts := range [][]TokenizerOption{{KeepGoing()}, {OnlyErrors()}} {
			f := &follower{t: t, in: strings.NewReader(text)}
			for tokens := NewReader(f, opts...); ; {
				token, err := tokens.Next()
				if err == io.EOF {
					break
				}
				if err == nil && token.Offset() < f.passed {
					t.Fatalf("%s: a token at %d, where %d bytes have been passed", name, token.Offset(), f.passed)
				}
			}
			if f.read != int64(len(text)) || f.most > most {
				t.Errorf("%s: %d bytes of %d read, %d kept", name, f.read, len(text), f.most)
			}
		}
	}
}
