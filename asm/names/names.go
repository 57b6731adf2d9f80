package names

import (
	"hash/maphash"
	"math/bits"

	"github.com/assayjson/assay/asm/internal/swar"
)

// Names are those of the objects that are open, of which none has two that are equal.
type Names struct {
	Spans  []Span   // where they are, those of the innermost object last
	Keys   []uint64 // see Key
	Firsts []int    // of each object, which of the names is its first; before them comes a 0
	Kept   int      // of how many the spans are of something else than the text at hand
}

// A Span is the part [Begin, End) of a text.
type Span struct{ Begin, End int }

// Apart is how many names an object has for which there is another way.
const Apart = 128

const (
	keysAtOnce  = 4  // that a kernel compares
	nameWindow  = 32 // bytes before the closing quotation mark that it looks at
	longestName = nameWindow - 2
)

// Key returns what most names differ in, and equal ones don't: of those that a kernel adds, a
// mixture of their words, and of longer ones a hash.
func Key(text []byte) uint64 {
	switch n := len(text); {
	case n < swar.WordSize:
		return bits.RotateLeft64(lastWord(text), nameTurn)
	case n <= 2*swar.WordSize:
		last, before := swar.Load(text[n-swar.WordSize:]), swar.Load(text)<<(128-8*n)
		return before ^ bits.RotateLeft64(last, nameTurn)
	case n > longestName:
		return maphash.Bytes(nameSeed, text)
	}
	var words [4]uint64 // the last one first
	for i := range words {
		rest := max(len(text)-swar.WordSize, 0)
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
	if len(b) == swar.WordSize {
		return swar.Load(b)
	}
	return swar.LoadShort(b) << (64 - 8*len(b))
}
