package copies_test

import (
	"fmt"
	"os"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/config"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/outputs"
	"github.com/assayjson/assay/cmd/jsonlint/internal/schemas/copies"
)

// A schema is added. Its file is written when the update is complete.
func Example() {
	dir, err := os.MkdirTemp("", "copies")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	store := &copies.Store{
		Folder: dir, Lock: &config.Lock{Schemas: map[string]config.Copy{}}, Today: "2026-01-02",
		Get: func(url string, _ bool) ([]byte, error) { return []byte(`{"type": "object"}`), nil },
		Compile: func(url string, load func(url string, inFile bool) ([]byte, error)) error {
			_, err := load(url, false) // the schema refers to no others
			return err
		},
	}
	update := store.Begin()
	if err := update.Add("https://example.com/settings.json", true); err != nil {
		fmt.Println(err)
		return
	}
	for _, change := range update.Changes() {
		fmt.Println(change.Action, change.URL)
	}
	fmt.Println(update.Write(new(outputs.Set), outputs.Version{}))
	// Output:
	// added https://example.com/settings.json
	// <nil>
}
