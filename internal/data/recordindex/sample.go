package recordindex

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"io"
)

// The samples of a source are its first and its last bytes, and one sample in each of the equal parts between them. All of
// a short source is its sample.
type sampling struct {
	edge   int64 // number of bytes at the start, and at the end
	parts  int64 // number of parts
	sample int64 // number of bytes in each part
}

// samples are the samples of the format.
var samples = sampling{edge: 64 << 10, parts: 32, sample: 4 << 10}

// whole returns the length of the longest source that is sampled as a whole.
func (s sampling) whole() int64 { return 2*s.edge + s.parts*s.sample }

// Sample returns a hash of samples of a source of the given size: all of it up to 256 KiB, and otherwise its first and
// its last 64 KiB, and 4 KiB in each of the 32 parts between them. The hash is therefore different if a stretch of more than two
// of these parts has been replaced by other bytes. It can stay the same if only single bytes are different, wherever they are.
func Sample(r io.ReaderAt, size int64) (sum [32]byte, err error) { return samples.hash(r, size) }

// sample returns a hash of samples of the first size bytes of the source.
func (s *Source) sample(size int64) (sum [32]byte, err error) {
	sum, err = Sample(s.File, size)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = &StaleError{"the file has become shorter"}
	}
	return sum, err
}

func (s sampling) hash(r io.ReaderAt, size int64) (sum [32]byte, err error) {
	h := sha256.New()
	h.Write(binary.LittleEndian.AppendUint64(nil, uint64(size)))
	add := func(at, n int64) {
		if err != nil {
			return
		}
		var copied int64
		copied, err = io.Copy(h, io.NewSectionReader(r, at, n))
		if err == nil && copied < n {
			err = io.ErrUnexpectedEOF
		}
	}
	if size <= s.whole() {
		add(0, size)
	} else {
		add(0, s.edge)
		for part := range s.parts {
			add(s.place(size, part), s.sample)
		}
		add(size-s.edge, s.edge)
	}
	h.Sum(sum[:0])
	return sum, err
}

// place returns the offset of the sample in a part. It depends on the size and the part as if it were random: the
// hash is a step of SplitMix64 (Steele, Lea and Flood, Fast Splittable Pseudorandom Number Generators, 2014).
func (s sampling) place(size, part int64) int64 {
	length := (size - 2*s.edge) / s.parts
	x := uint64(size) + uint64(part+1)*0x9E3779B97F4A7C15
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	x ^= x >> 31
	return s.edge + part*length + int64(x%uint64(length-s.sample+1))
}
