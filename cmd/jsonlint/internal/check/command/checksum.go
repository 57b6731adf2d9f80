package command

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"slices"
	"strings"

	"github.com/assayjson/assay/lint"
)

// SumOfFlags returns a checksum of everything that the results of a run depend on except the files and their
// settings: the version of the program, the flags on the command line, except those with the given names, and a
// schema that is not in a file.
func (c *Checker) SumOfFlags(except ...string) (string, error) {
	var given []string
	for _, flag := range c.given {
		name, _, _ := strings.Cut(flag, "=")
		if !slices.Contains(except, name) {
			given = append(given, flag)
		}
	}
	return sumOf(struct {
		Version string
		Flags   []string
		Schema  []byte
	}{Version(), given, c.schemaStream})
}

// SumOfSettings returns a checksum of the settings for a file, which has the text of the schema.
func (c *Checker) SumOfSettings(h *FileSettings) (sum string, err error) {
	type rule struct{ Name, Severity string }
	var rules []rule
	for _, r := range lint.Rules() {
		rules = append(rules, rule{r.Name, h.SeverityOf(r.Name).String()})
	}
	var schemas [][]byte // the text of a schema that is not in a file is in SumOfFlags
	if h.Schema != nil {
		if schemas, err = c.schemaFiles(h.SchemaName); err != nil {
			return "", err
		}
	}
	return sumOf(struct {
		Dialect, KeyOrder      string
		MaxDepth, NestingLimit int
		AllowEmpty             bool
		Rules                  []rule
		Suppressions           []lint.Suppression
		HasSchema, Formats     bool
		MaxSteps               int
		Schemas                [][]byte
	}{
		h.Dialect.String(), h.KeyOrder, h.MaxDepth, h.NestingLimit, h.AllowEmpty, rules, h.Suppressions,
		h.Schema != nil, h.SchemaName.Formats, h.SchemaName.maxSteps, schemas,
	})
}

// schemaFiles returns the contents of the files that have been read to compile a schema.
func (c *Checker) schemaFiles(n SchemaName) (all [][]byte, err error) {
	for _, path := range c.cache.filesOf(n) {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		all = append(all, text)
	}
	return all, nil
}

// sumOf returns the SHA-256 of a value as JSON, in hexadecimal digits.
func sumOf(v any) (string, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), nil
}
