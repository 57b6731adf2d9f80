package escape

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
)

// scripts holds the words from which [scriptText] makes texts: words in several scripts, and
// mixtures that are hard for a kernel.
var scripts = []struct{ name, words string }{
	{"ascii", "the quick brown fox jumps over a lazy dog and then some more of it"},
	{"lines", "the quick \"brown\" fox\n jumps\tover a lazy dog and \\ then some more"},
	{"cyrillic", "съешь же ещё этих мягких французских булок да выпей чаю"},
	{"chinese", "天地玄黃宇宙洪荒 日月盈昃，辰宿列張。 寒來暑往秋收冬藏"},
	{"japanese", "いろはにほへと ちりぬるを、ワカヨタレソ 常ならむ。 ABC 有為の奥山"},
	{"hindi", "ऋषियों को सताने वाले दुष्ट राक्षसों के राजा रावण का"},
	{"greek", "ξεσκεπάζω την ψυχοφθόρα βδελυγμία χωρίς φόβο"},
	{"hebrew", "דג סקרן שט בים מאוכזב ולפתע מצא חברה"},
	{"german", "zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich und zurück nach Hause"},
	{"french", "portez ce vieux whisky au juge blond qui fume, dès Noël où un zéphyr haï"},
	{"emoji", "😀😁😂 🤣😃 😄😅😆😉 😊"},
	{"emoji-ascii", "quick 🦊 lazy 🐶 and"},
	{"mixed", "Зима winter 冬 \"χειμώνας\" 😀 hiver\n été \\ חורף plain words after it"},
	{"rare", strings.Repeat("plain ", 60) + "é"},
	{"random", ""},
}

// scriptText returns words in random order, with a total of size bytes or slightly fewer.
func scriptText(words string, size int) string {
	r := rand.New(rand.NewPCG(1, uint64(size)))
	var s strings.Builder
	if words == "" {
		for range size {
			s.WriteByte(byte(r.Uint32()))
		}
		return s.String()
	}
	all := strings.Split(words, " ")
	for {
		word := all[r.IntN(len(all))]
		if s.Len()+len(word)+1 > size {
			return s.String() + strings.Repeat("x", size-s.Len())
		}
		s.WriteString(word + " ")
	}
}

func eachScript(b *testing.B, f func(b *testing.B, text string)) {
	asmtest.Benchmark(b, func(b *testing.B) {
		for _, script := range scripts {
			for _, size := range []int{2, 8, 16, 32, 64, 1 << 10, 1 << 20} {
				b.Run(fmt.Sprintf("%s/%dB", script.name, size), func(b *testing.B) {
					text := scriptText(script.words, size)
					b.SetBytes(int64(len(text)))
					f(b, text)
				})
			}
		}
	})
}

func benchmarkScripts(b *testing.B, opts Options) {
	eachScript(b, func(b *testing.B, text string) {
		dst := make([]byte, 0, 6*len(text)+512)
		for b.Loop() {
			var err error
			if dst, err = Append(dst[:0], text, opts); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkScriptsASCII(b *testing.B)   { benchmarkScripts(b, Options{ASCII: true, Invalid: Replace}) }
func BenchmarkScriptsReplace(b *testing.B) { benchmarkScripts(b, Options{Invalid: Replace}) }

// The standard library has the closest peer of Append with ASCII.
func BenchmarkScriptsPeer(b *testing.B) {
	for _, script := range scripts {
		b.Run(script.name, func(b *testing.B) {
			text := scriptText(script.words, 1<<20)
			b.SetBytes(int64(len(text)))
			dst := make([]byte, 0, 6*len(text))
			for b.Loop() {
				dst = strconv.AppendQuoteToASCII(dst[:0], text)
			}
		})
	}
}
