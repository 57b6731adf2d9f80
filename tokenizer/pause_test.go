package tokenizer

import (
	"io"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/engine/reading"
)

// A pauser is a reader that asks for a pause when much of what it has returned may still be in use.
type pauser struct {
	in     io.Reader
	read   int64 // number of bytes
	passed int64 // number of bytes that are known not to be in use
	most   int64 // the largest number of other bytes at any time
	pauses int
}

func (p *pauser) Read(b []byte) (n int, err error) {
	const room = 100 << 10
	n, err = p.in.Read(b)
	p.read += int64(n)
	p.most = max(p.most, p.read-p.passed)
	if err == nil && p.read-p.passed > room {
		err = reading.ErrPause
	}
	return n, err
}

// A pause comes soon after the reader has asked for it, even during a run of white space, a long comment, many errors that follow from
// others, or valid text when only errors are returned. Pauses do not change what Next returns otherwise.
func TestPauses(t *testing.T) {
	const long, most = 1 << 20, 256 << 10
	for name, text := range map[string]string{
		"tokens":      "[" + strings.Repeat(`{"a": [1, "é\n"]}, `, long/20) + "0]",
		"white space": "[1," + strings.Repeat(" ", long) + "2]",
		"comment":     "[1, /*" + strings.Repeat(" comment", long/8) + "*/ 2]",
		"garbage":     "[1, " + strings.Repeat("@", long) + " 2]",
		"errors":      "[" + strings.Repeat("1 2, nope, \"\xFF\", "+strings.Repeat("[0], ", 100), long/520) + "2]",
	} {
		for _, opts := range [][]TokenizerOption{{KeepGoing()}, {OnlyErrors()}} {
			p := &pauser{in: strings.NewReader(text)}
			tokens, same := NewReader(p, opts...), NewReader(strings.NewReader(text), opts...)
			for {
				token, err := tokens.Next()
				if err == reading.ErrPause {
					p.passed = tokens.InputOffset()
					p.pauses++
					continue
				}
				want, wantErr := same.Next()
				if described(err) != described(wantErr) || err == nil && describe(token) != describe(want) {
					t.Fatalf("%s: %v %v, want %v %v", name, token, err, want, wantErr)
				}
				if err == io.EOF {
					break
				}
			}
			if p.pauses < long/most || p.most > most {
				t.Errorf("%s: %d pauses, %d bytes in use", name, p.pauses, p.most)
			}
		}
	}
}
