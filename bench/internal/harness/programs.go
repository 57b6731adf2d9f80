package harness

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// A Finder returns the path of an executable, or an error if it is not installed.
type Finder func() (path string, err error)

// OnPath returns a function that looks a program up on PATH.
func OnPath(name string) Finder {
	return func() (string, error) { return exec.LookPath(name) }
}

// NPMJSONLint returns a function that finds the program jsonlint of a particular npm package. Two packages install a program
// of that name. Each package installs the program as a link into the folder of the package.
func NPMJSONLint(inside string) Finder {
	return func() (string, error) {
		for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
			target, err := filepath.EvalSymlinks(filepath.Join(dir, "jsonlint"))
			if err == nil && strings.Contains(filepath.ToSlash(target), inside) {
				return target, nil
			}
		}
		return "", fmt.Errorf("no jsonlint on PATH that links into %s", strings.Trim(inside, "/"))
	}
}

// BuildJSONLint builds the jsonlint of this repository in dir, in the same way as a release.
func BuildJSONLint(dir string) (string, error) {
	path := filepath.Join(dir, "jsonlint")
	if runtime.GOOS == "windows" {
		path += ".exe"
	}
	return path, build(Root(), path, "./cmd/jsonlint")
}

// BuildEmpty builds a program that does nothing in dir, in the same way as jsonlint.
func BuildEmpty(dir string) (string, error) {
	path := filepath.Join(dir, "empty.exe")
	if err := os.WriteFile(filepath.Join(dir, "empty.go"), []byte("package main\n\nfunc main() {}\n"), 0o600); err != nil {
		return "", err
	}
	return path, build(dir, path, "empty.go")
}

func build(dir, path, what string) error {
	cmd := exec.Command("go", "build", "-C", dir, "-trimpath", "-ldflags=-s -w", "-o", path, what)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go build %s: %w: %s", what, err, out)
	}
	return nil
}

// Root returns the folder of the repository.
func Root() string {
	_, file, _, _ := runtime.Caller(0)
	return filepath.Join(filepath.Dir(file), "..", "..", "..")
}

// Lack describes on one line why something is missing, and what it needs.
func Lack(name, needs string, err error) string {
	return fmt.Sprintf("%s (%s): %s", name, needs, OneLine(err.Error()))
}

// OneLine joins the lines of s.
func OneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
