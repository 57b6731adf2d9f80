package inputs

import (
	"fmt"
	"math/rand/v2"
	"unicode/utf8"

	"github.com/assayjson/assay/bench/internal/contest"
)

// textSizes are the lengths of texts for checking UTF-8, in bytes.
var textSizes = []int{16, 64, 256, 1 << 10, 64 << 10, 1 << 20, 32 << 20}

// poolSize is the total size, in bytes, of the chunks of an input if they are short. It is large
// enough that the branch predictor cannot learn the chunks, and small enough that the chunks and
// their slice headers stay in the second-level cache.
const poolSize = 256 << 10

// A script generates the next character of a text.
type script func(r *rand.Rand) rune

// scripts are the six kinds of text, by name.
var scripts = []struct {
	name string
	next script
}{
	{"ascii", asciiRune},
	{"english", englishRune},
	{"cyrillic", func(r *rand.Rand) rune { return word(r, 0x430, 32) }},
	{"chinese", chineseRune},
	{"emoji", func(r *rand.Rand) rune { return 0x1F600 + r.Int32N(80) }},
	{"random", randomRune(4)},
}

// texts returns the inputs of the UTF8 category.
func texts(short bool) []Input {
	sizes := textSizes
	if short {
		sizes = []int{64, 64 << 10}
	}
	var ins []Input
	for _, size := range sizes {
		for _, s := range scripts {
			ins = append(ins, Input{
				Category: contest.UTF8,
				Group:    sizeName(size),
				Name:     s.name + "/" + sizeName(size),
				make:     func() ([][]byte, error) { return textChunks(s.next, size), nil },
			})
		}
	}
	return append(ins, randomTexts(short)...)
}

// randomTexts returns inputs without words: random characters of up to
// one, two, three and four bytes.
func randomTexts(short bool) []Input {
	size := 1 << 20
	if short {
		size = 64 << 10
	}
	var ins []Input
	for n, name := range []string{"1 byte", "1-2 bytes", "1-3 bytes", "1-4 bytes"} {
		ins = append(ins, Input{
			Category: contest.UTF8,
			Group:    "random",
			Name:     "characters of " + name,
			make:     func() ([][]byte, error) { return textChunks(randomRune(n+1), size), nil },
		})
	}
	return ins
}

// textChunks returns distinct texts of size bytes each.
func textChunks(next script, size int) [][]byte {
	r := rand.New(rand.NewPCG(2, uint64(size)))
	count := max(1, poolSize/size)
	pool := make([]byte, 0, count*size) // one array, so that the chunks are adjacent
	for len(pool) < cap(pool) {
		pool = appendText(pool, next, min(size, 1<<20), r)
	}
	chunks := make([][]byte, count)
	for i := range chunks {
		chunks[i] = pool[i*size : (i+1)*size : (i+1)*size]
	}
	return chunks
}

// appendText appends exactly size bytes of well-formed text. If the next character does not fit,
// appendText pads the text with spaces.
func appendText(b []byte, next script, size int, r *rand.Rand) []byte {
	end := len(b) + size
	for len(b) < end {
		c := next(r)
		if utf8.RuneLen(c) > end-len(b) {
			c = ' '
		}
		b = utf8.AppendRune(b, c)
	}
	return b
}

// word returns a random letter from first to first+n-1, or sometimes a space.
func word(r *rand.Rand, first, n rune) rune {
	if r.IntN(6) == 0 {
		return ' '
	}
	return first + r.Int32N(n)
}

func asciiRune(r *rand.Rand) rune { return word(r, 'a', 26) }

// englishRune generates English text as typesetters write it: one character in 25 is a curly
// quotation mark or a dash.
func englishRune(r *rand.Rand) rune {
	if r.IntN(25) == 0 {
		return []rune("“”’—")[r.IntN(4)]
	}
	return asciiRune(r)
}

// chineseRune generates Chinese text: one character in 12 is punctuation, and the others are
// ideographs.
func chineseRune(r *rand.Rand) rune {
	if r.IntN(12) == 0 {
		return []rune("，。、")[r.IntN(3)]
	}
	return 0x4E00 + r.Int32N(0x5000)
}

// randomRune generates characters of up to longest bytes. It chooses the length in UTF-8 first, so
// that all lengths are equally frequent.
func randomRune(longest int) script {
	return func(r *rand.Rand) rune {
		switch r.IntN(longest) {
		case 0:
			return ' ' + r.Int32N(0x7F-' ')
		case 1:
			return 0x80 + r.Int32N(0x800-0x80)
		case 2:
			c := 0x800 + r.Int32N(0x10000-0x800-0x800)
			if c >= 0xD800 {
				c += 0x800 // skip the surrogates
			}
			return c
		}
		return 0x10000 + r.Int32N(0x100000)
	}
}

func sizeName(n int) string {
	switch {
	case n >= 1<<20:
		return fmt.Sprintf("%dMiB", n>>20)
	case n >= 1<<10:
		return fmt.Sprintf("%dKiB", n>>10)
	}
	return fmt.Sprintf("%dB", n)
}
