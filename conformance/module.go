package conformance

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
)

// moduleDir returns the folder in which the go command keeps the sources of a dependency. It
// downloads them if necessary.
func moduleDir(module string) (string, error) { return moduleDirOf(".", module) }

// carrierDir is like moduleDir, but finds the dependencies of the module in testdata/suites.
func carrierDir(module string) (string, error) { return moduleDirOf("testdata/suites", module) }

// moduleDirOf returns the folder of a dependency. The parameter from is the folder of the module
// that has the dependency.
func moduleDirOf(from, module string) (string, error) {
	run := func(args ...string) (string, error) {
		cmd := exec.Command("go", args...)
		cmd.Dir = from
		out, err := cmd.Output()
		return strings.TrimSpace(string(out)), describeExit(err)
	}
	list := func() (string, error) { return run("list", "-m", "-f", "{{.Dir}}", module) }
	dir, err := list()
	if err == nil && dir == "" {
		if _, err = run("mod", "download", module); err == nil {
			dir, err = list()
		}
	}
	if err != nil {
		return "", fmt.Errorf("finding module %s: %w", module, err)
	}
	if dir == "" {
		return "", fmt.Errorf("module %s has no folder: is it vendored?", module)
	}
	return filepath.Clean(dir), nil
}

// describeExit returns err with the error output of the go command added to it.
func describeExit(err error) error {
	if exit, ok := err.(*exec.ExitError); ok {
		return fmt.Errorf("%w: %s", err, exit.Stderr)
	}
	return err
}
