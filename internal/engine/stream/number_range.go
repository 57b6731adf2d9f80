package stream

import (
	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/syntax"
)

// For I-JSON, the kernels report whether a part has large numbers. Only then are the numbers of that
// part examined. If one may be out of range, the scanner continues without the kernels from the last
// checkpoint, and decides whether the number is out of range or is only a part of a string.

// longest is the length in bytes of the longest number that is examined again with the next part.
// Longer numbers are left to the scanner.
const longest = 4 << 10

// inRange reports whether all numbers in s.Src[lexed:end] are in the range of binary64. That part was
// last written to json. If a number may continue after s.Src[:end], it is examined with the next
// part; if atEnd is set, the document ends there.
func (k *kernels) inRange(s *scan.Scanner, end int, atEnd bool) bool {
	if !s.IJSON || !k.json.Signs().LargeNumbers && !k.numberCut {
		return true
	}
	text, from := s.Src[:end], k.lexed
	for k.numberCut && from > 0 && syntax.IsNumberByte(text[from-1]) {
		from--
		if k.lexed-from > longest {
			return false
		}
	}
	k.numberCut = !atEnd && syntax.IsNumberByte(text[end-1])
	search := index.RangeSearch{InStrings: true}
	at := search.First(text, from, end)
	return at < 0 || k.numberCut && at+index.NumberLen(text[at:]) == end
}
