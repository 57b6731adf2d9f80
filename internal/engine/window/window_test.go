package window

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"testing"
	"testing/iotest"

	"github.com/assayjson/assay/internal/engine/reading"
)

// A window returns the text of its reader, whatever the sizes of the reads, of the parts that are asked for and of those that are
// dropped, and wherever the reader ends or fails.
func TestWindowsReturnTheirText(t *testing.T) {
	broken := errors.New("broken")
	text := make([]byte, 3*first)
	for i := range text {
		text[i] = byte(i ^ i>>8)
	}
	for _, length := range []int{0, 1, 7, 100, first - 1, first, first + 1, len(text)} {
		for _, failure := range []error{nil, broken} {
			for _, want := range []int{1, 2, 3, 64, 100, first, first + 1, 3 * first} {
				if length > 100 && want < 64 {
					continue // every byte would be moved too often
				}
				for _, dropped := range []int{1, 2, 5, want} {
					for name, wrap := range readers {
						in := io.MultiReader(bytes.NewReader(text[:length]), iotest.ErrReader(failure))
						if failure == nil {
							in = bytes.NewReader(text[:length])
						}
						w := Window{In: wrap(in)}
						if err := readAll(&w, text[:length], want, dropped, failure); err != nil {
							t.Fatalf("%d bytes, error %v, %d wanted, %d dropped, %s: %v", length, failure, want, dropped, name, err)
						}
					}
				}
			}
		}
	}
}

var readers = map[string]func(io.Reader) io.Reader{
	"whole":      func(r io.Reader) io.Reader { return r },
	"one byte":   iotest.OneByteReader,
	"half":       iotest.HalfReader,
	"with error": iotest.DataErrReader,
}

// readAll reads the text of a window. It always asks for the same number of bytes, and drops some of them.
func readAll(w *Window, text []byte, want, dropped int, failure error) error {
	for w.Err == nil || len(w.Text) > 0 {
		ok := w.Fill(want)
		rest := text[w.Base:]
		switch {
		case len(w.Text) > len(rest) || !bytes.Equal(w.Text, rest[:len(w.Text)]):
			return fmt.Errorf("at %d: other text", w.Base)
		case len(w.Text) < want && (len(w.Text) < len(rest) || w.Err == nil):
			return fmt.Errorf("at %d: only %d bytes", w.Base, len(w.Text))
		case ok != (w.Err == nil || w.Err == io.EOF) || w.Ends() != (w.Err == io.EOF) || ok != (w.Failure() == nil):
			return fmt.Errorf("at %d: the error is %v, but Fill returns %v", w.Base, w.Err, ok)
		case cap(w.Text) > max(2*want, first):
			return fmt.Errorf("at %d: %d bytes of memory", w.Base, cap(w.Text))
		}
		w.Drop(min(dropped, len(w.Text)))
	}
	if w.Base != int64(len(text)) || !errors.Is(w.Failure(), failure) {
		return fmt.Errorf("ends at %d with %v", w.Base, w.Err)
	}
	return nil
}

// The reader of a window returns what is in the window and what follows, and does not read again a reader that has ended or failed.
func TestReadersOfWindows(t *testing.T) {
	broken := errors.New("broken")
	text := []byte("some text")
	for want := range len(text) + 2 {
		for dropped := range min(want, len(text)) + 1 {
			for _, failure := range []error{io.EOF, broken} {
				w := Window{In: io.MultiReader(iotest.OneByteReader(bytes.NewReader(text)), &failsOnce{failure})}
				w.Fill(want)
				w.Drop(dropped)
				wantErr := failure
				if failure == io.EOF {
					wantErr = nil
				}
				if got, err := io.ReadAll(w.Reader()); !bytes.Equal(got, text[dropped:]) || err != wantErr {
					t.Errorf("%d wanted, %d dropped: %q, %v", want, dropped, got, err)
				}
			}
		}
	}
	if in := bytes.NewReader(text); (&Window{In: in}).Reader() != io.Reader(in) {
		t.Error("an unread reader is wrapped")
	}
}

// failsOnce is a reader that fails once, and then returns bytes.
type failsOnce struct{ err error }

func (f *failsOnce) Read(p []byte) (n int, err error) {
	if err, f.err = f.err, nil; err != nil {
		return 0, err
	}
	return copy(p, "more"), io.EOF
}

// A text that was in memory from the start is neither moved nor read.
func TestWindowsOfWholeTexts(t *testing.T) {
	text := []byte("text")
	w := Window{Text: text, Err: io.EOF}
	if !w.Fill(100) || !w.Ends() || &w.Text[0] != &text[0] || len(w.Text) != len(text) {
		t.Errorf("%q, %v", w.Text, w.Err)
	}
}

// A reader that breaks the contract of io.Reader is an error.
func TestWindowsOfFaultyReaders(t *testing.T) {
	for want, in := range map[error]io.Reader{
		reading.ErrNoReader: nil,
		reading.ErrBadCount: faulty(-1),
		io.ErrNoProgress:    faulty(0),
	} {
		if w := (Window{In: in}); w.Fill(10) || w.Ends() || !errors.Is(w.Failure(), want) {
			t.Errorf("%v, want %v", w.Err, want)
		}
	}
}

// faulty is a reader that always returns this count.
type faulty int

func (f faulty) Read([]byte) (int, error) { return int(f), nil }
