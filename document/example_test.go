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
