package command

import (
	"encoding/json"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/config"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/files/joblog"
	"github.com/assayjson/assay/lint"
)

// printConfig prints the settings for a file as JSON.
func (c *fileFinder) printConfig(name string) (int, error) {
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
	e := json.NewEncoder(joblog.NewWriter(c.Std.Out))
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

// rulesOf returns the severities of all rules, together with those rule options that are set.
func rulesOf(o lint.Options, s SchemaName) map[string]any {
	rules := map[string]any{}
	for _, r := range lint.Rules() {
		severity := o.SeverityOf(r.Name).String()
		switch {
		case r.Name == "deep-nesting" && o.NestingLimit > 0:
			rules[r.Name] = map[string]any{"severity": severity, "limit": o.NestingLimit}
		case r.Name == "schema" && (s.Formats || s.MaxSteps > 0):
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
	if s.MaxSteps > 0 {
		rule["maxSteps"] = s.MaxSteps
	}
	return rule
}
