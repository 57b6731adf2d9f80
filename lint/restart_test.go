package lint

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/assayjson/assay/internal/engine/reading"
	"github.com/assayjson/assay/internal/testing/jsontest"
)

// A restarter is a reader that cannot seek, but starts again.
type restarter struct {
	io.Reader
	open     func() io.Reader
	size     int64
	restarts int
}

func (r *restarter) Size() int64 { return r.size }

func (r *restarter) Restart() error {
	r.Reader = r.open()
	r.restarts++
	return nil
}

var _ reading.Restarter = &restarter{}

// A text that can be read again has the same findings as in memory, whatever size is estimated.
func TestRestarter(t *testing.T) {
	t.Parallel()
	texts := map[string][]byte{
		"short":     []byte("[1]\n"),
		"clean":     long(`"a%d": [1, "é"]`, `"z": 0`),
		"duplicate": long(`"a%d": 1`, `"a1": 0`),
		"escape":    long(`"a%d": "é"`, `"z": "\ud800"`),
		"name":      long(`"a%d": "а"`, `"а1": "é"`),
		"error":     long(`"a%d": {}`, `"z": nope`),
		"UTF-8":     long(`"a%d": {}`, "\"z\": \"\xFF\""),
		"comment":   long(`"a%d": 1`, `/* c */ "z": 0`),
		"records":   bytes.Repeat([]byte("{\"a\": 1}\n[1, 2}\n"), 500),
	}
	for name, text := range texts {
		for _, dialect := range []Dialect{JSON, JSONC, NDJSON} {
			for _, size := range []int64{-1, 0, 1, window, int64(len(text)), 1 << 40} {
				l := newSmall(Options{Dialect: dialect})
				r := &restarter{open: func() io.Reader { return onlyReader{bytes.NewReader(text)} }, size: size}
				r.Reader = r.open()
				got, err := l.CheckReader(t.Context(), r)
				if want := l.Check(text); err != nil || describe(got) != describe(want) || got.Bytes != want.Bytes {
					t.Errorf("%s in %v, size %d: %v, %d bytes\n%.300s\nwant\n%.300s", name, dialect, size, err, got.Bytes, describe(got), describe(want))
				}
				if name == "clean" && dialect != NDJSON && r.restarts > 0 {
					t.Errorf("a clean text of the size %d was read %d times", size, r.restarts+1)
				}
			}
		}
	}
}

// An error of the reader is returned even if the text is read twice, and so is one of Restart.
func TestRestarterFails(t *testing.T) {
	broken := errors.New("broken")
	text := string(long(`"a%d": "\ud800"`, `"z": 0`))
	l := newSmall(Options{})
	open := func() io.Reader { return io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken)) }
	got, err := l.CheckReader(t.Context(), &restarter{Reader: open(), open: open, size: window})
	if err != broken || len(got.Diagnostics) == 0 {
		t.Errorf("%v, %s", err, fmt.Sprintf("%.300s", describe(got)))
	}
	if _, err := l.CheckReader(t.Context(), &stuck{restarter{Reader: open(), size: window}, broken}); err != broken {
		t.Error(err)
	}
}

// The first pass over a text may end with an error although the text can be read, because what has been read was too much to be kept.
func TestFirstPassFails(t *testing.T) {
	t.Parallel()
	text := []byte("[nope," + strings.Repeat(`"x",`, 300_000) + `"\ud800"]` + "\n")
	for at := 0; at <= len(text); at += len(text) / 8 {
		l := newSmall(Options{MaxProblems: -1})
		first := io.MultiReader(bytes.NewReader(text[:at]), iotest.ErrReader(errors.New("first pass")))
		r := &restarter{Reader: first, open: func() io.Reader { return bytes.NewReader(text) }, size: window}
		got, err := l.CheckReader(t.Context(), r)
		if want := l.Check(text); err != nil || describe(got) != describe(want) {
			t.Errorf("after %d of %d bytes: %v\n%.300s\nwant\n%.300s", at, len(text), err, describe(got), describe(want))
		}
	}
}

type stuck struct {
	restarter
	err error
}

func (f *stuck) Restart() error { return f.err }

// TestRest reads whole inputs, of known and unknown size, with and without an error at the end.
func TestRest(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	text := bytes.Repeat([]byte("0123456789"), 500_000)
	for _, size := range []int{0, 1, 9, 10, 11, 2999, 1<<20 - 1, 1 << 20, 1<<20 + 1, len(text)} {
		for head := range min(size, 3) + 1 {
			for name, r := range map[string]io.Reader{
				"file":   jsontest.FileOf(text[:size]),
				"reader": onlyReader{bytes.NewReader(text[:size])},
				"eager":  iotest.DataErrReader(bytes.NewReader(text[:size])),
				"broken": io.MultiReader(bytes.NewReader(text[:size]), iotest.ErrReader(broken)),
			} {
				in := &input{ctx: t.Context(), r: reading.Reader{R: r}}
				begin := make([]byte, head)
				if _, err := io.ReadFull(in, begin); err != nil {
					t.Fatal(err)
				}
				got, err := in.rest(begin)
				if !bytes.Equal(got, text[:size]) || (name == "broken") != (err == broken) || name != "broken" && err != nil {
					t.Errorf("%s: %d of %d bytes after %d, %v", name, len(got), size, head, err)
				}
			}
		}
	}
}
