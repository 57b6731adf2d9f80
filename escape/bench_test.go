package escape

import (
	"strings"
	"testing"
)

func BenchmarkAppendUnescaped(b *testing.B) {
	for _, text := range []struct{ name, unit string }{
		{"clean", "The quick brown fox jumps over the lazy dog. "},
		{"sparse", `The quick brown fox said \"jump\" to the lazy dog. `},
		{"dense", `\u0422\u0435\u043a\u0441\u0442\n`},
	} {
		for size, name := range map[int]string{32: "32B", 1 << 10: "1KiB", 64 << 10: "64KiB"} {
			body := []byte(strings.Repeat(text.unit, size/len(text.unit)+1))
			dst := make([]byte, 0, len(body))
			b.Run(text.name+"/"+name, func(b *testing.B) {
				b.SetBytes(int64(len(body)))
				for b.Loop() {
					if len(AppendUnescaped(dst, body)) == 0 {
						b.Fatal("nothing")
					}
				}
			})
		}
	}
}
