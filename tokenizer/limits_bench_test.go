package tokenizer

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// namedDocuments returns documents with many names. In some of them, all records have the same
// names, except that now and then a member is missing. In others, records have few or no names in
// common, or each record has many names. One document has only a few bytes.
func namedDocuments() map[string]string {
	rng := rand.New(rand.NewPCG(1, 2))
	repeat := func(n int, record func() string) string {
		b := []byte("[")
		for range n {
			b = append(append(b, record()...), ",\n"...)
		}
		return string(append(b, "null]"...))
	}
	member := func(i int) string { return fmt.Sprintf(`"member%d": %d, `, i, rng.IntN(1000)) }
	some := func(n int) string {
		b := ""
		for i := range n {
			if rng.IntN(2) == 0 {
				b += member(i)
			}
		}
		return b
	}
	return map[string]string{
		"alike": repeat(5000, func() string {
			return fmt.Sprintf(`{"id": %d, "name": "user%d", "tags": ["a", "b", "c"], "at": {"x": %v, "y": -1.5}, "text": "the quick brown fox jumps over the lazy dog"}`,
				rng.IntN(1e9), rng.IntN(1e6), rng.Float64())
		}),
		"optional": repeat(5000, func() string { return `{"id": 1, ` + some(8) + `"last": {` + some(3) + `"x": 1}}` }),
		"different": repeat(5000, func() string {
			b := "{"
			for _, i := range rng.Perm(1000)[:6] {
				b += member(i)
			}
			return b + `"last": 1}`
		}),
		"late": repeat(5000, func() string {
			return `{"id": 1, "name": 2, "at": 3, "text": 4, "` + fmt.Sprint(rng.IntN(1000)) + `": 5}`
		}),
		"cyrillic": repeat(5000, func() string {
			return fmt.Sprintf(`{"номер": %d, "имя": "user%d", "метки": ["a", "b"], "место": {"широта": %v, "долгота": -1.5}, "Описание": "the quick brown fox"}`,
				rng.IntN(1e9), rng.IntN(1e6), rng.Float64())
		}),
		"cyrillic different": repeat(5000, func() string {
			b := "{"
			for range 6 {
				b += fmt.Sprintf(`"элемент%d%d": 1, `, rng.IntN(1e9), rng.IntN(1e9))
			}
			return b + `"last": 1}`
		}),
		"cyrillic dictionary": "{" + strings.Join(func() (b []string) {
			for i := range 20000 {
				b = append(b, fmt.Sprintf(`"элемент%d": 1`, i*7919))
			}
			return b
		}(), ", ") + "}",
		"chinese": repeat(5000, func() string {
			return fmt.Sprintf(`{"编号": %d, "名称": "user%d", "标签": ["a", "b"], "位置": {"纬度": %v, "经度": -1.5}, "说明": "the quick brown fox"}`,
				rng.IntN(1e9), rng.IntN(1e6), rng.Float64())
		}),
		"hundred": repeat(300, func() string {
			b := "{"
			for i := range 100 {
				b += member(i)
			}
			return b + `"last": 1}`
		}),
		"one object": strings.NewReplacer("[", "{", ",\nnull]", "}").Replace(repeat(5000, func() string { return fmt.Sprintf(`"%x": 1`, rng.Uint64()) })),
		"few bytes":  `{"name": "assay", "version": "1.0.0", "scripts": {"build": "go build ./...", "test": "go test ./..."}, "private": true}`,
	}
}

func BenchmarkUniqueNames(b *testing.B) {
	for name, text := range namedDocuments() {
		doc := []byte(text)
		for _, c := range []struct {
			name string
			run  func() error
		}{
			{"memory", func() error { return Check(doc, UniqueNames()) }},
			{"folded", func() error { return Check(doc, UniqueFoldedNames()) }},
			{"service", func() error { return Check(doc, ServiceLimits()) }},
			{"stream", func() error { return CheckReader(context.Background(), &portions{doc}, UniqueNames()) }},
			{"folded stream", func() error { return CheckReader(context.Background(), &portions{doc}, UniqueFoldedNames()) }},
		} {
			b.Run(name+"/"+c.name, func(b *testing.B) {
				b.SetBytes(int64(len(doc)))
				for b.Loop() {
					if err := c.run(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
