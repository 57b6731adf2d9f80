package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A manifest is what the tests need of package.json.
type manifest struct{ Dependencies, DevDependencies, OptionalDependencies, PeerDependencies map[string]string }

// unlocked returns what is wrong with the lock file of a package: it must list each dependency, and each package in it must have a
// checksum and come from the public registry of npm, whatever mirror the machine has that wrote it.
func unlocked(m manifest, lock []byte) (faults []string) {
	var l struct {
		Version  int `json:"lockfileVersion"`
		Packages map[string]struct{ Version, Resolved, Integrity string }
	}
	if err := json.Unmarshal(lock, &l); err != nil || l.Version != 3 {
		return []string{fmt.Sprintf("version %d, %v", l.Version, err)}
	}
	for _, names := range []map[string]string{m.Dependencies, m.DevDependencies, m.OptionalDependencies, m.PeerDependencies} {
		for _, name := range sortedKeys(names) {
			if l.Packages["node_modules/"+name].Version != names[name] {
				faults = append(faults, "it does not have "+name+" "+names[name])
			}
		}
	}
	for _, path := range sortedKeys(l.Packages) {
		p := l.Packages[path]
		if path != "" && (!strings.HasPrefix(p.Resolved, "https://registry.npmjs.org/") || !strings.HasPrefix(p.Integrity, "sha512-")) {
			faults = append(faults, fmt.Sprintf("%s is from %q with %q", path, p.Resolved, p.Integrity))
		}
	}
	return faults
}

// tracked returns the paths of files of the repository that match patterns of Git.
func tracked(t *testing.T, patterns ...string) (paths []string) {
	t.Helper()
	list, err := git("..", append([]string{"ls-files", "--"}, patterns...)...)
	if err != nil {
		t.Fatal(err)
	}
	for name := range strings.Lines(list) {
		paths = append(paths, filepath.Join("..", strings.TrimSpace(name)))
	}
	return paths
}

// Each package.json with dependencies has a lock file beside it.
func TestDependenciesAreLocked(t *testing.T) {
	locks := 0
	for _, path := range tracked(t, "package.json", "*/package.json") {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var m manifest
		if err := json.Unmarshal(text, &m); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		if len(m.Dependencies)+len(m.DevDependencies)+len(m.OptionalDependencies)+len(m.PeerDependencies) == 0 {
			continue
		}
		lock := filepath.Join(filepath.Dir(path), "package-lock.json")
		if text, err = os.ReadFile(lock); err != nil || !slices.Contains(tracked(t, "package-lock.json", "*/package-lock.json"), lock) {
			t.Errorf("%s is not locked: %v", path, err)
			continue
		}
		locks++
		if faults := unlocked(m, text); len(faults) > 0 {
			t.Errorf("%s: %s", lock, strings.Join(faults, "; "))
		}
	}
	if locks != 3 {
		t.Errorf("%d lock files", locks)
	}
}

func TestUnlocked(t *testing.T) {
	const good = `{"lockfileVersion": 3, "packages": {"": {}, "node_modules/a": {"version": "1.0.0", "resolved": "https://registry.npmjs.org/a/-/a-1.0.0.tgz", "integrity": "sha512-x"}}}`
	m := manifest{DevDependencies: map[string]string{"a": "1.0.0"}}
	if faults := unlocked(m, []byte(good)); len(faults) > 0 {
		t.Error(faults)
	}
	for _, change := range [][2]string{
		{`: 3`, `: 2`}, {`{"lock`, `{,"lock`}, {"modules/a", "modules/b"}, {`"1.0.0"`, `"1.0.1"`},
		{"registry.npmjs.org", "registry.example.com"}, {"sha512-x", ""}, {`"resolved"`, `"from"`}, {`"integrity"`, `"sum"`},
	} {
		if faults := unlocked(m, []byte(strings.Replace(good, change[0], change[1], 1))); len(faults) != 1 {
			t.Errorf("%s: %q", change, faults)
		}
	}
}

// An unlockedCommand lets npm choose versions that a lock file could pin, or runs scripts of packages, in a shell or in code. Commands that
// name what they install do not match, because that is not in a lock file.
var unlockedCommand = regexp.MustCompile(`(?m)npm (--\S+ \S+ )?(install|i|add)( --loglevel \w+| -\S+)*(\s*$|\s*[&|;]|[)"'` + "`" + `])|npm (--\S+ \S+ )?ci\b|--no-package-lock|"(install|i|ci)", "-|npx (-y|--yes)`)

// unlockedCommands returns the commands in a text that a lock file does not bind.
func unlockedCommands(text string) []string {
	return unlockedCommand.FindAllString(strings.NewReplacer(`"ci", "--ignore-scripts"`, "", "ci --ignore-scripts", "", "install --package-lock-only", "").Replace(text), -1)
}

// What builds, tests and documents the packages of this repository installs what the lock files list.
func TestInstallsAreLocked(t *testing.T) {
	for _, path := range tracked(t, ".ci", ".github", "*.md", "editors", "web", "release/*.go", ":!bench", ":!CHANGELOG.md", ":!release/*_test.go", ":!*/package-lock.json", ":!*.png") {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if found := unlockedCommands(string(text)); len(found) > 0 {
			t.Errorf("%s: %q", path, found)
		}
	}
	for text, want := range map[string]int{
		"npm install": 1, "\tnpm install --loglevel error --no-audit \n": 1, "cd a && npm i && npm --prefix b install": 2, "npm ci --silent": 1, `b.npm("web", []string{"install", "--silent"})`: 1,
		"npm ci --ignore-scripts": 0, "npm --prefix b ci --ignore-scripts": 0, "npm install --silent a@1.2.3": 0, "npm install --prefix \"$a\" b": 0, "npm install --package-lock-only": 0, `[]string{"ci", "--ignore-scripts"}`: 0,
	} {
		if found := unlockedCommands(text); len(found) != want {
			t.Errorf("%s: %q", text, found)
		}
	}
}
