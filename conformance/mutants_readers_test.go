package conformance

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"testing/iotest"
)

var errOfReader = errors.New("of the reader")

// A hostile reader returns its data in pieces of awkward sizes. It also does what readers may do
// but rarely do: it returns neither data nor an error, or data together with an error.
type hostile struct {
	left    []byte
	rng     *rand.Rand
	sizes   []int // the size of each piece is chosen from these
	nothing int   // if positive, about one in this many reads returns 0, nil
	withEOF bool  // the last piece is returned together with the final error
	end     error // the final error, usually io.EOF
	idle    int   // consecutive reads that have returned nothing
}

func (h *hostile) Read(p []byte) (int, error) {
	if h.nothing > 0 && h.idle < 50 && h.rng.IntN(h.nothing) == 0 {
		h.idle++
		return 0, nil
	}
	h.idle = 0
	if len(h.left) == 0 {
		return 0, h.end
	}
	n := copy(p, h.left[:min(len(h.left), pick(h.rng, h.sizes))])
	h.left = h.left[n:]
	if len(p) > n && h.rng.IntN(8) == 0 {
		clear(p[n:]) // a reader may use all of p as scratch space
	}
	if len(h.left) == 0 && h.withEOF {
		return n, h.end
	}
	return n, nil
}

// A sized reader reports its size, which may be incorrect.
type sized struct {
	io.Reader
	size int64
}

func (s sized) Size() int64 { return s.size }

// pieceSizes are the sizes of pieces that readers return: single bytes, primes, and sizes around
// the edges of blocks and windows.
var pieceSizes = [][]int{
	{1}, {2, 3}, {7}, {13, 61}, {127}, {509}, {63, 64, 65}, {511, 512, 513}, {1021}, {1023, 1024, 1025}, {4093},
	{4095, 4096, 4097}, {16<<10 - 1, 16 << 10, 16<<10 + 1}, {1, 1, 1, 10_000}, {65_535, 65_536, 65_537}, {1 << 20},
}

// hostile returns a reader that returns the data in pieces and then the error given by end. If the
// data is long, the pieces are not too small.
func (t *trial) hostile(end error) *hostile {
	sizes := pieceSizes
	switch {
	case len(t.data) > 100_000:
		sizes = sizes[11:]
	case len(t.data) > 8000:
		sizes = sizes[4:]
	}
	h := &hostile{left: t.data, rng: t.rng, sizes: pick(t.rng, sizes), withEOF: t.rng.IntN(2) == 0, end: end}
	if t.rng.IntN(3) == 0 {
		h.nothing = 2 + t.rng.IntN(10)
	}
	return h
}

// reader returns one of many kinds of readers of the data, with a name for that kind. The caller
// must call done after use.
func (t *trial) reader() (r io.Reader, name string, done func()) {
	done = func() {}
	n := int64(len(t.data))
	switch t.rng.IntN(16) {
	case 0:
		return bytes.NewReader(t.data), "bytes.Reader", done
	case 1:
		return bytes.NewBuffer(bytes.Clone(t.data)), "bytes.Buffer", done
	case 2:
		return struct{ io.Reader }{bytes.NewReader(t.data)}, "plain reader", done
	case 3:
		if n < 8000 {
			return iotest.OneByteReader(bytes.NewReader(t.data)), "one byte", done
		}
		return iotest.HalfReader(bytes.NewReader(t.data)), "halves", done
	case 4:
		size := pick(t.rng, []int64{n, n, 0, 1, n / 2, n + 1, 2*n + 100, -1, 1 << 40})
		return sized{t.hostile(io.EOF), size}, "sized reader", done
	case 5:
		if f, ok := t.file(); ok {
			return f, "file", func() { _ = f.Close() }
		}
	case 6:
		// The data is part of a longer text, and the reader starts at an offset.
		r := bytes.NewReader(append([]byte("xyz"), t.data...))
		_, _ = r.Seek(3, io.SeekStart)
		return r, "bytes.Reader at 3", done
	case 7:
		return io.NewSectionReader(bytes.NewReader(t.data), 0, n), "section", done
	}
	return t.hostile(io.EOF), "hostile reader", done
}

// file returns a new temporary file with the data. The file has already been removed from its
// folder, so the caller need only close it.
func (t *trial) file() (*os.File, bool) {
	f, err := os.CreateTemp("", "mutant")
	if err != nil {
		return nil, false
	}
	_ = os.Remove(f.Name())
	if _, err = f.Write(t.data); err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	if err != nil {
		_ = f.Close()
		return nil, false
	}
	return f, true
}
