package jsonlint

import (
	"fmt"
	"io"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/config"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/internal/engine/suggest"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/tokenizer"
)

// explain prints the pages of rules.
func explain(args []string, std command.Stdio) (int, error) {
	if len(args) == 0 {
		return listRules(nil, std)
	}
	for _, name := range args {
		page, ok := pageOf(name)
		if !ok {
			return command.StatusTrouble, unknownPage(name)
		}
		if _, err := io.WriteString(std.Out, page); err != nil {
			return command.StatusTrouble, err
		}
	}
	return command.StatusValid, nil
}

// unknownPage returns the error for a name that is neither a rule nor a kind of error.
func unknownPage(name string) error {
	phrase := suggest.Phrase(name, append(config.RuleNames(), kinds()...))
	if phrase == "" {
		phrase = "; \"jsonlint rules\" lists the rules, and \"--format compact\" shows the kinds"
	}
	return fmt.Errorf("unknown rule or kind of error %q%s", name, phrase)
}

// kinds returns the names of all kinds of syntax errors, such as trailing-comma.
func kinds() (names []string) {
	for kind := tokenizer.ErrorKind(1); ; kind++ {
		if _, ok := lint.Explain(kind.String()); !ok {
			return names
		}
		names = append(names, kind.String())
	}
}

// pageOf returns the page of a rule, or of a kind of finding such as trailing-comma or
// syntax/trailing-comma. If the kind has no page, pageOf returns the page of the rule.
func pageOf(name string) (page string, ok bool) {
	rule, kind, both := strings.Cut(name, "/")
	if _, known := lint.RuleOf(rule); both && known {
		if page, ok = lint.Explain(kind); ok {
			return page, true
		}
	}
	if page, ok = lint.Explain(rule); ok {
		return page, true
	}
	r, ok := lint.RuleOf(rule)
	if rule == report.LayoutRule.Name {
		r, ok = report.LayoutRule, true
		r.Summary += " `jsonlint fmt --diff` shows the changes, and `jsonlint fmt --write` makes them."
	}
	return fmt.Sprintf("# %s\n\n%s\n", r.Name, r.Summary), ok
}

// listRules prints a line for each rule.
func listRules(args []string, std command.Stdio) (int, error) {
	if len(args) > 0 {
		return command.StatusTrouble, fmt.Errorf("rules: unexpected argument %q", args[0])
	}
	var b strings.Builder
	for _, r := range lint.Rules() {
		fixable := ""
		if r.Fixable {
			fixable = "fix"
		}
		fmt.Fprintf(&b, "%-19s %-8s %-4s %s\n", r.Name, r.Default, fixable, r.Summary)
	}
	_, err := io.WriteString(std.Out, b.String())
	return command.StatusValid, err
}
