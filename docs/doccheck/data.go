package doccheck

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

// languages are the languages of blocks that CheckData does not check.
var languages = []string{"", "text", "sh", "console", "go", "diff", "sql", "vim", "lua", "lisp", "groovy", "ini", "toml", "python"}

// CheckData returns a complaint for each block of JSON, of its dialects or of YAML that does not parse.
// Blocks that are written to a file may be invalid, since commands check them.
func CheckData(p *Page) (complaints []string) {
	for _, b := range p.Blocks {
		if b.Hidden != "" || b.NotRun || b.File != "" && b.Language != "yaml" {
			continue
		}
		if err := checkData(b); err != nil {
			complaints = append(complaints, fmt.Sprintf("%s:%d: %v", p.Name, b.Line, err))
		}
	}
	return complaints
}

func checkData(b Block) error {
	text := []byte(b.Text)
	switch b.Language {
	case "json":
		return tokenizer.Check(text)
	case "jsonc":
		return dialect.Check(text, dialect.JWCC)
	case "json5":
		return dialect.Check(text, dialect.JSON5)
	case "ndjson":
		return records.Check(text)
	case "yaml":
		d := yaml.NewDecoder(strings.NewReader(b.Text))
		for {
			var v any
			if err := d.Decode(&v); errors.Is(err, io.EOF) {
				return nil
			} else if err != nil {
				return err
			}
		}
	}
	if !slices.Contains(languages, b.Language) {
		return fmt.Errorf("unknown language %q", b.Language)
	}
	return nil
}
