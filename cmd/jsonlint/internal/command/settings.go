package command

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"

	"github.com/assayjson/assay/cmd/jsonlint/internal/config"
	"github.com/assayjson/assay/cmd/jsonlint/internal/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/report"
	"github.com/assayjson/assay/format"
	"github.com/assayjson/assay/internal/known"
	"github.com/assayjson/assay/internal/scan"
	"github.com/assayjson/assay/internal/store"
	"github.com/assayjson/assay/lint"
)

// FileSettings are the settings for one file. They come from flags, settings files and the file
// name.
type FileSettings struct {
	lint.Options
	Config     string                  // the path of the settings file, or ""
	SchemaName SchemaName              // the schema of the file, if it has one
	sought     bool                    // the schema of the file has been looked for
	kind       *known.File             // what files with this name or "$schema" are, or nil
	chosen     bool                    // the user has chosen the dialect for files with this name
	guess      bool                    // nothing but the extension indicates the dialect, so that "$schema" may change it
	layout     []func(*format.Options) // setters of layout options, called in order

	entries      []*config.Suppression // the suppressions of the settings, in the order of Options.Suppressions
	BaselinePath string                // the path of the baseline, or ""
	baseline     *openBaseline         // nil unless the file is being checked and there is a baseline
	limit        int                   // with a baseline, the largest number of findings to report; negative for no limit
}

// SettingsOf returns the settings for a file. Flags take precedence over settings files, and
// settings files over the file name.
func (c *Checker) SettingsOf(name string) (h FileSettings, err error) {
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
		Name: s.Schema, Config: h.Config, Resources: s.Resources, Indirect: s.Indirect,
		Formats: cmp.Or(c.schemaFormats, s.Formats) == alwaysFormats, maxSteps: cmp.Or(c.schemaMaxSteps, s.MaxSteps),
	}
	h.layout = s.Format
	if c.Flags.Schema != "" {
		h.SchemaName.Name = c.schemaPath()
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
	if h.BaselinePath = file.Baseline(); c.Flags.baseline != "" {
		h.BaselinePath = c.Abs(c.Flags.baseline)
	}
	h.Dialect, h.guess, h.chosen = c.dialectOf(name, abs, s)
	h.adaptTo(h.kind)
	return h, nil
}

// adaptTo adapts the options to the program that reads the file. They do not change what the user has
// chosen. The parameter f may be nil.
func (h *FileSettings) adaptTo(f *known.File) {
	if f == nil {
		return
	}
	h.AllowEmpty = f.Empty && !h.chosen
	h.byDefault("bom", lint.Off, f.BOM)
	h.byDefault("trailing-commas", lint.Error, f.Dialect == lint.JSONC.String() && !f.Format)
}

// byDefault sets the severity of a rule if the condition is true and the user has not chosen another
// severity.
func (h *FileSettings) byDefault(rule string, severity lint.Severity, condition bool) {
	if _, set := h.Severities[rule]; !set && condition {
		h.Severities[rule] = severity
	}
}

// openBaseline opens the baseline of the file, if there is one. All findings are then compared with it
// before their number is limited.
func (c *Checker) openBaseline(h *FileSettings) (err error) {
	if c.noBaseline {
		return nil
	}
	if h.BaselinePath == "" {
		c.baselines.mu.Lock()
		defer c.baselines.mu.Unlock()
		c.baselines.lacked = true
		return nil
	}
	h.baseline, err = c.baselineOf(h.BaselinePath)
	h.limit = problems(h.MaxProblems)
	if h.limit == 0 {
		h.limit = -1
	}
	h.StopAt = lint.Off
	if h.limit >= 0 {
		h.MaxProblems = max(h.limit, mostCompared)
	}
	return err
}

// mostCompared is the largest number of findings in a file that are compared with a baseline, unless the
// user has set a larger limit. It limits the memory for files that are not JSON at all.
const mostCompared = 1_000_000

// schemaPath returns the URL or the absolute path of the schema named by --schema.
func (c *Checker) schemaPath() string {
	if input.IsURL(c.Flags.Schema) {
		return c.Flags.Schema
	}
	return c.Abs(c.Flags.Schema)
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
func (c *Checker) dialectOf(name, abs string, s config.Settings) (d lint.Dialect, guess, chosen bool) {
	inside := FromHere(c.Here, abs)
	for i := len(c.dialects) - 1; i >= 0; i-- {
		if c.dialects[i].files.Covers(inside, false) {
			return c.dialects[i].dialect, false, true
		}
	}
	chosen = s.Dialect != nil && s.Certain
	byName, isKnown := lint.DialectOf(input.Unpacked(abs))
	switch {
	case c.Dialect != nil:
		return *c.Dialect, false, chosen
	case config.IsName(name):
		return lint.JWCC, false, chosen
	case chosen, s.Dialect != nil && byName == lint.JSON:
		return *s.Dialect, false, chosen
	}
	f := known.Find(input.Unpacked(abs))
	return byName, byName == lint.JSON && (!isKnown || f.Format), false
}

// Abs returns the absolute path of a file. The name of an object stays as it is.
func (c *Checker) Abs(name string) string {
	if store.Is(name) {
		return name
	}
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(c.Here, name)
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
	var wrong *config.Error
	var unread *fs.PathError
	switch {
	case errors.As(err, &wrong):
		short := *wrong
		short.Path = input.Shortened(workDir, wrong.Path)
		return &short
	case errors.As(err, &unread):
		return fmt.Errorf("%s: %w", report.Path(input.Shortened(workDir, unread.Path)), unread.Err)
	}
	return err
}

// printConfig prints the settings for a file as JSON.
func (c *Checker) printConfig(name string) (int, error) {
	h, err := c.SettingsOf(name)
	if err != nil {
		return StatusTrouble, err
	}
	if h.MaxDepth == 0 {
		h.MaxDepth = scan.DefaultMaxDepth
	}
	c.adaptToFile(&h, name)
	layout, err := c.layoutOf(name, h)
	if err != nil {
		return StatusTrouble, err
	}
	abs := c.Abs(name)
	file, err := c.ConfigOf(abs)
	if err != nil {
		return StatusTrouble, err
	}
	e := json.NewEncoder(c.Std.Out)
	e.SetIndent("", "  ")
	return StatusValid, e.Encode(struct {
		File        string         `json:"file"`
		Config      string         `json:"config,omitempty"`
		Inherited   []string       `json:"inherited,omitempty"`
		Ignored     bool           `json:"ignored"`
		Dialect     string         `json:"dialect"`
		Schema      string         `json:"schema,omitempty"`
		Baseline    string         `json:"baseline,omitempty"`
		MaxDepth    int            `json:"maxDepth"`
		MaxProblems int            `json:"maxProblems"`
		Rules       map[string]any `json:"rules"`
		Format      map[string]any `json:"format"`
	}{
		name, h.Config, file.Inherited(), c.ignored(abs) || c.exclude.Covers(FromHere(c.Here, abs), false), h.Dialect.String(), h.SchemaName.Name, h.BaselinePath,
		h.MaxDepth, problems(h.MaxProblems), rulesOf(h.Options, h.SchemaName), config.LayoutOf(layout),
	})
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

// rulesOf returns the severities of all rules, together with those rule options that are set.
func rulesOf(o lint.Options, s SchemaName) map[string]any {
	rules := map[string]any{}
	for _, r := range lint.Rules() {
		severity := o.SeverityOf(r.Name).String()
		switch {
		case r.Name == "deep-nesting" && o.NestingLimit > 0:
			rules[r.Name] = map[string]any{"severity": severity, "limit": o.NestingLimit}
		case r.Name == "schema" && (s.Formats || s.maxSteps > 0):
			rules[r.Name] = schemaRule(severity, s)
		case r.Name == "key-order" && o.KeyOrder != "":
			rules[r.Name] = map[string]any{"severity": severity, "order": o.KeyOrder}
		default:
			rules[r.Name] = severity
		}
	}
	return rules
}

// schemaRule returns the severity and the options of the rule schema.
func schemaRule(severity string, s SchemaName) map[string]any {
	rule := map[string]any{"severity": severity}
	if s.Formats {
		rule["formats"] = alwaysFormats
	}
	if s.maxSteps > 0 {
		rule["maxSteps"] = s.maxSteps
	}
	return rule
}
