package asm_test
import ("testing";"github.com/assayjson/assay/asm";"fmt";"github.com/assayjson/assay/asm/asmtest")
func BenchmarkOverhead(b *testing.B) {
	asmtest.Benchmark(b, func(b *testing.B) {
	for _, n := range []int{5, 8, 20, 50,64} {
	texts := quoteTexts(cleanRune, n)
	room := make([]byte, 1000)
	b.Run(fmt.Sprint("none/", n), func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			text := texts[i%len(texts)]
			if _, read, valid := asm.Unquote(room[:0], text); read != 0 || !valid { b.Fatal("x") }
		}
	})
	b.Run(fmt.Sprint("all/", n), func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			text := texts[i%len(texts)]
			if _, read, valid := asm.Unquote(room, text); read != len(text) || !valid { b.Fatal("x") }
		}
	})
	b.Run(fmt.Sprint("hot/", n), func(b *testing.B) {
		text := texts[0]
		for b.Loop() {
			if _, read, valid := asm.Unquote(room, text); read != len(text) || !valid { b.Fatal("x") }
		}
	})
	b.Run(fmt.Sprint("copy/", n), func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			text := texts[i%len(texts)]
			if copy(room, text) != len(text) { b.Fatal("x") }
		}
	})
	}
	})
}
