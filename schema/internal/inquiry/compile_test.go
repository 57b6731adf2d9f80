package inquiry

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/assayjson/assay/schema/internal/model"
)

// Compiled returns a compiled schema.
func Compiled(t *testing.T, text string) (*Graph, *model.Schema) {
	t.Helper()
	c := model.NewCompiler(model.Config{
		Draft:    model.Draft2020,
		Load:     func(string) (any, error) { return Value(t, text), nil },
		Validate: func(string, any, bool, model.Dialect) bool { return true },
		Pattern:  func(pattern string) (model.Regexp, error) { return regexp.Compile(pattern) },
	})
	s, err := c.Compile("urn:s", "")
	if err != nil || len(c.Mistakes) > 0 {
		t.Fatal(err, c.Mistakes)
	}
	return NewGraph(c.Schemas(), nil), s
}

// Value returns the value of a text.
func Value(t *testing.T, text string) (value any) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&value); err != nil {
		t.Fatal(err)
	}
	return value
}
