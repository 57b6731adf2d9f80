package names

import (
	"hash/maphash"
	"math/rand/v2"

	"github.com/assayjson/assay/asm/internal/swar"
)

const (
	blockSize   = 32 // number of bytes of a name that a kernel examines at a time, beginning with the last ones
	blockWords  = blockSize / swar.WordSize
	mostBlocks  = 8
	longestName = mostBlocks*blockSize - 1 // the length of the longest name that a kernel can add, in bytes
)

// The seeds of keys are random in each process, so that no input can contain many names whose keys
// are equal.
var (
	seeds    = newSeeds()
	zeros    = newZeros() // for each word, the sum of the products of a block from that word on, if these words are 0; 0 for the first word of a block
	longSeed = maphash.MakeSeed()
)

func newSeeds() (s [mostBlocks * blockWords]uint64) {
	for i := range s {
		s[i] = rand.Uint64()
	}
	return s
}

func newZeros() (sums [len(seeds) + 1]uint64) {
	for i := len(seeds) - 1; i >= 0; i-- {
		if sums[i] = product(i, 0); (i+1)%blockWords != 0 {
			sums[i] += sums[i+1]
		}
	}
	for i := 0; i < len(sums); i += blockWords {
		sums[i] = 0 // the block is complete before word i
	}
	return sums
}

// Key returns a number that is equal for equal names and differs for nearly all others. The
// argument is the name without its quotation marks.
//
// A kernel can compute the key of a name of up to 255 bytes. The key of such a name is the hash NH
// of UMAC (RFC 4418, section 5.2): a random number is added to each half of a word, the two sums
// are multiplied, and the products of all words are added up. The name is cut into words from its
// end. Before that, it is padded with at least one zero at its beginning, to a whole number of
// blocks. So the keys of two different names are equal with a probability of about 1 in 1<<32,
// whatever the names are.
func Key(text []byte) uint64 {
	if len(text) > longestName || len(text) > 0 && text[0] == 0 { // a leading zero would look like the zeros with which a name is padded
		return maphash.Bytes(longSeed, text)
	}
	sum, i, end := uint64(0), 0, len(text)
	for ; end >= swar.WordSize; i++ {
		sum += product(i, swar.Load(text[end-swar.WordSize:end:end]))
		end -= swar.WordSize
	}
	first := uint64(0)
	if i > 0 {
		first = swar.Load(text)
	} else {
		first = swar.LoadShort(text)
	}
	sum += product(i, first<<(64-8*end)) // may be 0
	return sum + zeros[i+1]
}

// keyOf returns the key of a name that has at most longestName bytes and no escapes. It returns false if
// it is left to the caller because it has a byte outside ASCII.
func (n *Names) keyOf(text []byte) (key uint64, ok bool) {
	if n.Form == Exact {
		return Key(text), true
	}
	var folded [longestName]byte
	for i, c := range text {
		if c >= 1<<7 {
			return 0, false
		}
		if 'a' <= c && c <= 'z' {
			c -= byte(n.Form.offset())
		}
		folded[i] = c
	}
	return Key(folded[:len(text)]), true
}

// product returns the summand of a key for the word with index i, counted from the end of the name.
func product(i int, word uint64) uint64 {
	seed := seeds[i^(blockWords-1)] // the words of a block have the same order as in memory
	return uint64(uint32(word)+uint32(seed)) * uint64(uint32(word>>32)+uint32(seed>>32))
}
