package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/config"
	"github.com/assayjson/assay/lint"
)

// explain prints the page of a rule.
func explain(args []string, std stdio) (int, error) {
	if len(args) == 0 {
		return listRules(nil, std)
	}
	for _, name := range args {
		page, ok := lint.Explain(name)
		if !ok {
			if r, known := lint.RuleOf(name); known {
				page, ok = fmt.Sprintf("# %s\n\n%s\n", r.Name, r.Summary), true
			}
		}
		if !ok {
			return statusTrouble, unknown("rule", name, config.RuleNames())
		}
		if _, err := io.WriteString(std.out, page); err != nil {
			return statusTrouble, err
		}
	}
	return statusValid, nil
}

// listRules prints a line for each rule.
func listRules(args []string, std stdio) (int, error) {
	if len(args) > 0 {
		return statusTrouble, fmt.Errorf("rules: unexpected %q", args[0])
	}
	var b strings.Builder
	for _, r := range lint.Rules() {
		fixable := ""
		if r.Fixable {
			fixable = "fix"
		}
		fmt.Fprintf(&b, "%-19s %-8s %-4s %s\n", r.Name, r.Default, fixable, r.Summary)
	}
	_, err := io.WriteString(std.out, b.String())
	return statusValid, err
}
