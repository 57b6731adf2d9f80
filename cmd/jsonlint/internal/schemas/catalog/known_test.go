package catalog

import (
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/files/known"
)

// If the table of known files has a schema that is also in SchemaStore's catalogue, the row or another row of the same program has the
// names for which the catalogue has the schema.
func TestKnownNames(t *testing.T) {
	others := map[string]string{
		"cdmanifest.json": "an old name", "jscsrc.json": "only on the command line of JSCS", ".markdownlintrc": "can be an INI file",
		"manifest.json": "other programs have files with this name, too", ".nestcli.json": "Nest CLI 12 does not read it", "nest.json": "Nest CLI 12 does not read it",
	}
	for _, e := range Index() {
		f := known.FindSchema(e.URL)
		if f == nil || f.Format {
			continue
		}
		for _, p := range e.Patterns {
			name := strings.TrimPrefix(p.Text, "**/")
			if strings.Contains(name, "*") || others[name] != "" {
				continue
			}
			got := known.Find(name)
			if got == nil || got != f && !strings.HasPrefix(got.Program, strings.Split(f.Program, " (")[0]) {
				t.Errorf("%s is for %s, but %s is of %+v", e.URL, f.Program, name, got)
			}
		}
	}
}
