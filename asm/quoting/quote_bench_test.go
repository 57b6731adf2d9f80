package quoting_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/quoting"
)

// quoteWorks holds texts for which Quote does different kinds of work.
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

// oneIn returns a source of plain text in which one in n characters, on average, is drawn from the
// given characters.
func oneIn(n int, characters string) func(r *rand.Rand) rune {
	all := []rune(characters)
	return func(r *rand.Rand) rune {
		if r.IntN(n) == 0 {
			return all[r.IntN(len(all))]
		}
		return cleanRune(r)
	}
}

// quoteTexts returns different texts of size bytes, or slightly fewer, 256 KiB in total.
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
	table := quoting.NewTable(0)
	asmtest.Benchmark(b, func(b *testing.B) {
		for _, work := range quoteWorks {
			for _, size := range quoteSizes {
				b.Run(work.name+"/"+size.name, func(b *testing.B) {
					texts := quoteTexts(work.next, size.bytes)
					dst := make([]byte, 6*size.bytes+quoting.Room)
					b.SetBytes(int64(size.bytes))
					for i := 0; b.Loop(); i++ {
						text := texts[i%len(texts)]
						if _, read, valid := quoting.Quote(dst, text, table); read != len(text) || !valid {
							b.Fatal("not all of it")
						}
					}
				})
			}
		}
	})
}

func BenchmarkUnquote(b *testing.B) {
	asmtest.Benchmark(b, func(b *testing.B) {
		for _, work := range quoteWorks {
			benchmarkUnquote(b, work.name, work.next, quoteShort)
		}
		// Cyrillic as written by encoders that escape all non-ASCII characters.
		benchmarkUnquote(b, "cyrillic-units", oneIn(1, "абвгдежзийклмнопрстуфхцчшщъыьэюя "), quoteUnits)
		benchmarkUnquote(b, "emoji-units", oneIn(16, "😀😁😂🤣😃😄😅"), quoteUnits)
	})
}

func quoteShort(text string) string {
	room := make([]byte, 6*len(text)+quoting.Room)
	written, _, _ := quoting.Quote(room, text, quoting.NewTable(0))
	return string(room[:written])
}

func quoteUnits(text string) string {
	var s strings.Builder
	for _, r := range text {
		if r < utf8.RuneSelf {
			s.WriteRune(r)
			continue
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&s, `\u%04x`, unit)
		}
	}
	return s.String()
}

func benchmarkUnquote(b *testing.B, name string, next func(*rand.Rand) rune, quote func(string) string) {
	for _, size := range quoteSizes {
		b.Run(name+"/"+size.name, func(b *testing.B) {
			texts := quoteTexts(next, size.bytes)
			total := 0
			for i, text := range texts {
				texts[i] = quote(text)
				total += len(texts[i])
			}
			room := make([]byte, 6*size.bytes+quoting.Room)
			b.SetBytes(int64(total / len(texts)))
			for i := 0; b.Loop(); i++ {
				text := texts[i%len(texts)]
				if _, read, valid := quoting.Unquote(room, text); read != len(text) || !valid {
					b.Fatal("not all of it")
				}
			}
		})
	}
}
