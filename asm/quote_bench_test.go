package asm_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm"
	"github.com/assayjson/assay/asm/asmtest"
)

// quoteWorks are texts that ask for different things of Quote.
var quoteWorks = []struct {
	name string
	next func(r *rand.Rand) rune
}{
	{"clean", cleanRune},
	{"quote-per-64B", oneIn(64, `"`)},
	{"quote-per-8B", oneIn(8, `"`)},
	{"log", oneIn(8, "\"\\\n\t\x1B")},
	{"controls", oneIn(1, "\x00\x01\x1E\x1F")},
	{"cyrillic", oneIn(1, "абвгдежзийклмнопрстуфхцчшщъыьэюя ")},
	{"cyrillic-lines", oneIn(1, "абвгдежзийклмнопрстуфхцчшщъыьэюя \n")},
}

func cleanRune(r *rand.Rand) rune { return 'a' + rune(r.IntN(26)) }

// oneIn returns clean text with one of these characters in n.
func oneIn(n int, characters string) func(r *rand.Rand) rune {
	all := []rune(characters)
	return func(r *rand.Rand) rune {
		if r.IntN(n) == 0 {
			return all[r.IntN(len(all))]
		}
		return cleanRune(r)
	}
}

// quoteTexts returns different texts of so many bytes, or a few less, that come to 256 KiB.
func quoteTexts(next func(r *rand.Rand) rune, size int) (texts []string) {
	r := rand.New(rand.NewPCG(1, uint64(size)))
	for total := 0; total < 256<<10; total += size {
		var s strings.Builder
		for s.Len() <= size-4 {
			s.WriteRune(next(r))
		}
		texts = append(texts, s.String())
	}
	return texts
}

var quoteSizes = []struct {
	name  string
	bytes int
}{{"20B", 20}, {"50B", 50}, {"200B", 200}, {"1KiB", 1 << 10}, {"64KiB", 64 << 10}}

func BenchmarkQuote(b *testing.B) {
	table := asm.NewQuoteTable(0)
	asmtest.Benchmark(b, func(b *testing.B) {
		for _, work := range quoteWorks {
			for _, size := range quoteSizes {
				b.Run(work.name+"/"+size.name, func(b *testing.B) {
					texts := quoteTexts(work.next, size.bytes)
					dst := make([]byte, 6*size.bytes+asm.QuoteRoom)
					b.SetBytes(int64(size.bytes))
					for i := 0; b.Loop(); i++ {
						text := texts[i%len(texts)]
						if _, read, valid := asm.Quote(dst, text, table); read != len(text) || !valid {
							b.Fatal("not all of it")
						}
					}
				})
			}
		}
	})
}

func BenchmarkUnquote(b *testing.B) {
	table := asm.NewQuoteTable(0)
	asmtest.Benchmark(b, func(b *testing.B) {
		for _, work := range quoteWorks {
			if strings.Contains(work.name, "log") || work.name == "controls" {
				continue // their \u001b is not for Unquote
			}
			for _, size := range quoteSizes {
				b.Run(work.name+"/"+size.name, func(b *testing.B) {
					texts := quoteTexts(work.next, size.bytes)
					room := make([]byte, 6*size.bytes+asm.QuoteRoom)
					for i, text := range texts {
						written, _, _ := asm.Quote(room, text, table)
						texts[i] = string(room[:written])
					}
					b.SetBytes(int64(size.bytes))
					for i := 0; b.Loop(); i++ {
						text := texts[i%len(texts)]
						if _, read, valid := asm.Unquote(room, text); read != len(text) || !valid {
							b.Fatal("not all of it")
						}
					}
				})
			}
		}
	})
}
