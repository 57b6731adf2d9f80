package leb128simd_test

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/leb128simd"
)

const benchmarked = 100_000

// mixture returns values of 1 to the given number of bytes; each length is equally likely.
func mixture(bytes int) (b []byte) {
	rng := rand.New(rand.NewPCG(1, uint64(bytes)))
	for range benchmarked {
		n := 1 + rng.IntN(bytes)
		v := rng.Uint64()>>max(0, 64-7*n) | 1<<(7*n-7)
		b = binary.AppendUvarint(b, v)
	}
	return b
}

func BenchmarkUint64s(b *testing.B) {
	dst := make([]uint64, benchmarked)
	for _, bytes := range []int{1, 2, 5, 10} {
		src := mixture(bytes)
		report := func(b *testing.B, values int) {
			if values != benchmarked {
				b.Fatal(values, "values")
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/benchmarked, "ns/value")
		}
		b.Run(fmt.Sprintf("1-%d/binary", bytes), func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			values := 0
			for b.Loop() {
				values = 0
				for at := 0; at < len(src); values++ {
					v, n := binary.Uvarint(src[at:])
					dst[values] = v
					at += n
				}
			}
			report(b, values)
		})
		b.Run(fmt.Sprintf("1-%d", bytes), func(b *testing.B) {
			asmtest.Benchmark(b, func(b *testing.B) {
				b.SetBytes(int64(len(src)))
				values := 0
				for b.Loop() {
					values, _ = leb128simd.Uint64s(dst, src)
				}
				report(b, values)
			})
		})
	}
}

func BenchmarkInt64s(b *testing.B) {
	dst := make([]int64, benchmarked)
	for _, bytes := range []int{1, 2, 5, 10} {
		var src []byte
		rng := rand.New(rand.NewPCG(2, uint64(bytes)))
		for range benchmarked {
			src = kinds[1].random(rng, src, bytes)
		}
		b.Run(fmt.Sprintf("1-%d", bytes), func(b *testing.B) {
			asmtest.Benchmark(b, func(b *testing.B) {
				b.SetBytes(int64(len(src)))
				values := 0
				for b.Loop() {
					values, _ = leb128simd.Int64s(dst, src)
				}
				if values != benchmarked {
					b.Fatal(values, "values")
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/benchmarked, "ns/value")
			})
		})
	}
}
