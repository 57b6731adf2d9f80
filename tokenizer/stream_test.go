package tokenizer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// reportOf describes everything that an error reports.
func reportOf(err error) string {
	var e *SyntaxError
	if !errors.As(public(err), &e) {
		return fmt.Sprint(err)
	}
	related, ok := e.Related()
	return fmt.Sprintf("%v %d %d [%v] %+v %+v %v: %s / %v", e.Kind, e.Offset, e.Length, e.Expected, e.Position(), related, ok, e.Message(), e)
}

// kindOfError returns the kind of a SyntaxError, or 0 if err is nil.
func kindOfError(err error) ErrorKind {
	var e *SyntaxError
	if err == nil || !errors.As(public(err), &e) {
		return 0
	}
	return e.Kind
}

// Readers may return data in any way that the contract of io.Reader allows.
func TestStreamReaders(t *testing.T) {
	good := []byte(jsontest.StreamSeeds()[0])
	errOfReader := errors.New("out of order")
	for _, c := range []struct {
		name string
		r    func() io.Reader
		want error
	}{
		{"error", func() io.Reader { return iotest.ErrReader(errOfReader) }, errOfReader},
		{"error later", func() io.Reader { return io.MultiReader(bytes.NewReader(good[:3000]), iotest.ErrReader(errOfReader)) }, errOfReader},
		{"error after all", func() io.Reader { return io.MultiReader(bytes.NewReader(good), iotest.ErrReader(errOfReader)) }, errOfReader},
		{"unexpected end", func() io.Reader {
			return io.MultiReader(strings.NewReader("[1"), iotest.ErrReader(io.ErrUnexpectedEOF))
		}, io.ErrUnexpectedEOF},
		{"unexpected end after all", func() io.Reader {
			return io.MultiReader(strings.NewReader("[1]"), iotest.ErrReader(io.ErrUnexpectedEOF))
		}, io.ErrUnexpectedEOF},
		{"timeout", func() io.Reader { return iotest.TimeoutReader(iotest.HalfReader(bytes.NewReader(good))) }, iotest.ErrTimeout},
		{"no progress", func() io.Reader { return &jsontest.Lazy{Reader: bytes.NewReader(good), Calls: -1 << 30} }, io.ErrNoProgress},
	} {
		if valid, err := ValidReader(context.Background(), c.r()); valid || err != c.want {
			t.Errorf("%s: %v %v, want %v", c.name, valid, err, c.want)
		}
		if err := CheckReader(context.Background(), c.r()); err != c.want {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
	for _, n := range []int{-1, 1 << 30} {
		if err := CheckReader(context.Background(), jsontest.Lying(n)); err == nil {
			t.Errorf("a reader that returns %d is believed", n)
		}
	}
}

// A number that is too large may continue with an exponent that makes it small. It is therefore not
// an error if the reader fails right after the number. CheckReader once reported such a number, but
// NewReader did not.
func TestNumberOutOfRangeMayGoOn(t *testing.T) {
	errOfReader := errors.New("of the reader")
	asmtest.EachKernel(t, func(t *testing.T) {
		for _, number := range []string{"1e999", strings.Repeat("7", 400), "-" + strings.Repeat("7", 300_000)} {
			for _, rest := range []string{"", "]", ",1"} {
				text := "[0," + number + rest
				failing := func() io.Reader {
					return io.MultiReader(strings.NewReader(text), iotest.ErrReader(errOfReader))
				}
				for name, err := range map[string]error{
					"CheckReader": CheckReader(t.Context(), failing(), IJSON()),
					"ReadAhead":   CheckReader(t.Context(), failing(), IJSON(), ReadAhead()),
					"limits":      CheckReader(t.Context(), failing(), IJSON(), MaxMembers(100)),
					"NewReader":   lastError(NewReader(failing(), IJSON())),
				} {
					if rest == "" && err != errOfReader || rest != "" && kindOfError(err) != NumberOutOfRange {
						t.Errorf("%s of %.10s and %d bytes, then %q: %v", name, number, len(number), rest, err)
					}
				}
			}
		}
	})
}

// If nothing can exceed the limits, nothing is counted. When the scanner continued after the
// kernels, it once closed containers that it had not counted, and a Checker panicked.
func TestStreamLimitsThatNothingExceeds(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(5, 6))
		for range 200 {
			text := "[" + strings.Repeat("{\"a\":[1]},\n", 100+rng.IntN(4000)) + "[]]"
			at := rng.IntN(len(text))
			bad := []byte(text[:at] + []string{"", "]", "}", "\x01", ":"}[rng.IntN(5)] + text[at:])
			opts := []Option{MaxBytes(60_000), MaxTokens(90_000)}
			want := reportOf(Check(bad, opts...))
			r := jsontest.PiecesOf(bad, 1+rng.IntN(40_000), rng)
			if got := reportOf(CheckReader(t.Context(), r, JoinOptions(opts...))); got != want {
				t.Fatalf("%d bytes, error at %d: %s, want %s", len(bad), at, got, want)
			}
		}
	})
}

// The text after a trailing comma may show that the input is not JSON at all. Functions that check
// a stream once did not wait for that text.
func TestHintBehindTrailingComma(t *testing.T) {
	const text = "[6,]\x14\x13\x17\x00"
	want := Check([]byte(text)).Error()
	for name, err := range map[string]error{
		"NewReader":   lastError(NewReader(iotest.OneByteReader(strings.NewReader(text)))),
		"CheckReader": CheckReader(t.Context(), iotest.OneByteReader(strings.NewReader(text))),
	} {
		if err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
}

// lastError reads tokens up to the first error, and returns that error.
func lastError(tokens *Tokenizer) error {
	for {
		if _, err := tokens.Next(); err != nil {
			return err
		}
	}
}

func TestStreamCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	reads := 0
	endless := jsontest.ReaderFunc(func(p []byte) (int, error) {
		if reads++; reads == 1000 {
			cancel()
		}
		return copy(p, "          "), nil
	})
	if err := CheckReader(ctx, endless); err != context.Canceled || reads != 1000 {
		t.Errorf("%v after %d reads", err, reads)
	}
	reads = 0
	if err := CheckReader(ctx, endless); err != context.Canceled || reads != 0 {
		t.Errorf("%v after %d reads", err, reads)
	}
}

// Nothing that is long stays in memory, so little memory is allocated in all.
func TestStreamMemory(t *testing.T) {
	size := int64(1 << 30)
	if longtest.Off() || !jsonsimd.HasKernel() {
		size = 32 << 20
	}
	for _, c := range []struct{ name, begin, repeated, end string }{
		{"records", "[", `{"a":[1,2.5,true],"b":{"c":"x"}},` + "\n", "1]"},
		{"text", `["`, `some text with \" and \\ and \u00e9 and é€😀 `, `"]`},
		{"backslashes", `"`, `\\`, `"`},
		{"digits", "[1", "0123456789", "]"},
		{"fraction", "[-1.5", "0123456789", "e7]"},
		{"space", "[1,", " \r\n", "2]"},
	} {
		for most, opts := range map[uint64][]ReaderOption{5 << 20: nil, 12 << 20: {ReadAhead()}} {
			for name, check := range map[string]func(io.Reader) error{
				"CheckReader": func(r io.Reader) error { return CheckReader(context.Background(), r, opts...) },
				"ValidReader": func(r io.Reader) error {
					if valid, err := ValidReader(context.Background(), r, opts...); err != nil || !valid {
						return fmt.Errorf("%v %w", valid, err)
					}
					return nil
				},
			} {
				var before, after runtime.MemStats
				runtime.GC()
				runtime.ReadMemStats(&before)
				r := &jsontest.Repeater{Rest: c.begin, Repeated: strings.Repeat(c.repeated, 1000), End: c.end, Times: size / int64(1000*len(c.repeated)) / 12}
				if err := check(r); err != nil {
					t.Errorf("%s, %s: %v", name, c.name, err)
				}
				runtime.ReadMemStats(&after)
				if used := after.TotalAlloc - before.TotalAlloc; used > most {
					t.Errorf("%s, %s: %d bytes of memory", name, c.name, used)
				}
			}
		}
	}
}

func TestChecker(t *testing.T) {
	var _ io.WriteCloser = new(Checker)
	c := NewChecker(IJSON())
	for range 2 {
		if n, err := io.WriteString(c, `{"a":1,`); n != 7 || err != nil {
			t.Error(n, err)
		}
		io.WriteString(c, `"a":2}`)
		if got, want := reportOf(c.Close()), reportOf(Check([]byte(`{"a":1,"a":2}`), IJSON())); got != want {
			t.Errorf("%s, want %s", got, want)
		}
		if got, want := reportOf(c.Close()), reportOf(Check([]byte(`{"a":1,"a":2}`), IJSON())); got != want {
			t.Errorf("closed again: %s, want %s", got, want)
		}
		c.Reset()
	}
	c = NewChecker()
	text := strings.Repeat(" ", 100_000) + "[1 2" + strings.Repeat(" ", 4<<20)
	n, err := io.Copy(struct{ io.Writer }{c}, strings.NewReader(text))
	if err == nil || n > 200_000 {
		t.Errorf("%d written, %v", n, err)
	}
	if _, again := c.Write([]byte("x")); again != err || c.Close() != err {
		t.Error("the error does not stay")
	}
	c = NewChecker()
	if n, err := c.ReadFrom(strings.NewReader("[1]")); n != 3 || err != nil || c.Close() != nil {
		t.Error(n, err)
	}
	if _, err := c.Write([]byte(" ")); err == nil {
		t.Error("written to after Close")
	}
}
