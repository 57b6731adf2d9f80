package tokenizer_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

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
		pointer, _ := bad.Pointer()
		fmt.Printf("%d:%d: %s\n", p.Line, p.Rune, bad.Message())
		fmt.Println("kind:   ", bad.Kind)
		fmt.Println("offset: ", bad.Offset)
		fmt.Println("pointer:", pointer)
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
	// line 1, column 12 (byte 11): unexpected end of input, expected ',' or ']'; the '[' at line 1, column 7 is not closed
}

func ExampleIJSON() {
	doc := []byte(`{"a": 1, "\u0061": 2}`)
	fmt.Println(tokenizer.Check(doc))
	fmt.Println(tokenizer.Check(doc, tokenizer.IJSON()))
	// Output:
	// <nil>
	// line 1, column 10 (byte 9): duplicate name "\u0061" is not allowed in I-JSON; first used at line 1, column 2
}

func ExampleSyntaxError_Related() {
	var bad *tokenizer.SyntaxError
	errors.As(tokenizer.Check([]byte(`[{"a": 1]`)), &bad)
	opener, _ := bad.Related()
	fmt.Printf("%v at %d, opened at %d\n", bad.Kind, bad.Offset, opener.Offset)
	// Output: mismatched-bracket at 8, opened at 1
}

// Members that are not needed are skipped with everything in them. They are still checked.
func ExampleTokenizer() {
	doc := []byte(`{"id": 12, "tags": ["a", ["b"]], "name": "caf\u00e9", "price": 2.50}`)

	t := tokenizer.New(doc)
	if token, err := t.Next(); err != nil || token.Kind() != tokenizer.BeginObject {
		fmt.Println("not an object:", err)
		return
	}
	for t.PeekKind() == tokenizer.Name {
		name, err := t.Next()
		if err != nil {
			fmt.Println(err)
			return
		}
		switch string(name.Body()) {
		case "id":
			token, _ := t.Next()
			id, err := token.Int64()
			fmt.Println("id:", id, err)
		case "name":
			token, _ := t.Next()
			fmt.Println("name:", token.String(), "at", t.Pointer())
		default:
			if err := t.Skip(); err != nil {
				fmt.Println(err)
				return
			}
		}
	}
	// Output:
	// id: 12 <nil>
	// name: café at /name
}

func ExampleTokenizer_All() {
	doc := []byte(`[{"x": true}, nul]`)
	for token, err := range tokenizer.New(doc).All() {
		if err != nil {
			fmt.Println(err)
			break
		}
		fmt.Println(token.Offset(), token.Depth(), token.Kind(), string(token.Raw()))
	}
	// Output:
	// 0 0 [ [
	// 1 1 { {
	// 2 2 name "x"
	// 7 2 true true
	// 11 1 } }
	// line 1, column 15 (byte 14): 'nul' is not a JSON value; did you mean null?
}

// The document is too large for memory, and has an error far from its start.
func ExampleCheckReader() {
	r := io.MultiReader(strings.NewReader("["), strings.NewReader(strings.Repeat("[1, 2, 3],\n", 1_000_000)), strings.NewReader("}"))
	fmt.Println(tokenizer.CheckReader(context.Background(), r))
	// Output: line 1000001, column 1 (byte 11000001): '}' does not match the '[' at line 1, column 1
}

// The same document is checked, but only the verdict is needed.
func ExampleValidReader() {
	r := io.MultiReader(strings.NewReader("["), strings.NewReader(strings.Repeat("[1, 2, 3],\n", 1_000_000)), strings.NewReader("4]"))
	fmt.Println(tokenizer.ValidReader(context.Background(), r))
	// Output: true <nil>
}

// A document is checked while it is copied.
func ExampleChecker() {
	checker := tokenizer.NewChecker()
	copied, _ := io.ReadAll(io.TeeReader(strings.NewReader(`{"a": [1, 2}`), checker))
	fmt.Println(len(copied), checker.Close())
	// Output: 12 line 1, column 12 (byte 11): '}' does not match the '[' at line 1, column 7
}

// The document is read while it is still being written. Each token is returned as soon as it is
// complete.
func ExampleNewReader() {
	r, w := io.Pipe()
	go func() {
		io.WriteString(w, `{"log": ["first"`)
		io.WriteString(w, `, "second", oops]}`)
		w.Close()
	}()
	for token, err := range tokenizer.NewReader(r, tokenizer.MaxToken(1<<20)).All() {
		if err != nil {
			fmt.Println(err)
			break
		}
		if token.Kind() == tokenizer.String {
			fmt.Println(token)
		}
	}
	// Output:
	// first
	// second
	// line 1, column 29 (byte 28): 'oops' is not a JSON value; strings must be in double quotes
}
