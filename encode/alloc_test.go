package encode

import (
	"io"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/tokenizer"
)

// Writing allocates nothing once the buffers are large enough.
func TestNoAllocation(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector, which runs short tests, drops what is in pools")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // a collection would empty the pools
	text := []byte(`{"a":[` + strings.Repeat(`{"id": 12, "name": "x\n", "f": 1.5e3}, `, 300) + `{}]}`)
	doc, err := document.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	tokens := tokenizer.New(nil)
	ways := map[string]func(w *Writer){
		"values": func(w *Writer) {
			w.BeginArray()
			for i := range 5000 {
				w.BeginObject()
				w.Name("name")
				w.String("text \u00e9 \"\n")
				w.Name("numbers")
				w.BeginArray()
				w.Int(int64(i))
				w.Uint(uint64(i))
				w.Float(float64(i) / 7)
				w.Number("1.25e-7")
				w.Bool(true)
				w.Null()
				w.EndArray()
				w.EndObject()
			}
			w.EndArray()
		},
		"Value": func(w *Writer) { w.Value(doc.Root()) },
		"Copy":  func(w *Writer) { tokens.Reset(text); w.Copy(tokens) },
		"CopyText": func(w *Writer) {
			for range w.CopyText(text, "id") {
				w.Int(1)
			}
		},
	}
	for name, way := range ways {
		for _, o := range []Options{{}, {Respell: true}, {Indent: "  ", UniqueNames: true}} {
			for _, to := range []io.Writer{nil, io.Discard} {
				w := NewWriter(to, o)
				if n := testing.AllocsPerRun(5, func() {
					w.Reset(to)
					way(w)
					if err := w.Close(); err != nil {
						t.Fatal(err)
					}
				}); n > 0 && (name != "Value" || n > 4) && (name != "CopyText" || o == (Options{}) || n > 20) { // package format allocates its printer, and CopyText a Tokenizer
					t.Errorf("%s, %+v: %v allocations", name, o, n)
				}
			}
		}
	}
}
