package encode_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/encode"
	"github.com/assayjson/assay/tokenizer"
)

func Example() {
	w := encode.NewWriter(os.Stdout, encode.Options{Indent: "  "})
	w.BeginObject()
	w.Name("name")
	w.String("caf\u00e9 \"au lait\"")
	w.Name("prices")
	w.BeginArray()
	w.Float(2.5)
	w.Int(3)
	w.EndArray()
	w.Name("raw")
	w.Raw([]byte(`{"id":12345678901234567890}`))
	w.EndObject()
	if err := w.Close(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {
	//   "name": "café \"au lait\"",
	//   "prices": [
	//     2.5,
	//     3
	//   ],
	//   "raw": {
	//     "id": 12345678901234567890
	//   }
	// }
}

// Copy a stream, and change one field wherever it is.
func ExampleWriter_CopyReader() {
	in := strings.NewReader(`{"users": [ {"id": 1, "password": "secret", "tags": []}, {"password": {"old": "x"}, "id": 2} ]}`)

	w := encode.NewWriter(os.Stdout, encode.Options{})
	for range w.CopyReader(context.Background(), in, "password") {
		w.String("***")
	}
	if err := w.Close(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {"users": [ {"id": 1, "password": "***", "tags": []}, {"password": "***", "id": 2} ]}
}

// Change members depending on their old values.
func ExampleWriter_CopyText() {
	text := []byte(`{"sizes": [{"width": 12, "unit": "in"}, {"width": 3, "unit": "cm"}]}`)

	w := encode.NewWriter(os.Stdout, encode.Options{})
	for _, old := range w.CopyText(text, "unit") {
		if string(old) == `"in"` {
			w.String("inch")
		}
	}
	if err := w.Close(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {"sizes": [{"width": 12, "unit": "inch"}, {"width": 3, "unit": "cm"}]}
}

// Copy the members of an object one by one.
func ExampleWriter_Copy() {
	tokens := tokenizer.New([]byte(`{"id": 7, "draft": true, "text": ["a", "b"]}`))
	w := encode.NewWriter(os.Stdout, encode.Options{})
	w.BeginObject()
	w.Name("copied")
	w.Bool(true)
	if _, err := tokens.Next(); err != nil { // the opening bracket
		fmt.Println(err)
		return
	}
	for tokens.PeekKind() == tokenizer.Name {
		name, _ := tokens.Next()
		if name.String() == "draft" {
			tokens.Skip() // its value
			continue
		}
		w.Token(name)
		w.Copy(tokens)
	}
	if _, err := tokens.Next(); err != nil { // the closing bracket, unless the input is invalid
		fmt.Println(err)
		return
	}
	w.EndObject()
	if err := w.Close(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {"copied":true,"id":7,"text":["a", "b"]}
}

// An error has the position in the output.
func ExampleError() {
	w := encode.NewWriter(os.Stdout, encode.Options{})
	w.BeginObject()
	w.Name("sizes")
	w.BeginArray()
	w.Int(1)
	w.Name("color")
	fmt.Println(w.Close())
	// Output:
	// encode: a name outside an object, at "/sizes" (byte 11 of the output)
}

func ExampleOptions_records() {
	w := encode.NewWriter(os.Stdout, encode.Options{Records: true})
	for i := range int64(2) {
		w.BeginObject()
		w.Name("line")
		w.Int(i)
		w.EndObject()
	}
	w.Close()
	// Output:
	// {"line":0}
	// {"line":1}
}

func ExampleAppend() {
	doc, err := document.Parse([]byte(`{"b": 1.50, "a": ["\u00e9"]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, o := range []encode.Options{{Layout: encode.Compact}, {Layout: encode.Compact, Respell: true}, {Canonical: true}} {
		out, err := encode.Append(nil, doc.Root(), o)
		fmt.Println(string(out), err)
	}
	// Output:
	// {"b":1.50,"a":["\u00e9"]} <nil>
	// {"b":1.5,"a":["é"]} <nil>
	// {"a":["é"],"b":1.5} <nil>
}
