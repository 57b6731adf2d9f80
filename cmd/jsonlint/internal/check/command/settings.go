package command

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/config"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/editorconfig"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/internal/data/store"
	"github.com/assayjson/assay/internal/files/known"
	"github.com/assayjson/assay/lint"
)

// A settingsFinder finds the settings of files.
type settingsFinder struct {
	schemaReader
	fixed        *config.Config // the settings given by --config, or nil
	finder       *config.Finder
	editor       *editorconfig.Finder
	suppressions suppressions
	assumed      map[string]lint.Dialect // the dialects in which an editor reads documents, by path
	workers      int                     // number of goroutines that may check a long document
}

// SettingsOf returns the settings for a file. Flags take precedence over settings files, and
// settings files over the file name.
func (c *settingsFinder) SettingsOf(name string) (h FileSettings, err error) {
	abs := c.Abs(name)
	file, err := c.ConfigOf(abs)
	if err != nil {
		return h, common{Nearby(c.Here, err)}
	}
	if file != nil {
		h.Config = file.Path
		c.suppressions.noteConfig(file)
	}
	s := file.For(abs)
	h.SchemaName = SchemaName{
		Name: s.Schema, Config: h.Config, Resources: s.Resources, Copies: s.Copies, Indirect: s.Indirect,
		Formats: cmp.Or(c.schemaFormats, s.Formats) == alwaysFormats, MaxSteps: cmp.Or(c.schemaMaxSteps, s.MaxSteps),
	}
	h.layout = s.Format
	if c.Settings.Schema != "" {
		h.SchemaName.Name = c.schemaPath()
	}
	if c.isNoDocument(abs, h.SchemaName) {
		h.SchemaName.Name = ""
	}
	h.kind = known.Find(input.Unpacked(abs))
	h.Options = lint.Options{
		Severities:  s.Severities,
		MaxProblems: limit(s.MaxProblems), MaxDepth: s.MaxDepth, NestingLimit: s.NestingLimit, KeyOrder: s.KeyOrder,
		Workers: c.workers,
	}
	if c.maxProblems >= 0 {
		h.MaxProblems = limit(&c.maxProblems)
	}
	if c.Quiet && !c.fix && !c.summary && c.FailOn <= lint.Error {
		h.StopAt = c.FailOn // the rest of the file cannot change the exit status, unless it cannot be read
	}
	if c.MaxDepth > 0 {
		h.MaxDepth = c.MaxDepth
	}
	if h.Severities == nil {
		h.Severities = map[string]lint.Severity{}
	}
	maps.Copy(h.Severities, c.Severities)
	if _, set := h.Severities[unknownSchema]; !set && len(s.Resources) > 0 {
		h.Severities[unknownSchema] = lint.Info
	}
	h.SuppressInComments, h.entries = true, s.Suppressions
	for _, e := range s.Suppressions {
		h.Suppressions = append(h.Suppressions, e.Suppression)
	}
	if h.BaselinePath = file.Baseline(); c.Settings.baseline != "" {
		h.BaselinePath = c.Abs(c.Settings.baseline)
	}
	h.Dialect, h.guess, h.chosen = c.dialectOf(name, abs, s)
	ByProgram(&h.Options, h.kind, h.chosen)
	if c.preview || s.Preview != nil && *s.Preview {
		for _, r := range lint.Rules() {
			byDefault(&h.Options, r.Name, r.Preview(), r.Preview() != r.Default)
		}
	}
	return h, nil
}

// isNoDocument reports whether a file is left out of the files that are checked against a schema, although a pattern or a folder includes
// it: because it is the schema itself, or a settings file. With --schema, files that the user names are checked anyway.
func (c *settingsFinder) isNoDocument(abs string, schema SchemaName) bool {
	if !config.IsName(abs) && abs != schema.Name && abs != schema.Resources[schema.Name] {
		return false
	}
	return !c.mustCheck(abs)
}

// ByProgram adapts options to the program that reads the file, except for the severities that are set. The parameter f may be nil, and
// chosen says that the user has chosen the dialect for files with this name. The map of severities must not be nil.
func ByProgram(o *lint.Options, f *known.File, chosen bool) {
	if f == nil {
		return
	}
	o.AllowEmpty = f.Empty && !chosen
	byDefault(o, "bom", lint.Off, f.BOM)
	byDefault(o, "trailing-commas", lint.Error, f.Dialect == lint.JSONC.String() && !f.Format && o.Dialect == lint.JSONC)
	byDefault(o, "duplicate-keys", lint.Error, f.Unique)
}

// byDefault sets the severity of a rule if the condition is true and no other severity is set.
func byDefault(o *lint.Options, rule string, severity lint.Severity, condition bool) {
	if _, set := o.Severities[rule]; !set && condition {
		o.Severities[rule] = severity
	}
}

// limit converts the setting maxProblems to the field MaxProblems of lint.Options. In the setting,
// 0 means no limit and nil means the default.
func limit(n *int) int {
	switch {
	case n == nil:
		return 0
	case *n == 0:
		return -1
	}
	return *n
}

// dialectOf returns the dialect of a file. The result guess reports whether nothing but the extension
// of its name indicates the dialect, and chosen whether a flag or setting names the dialect of certain
// files, of which the file is one.
func (c *settingsFinder) dialectOf(name, abs string, s config.Settings) (d lint.Dialect, guess, chosen bool) {
	inside := FromHere(c.Here, abs)
	for i := len(c.dialects) - 1; i >= 0; i-- {
		if c.dialects[i].files.Covers(inside, false) {
			return c.dialects[i].dialect, false, true
		}
	}
	chosen = s.Dialect != nil && s.Certain
	byName, _ := lint.DialectOf(input.Unpacked(abs))
	switch {
	case c.Dialect != nil:
		return *c.Dialect, false, chosen
	case config.IsName(name):
		return lint.JWCC, false, chosen
	case chosen, s.Dialect != nil && byName == lint.JSON:
		return *s.Dialect, false, chosen
	}
	guess = isGuess(byName, known.Find(input.Unpacked(abs)))
	if assumed, ok := c.assumed[abs]; ok && guess {
		byName = assumed
	}
	return byName, guess, false
}

// isGuess reports whether nothing but the extension of a name indicates the dialect, which may then depend on "$schema". The row f of the
// table of known files may be nil.
func isGuess(byName lint.Dialect, f *known.File) bool {
	return byName == lint.JSON && (f == nil || f.Format)
}

// FromHere returns the path abs relative to the working directory, with slashes as separators.
func FromHere(workDir, abs string) string {
	if rel, err := filepath.Rel(workDir, abs); err == nil {
		return filepath.ToSlash(rel)
	}
	return filepath.ToSlash(abs)
}

// Nearby shortens the path in an error about settings if the path is inside the working directory.
func Nearby(workDir string, err error) error {
	var invalid *config.Error
	var unread *fs.PathError
	switch {
	case errors.As(err, &invalid):
		short := *invalid
		short.Path = input.Shortened(workDir, invalid.Path)
		return &short
	case errors.As(err, &unread):
		return fmt.Errorf("%s: %w", report.Path(input.Shortened(workDir, unread.Path)), unread.Err)
	}
	return err
}

// problems is the inverse of limit, except that it returns the number 100 for the default.
func problems(most int) int {
	switch {
	case most == 0:
		return 100
	case most < 0:
		return 0
	}
	return most
}

// ConfigOf returns the settings file that applies to a file.
func (c *settingsFinder) ConfigOf(abs string) (*config.Config, error) {
	if c.NoConfig || c.fixed != nil {
		return c.fixed, nil
	}
	if store.Is(abs) { // stores have no settings files
		return c.finder.Find(c.Here)
	}
	return c.finder.Find(filepath.Dir(abs))
}

// TellForeign says which settings files are not used because they are for another program.
func (c *settingsFinder) TellForeign() {
	for _, path := range c.finder.Foreign() {
		c.Std.Complain(foreignSettings(input.Shortened(c.Here, path)))
	}
}

// foreignSettings says why a settings file is not used.
func foreignSettings(path string) error {
	from := programName + " init --from prantlf"
	if folder := filepath.Dir(path); folder != "." {
		from += " " + report.Path(folder)
	}
	return fmt.Errorf("%s is not used: these are settings of %s; \"%s\" makes settings of this program of them", report.Path(path), config.ForeignLinter, from)
}

// SumOfSettings returns a checksum of the settings for a file, which has the text of the schema. The checksum also depends on whether
// the file is compressed, which the settings of an object can change without a new version.
func (c *settingsFinder) SumOfSettings(h *FileSettings, packed bool) (sum string, err error) {
	type rule struct{ Name, Severity string }
	var rules []rule
	for _, r := range lint.Rules() {
		rules = append(rules, rule{r.Name, h.SeverityOf(r.Name).String()})
	}
	var schemas [][]byte // the text of a schema that is not in a file is in Flags.Sum
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
		Packed                 bool
	}{
		h.Dialect.String(), h.KeyOrder, h.MaxDepth, h.NestingLimit, h.AllowEmpty, rules, h.Suppressions,
		h.Schema != nil, h.SchemaName.Formats, h.SchemaName.MaxSteps, schemas, packed,
	})
}
