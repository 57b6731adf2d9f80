package contract_test

import (
	"fmt"

	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/schema/contract"
	"github.com/assayjson/assay/tokenizer"
)

// A rootObject is a schema that is implemented by a program: every document must be an object.
type rootObject struct{}

func (rootObject) Check(data []byte) ([]contract.Finding, error) {
	t := tokenizer.New(data)
	if t.PeekKind() == tokenizer.BeginObject {
		return nil, tokenizer.Check(data)
	}
	if err := tokenizer.Check(data); err != nil {
		return nil, err
	}
	return []contract.Finding{{
		Place:   contract.Place{Length: len(data), Position: tokenizer.Position{Line: 1, Column: 1, Rune: 1, UTF16: 1}},
		Message: "must be an object",
	}}, nil
}

func Example() {
	report := lint.New(lint.Options{Schema: rootObject{}}).Check([]byte("[1]\n"))
	for _, d := range report.Diagnostics {
		fmt.Println(d.Start.Line, d.Start.Rune, d.Message)
	}
	// Output: 1 1 must be an object
}
