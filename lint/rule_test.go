package lint

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/internal/engine/explain"
	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/mistake"
	"github.com/assayjson/assay/lint/internal/ruleset"
	"github.com/assayjson/assay/tokenizer"
)

// elsewhere contains the rules that are applied by the command.
var elsewhere = ruleset.Of(ruleset.UnusableSchema, ruleset.UnknownSchema, ruleset.Deprecated) | ruleset.Reviewed

func TestEveryRuleHasATable(t *testing.T) {
	if *update {
		updateTables(t)
	}
	all := tables(t)
	rows := 0
	for id, rule := range Rules() {
		if elsewhere.Has(ruleset.ID(id)) {
			continue // found elsewhere: see Linter.Diagnose
		}
		found, clean := false, false
		for _, row := range all[rule.Name] {
			found = found || strings.Contains(row.found, " "+rule.Name)
			clean = clean || row.found == ""
		}
		if !found || !clean {
			t.Errorf("%s: a row with a finding is there: %v, one without: %v", rule.Name, found, clean)
		}
	}
	for _, table := range all {
		rows += len(table)
	}
	if rows < 180 {
		t.Errorf("%d rows", rows)
	}
}

func TestEveryRuleHasAPage(t *testing.T) {
	for _, rule := range Rules() {
		page, ok := Explain(rule.Name)
		if !ok || !strings.HasPrefix(page, "# "+rule.Name+"\n\n"+rule.Summary+"\n") {
			t.Errorf("%s: the page does not begin with name and summary", rule.Name)
		}
		if !strings.HasSuffix(rule.Summary, ".") {
			t.Errorf("%s: summary %q", rule.Name, rule.Summary)
		}
	}
	if page, ok := Explain("syntax"); !ok || !norm.NFC.IsNormalString(page) {
		t.Error("the page of syntax")
	}
}

func TestEveryKindHasAPage(t *testing.T) {
	for kind := tokenizer.ErrorKind(1); flaw.ErrorKind(kind).IsValid(); kind++ {
		page, ok := Explain(kind.String())
		hasSection := ruleOfKind(kind) <= ruleset.Encoding
		if !ok || hasSection && !strings.HasPrefix(page, "# "+kind.String()+"\n") || strings.Count(page, "\n# ") > 0 {
			t.Errorf("%v: %q", kind, page)
		}
	}
	for fault := dialect.UnterminatedComment; fault < dialect.NotJSON; fault++ {
		if page, ok := Explain(fault.String()); !ok || !strings.HasPrefix(page, "# "+fault.String()+"\n") || strings.Count(page, "\n# ") > 0 {
			t.Errorf("%v: %q", fault, page)
		}
	}
	for _, name := range []string{"", "nonsense", "../rule", "rules/bom", "syntax.md", "-"} {
		if page, ok := Explain(name); ok {
			t.Errorf("%q: %.50q", name, page)
		}
	}
}

var (
	blocks  = regexp.MustCompile("(?s)```json\n(.*?)\n```.*(Fixed|Corrected by hand):\n\n```json\n(.*?)\n```")
	inlines = regexp.MustCompile("Found: `([^`]*)`. (Fixed|Corrected by hand): `([^`]*)`.")
	labels  = regexp.MustCompile("(?m)^(Fixed|Corrected by hand)\\b.*:\n\n```")
	numbers = regexp.MustCompile(`<(U\+)?([0-9A-F]+)>`)
)

// written converts an example from a page to bytes: it replaces <FF> with a
// byte, and <U+FFFD> with a character.
func written(example string) []byte {
	return []byte(numbers.ReplaceAllStringFunc(example, func(s string) string {
		m := numbers.FindStringSubmatch(s)
		n, _ := strconv.ParseUint(m[2], 16, 32)
		if m[1] == "" {
			return string([]byte{byte(n)})
		}
		return string(rune(n))
	}))
}

func TestExamplesOfPages(t *testing.T) {
	for id, rule := range Rules() {
		page, _ := Explain(rule.Name)
		if id == int(ruleset.Schema) || elsewhere.Has(ruleset.ID(id)) {
			if m := labels.FindStringSubmatch(page); m == nil || m[1] != byHand || rule.Fixable {
				t.Errorf("%s: the correction must be called %q, because --fix does not make it", rule.Name, byHand)
			}
			continue // tests of the command check the example
		}
		m := blocks.FindStringSubmatch(page)
		if m == nil || strings.Count(page, "```") != 4 {
			t.Errorf("%s: the page must have an example, its correction and no other block", rule.Name)
			continue
		}
		o := Options{Severities: map[string]Severity{rule.Name: Error}}
		if rule.Name == "trailing-commas" || rule.Name == "line-separators" {
			o.Dialect = JSONC
		}
		if rule.Name == "unused-suppression" {
			o.Dialect, o.SuppressInComments = JSONC, true
		}
		l := New(o)
		if r := l.Check(written(m[1])); len(r.Diagnostics) == 0 || r.Diagnostics[0].Rule != rule.Name {
			t.Errorf("%s: the example gives\n%s", rule.Name, describe(r))
		}
		if r := l.Check(written(m[3])); len(r.Diagnostics) > 0 {
			t.Errorf("%s: the fixed example gives\n%s", rule.Name, describe(r))
		}
		checkCorrection(t, rule.Name, l, m)
	}
}

const byHand = "Corrected by hand"

// checkCorrection checks that the correction of an example is called fixed if it is what --fix makes of the example, and otherwise not. The
// parameter m has the example, the word for the correction, and the correction.
func checkCorrection(t *testing.T, name string, l *Linter, m []string) {
	t.Helper()
	want := byHand
	fixed, _ := l.Fix(written(m[1]))
	if string(fixed) == string(written(m[3])) {
		want = "Fixed"
	}
	if m[2] != want {
		t.Errorf("%s: the correction is called %q, but must be called %q: --fix makes %q", name, m[2], want, fixed)
	}
}

func TestExamplesOfKinds(t *testing.T) {
	kinds := []string{dialect.UnquotedName.String(), explain.KindOfHabit(mistake.SingleQuoteHabit)}
	for kind := tokenizer.ErrorKind(1); flaw.ErrorKind(kind).IsValid(); kind++ {
		if ruleOfKind(kind) <= ruleset.Encoding { // otherwise the page is that of a rule
			kinds = append(kinds, kind.String())
		}
	}
	withExample := 0
	for _, kind := range kinds {
		page, _ := Explain(kind)
		m := inlines.FindStringSubmatch(page)
		if m == nil {
			if strings.Contains(page, "Found:") {
				t.Errorf("%s: the example is not written like the others", kind)
			}
			continue
		}
		withExample++
		l := New(Options{})
		if r := l.Check(written(m[1])); len(r.Diagnostics) != 1 || r.Diagnostics[0].Code != kind {
			t.Errorf("%s: the example gives\n%s", kind, describe(r))
		}
		if r := l.Check(written(m[3])); len(r.Diagnostics) > 0 {
			t.Errorf("%s: the fixed example gives\n%s", kind, describe(r))
		}
		checkCorrection(t, kind, l, m)
	}
	all := 0
	for _, rule := range Rules() {
		page, _ := Explain(rule.Name)
		all += strings.Count(page, "Found:")
	}
	if withExample != all || all < 25 {
		t.Errorf("%d examples have been tested, of %d", withExample, all)
	}
}

// TestPreviews checks that the rules with another severity in the next minor version exist, and that their pages say so.
func TestPreviews(t *testing.T) {
	for name, severity := range previews {
		r, ok := RuleOf(name)
		if !ok || r.Preview() != severity || r.Default == severity {
			t.Errorf("%s: the preview %v is not a change of %v", name, severity, r.Default)
		}
		if page, _ := Explain(name); !strings.Contains(page, "`--preview`") {
			t.Errorf("the page of %s does not mention --preview", name)
		}
	}
	if r, _ := RuleOf("syntax"); r.Preview() != r.Default {
		t.Errorf("syntax has the preview %v", r.Preview())
	}
}

func defaultsOf(r Rule) string {
	if r.Preview() != r.Default {
		return fmt.Sprintf("%v; preview: %v", r.Default, r.Preview())
	}
	return r.Default.String()
}

// TestRulesPage checks that docs/reference/rules.md equals the page that is generated from the table of
// rules.
func TestRulesPage(t *testing.T) {
	const file = "../docs/reference/rules.md"
	page := rulesPage()
	if *update {
		if err := os.WriteFile(file, []byte(page), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != page {
		t.Errorf("%s is not what the rules are, %v; go test ./lint -update writes it", file, err)
	}
}

func rulesPage() string {
	var b strings.Builder
	b.WriteString("# Rules\n\n<!-- go test ./lint -update writes this file. -->\n\n" +
		"Each rule has a page, which `jsonlint explain RULE` prints. The column *default* has the default severity of the rule. Flags and\n" +
		"settings can change the severity, as [Linting in detail](lint.md#rules-and-severities) shows. `--fix` can fix some findings of\n" +
		"the rules marked *fix*.\n\n" +
		"| rule | default | fix | |\n|---|---|---|---|\n")
	for _, r := range Rules() {
		fix := ""
		if r.Fixable {
			fix = "fix"
		}
		fmt.Fprintf(&b, "| [%s](../../lint/rules/%[1]s.md) | %s | %s | %s |\n", r.Name, defaultsOf(r), fix, r.Summary)
	}
	return b.String()
}
