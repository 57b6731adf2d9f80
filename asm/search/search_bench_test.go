package search_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/search"
)

// searched holds texts with few and with many of the bytes that are searched for.
var searched = []struct{ name, unit string }{
	{"records", `{"id": 505874924095815681, "text": "some words \"quoted\" here", "tags": ["a", "b"]}` + "\n"},
	{"crlf", "  \"name\": \"value\",\r\n"},
	{"cyrillic", `{"имя": "значение", "число": 12.5}` + "\n"},
}

func BenchmarkSearches(b *testing.B) {
	masks := make([]search.BracketMasks, 1024)
	comments, json5 := make([]search.CommentMasks, 1024), make([]search.JSON5Masks, 1024)
	blanks := slices.Repeat([]uint64{0, 0xFFFFFF00, 1 << 63, ^uint64(0)}, 256)
	operations := []struct {
		name string
		f    func(text []byte)
	}{
		{"CountLines", func(text []byte) { search.CountLines(text) }},
		{"CountPairs", func(text []byte) { search.CountPairs(text) }},
		{"FindBrackets", func(text []byte) { search.FindBrackets(masks[:len(text)/64], text) }},
		{"FindComments", func(text []byte) { search.FindComments(comments[:len(text)/64], text) }},
		{"Blank", func(text []byte) { search.Blank(text, blanks[:len(text)/64]) }},
		{"FindJSON5", func(text []byte) { search.FindJSON5(json5[:len(text)/64], text) }},
		{"IndexUnseen", func(text []byte) { search.IndexUnseen(text) }},
		{"IndexNonASCIIName", func(text []byte) {
			for at := 0; at >= 0; {
				if at, _ = search.IndexNonASCIIName(text); at >= 0 {
					text = text[at+1:]
				}
			}
		}},
	}
	for _, op := range operations {
		for _, kind := range searched {
			for _, size := range []int{100, 1 << 10, 64 << 10} {
				text := bytes.Repeat([]byte(kind.unit), size/len(kind.unit)+1)[:size]
				b.Run(fmt.Sprintf("%s/%s/%d", op.name, kind.name, size), func(b *testing.B) {
					asmtest.Benchmark(b, func(b *testing.B) {
						b.SetBytes(int64(size))
						for b.Loop() {
							op.f(text)
						}
					})
				})
			}
		}
	}
}
