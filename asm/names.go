package asm

import (
	"hash/maphash"
	"math/bits"
	"slices"
)

// Names are those of the objects that are open, of which none has two that are equal.
type Names struct {
	Spans  []Span   // where they are, those of the innermost object last
	Keys   []uint64 // see NameKey
	Firsts []int    // of each object, which of the names is its first; before them comes a 0
	Kept   int      // of how many the spans are of something else than the text at hand
}

// A Span is the part [Begin, End) of a text.
type Span struct{ Begin, End int }

// NamesApart is how many names an object has for which there is another way.
const NamesApart = 128

// AddNames goes over a text that is right by marks that [MarkNames] asks for: it opens and closes
// objects, and adds the names before the colons, with their quotation marks. It reads nothing
// before src[from]. Of a text that is wrong it does not matter what it adds.
//
// It returns how many of the marks it has passed, and stops before a name that
//
//   - has the key of another one in its object, and may be equal;
//   - has more than 30 bytes, an escape, more white space behind it than one space, or no 32 bytes
//     before its end;
//   - has [NamesApart]-1 before it in the object;
//
// before the end of an object with as many names as that, or whose first one is among those that
// are kept, and before the end of what is not open.
//
// It allocates memory where it needs more.
func (n *Names) AddNames(src []byte, marks []uint32, from int) (walked int) {
	if len(n.Firsts) == 0 {
		n.Firsts = append(n.Firsts, 0)
	}
	const atOnce = 1 << 10 // so that there is memory for what is there, more or less
	for walked < len(marks) {
		some := marks[walked:min(walked+atOnce, len(marks))]
		n.Spans = slices.Grow(n.Spans, len(some))
		n.Keys = slices.Grow(n.Keys, len(some)+keysAtOnce)
		n.Firsts = slices.Grow(n.Firsts, 1)
		passed := n.addSome(src, some, from)
		if walked += passed; passed < len(some) && src[marks[walked]] != '{' { // else there was no memory for one
			break
		}
	}
	return walked
}

const (
	keysAtOnce  = 4  // that a kernel compares
	nameWindow  = 32 // bytes before the closing quotation mark that it looks at
	longestName = nameWindow - 2
)

// NameKey returns what most names differ in, and equal ones don't: of those that a kernel adds, a
// mixture of their words, and of longer ones a hash.
func NameKey(text []byte) uint64 {
	switch n := len(text); {
	case n < wordSize:
		return bits.RotateLeft64(lastWord(text), nameTurn)
	case n <= 2*wordSize:
		last, before := loadWord(text[n-wordSize:]), loadWord(text)<<(128-8*n)
		return before ^ bits.RotateLeft64(last, nameTurn)
	case n > longestName:
		return maphash.Bytes(nameSeed, text)
	}
	var words [4]uint64 // the last one first
	for i := range words {
		rest := max(len(text)-wordSize, 0)
		words[i] = lastWord(text[rest:])
		text = text[:rest]
	}
	return nameKey(&words)
}

var nameSeed = maphash.MakeSeed()

func nameKey(words *[4]uint64) uint64 {
	return words[1] - words[3] ^ bits.RotateLeft64(words[0]-words[2], nameTurn)
}

const nameTurn = 24

// lastWord returns up to 8 bytes as a word, with zeros before them.
func lastWord(b []byte) uint64 {
	if len(b) == wordSize {
		return loadWord(b)
	}
	return loadShortWord(b) << (64 - 8*len(b))
}
