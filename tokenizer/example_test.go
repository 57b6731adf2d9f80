package tokenizer_test

import (
	"errors"
	"fmt"
	"io"

	"github.com/assayjson/assay/tokenizer"
)

func Example() {
	doc := []byte(`{
  "name": "assay",
  "tags": ["json", "utf-8",]
}`)

	var bad *tokenizer.SyntaxError
	if err := tokenizer.Check(doc); errors.As(err, &bad) {
		p := bad.Position()
		fmt.Printf("%d:%d: %s\n", p.Line, p.Rune, bad.Message())
		fmt.Println("kind:   ", bad.Kind)
		fmt.Println("offset: ", bad.Offset)
		fmt.Println("pointer:", bad.Pointer())
	}
	// Output:
	// 3:27: trailing comma before ']'
	// kind:    trailing-comma
	// offset:  47
	// pointer: /tags
}

func ExampleValid() {
	fmt.Println(tokenizer.Valid([]byte(`{"ok": true}`)))
	fmt.Println(tokenizer.Valid([]byte("\"caf\xE9\"")))
	// Output:
	// true
	// false
}

func ExampleCheck_truncated() {
	err := tokenizer.Check([]byte(`{"a": [1, 2`))
	fmt.Println(errors.Is(err, io.ErrUnexpectedEOF))
	fmt.Println(err)
	// Output:
	// true
	// line 1, column 12 (byte 11): the input ends where ',' or ']' is expected; the '[' at line 1, column 7 is not closed
}

func ExampleIJSON() {
	doc := []byte(`{"a": 1, "\u0061": 2}`)
	fmt.Println(tokenizer.Check(doc))
	fmt.Println(tokenizer.Check(doc, tokenizer.IJSON()))
	// Output:
	// <nil>
	// line 1, column 10 (byte 9): duplicate name "\u0061", first at line 1, column 2 (I-JSON)
}

func ExampleSyntaxError_Related() {
	var bad *tokenizer.SyntaxError
	errors.As(tokenizer.Check([]byte(`[{"a": 1]`)), &bad)
	opener, _ := bad.Related()
	fmt.Printf("%v at %d, opened at %d\n", bad.Kind, bad.Offset, opener)
	// Output: mismatched-bracket at 8, opened at 1
}
