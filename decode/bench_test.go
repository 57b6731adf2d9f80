package decode_test

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/decode"
	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/tokenizer"
)

// hostile are texts that take more than linear time in naive programs: of a given number of members or elements each.
var hostile = map[string]func(n int) string{
	"unknown names": func(n int) string { return objectOf(n, func(i int) string { return fmt.Sprintf(`"k%d":1`, i) }) },
	"equal keys": func(n int) string { // the first and last eight bytes are the same
		return objectOf(n, func(i int) string { return fmt.Sprintf(`"eight by%08d eight by":1`, i) })
	},
	"equal names": func(n int) string { return objectOf(n, func(int) string { return `"a":1` }) },
	"escaped names": func(n int) string {
		return objectOf(n, func(i int) string { return fmt.Sprintf(`"\u006b%d":{"\u0061":1}`, i) })
	},
	"names of case": func(n int) string { return objectOf(n, func(i int) string { return `"ROLE":1` }) },
	"objects in skip": func(n int) string {
		return objectOf(n, func(i int) string { return fmt.Sprintf(`"k%d":{"a":[{"b":1}]}`, i) })
	},
	"wrong elements":   func(n int) string { return `{"tags":[1` + strings.Repeat(",1", n) + "]}" },
	"wrong containers": func(n int) string { return `{"role":[` + strings.Repeat(`{"a":1},`, n) + "1]}" },
}

func objectOf(n int, member func(i int) string) string {
	var b strings.Builder
	b.WriteString(`{"role":""`)
	for i := range n {
		b.WriteString("," + member(i))
	}
	b.WriteString("}")
	return b.String()
}

// The time for each byte must not grow with the text.
func BenchmarkHostile(b *testing.B) {
	for name, make := range hostile {
		for _, n := range []int{10_000, 100_000, 1_000_000} {
			text := []byte(make(n))
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					decode.As[account](text, decode.RefuseFolded())
				}
			})
		}
	}
}

// A person is a value of a usual size, of which BenchmarkKept decodes many.
type person struct {
	Name  string
	About string
	Tags  []string
	Boss  *person
}

func people(n int) []byte {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `,{"Name":"person %d","About":"%s","Tags":["tag %d","b"],"Boss":{"Name":"boss %d"}}`, i, strings.Repeat("about ", 20), i, i)
	}
	return []byte("[" + b.String()[1:] + "]")
}

// BenchmarkKept measures how many bytes stay in memory if a program keeps one string, one pointer, or all of a result, with each policy.
// The text has 2 MB.
func BenchmarkKept(b *testing.B) {
	text := people(10_000)
	for _, policy := range []struct {
		name string
		opts []decode.Option
	}{{"default", nil}, {"AliasText", []decode.Option{decode.AliasText()}}, {"SeparateMemory", []decode.Option{decode.SeparateMemory()}}} {
		for name, keep := range map[string]func([]*person) any{
			"string":  func(all []*person) any { return all[5000].Name },
			"pointer": func(all []*person) any { return all[5000] },
			"all":     func(all []*person) any { return all },
		} {
			b.Run(policy.name+"/"+name, func(b *testing.B) {
				var kept any
				var bytes uint64
				for b.Loop() {
					kept = nil
					before := inUse()
					all, err := decode.As[[]*person](slices.Clone(text), policy.opts...)
					if err != nil {
						b.Fatal(err)
					}
					kept = keep(all)
					all = nil
					bytes = inUse() - before
				}
				runtime.KeepAlive(kept)
				b.ReportMetric(float64(bytes), "kept-B")
			})
		}
	}
}

// inUse returns the bytes of all objects that are in use.
func inUse() uint64 {
	runtime.GC()
	runtime.GC() // also what pools keep for a while
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// BenchmarkWorkers decodes an array of 50 MB, and a value of a document that has been parsed already, by one goroutine and by several.
// The terms of the model in docs/reference/scale-model.md are times of it.
func BenchmarkWorkers(b *testing.B) {
	text := people(50_000_000 / (len(people(1000)) / 1000))
	doc, err := document.Parse(text)
	if err != nil {
		b.Fatal(err)
	}
	for _, workers := range []int{1, 2, 4} {
		for name, do := range map[string]func() error{
			"parse": func() error { _, err := document.Parse(text, tokenizer.Workers(workers)); return err },
			"value": func() error { _, err := decode.Value[[]person](doc.Root(), decode.Workers(workers)); return err },
			"as":    func() error { _, err := decode.As[[]person](text, decode.Workers(workers)); return err },
		} {
			b.Run(fmt.Sprintf("%s/%d", name, workers), func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					if err := do(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
