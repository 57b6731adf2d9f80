package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/config"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/lint"
)

// DocumentOptions has what distinguishes the documents in an editor from files.
type DocumentOptions struct {
	Folder string // takes the place of the working directory

	// Within is the folder in which the schemas must be that documents name. If it is "", their repository decides.
	Within string

	// Large is the size in bytes of the largest document whose findings are not limited further.
	Large int

	// Opened is called before a file is read on which the findings in documents may depend. Several goroutines may call it.
	Opened func(path string)
}

// NewDocumentChecker returns a checker for documents that are open in an editor.
func NewDocumentChecker(o DocumentOptions, std Stdio) (c *Checker, err error) {
	if c, err = newDocumentChecker(o, std, false); err != nil {
		return nil, err
	}
	c.plain, err = newDocumentChecker(o, std, true)
	return c, err
}

// newDocumentChecker returns a checker for documents. If noConfig is true, it reads no settings.
func newDocumentChecker(o DocumentOptions, std Stdio, noConfig bool) (*Checker, error) {
	s := DefaultSettings()
	s.Follow, s.NoConfig = true, noConfig
	c, err := NewChecker(&s, std)
	if err != nil {
		return nil, err
	}
	c.Here, c.within, c.large = o.Folder, o.Within, o.Large
	c.opened, c.finder.Opened = o.Opened, o.Opened
	return c, nil
}

// AssumeDialect says in which dialect an editor reads a document. This counts if nothing but the extension .json of its name
// indicates the dialect.
func (c *Checker) AssumeDialect(path string, d lint.Dialect) {
	if c.assumed == nil {
		c.assumed = map[string]lint.Dialect{}
		c.plain.assumed = c.assumed
	}
	c.assumed[path] = d
}

// WithoutSettings returns a checker for documents whose settings cannot be used.
func (c *Checker) WithoutSettings() *Checker { return c.plain }

// Mistake returns the mistake because of which the settings for a document cannot be used, or nil. If the document is a settings file,
// it is the mistake in the text, which may not have been saved.
func (c *settingsFinder) Mistake(path string, text []byte) (invalid *config.Error) {
	_, err := c.ConfigOf(path)
	errors.As(err, &invalid)
	if !config.IsName(path) {
		return invalid
	}
	if invalid != nil && invalid.Path == path {
		if saved, err := os.ReadFile(path); err != nil || !bytes.Equal(saved, text) {
			invalid = nil // its place is that in the saved text
		}
	}
	var now *config.Error
	if _, err := config.Parse(path, text); errors.As(err, &now) && !now.Foreign {
		return now
	}
	return invalid
}

// IgnoresDocument reports whether the settings or the ignore files exclude a document.
func (c *fileFinder) IgnoresDocument(path string) bool {
	passesOver, err := c.search.PassesOver(path)
	return c.IsCopy(path) || c.ignored(path) || passesOver && err == nil
}

// CheckDocument checks a text as if it were the content of the file at a path. It returns early if ctx is done. The report is nil if the
// text could not be checked. The notes are what jsonlint would write to standard error, and the findings in the schema. If the settings
// cannot be used, the text is checked without them, and a note says why.
func (c *Checker) CheckDocument(ctx context.Context, path string, text []byte) (r *lint.Report, notes []string) {
	if _, err := c.ConfigOf(path); err != nil {
		r, notes = c.plain.CheckDocument(ctx, path, text)
		return r, append(notes, report.Line(Nearby(c.Here, err).Error()))
	}
	c.ctx = ctx
	out := c.file(input.File{Name: path, Data: text, Held: true})
	if err := out.Trouble; err != nil {
		var all common
		if !errors.As(err, &all) {
			err = fmt.Errorf("%s: %w", report.Path(input.Shortened(c.Here, path)), err)
		}
		notes = append(notes, report.Line(err.Error()))
	}
	for _, path := range c.finder.Foreign() {
		notes = append(notes, report.Line(foreignSettings(input.Shortened(c.Here, path)).Error()))
	}
	if err := out.unknown; err != nil {
		notes = append(notes, report.Line(err.Error()))
	}
	if out.SchemaFile != nil {
		for _, d := range out.SchemaFile.Report.Diagnostics {
			notes = append(notes, report.Line(fmt.Sprintf("schema %s:%d:%d: %s", report.Path(out.SchemaFile.Name), d.Start.Line, d.Start.Rune, d.Message)))
		}
	}
	return out.Report, notes
}

// SchemaOf returns the path or URL of the schema that a document is checked against, or "".
func (c *settingsFinder) SchemaOf(h *FileSettings, path string, text []byte) string {
	if s, set := h.Severities["schema"]; set && s == lint.Off {
		return ""
	}
	if h.SchemaName.Name != "" {
		return h.SchemaName.Name
	}
	name, _ := c.declared(h, path, &input.Content{Data: text})
	return name
}
