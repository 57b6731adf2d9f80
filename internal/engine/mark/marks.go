package mark

import "github.com/assayjson/assay/internal/engine/token"

// HasEscape is set in the mark of the opening quotation mark of a string with escapes that have no marks of
// their own. It is not part of the offset.
const HasEscape = 1 << 31

// LineEnd is the kind of a newline that has a mark.
const LineEnd token.Kind = '\n'

// kindOf is like [token.KindOf], but knows all bytes that can have a mark.
var kindOf = func() (kinds [256]token.Kind) {
	kinds = token.KindOf
	for _, c := range "}]\n" {
		kinds[c] = token.Kind(c)
	}
	return kinds
}()

// ClosingQuote takes the string that opens at marks[i], and returns the index of the mark at which
// it closes. It returns len(marks) if that mark is not among the marks.
func ClosingQuote[T string | []byte](text T, marks []uint32, i int) int {
	escaped := 0
	for i++; i < len(marks); i++ {
		at := int(marks[i])
		if text[at-1] != '\\' || at-1 == escaped {
			return i
		}
		escaped = at
	}
	return i
}

// ClosingBracket returns the index of the mark of the bracket that closes the given number of arrays and objects. If
// it is not among the marks, the index is len(marks), and left is how many are still open after them.
func ClosingBracket[T string | []byte](text T, marks []uint32, levels int) (i, left int) {
	n := len(marks)
	if n > 0 && int(marks[n-1]) == len(text) { // a number or literal ends there
		n--
	}
	for i, mark := range marks[:n] {
		if levels += int(opens[text[mark&^HasEscape]]); levels == 0 {
			return i, 0
		}
	}
	return len(marks), levels
}

// opens maps each bracket to the number of arrays and objects that it opens. Brackets inside strings have no marks.
var opens = [256]int8{'{': 1, '[': 1, '}': -1, ']': -1}
