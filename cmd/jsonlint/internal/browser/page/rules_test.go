package page

import (
	"os"
	"regexp"
	"testing"

	"github.com/assayjson/assay/lint"
)

// notOffered are rules that the page does not offer: errors that no setting should hide, and rules about schemas and comments.
var notOffered = map[string]bool{
	"syntax": true, "encoding": true, "bom": true, "schema": true, "deprecated": true, "unusable-schema": true, "unknown-schema": true, "unused-suppression": true,
}

// TestPageKnowsRules compares the rules on the tab Options of the page, and their default severities, with those of package lint.
func TestPageKnowsRules(t *testing.T) {
	script, err := os.ReadFile("../../../../../web/src/settings.ts")
	if err != nil {
		t.Fatal(err)
	}
	offered := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^  \['([a-z-]+)', '([a-z]+)', '.*'\],$`).FindAllSubmatch(script, -1) {
		name, severity := string(m[1]), string(m[2])
		offered[name] = true
		if rule, ok := lint.RuleOf(name); !ok || rule.Default.String() != severity {
			t.Errorf("%s: %s on the page, want %v", name, severity, rule.Default)
		}
	}
	for _, rule := range lint.Rules() {
		if offered[rule.Name] == notOffered[rule.Name] {
			t.Errorf("%s: on the page: %v; excepted: %v", rule.Name, offered[rule.Name], notOffered[rule.Name])
		}
	}
}
