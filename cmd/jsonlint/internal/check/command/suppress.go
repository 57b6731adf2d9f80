package command

import (
	"cmp"
	"maps"
	"slices"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/config"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/regular"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/cmd/jsonlint/internal/schemas/review"
	"github.com/assayjson/assay/lint"
)

// unusedSuppression is the rule that reports suppressions in the settings, too.
const unusedSuppression = "unused-suppression"

// noteReport records which suppressions have been used for a file.
func (s *suppressions) noteReport(h *FileSettings, r *lint.Report) {
	if len(h.entries) == 0 {
		return
	}
	now := make([]use, len(h.entries))
	hasErrors := slices.ContainsFunc(r.Diagnostics, func(d lint.Diagnostic) bool {
		rule, _ := lint.RuleOf(d.Rule)
		return d.Rule != unusedSuppression && !rule.IsSuppressible()
	})
	for i, e := range h.entries {
		now[i] = unused
		isOff := func(rule string) bool {
			switch {
			case rule == "schema":
				return h.Schema == nil || h.SeverityOf(rule) == lint.Off
			case rule == UnusableSchema || slices.Contains(review.Rules, rule): // findings in schemas depend on which files use them, and on the subcommand
				return true
			case rule == unknownSchema:
				return !h.sought || h.SeverityOf(rule) == lint.Off
			}
			return h.SeverityOf(rule) == lint.Off
		}
		if hasErrors || slices.ContainsFunc(e.Rules, isOff) {
			now[i] = unsure
		}
	}
	for _, f := range r.Suppressed {
		if f.Source == lint.InOptions {
			now[f.Index] = used
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, e := range h.entries {
		s.uses[keyOf(e)] = max(s.uses[keyOf(e)], now[i])
	}
}

// unusedSuppressions returns the settings files with suppressions that are not used, with a finding for
// each. A suppression is only reported if all files to which it may apply have been checked.
func (c *Checker) unusedSuppressions(sum *report.Summary) (files []*report.File) {
	s := &c.suppressions
	if sum.Troubled > 0 || c.Examine != nil || c.staged || c.changed != "" || !c.exclude.Empty() || len(c.extensions) > 0 {
		return nil
	}
	found := map[suppressionKey]*config.Suppression{}
	for _, of := range s.configs {
		for _, one := range of.Suppressions() {
			if key := keyOf(one); s.uses[key] > unused || !c.covers(one.Folder) {
				s.uses[key] = used
				delete(found, key)
			} else {
				found[key] = one
			}
		}
	}
	byOffset := func(a, b *config.Suppression) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Offset, b.Offset))
	}
	for _, one := range slices.SortedFunc(maps.Values(found), byOffset) {
		name := input.Shortened(c.Here, one.Path)
		if n := len(files); n == 0 || files[n-1].Name != name {
			files = append(files, &report.File{Name: name, Dialect: lint.JWCC, Report: &lint.Report{}})
		}
		c.addUnused(files[len(files)-1], one, s.uses[keyOf(one)])
	}
	return slices.DeleteFunc(files, func(f *report.File) bool { return len(f.Report.Diagnostics) == 0 })
}

// addUnused adds the finding about an unused suppression to its file.
func (c *Checker) addUnused(f *report.File, s *config.Suppression, how use) {
	h, err := c.SettingsOf(f.Name)
	text, errRead := regular.ReadText(s.Path)
	if err != nil || errRead != nil {
		return // the settings have been read before
	}
	message := "unused suppression: there is no such finding in the files"
	if how == unmatched {
		message = "unused suppression: its patterns match none of the files that were checked"
	}
	if d, ok := lint.New(h.Options).Diagnose(unusedSuppression, text, s.Offset, s.Length, message); ok {
		d.Code = "unused"
		f.Report.Insert(d)
	}
}
