package dialect_test

import (
	"fmt"
	"io"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/tokenizer"
)

// A JSON parser can read JSON5 after conversion, and the Map gives the original offsets.
func ExampleLower() {
	src := []byte("{name: 'assay', /* a comment */ port: 0x1F90,}")
	json, places, _ := dialect.Lower(src, dialect.JSON5)
	fmt.Printf("%s\n", json)
	for token, err := range tokenizer.New(json).All() {
		if err == nil && token.Kind() == tokenizer.Number {
			offset, length := places.Span(token.Offset(), int64(len(token.Raw())))
			fmt.Printf("%s is %s\n", token.Raw(), src[offset:offset+length])
		}
	}
	// Output:
	// {"name": "assay",                 "port": 8080 }
	// 8080 is 0x1F90
}

func ExampleParse() {
	src := []byte("{\n  // where to listen\n  port: 0x1F90, hosts: ['a.example', 'b.example',],\n}")
	doc, places, err := dialect.Parse(src, dialect.JSON5)
	if err != nil {
		fmt.Println(err)
		return
	}
	port := doc.Get("port")
	at := places.SpanOf(port)
	fmt.Printf("%s is %s at %d:%d\n", port.Raw(), src[at.Offset:][:at.Length], at.Start.Line, at.Start.Rune)
	at = places.SpanOf(doc.Get("hosts", 1))
	fmt.Printf("%s at %d:%d\n", src[at.Offset:][:at.Length], at.Start.Line, at.Start.Rune)

	_, _, err = dialect.Parse([]byte("{port: 80, hosts: [}"), dialect.JSON5)
	fmt.Println(err)
	// Output:
	// 8080 is 0x1F90 at 3:9
	// 'b.example' at 3:38
	// line 1, column 20 (byte 19): '}' does not match the '[' at line 1, column 19
}

func ExampleCheck() {
	fmt.Println(dialect.Check([]byte("{\n \"a\": [1, 2,], // two\n}"), dialect.JSONC))
	fmt.Println(dialect.Check([]byte("{a: [1, 0b1]}"), dialect.JSON5))
	// Output:
	// line 2, column 12 (byte 13): trailing comma before ']'
	// line 1, column 10 (byte 9): unexpected "b" in a number
}

func ExampleLexer() {
	src := []byte("[1, // one\n]")
	lexer := dialect.NewLexer(src, dialect.JWCC)
	for {
		token, err := lexer.Next()
		if err == io.EOF {
			break
		}
		fmt.Printf("%v %q\n", token.Kind, src[token.Begin:token.End])
	}
	// Output:
	// [ "["
	// number "1"
	// , ","
	// white space " "
	// line comment "// one"
	// white space "\n"
	// ] "]"
}
