package over

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

//go:embed prettier.mjs eslint.mjs hooks.py
var drivers embed.FS

// driverText returns the text of a driver. A driver reads the names of files from standard input, and prints a line for each file
// that the tool would check: its verdict, a tab, and the name. A tool that formats files writes them.
func driverText(name string) []byte {
	text, err := drivers.ReadFile(name)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return text
}

// A peer is a tool whose settings jsonlint init --from reads.
type peer struct {
	from    string // its name for --from
	program string // runs the driver
	driver  string
	formats bool
}

var peers = []peer{
	{"prettier", "node", "prettier.mjs", true},
	{"eslint-json", "node", "eslint.mjs", false},
	{"eslint-plugin-jsonc", "node", "eslint.mjs", false},
	{"check-json", "python3", "hooks.py", false},
	{"pretty-format-json", "python3", "hooks.py", true},
}

// A verdict is what a tool does with a file.
type verdict string

const (
	passes  verdict = "passes"  // it reports nothing
	reports verdict = "reports" // it reports an error, or formats the file
	cannot  verdict = "cannot"  // it cannot read the file, which therefore is not formatted
)

// An outcome is the verdict on a file. If the tool formats files, text is the text of the file afterwards.
type outcome struct {
	verdict
	text []byte
}

type outcomes map[string]outcome

// judged returns those of the files that have a verdict.
func (o outcomes) judged(files []string) []string {
	return slices.DeleteFunc(slices.Clone(files), func(f string) bool { _, ok := o[f]; return !ok })
}

// theirs returns the verdicts of the tool, for the files that it would check.
func (o *options) theirs(p peer, t *tree, files []string) (outcomes, error) {
	cmd := exec.Command(p.program, filepath.Join(o.work, p.driver), p.from)
	cmd.Dir, cmd.Stderr = t.dir, os.Stderr
	cmd.Stdin = strings.NewReader(strings.Join(files, "\n"))
	said, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.driver, err)
	}
	all := outcomes{}
	for line := range strings.Lines(string(said)) {
		v, file, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if !ok {
			return nil, fmt.Errorf("%s: unexpected line %q", p.driver, line)
		}
		one := outcome{verdict: verdict(v)}
		if p.formats {
			if one.text, err = t.read(file); err != nil {
				return nil, err
			}
		}
		all[file] = one
	}
	return all, nil
}

// ours returns the verdicts of jsonlint on all files. One that it does not check passes.
func (o *options) ours(p peer, t *tree, files []string) (outcomes, error) {
	all := outcomes{}
	for _, file := range files {
		all[file] = outcome{verdict: passes}
	}
	args, invalid := []string{"--format", "ndjson", "--max-problems", "0", "--no-schema", "."}, reports
	if p.formats {
		args, invalid = []string{"fmt", "--write", "--format", "ndjson", "."}, cannot
	}
	said, err := o.run(t.dir, args...)
	if err != nil {
		return nil, err
	}
	for line := range bytes.Lines(said) {
		var one struct{ Type, Path, Severity string }
		if err := json.Unmarshal(line, &one); err != nil {
			return nil, err
		}
		if _, known := all[one.Path]; known && (one.Severity == "error" || one.Type == "trouble") {
			all[one.Path] = outcome{verdict: invalid}
		}
	}
	if p.formats {
		return all, t.addTexts(all)
	}
	return all, nil
}

// run runs jsonlint in a folder, and returns its output. Findings are no error.
func (o *options) run(dir string, args ...string) ([]byte, error) {
	cmd := exec.Command(o.jsonlint, args...)
	cmd.Dir = dir
	said, err := cmd.Output()
	var status *exec.ExitError
	if errors.As(err, &status) && (status.ExitCode() == 1 || len(said) > 0) {
		err = nil
	}
	if err != nil {
		if status != nil {
			err = fmt.Errorf("%w: %s", err, status.Stderr)
		}
		return nil, fmt.Errorf("jsonlint %s: %w", strings.Join(args, " "), err)
	}
	return said, nil
}
