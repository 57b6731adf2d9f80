package conformance

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
)

// moduleDir returns the folder in which the go command keeps the sources of a
// module that this one depends on, after it has fetched them if need be.
func moduleDir(module string) (string, error) {
	list := func() (string, error) {
		out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", module).Output()
		return strings.TrimSpace(string(out)), describeExit(err)
	}
	dir, err := list()
	if err == nil && dir == "" {
		if err = exec.Command("go", "mod", "download", module).Run(); err == nil {
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
