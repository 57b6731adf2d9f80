package profile_test

import (
	"fmt"

	"github.com/assayjson/assay/cmd/jsonlint/internal/schemas/profile"
	"github.com/assayjson/assay/document"
)

func Example() {
	doc, err := document.Parse([]byte(`{"type": "object", "additionalProperties": false, "not": {}}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range profile.Find("openai-strict").Check(doc.Root()) {
		fmt.Println(m.Position().Rune, m.Message)
	}
	// Output: 51 OpenAI does not support "not"
}
