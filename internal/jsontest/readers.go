package jsontest

import (
	"io"
	"math/rand/v2"
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

// PiecesOf returns a reader of b in pieces of random length, at most most bytes each.
func PiecesOf(b []byte, most int, rng *rand.Rand) *Pieces { return &Pieces{b, most, rng} }
