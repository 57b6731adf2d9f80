package tokenizer

import (
	"bytes"
	"runtime"
	"strings"
	"testing"
)

// Several goroutines report what one reports.
func TestWorkers(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	record := `{"id": 17, "name": "a, b, \"c\"", "list": [1, 2.5e3, {"deep": [[], null, {"a": {}}]}]}`
	doc := []byte("[" + strings.Repeat(record+",\n", 6<<20/len(record)) + record + "]")
	for _, opts := range [][]Option{nil, {MaxDepth(6)}, {MaxDepth(5)}, {UniqueNames()}, {IJSON()}, {MaxBytes(1 << 20)}, {MaxString(5)}, {MaxMembers(1 << 10)}} {
		for _, at := range []int{-1, 0, 100, len(doc) / 2, len(doc) - 1} {
			text := doc
			if at >= 0 {
				text = bytes.Clone(doc)
				text[at] = '}'
			}
			for _, n := range []int{-1, 1, 2, 8} {
				got, want := reportOf(Check(text, append(opts, Workers(n))...)), reportOf(Check(text, opts...))
				if got != want {
					t.Errorf("%v, %d workers, brace at %d: %s, want %s", opts, n, at, got, want)
				}
			}
		}
	}
}
