package parts_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/parallel"
	"github.com/assayjson/assay/internal/engine/parts"
	"github.com/assayjson/assay/internal/engine/scan"
)

// records returns an array of about n bytes.
func records(n int) []byte {
	var b strings.Builder
	b.WriteString("[")
	for i := 0; b.Len() < n; i++ {
		fmt.Fprintf(&b, `{"id": %d, "name": "Number %d, \"the %d\"", "tags": ["a", "b", "c"], "at": {"lat": %d.25, "lon": -1.5e1}, "text": "%s"},`+"\n",
			i, i%1000, i%17, i%90, strings.Repeat("some words, and more; ", i%9))
	}
	b.WriteString("0]\n")
	return []byte(b.String())
}

// BenchmarkCost measures the terms of the model in docs/reference/scale-model.md. Divide times by bytes or
// parts.
func BenchmarkCost(b *testing.B) {
	text := records(16 << 20)
	rules := scan.Plain(scan.DefaultMaxDepth)
	b.Run("sequential", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			index.Check(&rules, text)
		}
	})
	for _, size := range []int{64 << 10, 256 << 10, parts.Size, 4 << 20} {
		b.Run(fmt.Sprintf("one-worker/size=%d", size), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if valid := parts.Passes(&rules, text, 1, size, nil); !valid {
					b.Fatal("not in parts")
				}
			}
		})
	}
	b.Run("cut", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			parts.Next(text, i%(len(text)/parts.Size)*parts.Size)
		}
	})
	b.Run("follow", func(b *testing.B) {
		var open scan.Nesting
		part := parts.Part{Text: text[:parts.Size], First: true}
		cut, _ := parts.Next(text, parts.Size)
		part.Text = text[:cut.At]
		part.Check(&rules, false)
		for b.Loop() {
			if !parts.Follow(&open, &part.Found, rules.MaxDepth) {
				b.Fatal("invalid")
			}
			for open.Depth > 0 {
				open.Pop()
			}
		}
	})
	b.Run("hand-over", func(b *testing.B) { // of one part to a worker and back
		made := 0
		next := func(context.Context, *int) bool { made++; return made <= b.N }
		b.ResetTimer()
		for range parallel.Ordered(context.Background(), 2, next, func(*int) {}) {
		}
	})
}
