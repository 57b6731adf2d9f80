package utf8check_test

import (
	"errors"
	"fmt"

	"github.com/assayjson/assay/utf8check"
)

func Example() {
	text := []byte("caf\xE9 au lait") // Latin-1, not UTF-8

	var bad *utf8check.Error
	if err := utf8check.Check(text); errors.As(err, &bad) {
		fmt.Printf("offset %d, length %d: %v\n", bad.Offset, bad.Length, bad.Kind)
		fmt.Println("it looks like", utf8check.Detect(text).Encoding)
	}
	// Output:
	// offset 3, length 1: missing continuation byte
	// it looks like ISO-8859-1
}

func ExampleAppendValid() {
	b, _ := utf8check.AppendValid(nil, []byte("a\xFFb\xE2\x82c"), utf8check.Replace)
	fmt.Println(string(b))
	// Output: a�b�c
}

func ExampleValidator() {
	var v utf8check.Validator
	for _, chunk := range []string{"Gr\xC3", "\xBC\xC3", "\x9Fe \xFF"} {
		if _, err := v.Write([]byte(chunk)); err != nil {
			fmt.Println(err)
		}
	}
	// Output: invalid UTF-8 at byte 8: impossible byte
}

func ExampleDecoder() {
	var d utf8check.Decoder
	for _, c := range []byte("é€") {
		if d.Step(c) == utf8check.Accept {
			fmt.Printf("U+%04X\n", d.Rune())
		}
	}
	fmt.Println("complete:", d.Complete())
	// Output:
	// U+00E9
	// U+20AC
	// complete: true
}

func ExampleRecognize() {
	legacy, _ := utf8check.Recognize([]byte("\xED\xA0\xBD\xED\xB8\x80"))
	fmt.Println(legacy)
	// Output: ED A0 BD ED B8 80 is CESU-8 for U+1F600; in UTF-8 it is F0 9F 98 80
}

func ExampleForm_AppendDecode() {
	b, err := utf8check.CESU8.AppendDecode(nil, []byte("\xED\xA0\xBD\xED\xB8\x80!"))
	fmt.Println(string(b), err)
	// Output: 😀! <nil>
}
