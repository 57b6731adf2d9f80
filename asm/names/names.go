package names

import (
	"hash/maphash"
	"math/bits"

	"github.com/assayjson/assay/asm/internal/swar"
)

// Names holds the names of the open objects. No two names of one object are equal.
type Names struct {
	Spans  []Span   // positions of the names, including their quotation marks; the names of the innermost object are last
	Keys   []uint64 // the Key of each name, in the same order
	Firsts []int    // a 0, and then for each open object the index of its first name
	Kept   int      // number of spans at the beginning of Spans that do not refer to the current text
}

// A Span is the part [Begin, End) of a text, in bytes.
type Span struct{ Begin, End int }

// Apart is a number of names. If an object has at least as many, the caller must look up its names
// in another way.
const Apart = 128

const (
	keysAtOnce  = 4  // number of keys that a kernel compares at once; it may read this many entries beyond the last key
	nameWindow  = 32 // number of bytes before the closing quotation mark that a kernel looks at
	longestName = nameWindow - 2
)

// Key returns a number that is the same for equal names, and usually differs for different names.
// text is the name without its quotation marks. Kernels can add names of up to 30 bytes; the key of
// such a name combines its words of eight bytes. The key of a longer name is a hash, which is
// seeded at random in each process.
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
	var words [4]uint64 // the last word first
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

// lastWord returns the bytes of b as the last bytes of a word. b has at most 8 bytes, and the bytes
// of the word before them are zero.
func lastWord(b []byte) uint64 {
	if len(b) == swar.WordSize {
		return swar.Load(b)
	}
	return swar.LoadShort(b) << (64 - 8*len(b))
}
