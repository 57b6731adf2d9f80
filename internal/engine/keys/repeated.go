package keys

import (
	"cmp"
	"maps"
	"slices"
)

// Repeated is a set that includes all keys that an object has more than once. They are few: if there are too many, the set includes
// every key.
type Repeated struct {
	hashes  map[uint64]struct{} // of the keys, as far as runs store them
	isEvery bool
}

const (
	mostRepeated = 1 << 16
	lostBits     = 8 // the lowest bits of a hash, which runs do not store
)

// With returns a set that also includes the key. It may be s, which may be nil.
func (s *Repeated) With(key uint64) *Repeated {
	if s != nil && s.Has(key) {
		return s
	}
	return s.with([]uint64{hashOf(key), hashOf(key)})
}

// with returns a set that also includes the keys whose hashes are equal, as far as runs store them. It sorts the hashes.
func (s *Repeated) with(hashes []uint64) *Repeated {
	if s == nil {
		s = &Repeated{hashes: map[uint64]struct{}{}}
	}
	if s.isEvery {
		return s
	}
	slices.Sort(hashes)
	for i, hash := range hashes[1:] {
		if stored := hash >> lostBits; stored == hashes[i]>>lostBits {
			s.hashes[stored] = struct{}{}
		}
	}
	return s.limited()
}

// Join returns a set that includes the keys of both sets, each of which may be nil. It may be one of them.
func (s *Repeated) Join(other *Repeated) *Repeated {
	if s == nil || other == nil {
		return cmp.Or(s, other)
	}
	s.isEvery = s.isEvery || other.isEvery
	maps.Copy(s.hashes, other.hashes)
	return s.limited()
}

func (s *Repeated) limited() *Repeated {
	if s.isEvery = s.isEvery || len(s.hashes) > mostRepeated; s.isEvery {
		clear(s.hashes)
	}
	return s
}

// Has reports whether the set includes the key. It may also return true for a few other keys.
func (s *Repeated) Has(key uint64) bool {
	_, ok := s.hashes[hashOf(key)>>lostBits]
	return ok || s.isEvery
}
