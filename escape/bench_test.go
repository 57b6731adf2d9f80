package escape

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
)

// benchTexts holds units of text, which are repeated to the size of an input.
var benchTexts = []struct{ name, unit string }{
	{"clean", "The quick brown fox jumps over the lazy dog. "},
	{"lines", "The quick brown fox said \"jump\"\nto the lazy dog.\t"},
	{"cyrillic", "Съешь же ещё этих мягких французских булок, да выпей чаю. "},
	{"emoji", "quick 🦊 lazy 🐶 "},
	{"accents", "Zażółć gęślą jaźń. Ein naïves Café, garçon! "},
}

func eachText(b *testing.B, f func(b *testing.B, text string)) {
	for _, text := range benchTexts {
		for _, size := range []int{30, 1 << 10, 64 << 10} {
			b.Run(fmt.Sprintf("%s/%dB", text.name, size), func(b *testing.B) {
				s := strings.Repeat(text.unit, size/len(text.unit)+1)
				b.SetBytes(int64(len(s)))
				f(b, s)
			})
		}
	}
}

func benchmarkAppend(b *testing.B, opts Options, spoil string) {
	asmtest.Benchmark(b, func(b *testing.B) {
		eachText(b, func(b *testing.B, text string) {
			if spoil != "" {
				text = strings.ReplaceAll(text, " ", " "+spoil)
			}
			var dst []byte
			for b.Loop() {
				var err error
				if dst, err = Append(dst[:0], text, opts); err != nil {
					b.Fatal(err)
				}
			}
		})
	})
}

func BenchmarkAppendASCII(b *testing.B)   { benchmarkAppend(b, Options{ASCII: true}, "") }
func BenchmarkAppendJS(b *testing.B)      { benchmarkAppend(b, Options{HTML: true, JS: true}, "") }
func BenchmarkAppendReplace(b *testing.B) { benchmarkAppend(b, Options{Invalid: Replace}, "\xFF") }

func BenchmarkAppendQuote(b *testing.B) {
	asmtest.Benchmark(b, func(b *testing.B) {
		eachText(b, func(b *testing.B, text string) {
			var dst []byte
			for b.Loop() {
				var err error
				if dst, err = AppendQuote(dst[:0], text); err != nil {
					b.Fatal(err)
				}
			}
		})
	})
}

func BenchmarkAppendUnquote(b *testing.B) {
	asmtest.Benchmark(b, func(b *testing.B) {
		for name, opts := range map[string]Options{"short": {}, "units": {ASCII: true}} {
			b.Run(name, func(b *testing.B) {
				eachText(b, func(b *testing.B, text string) {
					quoted, err := Append(nil, text, opts)
					if err != nil {
						b.Fatal(err)
					}
					dst := make([]byte, 0, len(quoted))
					b.SetBytes(int64(len(quoted)))
					for b.Loop() {
						if _, err := AppendUnquote(dst, quoted); err != nil {
							b.Fatal(err)
						}
					}
				})
			})
		}
	})
}

func BenchmarkWriter(b *testing.B) {
	part := []byte(strings.Repeat(benchTexts[1].unit, 100))
	w := NewWriter(io.Discard, Options{})
	b.SetBytes(int64(len(part)))
	for b.Loop() {
		if _, err := w.Write(part); err != nil {
			b.Fatal(err)
		}
	}
}
