package conformance

import (
	"bytes"
	"context"
	"io"
	"math"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/parts"
	"github.com/assayjson/assay/internal/engine/scan"
	compared "github.com/assayjson/assay/internal/engine/unique"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/tokenizer"
)

// corpora returns the documents of all corpora, valid and invalid.
func corpora(t *testing.T) (all []Document) {
	for _, c := range suite(t) {
		all = append(all, Document(c))
	}
	for _, c := range errorCases {
		all = append(all, Document{c.in, []byte(c.in)})
	}
	for name, b := range hostileInputs() {
		all = append(all, Document{name, b})
	}
	for _, module := range []string{"github.com/kaptinlin/jsonschema", "github.com/go-openapi/spec", "k8s.io/kube-openapi"} {
		dir, err := carrierDir(module)
		if err != nil {
			t.Fatal(err)
		}
		files := jsonFiles(t, dir)
		if len(files) < 20 {
			t.Errorf("%d files in %s", len(files), filepath.Base(module))
		}
		for name, b := range files {
			all = append(all, Document{name, b})
		}
	}
	return append(all, documents(t)...)
}

// The verdict on each document of the corpora, and its error, do not depend on the workers and on the
// places where the document is cut. That is also true of documents that have been changed.
func TestCorporaInParts(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	docs, largest := corpora(t), math.MaxInt
	if slow() {
		largest = 20_000
	}
	kernels := func(f func(t *testing.T)) { asmtest.EachKernel(t, f) }
	if longtest.Off() {
		kernels = func(f func(t *testing.T)) { f(t) }
	}
	kernels(func(t *testing.T) {
		rng := rand.New(rand.NewPCG(30, 1))
		for _, d := range docs {
			if len(d.Data) > largest {
				continue
			}
			checkInParts(t, d.Name, d.Data)
			if len(d.Data) > 0 {
				checkInParts(t, d.Name+", changed", damage(rng, bytes.Clone(d.Data)))
			}
		}
	})
}

// checkInParts checks b in parts of several sizes.
func checkInParts(t *testing.T, name string, b []byte) {
	t.Helper()
	for _, rules := range []scan.Rules{{MaxDepth: scan.DefaultMaxDepth}, {MaxDepth: scan.DefaultMaxDepth, UniqueNames: true, IJSON: true}, {MaxDepth: 100, UniqueNames: true, Form: compared.AnyCase}, {MaxDepth: 4}} {
		want := index.Check(&rules, b)
		for i, size := range []int{64, 100, 1000, 4096, 1 << 15} {
			if i > 0 && size >= len(b) || size < 1000 && len(b) > 4<<20 {
				continue
			}
			rules := rules
			rules.Workers, rules.PartSize = uint16(2+i%3), uint16(size)
			if got := parts.Check(&rules, b); !sameReport(got, want) {
				t.Errorf("%s, depth %d, I-JSON: %t, parts of %d bytes: %+v, want %+v", name, rules.MaxDepth, rules.IJSON, size, got, want)
			}
		}
	}
}

func sameReport(a, b *flaw.Report) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Kind == b.Kind && a.Offset == b.Offset && a.Length == b.Length && a.Pointer() == b.Pointer() && a.Position() == b.Position()
}

// The functions of package tokenizer find the same with any number of workers, in memory and in a
// stream.
func TestDocumentsByWorkers(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	docs := documents(t)
	if slow() {
		docs = slices.DeleteFunc(docs, func(d Document) bool { return len(d.Data) > 1<<20 })
	} else {
		array := []byte("[0")
		for _, d := range docs {
			array = append(append(array, ','), d.Data...)
		}
		docs = append(docs, Document{"all", append(array, ']')})
	}
	rng := rand.New(rand.NewPCG(30, 2))
	for _, d := range docs {
		for _, b := range [][]byte{d.Data, damage(rng, bytes.Clone(d.Data))} {
			for _, opts := range [][]tokenizer.Option{plain, ijson} {
				want, _ := factsOf(tokenizer.Check(b, opts...))
				for n := 1; n <= 4; n++ {
					opts := append(slices.Clip(opts), tokenizer.Workers(n))
					if got, _ := factsOf(tokenizer.Check(b, opts...)); got != want {
						t.Errorf("%s, %d workers: %+v, want %+v", d.Name, n, got, want)
					}
					got, _ := factsOf(tokenizer.CheckReader(context.Background(), struct{ io.Reader }{bytes.NewReader(b)}, tokenizer.JoinOptions(opts...)))
					if got.Pointer = want.Pointer; got != want { // the pointer is not always known in a stream
						t.Errorf("%s in a stream, %d workers: %+v, want %+v", d.Name, n, got, want)
					}
				}
			}
		}
	}
}
