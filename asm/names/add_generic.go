package names

import (
	"bytes"
	"math/bits"

	"github.com/assayjson/assay/asm/internal/swar"
)

// addSomeGeneric is like [Names.AddNames], but does not grow the slices of n. Spans and Keys must
// have room for all names. It stops before an object for which Firsts has no room.
func (n *Names) addSomeGeneric(src []byte, marks []uint32, from int) (walked int) {
	for i, mark := range marks {
		ok := false
		switch at := int(mark); src[at] {
		case ':':
			ok = n.addName(src, at, from)
		case '{':
			if ok = len(n.Firsts) < cap(n.Firsts); ok {
				n.Firsts = append(n.Firsts, len(n.Keys))
			}
		default:
			ok = n.closeSmall()
		}
		if !ok {
			return i
		}
	}
	return len(marks)
}

func (n *Names) closeSmall() bool {
	last := len(n.Firsts) - 1
	first := n.Firsts[last]
	if last == 0 || first < n.Kept || len(n.Keys)-first >= Apart {
		return false
	}
	n.Spans, n.Keys, n.Firsts = n.Spans[:first], n.Keys[:first], n.Firsts[:last]
	return true
}

// addName adds the name that ends before src[colon]. It returns false if it leaves the name to the
// caller; see [Names.AddNames].
func (n *Names) addName(src []byte, colon, from int) bool {
	least := from + blockSize + 2
	end := colon
	for end >= least && src[end-1] <= ' ' {
		end--
	}
	if end < least || src[end-1] != '"' {
		return false
	}
	begin, key, ok := shortName(src, end-1, n.Form)
	if !ok {
		begin = openingQuote(src, max(from, end-2-longestName), end-1)
		if begin < 0 || end-(end-2-begin)/blockSize*blockSize < least || bytes.IndexByte(src[begin-1:end-2], '\\') >= 0 {
			return false
		}
		if key, ok = n.keyOf(src[begin+1 : end-1]); !ok {
			return false
		}
	}
	members := n.Keys[n.Firsts[len(n.Firsts)-1]:]
	if len(members) == Apart-1 {
		return false
	}
	if len(members) < Apart {
		for _, other := range members {
			if other == key {
				return false
			}
		}
	}
	n.Spans, n.Keys = append(n.Spans, Span{begin, end}), append(n.Keys, key)
	return true
}

// shortName returns the offset of the opening quotation mark of the name that ends before src[end],
// and the key of the name. If the name is longer than a block, may have an escape, or is left to the caller because of its form, ok is false.
func shortName(src []byte, end int, form Form) (begin int, key uint64, ok bool) {
	block := src[end-blockSize : end]
	for i := range blockWords {
		w := swar.Load(block[blockSize-(i+1)*swar.WordSize:])
		if quotes := swar.LanesExactly(w, '"'); quotes != 0 {
			size := bits.LeadingZeros64(quotes) // number of bits that belong to the name
			begin = end - i*swar.WordSize - 1 - size/8
			w = w >> (64 - size) << (64 - size)
			ok = swar.LanesEqual(w, '\\') == 0 && src[begin-1] != '\\'
			if form != Exact {
				ok = ok && isASCII(w)
				w = form.of(w)
			}
			return begin, key + product(i, w) + zeros[i+1], ok
		}
		if swar.LanesEqual(w, '\\') != 0 {
			return 0, 0, false
		}
		if form != Exact {
			if !isASCII(w) {
				return 0, 0, false
			}
			w = form.of(w)
		}
		key += product(i, w)
	}
	return 0, 0, false
}

// openingQuote returns the index of the last quotation mark in src[from:end], or -1 if there is
// none.
func openingQuote(src []byte, from, end int) int {
	for end-swar.WordSize >= from {
		if quotes := swar.LanesExactly(swar.Load(src[end-swar.WordSize:]), '"'); quotes != 0 {
			return end - 1 - bits.LeadingZeros64(quotes)/8
		}
		end -= swar.WordSize
	}
	for end > from {
		if end--; src[end] == '"' {
			return end
		}
	}
	return -1
}
