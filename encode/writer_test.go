package encode

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/assayjson/assay/tokenizer"
)

// The memory of a slice that was passed to ResetBytes, and of the result, is not used for other outputs.
func TestResetAfterResetBytes(t *testing.T) {
	for _, to := range []io.Writer{nil, io.Discard} {
		var w Writer
		dst := append(make([]byte, 0, 100), "before:"...)
		w.ResetBytes(dst)
		w.Int(1)
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		got := w.Bytes()
		w.Reset(to)
		w.String("another output")
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if string(dst) != "before:" || string(got) != "before:1" {
			t.Errorf("%q, %q", dst, got)
		}
	}
}

// A panickingWriter panics when it is called for the second time.
type panickingWriter struct{ calls int }

func (p *panickingWriter) Write(b []byte) (int, error) {
	if p.calls++; p.calls == 2 {
		panic("full")
	}
	return len(b), nil
}

// If the io.Writer panics and the program goes on, the output is not complete.
func TestWriterPanics(t *testing.T) {
	text := "[" + strings.Repeat(`{"a":[1,2,3]},`, 20_000) + "1]"
	for name, write := range map[string]func(w *Writer){
		"values": func(w *Writer) {
			w.BeginArray()
			for range 20_000 {
				w.String("abcdefgh")
			}
		},
		"copied": func(w *Writer) { w.Copy(tokenizer.NewReader(strings.NewReader(text))) },
		"flush": func(w *Writer) {
			w.BeginArray()
			w.Flush()
			w.Null()
			w.Flush()
		},
	} {
		to := &panickingWriter{}
		w := NewWriter(to, Options{})
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			write(w)
		}()
		w.EndArray()
		if err := w.Close(); err == nil || w.Err() != err || to.calls != 2 {
			t.Errorf("%s: Close returns %v, Err %v; %d calls", name, err, w.Err(), to.calls)
		}
		w.Reset(to)
		w.Null()
		if err := w.Close(); err != nil {
			t.Errorf("%s: after Reset, %v", name, err)
		}
	}
}

// The canonical form is limited to 10,000 levels, so a deeper value is rejected where it is too deep.
func TestCanonicalDepth(t *testing.T) {
	for n, wantKind := range map[int]ErrorKind{defaultMaxDepth: 0, defaultMaxDepth + 1: TooDeep} {
		w := NewWriter(nil, Options{Canonical: true, MaxDepth: 2 * defaultMaxDepth})
		for range n {
			w.BeginArray()
		}
		for range n {
			w.EndArray()
		}
		var e *Error
		if err := w.Close(); errors.As(err, &e) != (wantKind != 0) || e != nil && (e.Kind != wantKind || e.Offset != defaultMaxDepth) {
			t.Errorf("%d levels: %.200v", n, err)
		}
	}
}
