package names

import (
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
	if colon-1 > from && src[colon-1] == ' ' {
		colon--
	}
	end := colon - 1
	if end-nameWindow < from || src[end] != '"' {
		return false
	}
	var words [4]uint64
	begin := end
	for i := 0; begin == end; i++ {
		if i == len(words) {
			return false
		}
		at := end - (i+1)*swar.WordSize
		w := swar.Load(src[at:])
		if quotes := swar.LanesExactly(w, '"'); quotes != 0 {
			size := uint(bits.LeadingZeros64(quotes)) // number of bits that belong to the name
			begin = at + swar.WordSize - 1 - int(size/8)
			w = w >> (64 - size) << (64 - size)
		}
		if swar.LanesEqual(w, '\\') != 0 {
			return false
		}
		words[i] = w
	}
	key := nameKey(&words)
	first := n.Firsts[len(n.Firsts)-1]
	keys := n.Keys[first:]
	if end-begin-1 > longestName || src[begin-1] == '\\' || len(keys) >= Apart-1 {
		return false
	}
	for _, other := range keys {
		if other == key {
			return false
		}
	}
	n.Spans, n.Keys = append(n.Spans, Span{begin, colon}), append(n.Keys, key)
	return true
}
