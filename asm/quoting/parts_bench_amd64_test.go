//go:build !purego

package quoting

import (
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm"
)

// BenchmarkParts compares quoteParts with the kernel for AVX2 alone. In some positions of text and
// result, the loads of the kernel have to wait for its stores.
func BenchmarkParts(b *testing.B) {
	table := NewTable(0)
	memory := make([]byte, 1<<20)
	shifts := map[string]int{"same": 0, "behind": 64, "apart": page / 2} // offset of the result in its page minus the offset of the text in its page, in bytes
	units := map[string]string{"clean": "abcdefgh", "quotes": `abcdefg"`, "lines": strings.Repeat("abcdefghijklm", 4) + "\n", "cyrillic": "абвгд\n"}
	for name, unit := range units {
		text := strings.Repeat(unit, 60_000/len(unit))
		for place, shift := range shifts {
			begin := (int(addressOf(bytesOf(text))%page) - int(addressOf(memory)%page) + page + shift) % page
			dst := memory[begin:]
			for way, quote := range map[string]func([]byte, string, *Table) (int, int, bool){"parts": quoteParts, "kernel": quoteAVX2} {
				b.Run(name+"/"+place+"/"+way, func(b *testing.B) {
					if !slices.Contains(asm.Kernels(), "avx2") {
						b.Skip("this machine has no AVX2")
					}
					b.SetBytes(int64(len(text)))
					for b.Loop() {
						if _, read, _ := quote(dst, text, table); read != len(text) {
							b.Fatal("not all of it")
						}
					}
				})
			}
		}
	}
}
