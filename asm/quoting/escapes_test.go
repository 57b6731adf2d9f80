package quoting_test

import (
	"bytes"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/quoting"
)

// The texts have two escapes of different lengths at any two positions of a group. Some texts have
// another group after it, and some have non-ASCII characters.
func TestQuoteTwoEscapes(t *testing.T) {
	pairs := [][2]byte{{'"', '\n'}, {'\x01', '\\'}, {'\t', '\x1f'}, {'<', '\x7f'}}
	asmtest.EachKernel(t, func(t *testing.T) {
		for _, size := range []int{64 + 7, 64 + 8, 128, 200} {
			for i := range 64 {
				for j := range i {
					b := bytes.Repeat([]byte("é"), size/2)
					if (i+j)%2 == 0 {
						b = bytes.Repeat([]byte("0123456789abcdef"), size/16+1)[:size]
					}
					pair := pairs[(i+j/2)%len(pairs)]
					b[i], b[j] = pair[0], pair[1]
					for _, spare := range []int{1, 9, 10, 400} {
						checkQuote(t, string(b), quoting.Rules((i+j)%len(quoteTables)), spare)
					}
				}
			}
		}
	})
}

// The texts are those of TestQuoteTwoEscapes, for Unquote. In addition, the second of the two
// escapes may be a \u escape, an invalid escape, a quotation mark or a control character.
func TestUnquoteTwoEscapes(t *testing.T) {
	seconds := []string{`\t`, `\"`, `\\`, `\u`, `\x`, `"a`, "\x1fa"}
	asmtest.EachKernel(t, func(t *testing.T) {
		for _, size := range []int{64 + 8, 127, 128, 200} {
			for i := range 63 {
				for j := range i {
					b := bytes.Repeat([]byte("0123456789abcdef"), size/16+1)[:size]
					if (i+j)%2 == 0 {
						b = bytes.Repeat([]byte("é"), size/2)
					}
					copy(b[j:], `\n`)
					copy(b[i:], seconds[(i+j/2)%len(seconds)])
					checkUnquote(t, string(b))
				}
			}
		}
	})
}
