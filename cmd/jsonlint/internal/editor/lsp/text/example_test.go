package text_test

import (
	"fmt"

	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/text"
)

func Example() {
	t := text.New([]byte("[\n  \"😀\", 1\n]\n"), text.UTF16)
	at := t.Position(10)
	fmt.Println(at) // the comma is the sixth character, but the emoji has two units
	t.Edit(text.Range{Start: at, End: text.Position{Line: at.Line, Character: at.Character + 1}}, []byte(":"))
	s := t.Snapshot()
	defer s.Release()
	fmt.Printf("%q\n", s.Bytes())
	// Output:
	// {1 6}
	// "[\n  \"😀\": 1\n]\n"
}
