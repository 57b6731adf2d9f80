package utf8check

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// All kernels must report the same error, wherever the error is: around the edges of words, blocks,
// groups and windows.
func TestErrorsAreEqualOnEveryKernel(t *testing.T) {
	var offsets []int
	edges := []int{0, 8, 16, 32, 64, 128, 256, 512, 64 << 10, 128 << 10}
	if !longtest.Asked() {
		edges = edges[:8]
	}
	for _, edge := range edges {
		for offset := max(0, edge-5); offset <= edge+2; offset++ {
			offsets = append(offsets, offset)
		}
	}
	for _, filler := range []string{"a", "é", "漢", "😀"} {
		long := strings.Repeat(filler, (130<<10)/len(filler))
		asmtest.EachKernel(t, func(t *testing.T) {
			for _, offset := range offsets {
				before := long[:offset/len(filler)*len(filler)] + strings.Repeat("b", offset%len(filler))
				for _, c := range cases {
					if c.offset < 0 {
						continue
					}
					for _, after := range []string{"", "z", " and more after it, " + strings.Repeat(filler, 100)} {
						if after != "" && c.kind == Truncated {
							continue
						}
						want := Error{int64(offset) + c.offset, c.length, c.kind}
						b := []byte(before + c.in + after)
						if got, ok := Check(b).(*Error); !ok || *got != want {
							t.Fatalf("%q at %d among %q, %d bytes after: %+v, want %+v", c.in, offset, filler, len(after), got, want)
						}
						if got := ValidPrefix(b); int64(got) != want.Offset {
							t.Fatalf("%q at %d among %q: ValidPrefix %d, want %d", c.in, offset, filler, got, want.Offset)
						}
					}
				}
			}
		})
	}
}

// Short texts are processed by separate code. Their verdicts and counts must be those of the
// standard library.
func TestShortTexts(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		for _, text := range []string{strings.Repeat("a", 80), strings.Repeat("aя漢😀", 10), strings.Repeat("é", 40)} {
			for begin := range 12 {
				for end := begin; end <= len(text); end++ {
					s := text[begin:end]
					if got, want := ValidString(s), utf8.ValidString(s); got != want {
						t.Fatalf("ValidString(%q): %v, want %v", s, got, want)
					}
					if got, want := RuneCountInString(s), utf8.RuneCountInString(s); got != want {
						t.Fatalf("RuneCountInString(%q): %d, want %d", s, got, want)
					}
					if got, want := IsASCIIString(s), len(s) == utf8.RuneCountInString(s) && utf8.ValidString(s); got != want {
						t.Fatalf("IsASCIIString(%q): %v, want %v", s, got, want)
					}
				}
			}
		}
	})
}

// A stream gives the same result as the whole text, whether it arrives in parts of one byte, in
// parts that never consist of whole characters, or in parts longer than a window.
func TestValidatorOnEveryKernel(t *testing.T) {
	text := []byte(strings.Repeat("plain, aя漢😀, ", 6000))
	asmtest.EachKernel(t, func(t *testing.T) {
		for _, chunk := range []int{1, 2, 3, 5, 63, 64, 65, 257, 4097, 64<<10 + 1} {
			for _, bad := range []int{-1, 0, len(text) / 2, len(text) - 1} {
				b := append([]byte{}, text...)
				if bad >= 0 {
					b[bad] = 0xFF
				}
				var v Validator
				for i := 0; i < len(b); i += chunk {
					v.Write(b[i:min(len(b), i+chunk)]) // Close returns the error of Write again
				}
				checkSame(t, b, v.Close())
			}
		}
	})
}

// The benchmark repairs texts with many errors, for which a kernel that looks far ahead does
// unnecessary work, and a long text with one error.
func BenchmarkRepair(b *testing.B) {
	for name, text := range map[string]string{
		"all-wrong": strings.Repeat("\xFF", 1<<20),
		"one-wrong": strings.Repeat("a", 1<<19) + "\xFF" + strings.Repeat("é", 1<<18),
	} {
		b.Run(name, func(b *testing.B) {
			src, dst := []byte(text), make([]byte, 0, 4<<20)
			asmtest.Benchmark(b, func(b *testing.B) {
				b.SetBytes(int64(len(src)))
				for b.Loop() {
					if _, err := AppendValid(dst, src, Replace); err != nil {
						b.Fatal(err)
					}
				}
			})
		})
	}
}

func BenchmarkValidator(b *testing.B) {
	text := []byte(strings.Repeat("Съешь же ещё этих мягких французских булок. ", 25000))[:1<<20]
	for _, chunk := range []int{1, 100, 4 << 10, 32 << 10, 1 << 20} {
		b.Run(fmt.Sprintf("cyrillic/%d", chunk), func(b *testing.B) {
			asmtest.Benchmark(b, func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					var v Validator
					for i := 0; i < len(text); i += chunk {
						if _, err := v.Write(text[i:min(len(text), i+chunk)]); err != nil {
							b.Fatal(err)
						}
					}
				}
			})
		})
	}
}

// The benchmark compares short texts with the standard library, because calling a kernel must be
// worthwhile for every length. The benchmark alternates between many different texts.
func BenchmarkShort(b *testing.B) {
	for name, pattern := range map[string]string{
		"ascii": "plain text ", "cyrillic": "яёжик", "chinese": "漢字", "emoji": "😀",
		"curly": "it’s a nice day, and all of us go out there ",
	} {
		text := strings.Repeat(pattern, 4000)
		for n := 1; n < 64; n++ {
			texts := shortTexts(text, n)
			for _, f := range []struct {
				name  string
				valid func([]byte) bool
			}{{"assay", Valid}, {"std", utf8.Valid}} {
				b.Run(fmt.Sprintf("%s/%d/%s", name, n, f.name), func(b *testing.B) {
					for i := 0; b.Loop(); i++ {
						if !f.valid(texts[i%len(texts)]) {
							b.Fatal("rejected")
						}
					}
				})
			}
		}
	}
}

// shortTexts divides s into up to 256 texts of n bytes, or slightly fewer so that no character is
// cut.
func shortTexts(s string, n int) [][]byte {
	var texts [][]byte
	for len(texts) < 256 && len(s) > n {
		end := n
		for end > 0 && !utf8.RuneStart(s[end]) {
			end--
		}
		if end == 0 { // the first character is longer than n bytes
			_, end = utf8.DecodeRuneInString(s)
		}
		texts, s = append(texts, []byte(s[:end])), s[end:]
	}
	return texts
}
