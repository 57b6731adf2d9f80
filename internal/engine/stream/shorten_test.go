package stream

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/testing/jsontest"
)

// Numbers of any length are checked in constant memory, also for I-JSON, and give the same verdict
// and error as in memory.
func TestLongNumbersAreShortened(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, number := range jsontest.NumbersInRange() {
		for _, format := range []string{"%s", "[%s]", "\n [1, %s ,1e999]", `{"a":%s}`, "[%s]" + strings.Repeat(" ", 20_000)} {
			text := fmt.Sprintf(format, number)
			for _, opts := range [][]option{nil, {iJSON}, {maxNumber(4900)}, {maxNumber(5003), iJSON}, {maxNumber(300_000)}} {
				want := describe(check([]byte(text), opts...))
				for _, most := range []int{600, 5000} {
					c := small(4096, flaw.DetectedAround, opts...)
					r := jsontest.PiecesOf([]byte(text), most, rng)
					err := c.read(context.Background(), r)
					if got := describe(err); got != want {
						t.Fatalf("%.20s of %d bytes in %.10q, %v: %s, want %s", number, len(number), format, opts, got, want)
					}
					if cap(c.buf) > 32<<10 {
						t.Errorf("%.20s of %d bytes in %.10q, %v: %d bytes of memory", number, len(number), format, opts, cap(c.buf))
					}
				}
			}
		}
	}
}

// A name that must be compared is kept in memory, up to a limit that does not depend on how the
// stream is cut into pieces.
func TestLongNamesAreRejected(t *testing.T) {
	for _, opts := range [][]option{{uniqueNames}, {iJSON}, {uniqueNames, readAhead}} {
		for length, tooLong := range map[int]bool{leastNameLimit: false, leastNameLimit + 1: true, 3 * leastNameLimit: true} {
			text := []byte(`{"a":1, "` + strings.Repeat("x", length-2) + `":1}`)
			for name, r := range map[string]*bytes.Reader{"at once": bytes.NewReader(text), "in halves": bytes.NewReader(text)} {
				in := jsontest.ReaderFunc(r.Read)
				if name == "in halves" {
					in = iotest.HalfReader(in).Read
				}
				err := Check(context.Background(), in, configOf(append(opts, maxToken(1))...))
				e, _ := err.(*flaw.Report)
				if isValid := e == nil && !tooLong || e != nil && tooLong && e.Kind == flaw.TokenTooLong && e.Offset == 8; !isValid {
					t.Errorf("%d bytes, %s: %v", length, name, err)
				}
			}
		}
	}
}
