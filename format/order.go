package format

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/internal/engine/syntax"
	"github.com/assayjson/assay/internal/files/natural"
)

// A ranker sorts the names of one object after another. Most names differ in their first bytes, so
// it compares eight bytes at a time, as a number, and looks at the names only if these bytes are
// equal.
type ranker struct {
	order  Order
	name   func(n int) []byte // returns a name of the current object
	ranked []ranked
	spare  []ranked // the memory of radixSort
	groups []group

	// Objects often have the same names as the object before them. The last few names that were not
	// in order are remembered if all of their prefixes differ, so that the prefixes alone determine
	// the order. known is their number, and prefixes are in the order of the members.
	known    int
	prefixes [fewNames]uint64
	sorted   [fewNames]ranked
}

// A ranked name is that of member n.
type ranked struct {
	prefix uint64 // the beginning of the name; names compare like their prefixes, unless these are equal
	n      int
}

// rank returns the names of an object with the given number of members in their order, or nil if
// they are in order already. The result is valid until rank is called again.
func (r *ranker) rank(members int) []ranked {
	names := slices.Grow(r.ranked[:0], members)[:members]
	r.ranked = names
	isKnown := members > 0 && members == r.known
	for n := range names {
		prefix := r.prefixOf(r.name(n))
		names[n].prefix, names[n].n = prefix, n
		isKnown = isKnown && prefix == r.prefixes[n]
	}
	if isKnown {
		return r.sorted[:members]
	}
	if slices.IsSortedFunc(names, r.compare) {
		return nil
	}
	r.sort()
	r.remember()
	return names
}

// remember stores the sorted names for the next object, if they are few and their prefixes differ.
func (r *ranker) remember() {
	if len(r.ranked) > fewNames {
		return
	}
	r.known = 0
	for i, name := range r.ranked {
		if i > 0 && name.prefix == r.ranked[i-1].prefix {
			return
		}
		r.sorted[i], r.prefixes[name.n] = name, name.prefix
	}
	r.known = len(r.ranked)
}

// A group is a range of names that begin with the same bytes.
type group struct{ first, last, shared int }

// Up to fewNames names are sorted by insertion, and from manyNames names on by their bytes.
const fewNames, manyNames = 12, 256

// sort sorts the names by their prefixes. Names with equal prefixes become a group, and the group is
// sorted by what follows the bytes that its names share (compare multikey quicksort in Bentley and
// Sedgewick, Fast Algorithms for Sorting and Searching Strings, 1997).
func (r *ranker) sort() {
	if len(r.ranked) <= fewNames {
		r.insertionSort()
		return
	}
	r.groups = append(r.groups[:0], group{0, len(r.ranked), -1})
	for len(r.groups) > 0 {
		last := len(r.groups) - 1
		g := r.groups[last]
		r.groups = r.groups[:last]
		names := r.ranked[g.first:g.last]
		shared := r.sharedLen(names)
		if shared <= g.shared { // the names are equal, or differ only in long numbers
			slices.SortFunc(names, r.compare)
			continue
		}
		if shared > 0 {
			for i := range names {
				names[i].prefix = r.prefixOf(r.name(names[i].n)[shared:])
			}
		}
		if len(names) < manyNames {
			slices.SortFunc(names, comparePrefixes)
		} else {
			r.radixSort(names)
		}
		for i, first := 1, 0; i <= len(names); i++ {
			if i == len(names) || names[i].prefix != names[first].prefix {
				if i-first > 1 {
					r.groups = append(r.groups, group{g.first + first, g.first + i, shared})
				}
				first = i
			}
		}
	}
}

// insertionSort sorts a few names.
func (r *ranker) insertionSort() {
	for i, name := range r.ranked {
		for i > 0 && r.compare(name, r.ranked[i-1]) < 0 {
			r.ranked[i] = r.ranked[i-1]
			i--
		}
		r.ranked[i] = name
	}
}

// radixSort sorts names by the bytes of their prefixes, from the last byte to the first one. Names
// with equal prefixes keep their order.
func (r *ranker) radixSort(names []ranked) {
	differ := uint64(0)
	for i := range names {
		differ |= names[i].prefix ^ names[0].prefix
	}
	r.spare = slices.Grow(r.spare[:0], len(names))[:len(names)]
	from, to := names, r.spare
	for shift := 0; shift < 64; shift += 8 {
		if byte(differ>>shift) == 0 {
			continue
		}
		var next [256]int // for each byte, the index in to of the next name with that byte
		for i := range from {
			next[byte(from[i].prefix>>shift)]++
		}
		sum := 0
		for c, n := range next {
			next[c], sum = sum, sum+n
		}
		for _, name := range from {
			c := byte(name.prefix >> shift)
			to[next[c]] = name
			next[c]++
		}
		from, to = to, from
	}
	copy(names, from) // does nothing if they are the same
}

// sharedLen returns the number of bytes with which all names begin, without the digits at their end.
func (r *ranker) sharedLen(names []ranked) int {
	shared := r.name(names[0].n)
	for i := 1; i < len(names) && len(shared) > 0; i++ {
		name := r.name(names[i].n)
		n := min(len(shared), len(name))
		if !bytes.HasPrefix(name, shared[:n]) {
			n = 0
			for name[n] == shared[n] {
				n++
			}
		}
		shared = shared[:n]
	}
	return len(shared) - syntax.DigitsBefore(shared)
}

// compare compares two names. Equal names keep their order.
func (r *ranker) compare(a, b ranked) int {
	if a.prefix == b.prefix {
		return cmp.Or(compareNames[r.order](r.name(a.n), r.name(b.n)), a.n-b.n)
	}
	return comparePrefixes(a, b)
}

// comparePrefixes is like compare for names of which only the prefixes matter.
func comparePrefixes(a, b ranked) int {
	switch {
	case a.prefix < b.prefix:
		return -1
	case a.prefix > b.prefix:
		return 1
	}
	return a.n - b.n
}

var compareNames = [...]func(a, b []byte) int{
	Ascending:  bytes.Compare,
	Descending: func(a, b []byte) int { return bytes.Compare(b, a) },
	Natural:    natural.Compare,
	utf16Order: compareUTF16,
}

// prefixOf returns the prefix of a name, or of the rest of a name. Bytes after its end are 0.
func (r *ranker) prefixOf(name []byte) uint64 {
	switch {
	case r.order == Natural:
		return naturalPrefix(name)
	case r.order == Descending:
		return ^bytePrefix(name)
	}
	prefix := bytePrefix(name)
	const notASCII = 0x8080808080808080
	if r.order == utf16Order && prefix&notASCII != 0 {
		for shift := 0; shift < 64; shift += 8 {
			c := byte(prefix >> shift)
			prefix += uint64(unitRank(c)-c) << shift
		}
	}
	return prefix
}

// bytePrefix returns the first eight bytes of a name.
func bytePrefix(name []byte) uint64 {
	if len(name) >= 8 {
		return binary.BigEndian.Uint64(name)
	}
	if cap(name) >= 8 {
		return binary.BigEndian.Uint64(name[:8]) &^ (^uint64(0) >> (8 * len(name)))
	}
	var few [8]byte
	copy(few[:], name)
	return binary.BigEndian.Uint64(few[:])
}

// naturalPrefix is like bytePrefix, but writes each number as a zero, its number of digits and its
// digits, so that numbers compare by their value. It does not write leading zeros.
func naturalPrefix(name []byte) uint64 {
	var few [8]byte
	prefix := few[:0]
	for len(name) > 0 && len(prefix) < len(few) {
		digits := syntax.Digits(name)
		if digits == 0 {
			prefix, name = append(prefix, name[0]), name[1:]
			continue
		}
		number := bytes.TrimLeft(name[:digits], "0")
		if prefix = append(prefix, '0', byte(min(len(number), 255))); len(number) >= 255 {
			break
		}
		prefix, name = append(prefix, number...), name[digits:]
	}
	return bytePrefix(prefix[:min(len(prefix), len(few))])
}

// compareUTF16 compares two texts by their UTF-16 code units.
func compareUTF16(a, b []byte) int {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	if len(a) == 0 || len(b) == 0 {
		return cmp.Compare(len(a), len(b))
	}
	return cmp.Compare(unitRank(a[0]), unitRank(b[0]))
}

// unitRank maps the bytes of UTF-8 to bytes such that texts compare by their UTF-16 code units. The
// only difference from the order by code point is that characters above U+FFFF, which are surrogate
// pairs in UTF-16, precede U+E000 to U+FFFF, which begin with the bytes EE and EF.
func unitRank(c byte) byte {
	if c == 0xEE || c == 0xEF {
		return c + 0x10
	}
	return c
}

// keyOf returns the text of a name, with each lone surrogate replaced by U+FFFD. Names that differ
// only in lone surrogates compare equal and so keep their order. The order matters because
// encoding/json treats such names as equal and uses the value of the last one.
func keyOf(raw []byte) []byte {
	if raw[0] != '"' || bytes.IndexByte(raw, '\\') >= 0 {
		raw = dialect.AppendString(nil, raw)
		return escape.AppendUnescaped(nil, raw[1:len(raw)-1])
	}
	return raw[1 : len(raw)-1]
}
