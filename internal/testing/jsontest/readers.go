package jsontest

import (
	"bytes"
	"io"
	"io/fs"
	"math/rand/v2"
	"testing/fstest"
)

// A ReaderFunc is a function that implements [io.Reader].
type ReaderFunc func([]byte) (int, error)

// Read calls f.
func (f ReaderFunc) Read(p []byte) (int, error) { return f(p) }

// Pieces is an [io.Reader] that returns B in pieces of random length, at most Most bytes each.
type Pieces struct {
	B    []byte
	Most int
	Rng  *rand.Rand
}

// Read returns the next piece.
func (p *Pieces) Read(to []byte) (int, error) {
	if len(p.B) == 0 {
		return 0, io.EOF
	}
	n := copy(to, p.B[:min(len(p.B), 1+p.Rng.IntN(p.Most))])
	p.B = p.B[n:]
	return n, nil
}

// PiecesOf returns a reader of b in pieces of random length, up to the given number of bytes each.
func PiecesOf(b []byte, most int, rng *rand.Rand) *Pieces { return &Pieces{b, most, rng} }

// A Limited is a reader that returns at most Most bytes at a time.
type Limited struct {
	io.Reader
	Most int
}

// Read reads from the Reader.
func (l Limited) Read(p []byte) (int, error) { return l.Reader.Read(p[:min(len(p), l.Most)]) }

// InChunks returns a reader of b in chunks of the given number of bytes.
func InChunks(b []byte, size int) io.Reader { return Limited{bytes.NewReader(b), size} }

// A Lazy is a reader that returns no data in every other call, and in all calls while Calls is
// negative.
type Lazy struct {
	io.Reader
	Calls int
}

// Read reads from the Reader, or returns 0, nil.
func (l *Lazy) Read(p []byte) (int, error) {
	if l.Calls++; l.Calls < 0 || l.Calls%2 == 0 {
		return 0, nil
	}
	return l.Reader.Read(p)
}

// A Lying is a reader that returns its value as the count, and reads nothing.
type Lying int

// Read returns n.
func (n Lying) Read([]byte) (int, error) { return int(n), nil }

// A Repeater is a reader that returns the text in Rest, then the text in Repeated as often as Times
// states, and then the text in End.
type Repeater struct {
	Rest, Repeated, End string
	Times               int64
}

// Read returns the next bytes.
func (r *Repeater) Read(p []byte) (int, error) {
	if r.Rest == "" {
		switch {
		case r.Times > 0:
			r.Rest = r.Repeated
		case r.Times == 0:
			r.Rest = r.End
		default:
			return 0, io.EOF
		}
		r.Times--
	}
	n := copy(p, r.Rest)
	r.Rest = r.Rest[n:]
	return n, nil
}

// FileOf returns a regular file with the contents b.
func FileOf(b []byte) fs.File {
	f, err := fstest.MapFS{"f": {Data: b}}.Open("f")
	if err != nil {
		panic(err)
	}
	return f
}
