package conformance

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
)

// moduleDir returns the folder in which the go command keeps the sources of a
// module that this one depends on, after it has fetched them if need be.
func moduleDir(module string) (string, error) { return moduleDirOf(".", module) }

// carrierDir is moduleDir for the modules that only the module in testdata/suites depends on.
func carrierDir(module string) (string, error) { return moduleDirOf("testdata/suites", module) }

// moduleDirOf returns the folder of a module that the module in folder from depends on.
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

// describeExit adds to an error of the go command what the command said.
func describeExit(err error) error {
	if exit, ok := err.(*exec.ExitError); ok {
		return fmt.Errorf("%w: %s", err, exit.Stderr)
	}
	return err
}
