package names

import (
	"bytes"
	"math/bits"
	"slices"

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
	begin := openingQuote(src, max(from, end-2-longestName), end-1)
	if begin < 0 || end-(end-2-begin)/blockSize*blockSize < least || bytes.IndexByte(src[begin-1:end-2], '\\') >= 0 {
		return false
	}
	key, members := Key(src[begin+1:end-1]), n.Keys[n.Firsts[len(n.Firsts)-1]:]
	if len(members) == Apart-1 || len(members) < Apart && slices.Contains(members, key) {
		return false
	}
	n.Spans, n.Keys = append(n.Spans, Span{begin, end}), append(n.Keys, key)
	return true
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
