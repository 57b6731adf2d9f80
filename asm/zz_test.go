package asm_test

import (
	"strings"
	"testing"

	"github.com/assayjson/assay/asm"
)

func BenchmarkZZ(b *testing.B) {
	table := asm.NewQuoteTable(0)
	for name, unit := range map[string]string{
		"clean": strings.Repeat("a", 64), "one": strings.Repeat("a", 30) + `"` + strings.Repeat("a", 33),
		"three": strings.Repeat("a", 10) + `"` + strings.Repeat("a", 20) + `"` + strings.Repeat("a", 20) + `"` + strings.Repeat("a", 11),
		"oneIn128": strings.Repeat("a", 30) + `"` + strings.Repeat("a", 33+64),
		"late": strings.Repeat("a", 62) + `"a`,
		"eight":  strings.Repeat(`aaaaaa"a`, 8), "long": strings.Repeat("aaa\x01a\"a", 64)[:64],
	} {
		text := strings.Repeat(unit, 64<<10/len(unit))
		dst := make([]byte, 6*len(text)+400)
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				asm.Quote(dst, text, table)
			}
		})
	}
}
