package escape

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// writeInParts writes s with a Writer, in parts whose lengths are given by cut.
func writeInParts(s string, opts Options, cut func() int) (string, error) {
	var out bytes.Buffer
	w := NewWriter(&out, opts)
	for s != "" {
		n := min(cut(), len(s))
		if _, err := io.WriteString(w, s[:n]); err != nil {
			break
		}
		s = s[n:]
	}
	err := w.Close()
	return out.String(), err
}

// checkWriter checks that a Writer does the same as Append, wherever the text is divided.
func checkWriter(t *testing.T, s string, opts Options, cut func() int) {
	t.Helper()
	want, wantErr := Append(nil, s, opts)
	got, err := writeInParts(s, opts, cut)
	if !reflect.DeepEqual(err, wantErr) {
		t.Errorf("%q, %+v: got %#v, want %#v", s, opts, err, wantErr)
	}
	var e *Error
	if errors.As(wantErr, &e) { // everything before the error has been written
		want, _ = Append(nil, s[:e.Offset], opts)
		want = want[:len(want)-1]
	}
	if got != string(want) {
		t.Errorf("%q, %+v: got %q, want %q", s, opts, got, want)
	}
}

func TestWriterCutAnywhere(t *testing.T) {
	for _, piece := range quotable {
		s := "ab" + piece + "cd" + piece + piece
		for first := 1; first < len(s); first++ {
			for second := 1; second <= 4; second++ {
				eachOptions(func(opts Options) {
					parts := []int{first, second}
					checkWriter(t, s, opts, func() int {
						n := 1000
						if len(parts) > 0 {
							n, parts = parts[0], parts[1:]
						}
						return n
					})
				})
			}
		}
	}
}

func TestWriterRandom(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(5, 6))
		for range 300 {
			text := randomText(r)
			if r.IntN(10) == 0 {
				text = strings.Repeat(text, 70_000/len(text)+1)
			}
			most := 1 + r.IntN(2*len(text))
			opts := Options{Policy(r.IntN(4)), r.IntN(2) == 0, r.IntN(2) == 0, r.IntN(2) == 0}
			checkWriter(t, text, opts, func() int { return 1 + r.IntN(most) })
		}
	})
}

func TestWriterEmpty(t *testing.T) {
	var out bytes.Buffer
	w := NewWriter(&out, Options{})
	if n, err := w.Write(nil); n != 0 || err != nil {
		t.Errorf("Write(nil): %d, %v", n, err)
	}
	if err := errors.Join(w.Close(), w.Close()); err != nil || out.String() != `""` {
		t.Errorf("got %s, %v", out.String(), err)
	}
	if n, err := w.Write([]byte("a")); n != 0 || err == nil || out.String() != `""` {
		t.Errorf("after Close: %d, %v, %s", n, err, out.String())
	}
}

// Write processes everything before the error, and keeps returning the error.
func TestWriterCountsToTheError(t *testing.T) {
	var out bytes.Buffer
	w := NewWriter(&out, Options{})
	if n, err := io.WriteString(w, "abc\xE2"); n != 4 || err != nil {
		t.Fatalf("first: %d, %v", n, err)
	}
	n, err := io.WriteString(w, "\x82def")
	if n != 0 || err == nil || err.Error() != "invalid UTF-8 at byte 3: missing continuation byte, byte 5 is 64" {
		t.Errorf("second: %d, %v", n, err)
	}
	if _, again := io.WriteString(w, "g"); again != err || w.Close() != err || out.String() != `"abc` {
		t.Errorf("then: %v, %q", again, out.String())
	}
}

// failing is a writer that fails after some writes, or writes fewer bytes than it was given.
type failing struct {
	writes int
	short  bool
}

var errDisk = errors.New("disk full")

func (f *failing) Write(p []byte) (int, error) {
	if f.writes--; f.writes >= 0 {
		return len(p), nil
	}
	if f.short {
		return len(p) - 1, nil
	}
	return 0, errDisk
}

func TestWriterTellsWriteErrors(t *testing.T) {
	text := strings.Repeat("0123456789", 10_000)
	for writes := range 3 {
		for _, c := range []struct {
			short bool
			want  error
		}{{false, errDisk}, {true, io.ErrShortWrite}} {
			w := NewWriter(&failing{writes, c.short}, Options{})
			n, err := io.WriteString(w, text)
			if err != c.want || n >= len(text) || w.Close() != c.want {
				t.Errorf("after %d writes: took %d, %v; then %v", writes, n, err, w.Close())
			}
		}
	}
	w := NewWriter(&failing{}, Options{})
	if _, err := w.Write([]byte("little")); err != nil || w.Close() != errDisk {
		t.Errorf("%v; Close must tell it", err)
	}
}

// The memory of a Writer does not grow with the length of the text.
func TestWriterIsConstantInMemory(t *testing.T) {
	var sink countingWriter
	w := NewWriter(&sink, Options{})
	part := bytes.Repeat([]byte("\x01\x02\"text"), 1<<17)
	n := testing.AllocsPerRun(20, func() {
		if _, err := w.Write(part); err != nil {
			t.Error(err)
		}
	})
	if n != 0 || cap(w.buf) > 256<<10 {
		t.Errorf("%v allocations for a Write, a buffer of %d bytes", n, cap(w.buf))
	}
	if err := w.Close(); err != nil || sink < 21*1<<17*18 {
		t.Errorf("wrote %d bytes, %v", sink, err)
	}
}

type countingWriter int

func (c *countingWriter) Write(p []byte) (int, error) {
	*c += countingWriter(len(p))
	return len(p), nil
}

func TestWriterWithCopy(t *testing.T) {
	text := strings.Repeat("Zażółć gęślą jaźń\n", 5000)
	var out bytes.Buffer
	w := NewWriter(&out, Options{ASCII: true})
	if _, err := io.Copy(w, iotest.HalfReader(strings.NewReader(text))); err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	if back, err := AppendUnquote(nil, out.Bytes()); err != nil || string(back) != text {
		t.Errorf("comes back as %d bytes, %v", len(back), err)
	}
}

// All strings of up to four of these bytes, divided in every way, give the error of AppendQuote. The
// bytes are lead bytes, and bytes that may or may not follow them.
func TestWriterErrorsCutInEveryWay(t *testing.T) {
	bytes := []byte("a\x80\xBF\xC3\xE2\xED\xA0\xF0\x9F\xF4\x90\xFF\"")
	longest := 4
	if longtest.Off() {
		longest = 3
	}
	var all func(s []byte)
	all = func(s []byte) {
		for cuts := range 1 << max(len(s)-1, 0) {
			checkCuts(t, string(s), cuts)
		}
		if len(s) < longest {
			for _, c := range bytes {
				all(append(s[:len(s):len(s)], c))
			}
		}
	}
	all(nil)
}

// checkCuts checks that a Writer does the same as Append if the text is divided after each byte
// whose bit is set in cuts.
func checkCuts(t *testing.T, s string, cuts int) {
	t.Helper()
	for _, policy := range []Policy{Strict, Replace} {
		at := 0
		checkWriter(t, s, Options{Invalid: policy}, func() int {
			n := 1
			for cuts>>(at+n-1)&1 == 0 && at+n < len(s) {
				n++
			}
			at += n
			return n
		})
	}
}

// A Writer processes at most 16 KiB of its input at a time.
func TestWriterErrorsAtPieces(t *testing.T) {
	for _, end := range []string{"\xC3\xC3", "\xE2\x82\xE2", "\xE2\x82\xE2\x82", "\xF0\x9F\x98\xC3", "\xF0\x9F\x98\xF0\x9F", "\xC3\xC3\xA9", "\xE2\x82\xE2\x82\xAC", "\xED\xED"} {
		for before := pieceSize - 6; before <= pieceSize+1; before++ {
			s := strings.Repeat("a", before) + end
			checkWriter(t, s, Options{}, func() int { return len(s) })
			checkWriter(t, s+"b", Options{}, func() int { return len(s) + 1 })
		}
	}
}
