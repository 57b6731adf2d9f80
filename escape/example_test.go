package escape_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/assayjson/assay/escape"
)

func Example() {
	quoted, err := escape.AppendQuote(nil, "caf\u00e9 \U0001F600\n")
	fmt.Printf("%s %v\n", quoted, err)
	text, err := escape.AppendUnquote(nil, `"caf\u00e9 \uD83D\uDE00\n"`)
	fmt.Printf("%q %v\n", text, err)
	// Output:
	// "café 😀\n" <nil>
	// "café 😀\n" <nil>
}

func ExampleAppendQuote_error() {
	_, err := escape.AppendQuote(nil, "abc\xE2\x82def")
	fmt.Println(err)
	var e *escape.Error
	if errors.As(err, &e) {
		fmt.Printf("%v: %d bytes at %d; byte %d, %02X, was rejected\n", e.Fault, e.Length, e.Offset, e.ByteOffset, e.Byte)
	}
	_, err = escape.AppendQuote(nil, "abc\xE2\x82")
	fmt.Println(err, errors.Is(err, io.ErrUnexpectedEOF))
	// Output:
	// invalid UTF-8 at byte 3: missing continuation byte, byte 5 is 64
	// invalid UTF-8: 2 bytes at 3; byte 5, 64, was rejected
	// incomplete UTF-8 at byte 3: the input ends with 82, inside a character true
}

func ExampleAppend() {
	const text = "<b>na\u00efve\xFF\u2028</b>"
	for _, opts := range []escape.Options{
		{Invalid: escape.Replace},
		{Invalid: escape.Ignore, HTML: true, JS: true},
		{Invalid: escape.Replace, ASCII: true},
	} {
		quoted, _ := escape.Append(nil, text, opts)
		fmt.Printf("%+q\n", quoted)
	}
	// Output:
	// "\"<b>na\u00efve\ufffd\u2028</b>\""
	// "\"\\u003cb\\u003ena\u00efve\\u2028\\u003c/b\\u003e\""
	// "\"<b>na\\u00efve\\ufffd\\u2028</b>\""
}

func ExampleAppendUnquoteAs() {
	_, err := escape.AppendUnquote(nil, `"\ud83d"`)
	fmt.Println(err)
	text, _ := escape.AppendUnquoteAs(nil, `"\ud83d"`, escape.ReplaceSurrogates)
	fmt.Printf("%s\n", text)
	text, _ = escape.AppendUnquoteAs(nil, `"\ud83d"`, escape.KeepSurrogates)
	fmt.Printf("% X\n", text)
	// Output:
	// lone surrogate at byte 1
	// �
	// ED A0 BD
}

func ExampleWriter() {
	fmt.Print(`{"log": `)
	w := escape.NewWriter(os.Stdout, escape.Options{Invalid: escape.Replace})
	if _, err := io.Copy(w, strings.NewReader("first line\nsecond \"line\"\n")); err != nil {
		fmt.Println(err)
	}
	if err := w.Close(); err != nil {
		fmt.Println(err)
	}
	fmt.Println("}")
	// Output:
	// {"log": "first line\nsecond \"line\"\n"}
}

func ExampleDecode() {
	_, n, fault := escape.Decode([]byte(`\u12G4`))
	fmt.Println(n, fault)
	// Output:
	// 4 invalid \u escape sequence
}
