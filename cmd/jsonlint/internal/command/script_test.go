package command

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/assayjson/assay/cmd/jsonlint/internal/schemas"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"jsonlint": func() { os.Exit(Main(engine)) }})
}

// engine returns the schema engine, which is available at once in tests.
func engine() Schemas { return schemas.Engine{} }

// The scripts in testdata run the program as users do. With the race detector, each start takes a
// quarter of a second, so a short run includes only the scripts that check several files.
func TestScripts(t *testing.T) {
	p := testscript.Params{Dir: "testdata", RequireExplicitExec: true}
	if raceEnabled && testing.Short() {
		p = testscript.Params{Files: []string{"testdata/findings.txtar", "testdata/output.txtar"}, RequireExplicitExec: true}
	}
	testscript.Run(t, p)
}

// Every flag is used in a script.
func TestScriptsHaveEveryFlag(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, file := range append(files, "watch_test.go") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if strings.Contains(line, "jsonlint") || strings.Contains(line, "parse(") {
				all.WriteString(line)
			}
		}
	}
	for _, o := range program().Options() {
		if !regexp.MustCompile(`[ "]--` + o.Name + `[\s="]`).MatchString(all.String()) {
			t.Errorf("no script has --%s", o.Name)
		}
		if o.Short != "" && !regexp.MustCompile(` -`+o.Short+`\s`).MatchString(all.String()) {
			t.Errorf("no script has -%s", o.Short)
		}
	}
}
