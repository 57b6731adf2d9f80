package agreement

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/assayjson/assay/internal/testing/programs"
)

// TestAnswersOfPrograms asks about files in the ways in which users meet them, and compares the answers with those of the programs
// that read the files. Each difference needs a reason, and each reason a difference.
func TestAnswersOfPrograms(t *testing.T) {
	a := newAsker(t)
	for _, trial := range programs.Trials() {
		for _, c := range programs.Constructs {
			name := trial.File
			if name == "" {
				name = "declared.json"
			}
			a.in = &input{name: name, text: []byte(trial.Text(c))}
			if err := os.MkdirAll(filepath.Dir(a.file()), 0o700); err != nil {
				t.Fatal(err)
			}
			a.write(a.file(), a.in.text)
			command := a.quiet(nil, "--allow-no-files", a.file()) // a file that may be YAML is not checked
			if page := a.onPage(a.in.text, name); page.status != command.status {
				t.Errorf("%s, %s: the command says %d, and the page %d", name, c.Name, command.status, page.status)
			}
			if server := inServer(a); c.Name != "bom" && min(server.errors, 1) != command.status {
				t.Errorf("%s, %s: the command says %d, and the language server %d errors", name, c.Name, command.status, server.errors)
			}
			accepts, known := trial.Accepts(c)
			reason := trial.Reason(c)
			if differs := known && accepts != (command.status == 0); differs != (reason != "") {
				t.Errorf("%s, %s: %s accepts it: %t; jsonlint: %t; reason %q", name, c.Name, trial.Program, accepts, command.status == 0, reason)
			}
			_ = os.Remove(a.file())
		}
	}
	a.end()
}
