package ignore

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// tree lists the files to which the cases are applied.
var tree = strings.Fields(`a.json b.json ab.json !c.json #d.json
	x/a.json x/y/a.json x/y/b.json x/y/z/c.json
	build/a.json x/build/a.json logs/a.json x/logs
	foo/bar/a.json x/foo/bar/a.json abc/a.json abc/d/e.json keep/a.json keep/b/c.json`)

// cases are the contents of .gitignore files: first the file at the top and, after a line of
// dashes, the file in folder x. The pattern x**/a.json is omitted, because Git treats ** specially
// there, contrary to its manual.
var cases = []string{
	"",
	"a.json",
	"/a.json",
	"*.json\n!a.json",
	"!a.json\n*.json",
	"build/",
	"build",
	"logs/",
	"x/logs",
	"/build",
	"foo/bar",
	"/foo/bar/",
	"**/foo/bar",
	"**/a.json",
	"x/**",
	"x/**/a.json",
	"abc/**",
	"abc/**\n!abc/d",
	"abc/**\n!abc/d/\n!abc/d/e.json",
	"abc/*\n!abc/d",
	"/*\n!/keep\n/keep/*\n!/keep/b",
	"keep\n!keep/a.json",
	"[ab].json",
	"[!a].json",
	"[^a].json",
	"?b.json",
	`\!c.json`,
	`\#d.json`,
	"#d.json",
	"a.json   ",
	"a.json\\ ",
	"a.json\r",
	"[a",
	"*",
	"**",
	"x/*/a.json",
	"x/*",
	"*/a.json",
	"x/y/",
	"!x",
	"/",
	"a.json/",
	"[[:alpha:]].json",
	"[a-b].json",
	"*.json\n---\n!*.json",
	"---\na.json",
	"---\n/a.json",
	"---\n/y/a.json",
	"x\n---\n!a.json",
	"a.json\n---\n!/y/a.json",
	"---\n*\n!y\n!y/**",
}

// Git is the oracle.
func TestIgnoresWhatGitIgnores(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	dir := t.TempDir()
	git(t, dir, "", "init", "-q")
	for _, name := range tree {
		write(t, filepath.Join(dir, name), "")
	}
	for _, c := range cases {
		top, inX := split(c)
		write(t, filepath.Join(dir, ".gitignore"), top)
		write(t, filepath.Join(dir, "x/.gitignore"), inX)
		want := strings.Split(strings.TrimSuffix(git(t, dir, strings.Join(tree, "\x00"), "check-ignore", "-z", "--stdin"), "\x00"), "\x00")
		for _, name := range tree {
			if got := walk(top, inX, name); got != slices.Contains(want, name) {
				t.Errorf("%q: %s ignored: %t, and Git says %t", c, name, got, !got)
			}
		}
	}
}

func split(c string) (top, inX string) {
	if after, ok := strings.CutPrefix(c, "---\n"); ok {
		return "", after
	}
	top, inX, _ = strings.Cut(c, "\n---\n")
	return top, inX
}

// walk reports whether a search that descends from folder to folder ignores the file.
func walk(top, inX, name string) bool {
	s := (*Stack)(nil).Push("", Parse(top))
	for i := range len(name) {
		if name[i] != '/' {
			continue
		}
		if s.Ignores(name[:i], true) {
			return true
		}
		if name[:i] == "x" {
			s = s.Push("x/", Parse(inX))
		}
	}
	return s.Ignores(name, false)
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// git returns the output of Git. Exit status 1 is not a failure, because it means that nothing is
// ignored.
func git(t *testing.T, dir, stdin string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(stdin)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null")
	out, err := cmd.Output()
	if err != nil && cmd.ProcessState.ExitCode() != 1 {
		t.Fatal(err)
	}
	return string(out)
}

func TestCovers(t *testing.T) {
	l := ParseAll([]string{"vendor/", "*.min.json", "!keep.min.json"})
	for name, want := range map[string]bool{
		"a.json": false, "vendor/a.json": true, "x/vendor/y/a.json": true, "x/a.min.json": true, "x/keep.min.json": false,
	} {
		if l.Covers(name, false) != want {
			t.Errorf("%s: %t, want %t", name, !want, want)
		}
	}
	if !l.Covers("x/vendor", true) || l.Covers("x/vendor", false) || l.Covers("x", true) {
		t.Error("folders")
	}
}
