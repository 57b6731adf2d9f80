package jsonsimd_test

import (
	"fmt"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/tokenizer"
)

// BenchmarkWays compares three ways to check documents of each size: the one that Valid chooses,
// the kernels for documents of any length, and the scanner.
func BenchmarkWays(b *testing.B) {
	ways := []struct {
		name string
		f    func(document []byte) (known bool)
	}{
		{"chosen", func(document []byte) bool { _, known := jsonsimd.Valid(document, maxDepth); return known }},
		{"general", func(document []byte) bool { _, known := checker.Valid(document, maxDepth, 0); return known }},
		{"scanner", func(document []byte) bool { return tokenizer.Valid(document) }},
	}
	for _, size := range []int{16, 32, 63, 100, 189, 255, 256, 400, 511, 700, 1000, 2000, 4000} {
		documents := payloads(256, size)
		for _, way := range ways {
			b.Run(fmt.Sprintf("%d/%s", size, way.name), func(b *testing.B) {
				asmtest.Benchmark(b, func(b *testing.B) {
					if way.name == "scanner" {
						jsonsimd.Use(false)
						defer jsonsimd.Use(true)
					}
					if !way.f(documents[0]) {
						b.Skip("left to the scanner")
					}
					b.SetBytes(int64(size))
					for i := 0; b.Loop(); i++ {
						way.f(documents[i%len(documents)])
					}
				})
			})
		}
	}
}

// BenchmarkIndexWays is like BenchmarkWays for the index of a document.
func BenchmarkIndexWays(b *testing.B) {
	for _, size := range []int{16, 32, 63, 100, 189, 250, 400} {
		documents := payloads(256, size)
		for name, rules := range map[string]jsonsimd.Rules{"chosen": 0, "general": jsonsimd.Records} { // records have no kernel for short documents
			b.Run(fmt.Sprintf("%d/%s", size, name), func(b *testing.B) {
				asmtest.Benchmark(b, func(b *testing.B) {
					var j jsonsimd.Checker
					var positions []uint32
					b.SetBytes(int64(size))
					for i := 0; b.Loop(); i++ {
						j.Reset(maxDepth, rules)
						positions, _, _ = j.Index(positions[:0], documents[i%len(documents)])
					}
				})
			})
		}
	}
}
