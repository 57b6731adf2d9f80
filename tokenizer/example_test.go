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

func ExampleRecords() {
	data := []byte("{\"id\":1}\n{\"id\":2,}\n\n{\"id\":3}\n")
	for r := range tokenizer.Records(data) {
		if r.Err != nil {
			p := r.Position()
			fmt.Printf("%d:%d: %s\n", p.Line, p.Rune, r.Err.Message())
			continue
		}
		fmt.Printf("%d: %s\n", r.Line, r.Data)
	}
	// Output:
	// 1: {"id":1}
	// 2:8: trailing comma before '}'
	// 4: {"id":3}
}

func ExampleReadRecords() {
	// A text that was cut off spoils nothing but itself.
	r := strings.NewReader("\x1E{\"id\":1}\n\x1E{\"id\":\x1E{\"id\":3}\n\x1E17")
	for rec, err := range tokenizer.ReadRecords(r, tokenizer.TextSequence()) {
		if err != nil {
			fmt.Println(err) // of the reader
			return
		}
		fmt.Printf("%q %v\n", rec.Data, rec.AsError())
	}
	// Output:
	// "{\"id\":1}" <nil>
	// "{\"id\":" line 2, column 8 (byte 17): the input ends where a value is expected; the '{' at line 2, column 2 is not closed
	// "{\"id\":3}" <nil>
	// "17" line 3, column 4 (byte 30): no white space after the number or literal, which may have been cut off
}

func ExampleConcatenated() {
	data := []byte(`{"a": 1}{"a": [2,` + "\n" + `3]} "four" 5 true`)
	for r := range tokenizer.Records(data, tokenizer.Concatenated()) {
		fmt.Printf("%d %q\n", r.Offset, r.Data)
	}
	// Output:
	// 0 "{\"a\": 1}"
	// 8 "{\"a\": [2,\n3]}"
	// 22 "\"four\""
	// 29 "5"
	// 31 "true"
}

// The first ten lines that are wrong, found by as many goroutines as there are CPUs.
func ExampleReadBadRecords() {
	r := strings.NewReader(strings.Repeat("{\"id\":1}\n", 100_000) + "{\"id\":2]\n")
	n := 0
	for rec, err := range tokenizer.ReadBadRecords(context.Background(), r) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(rec.AsError())
		if n++; n == 10 {
			break
		}
	}
	// Output: line 100001, column 8 (byte 900007): ']' does not close the '{' at line 100001, column 1
}

func ExampleSyntaxError_Related() {
	var bad *tokenizer.SyntaxError
	errors.As(tokenizer.Check([]byte(`[{"a": 1]`)), &bad)
	opener, _ := bad.Related()
	fmt.Printf("%v at %d, opened at %d\n", bad.Kind, bad.Offset, opener)
	// Output: mismatched-bracket at 8, opened at 1
}

// Members that nobody asks for are passed with all that is in them, and checked.
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
	// line 1, column 15 (byte 14): 'nul' is not a JSON value; perhaps null is meant
}

// A document that is too large for memory, with its error far from the beginning.
func ExampleCheckReader() {
	r := io.MultiReader(strings.NewReader("["), strings.NewReader(strings.Repeat("[1, 2, 3],\n", 1_000_000)), strings.NewReader("}"))
	fmt.Println(tokenizer.CheckReader(context.Background(), r))
	// Output: line 1000001, column 1 (byte 11000001): '}' does not close the '[' at line 1, column 1
}

// The same, for those who only want to know whether.
func ExampleValidReader() {
	r := io.MultiReader(strings.NewReader("["), strings.NewReader(strings.Repeat("[1, 2, 3],\n", 1_000_000)), strings.NewReader("4]"))
	fmt.Println(tokenizer.ValidReader(context.Background(), r))
	// Output: true <nil>
}

// The check of what is being copied to elsewhere.
func ExampleChecker() {
	checker := tokenizer.NewChecker()
	copied, _ := io.ReadAll(io.TeeReader(strings.NewReader(`{"a": [1, 2}`), checker))
	fmt.Println(len(copied), checker.Close())
	// Output: 12 line 1, column 12 (byte 11): '}' does not close the '[' at line 1, column 7
}

// A document that is still being written. Each token comes as soon as it is complete.
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
	// line 1, column 29 (byte 28): 'oops' is not a JSON value; strings stand in double quotes
}
