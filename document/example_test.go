package document_test

import (
	"fmt"

	"github.com/assayjson/assay/document"
)

// Lookups on a missing value can be chained. Numbers are kept as they are written.
func ExampleParse() {
	doc, err := document.Parse([]byte(`{"users": [{"name": "caf\u00e9", "id": 12345678901234567890}]}`))
	if err != nil {
		fmt.Println(err) // a *tokenizer.SyntaxError, the same as from tokenizer.Check
		return
	}
	user := doc.Get("users", 0)
	id, err := user.Get("id").Uint64()
	fmt.Println(user.Get("name"), id, err)
	fmt.Println(user.Get("address", "city").Exists())
	for name, value := range user.Members() {
		fmt.Println(name, value.Offset(), string(value.Raw()), value.Pointer())
	}
	// Output:
	// café 12345678901234567890 <nil>
	// false
	// name 20 "caf\u00e9" /users/0/name
	// id 39 12345678901234567890 /users/0/id
}

func ExampleValue_Lookup() {
	doc, err := document.Parse([]byte(`{"a/b": [1, 2, {"~": true}]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, pointer := range []string{"/a~1b/2/~0", "/a~1b/02/~0"} {
		fmt.Println(doc.Lookup(pointer))
	}
	// Output:
	// true <nil>
	//  JSON Pointer "/a~1b/02/~0", at "02" (byte 6): not an array index
}

// The values of several JSON Pointers are found together.
func ExamplePointers() {
	pointers, err := document.NewPointers("/id", "/user/name", "/user/city", "/tags/0")
	if err != nil {
		fmt.Println(err) // a *document.PointerError: a pointer is malformed
		return
	}
	var doc document.Document
	var values []document.Value // the memory of both is reused
	for _, text := range []string{
		`{"id": 1, "user": {"name": "Ada", "city": "London"}, "tags": ["a", "b"]}`,
		`{"user": {"name": "Grace"}, "id": 2, "tags": []}`,
	} {
		if err := doc.Parse([]byte(text)); err != nil {
			fmt.Println(err)
			return
		}
		values = pointers.AppendValues(values[:0], doc.Root())
		fmt.Println(values[0], values[1], values[2].Exists(), values[3].Exists())
	}
	// Output:
	// 1 Ada true true
	// 2 Grace false false
}
