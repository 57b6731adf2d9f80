package tokenizer

import (
	"bytes"
	"context"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// Several goroutines report what one reports, whether the document is in memory or not.
func TestWorkers(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	record := `{"id": 17, "name": "a, b, \"c\"", "list": [1, 2.5e3, {"deep": [[], null, {"a": {}}]}]}`
	doc := []byte("[" + strings.Repeat(record+",\n", 5<<20/len(record)) + record + "]")
	workers := []int{1, 2, 8}
	if longtest.Off() {
		workers = []int{3}
	}
	for _, opts := range [][]Option{nil, {MaxDepth(6)}, {MaxDepth(5)}, {UniqueNames()}, {UniqueFoldedNames()}, {IJSON()}, {MaxBytes(1 << 20)}, {MaxMembers(1 << 10)}} {
		for _, at := range []int{-1, 100, len(doc) / 2, len(doc) - 1} {
			text := doc
			if at >= 0 {
				text = bytes.Clone(doc)
				text[at] = '}'
			}
			for _, n := range workers {
				checkWorkers(t, text, n, opts)
			}
		}
	}
}

func checkWorkers(t *testing.T, text []byte, n int, opts []Option) {
	t.Helper()
	without, with := JoinOptions(opts...), JoinOptions(append(opts, Workers(n))...)
	if got, want := reportOf(Check(text, with)), reportOf(Check(text, without)); got != want {
		t.Errorf("%v, %d workers: %s, want %s", opts, n, got, want)
	}
	for name, r := range map[string]func() io.Reader{
		"memory": func() io.Reader { return bytes.NewReader(text) },
		"buffer": func() io.Reader { return bytes.NewBuffer(text) },
		"file":   func() io.Reader { return jsontest.FileOf(text).(io.Reader) },
		"stream": func() io.Reader { return struct{ io.Reader }{bytes.NewReader(text)} },
	} {
		got, want := CheckReader(context.Background(), r(), with), CheckReader(context.Background(), r(), without)
		if reportOf(got) != reportOf(want) {
			t.Errorf("%s: %v, %d workers: %s, want %s", name, opts, n, reportOf(got), reportOf(want))
		}
		if valid, err := ValidReader(context.Background(), r(), with); valid != (want == nil) || err != nil {
			t.Errorf("%s: %v, %d workers: %t, %v", name, opts, n, valid, err)
		}
	}
}
