//go:build !purego

package utf8simd

import (
	"strings"
	"testing"

	"github.com/assayjson/assay/asm"
)

// BenchmarkFar compares the kernel for texts that are not in the cache with the usual kernel.
func BenchmarkFar(b *testing.B) {
	for name, unit := range map[string]string{"ascii": "plain text, ", "cyrillic": "я", "chinese": "漢", "mixed": "aя漢😀б-字"} {
		text := []byte(strings.Repeat(unit, 64<<20/len(unit)))
		for way, valid := range map[string]func([]byte) bool{"far": validFarUTF8, "near": validUTF8} {
			b.Run(name+"/"+way, func(b *testing.B) {
				if !asm.AVX512() {
					b.Skip("there is one for AVX-512 alone")
				}
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					for rest := text; len(rest) > 0; rest = rest[min(len(rest), asm.Window):] {
						valid(rest[:min(len(rest), asm.Window)])
					}
				}
			})
		}
	}
}
