package input_test

import (
	"fmt"
	"io"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
)

func ExampleDecoder() {
	decode, _ := input.Decoder("utf-16be")
	text, err := io.ReadAll(decode(strings.NewReader("\x00[\x00]")))
	fmt.Println(string(text), err)
	// Output: [] <nil>
}
