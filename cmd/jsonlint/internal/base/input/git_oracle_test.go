package input

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/testing/longtest"
)

// inRepository enters a new repository and sets HOME to a new folder.
func inRepository(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", "")
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	t.Chdir(t.TempDir())
	runGit(t, "init", "-q")
}

func runGit(t *testing.T, args ...string) string {
	t.Helper()
	out, err := exec.Command("git", args...).Output()
	if err != nil {
		t.Fatalf("git %v: %v", args, err)
	}
	return string(out)
}

func writeFiles(t *testing.T, files map[string]string) {
	t.Helper()
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// checkSearch compares the result of a search with the files that Git does not ignore.
func checkSearch(t *testing.T, what string) {
	t.Helper()
	s := &Search{Known: func(name string) bool { return strings.HasSuffix(name, ".json") }, Hidden: true}
	var got []string
	for f := range s.Files([]string{"."}) {
		got = append(got, f.Name)
	}
	want := strings.FieldsFunc(runGit(t, "ls-files", "-o", "--exclude-standard", "-z", "*.json"), func(r rune) bool { return r == 0 })
	if more, less := without(got, want), without(want, got); len(more)+len(less) > 0 {
		t.Errorf("%s: %q are found, and ignored by Git; %q are not", what, more, less)
	}
}

// without returns the elements of a that are not in b.
func without(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(s string) bool { return slices.Contains(b, s) })
}

// A search honors the same ignore files as Git, with the same precedence, without running Git.
func TestSearchIgnoresWhatGitIgnores(t *testing.T) {
	tree := map[string]string{}
	for _, dir := range []string{"", "x/", "x/y/", "build/", "x/build/", "x/y/z/"} {
		for _, name := range []string{"a", "b", "c d", "e", ".f"} {
			tree[dir+name+".json"] = ""
		}
	}
	for what, files := range map[string]map[string]string{
		"nothing":                {},
		".gitignore":             {".gitignore": "a.json\n/x/y\n"},
		"nested":                 {".gitignore": "a.json\n", "x/.gitignore": "!a.json\nb.json\n", "x/y/.gitignore": "/a.json\n!/z/b.json\n"},
		"of a folder":            {".gitignore": "build/\n!build/a.json\n"},
		"info/exclude":           {".git/info/exclude": "a.json\n/x/b.json\n"},
		"info/exclude, undone":   {".git/info/exclude": "a.json\n", "x/.gitignore": "!a.json\n"},
		"the user's":             {"$HOME/.config/git/ignore": "b.json\nbuild/\n"},
		"core.excludesFile":      {"$HOME/.gitconfig": "[core]\n\texcludesFile = ~/my ignore # mine\n", "$HOME/my ignore": "a.json\n", "$HOME/.config/git/ignore": "b.json\n"},
		"XDG":                    {"$HOME/.config/git/config": "[core] excludesfile=\"~/ig\\\"nore\"", "$HOME/ig\"nore": "a.json\n"},
		"of the repository":      {"$HOME/.gitconfig": "[core]\nexcludesFile = ~/one\n", "$HOME/one": "a.json\n", "$HOME/two": "b.json\n", ".git/config": "[core]\n\trepositoryformatversion = 0\n[core \"x\"]\nexcludesFile = ~/one\n[CORE]\n  EXCLUDESFILE = ~/t\\\nwo ; two\n"},
		"none":                   {"$HOME/.gitconfig": "[core]\nexcludesFile =\n", "$HOME/.config/git/ignore": "b.json\n"},
		"included":               {"$HOME/.gitconfig": "[include]\npath = more\n", "$HOME/more": "[core]\nexcludesFile = ~/one\n", "$HOME/one": "e.json\n"},
		"all, in order":          {"$HOME/.config/git/ignore": "*.json\n", ".git/info/exclude": "!a.json\n!b.json\n", ".gitignore": "b.json\n!c d.json\n"},
		"spaces":                 {".gitignore": "c d.json   \ne.json\\ \n"},
		"hidden":                 {".gitignore": ".*\n!.f.json\n"},
		"relative excludesFile":  {".git/config": "[core]\n\trepositoryformatversion = 0\n\texcludesFile = rules\n", "rules": "a.json\n"},
		"with a byte order mark": {".gitignore": "\uFEFFa.json\r\nb.json\r\n"},
	} {
		t.Run(what, func(t *testing.T) {
			inRepository(t)
			writeFiles(t, tree)
			for name, text := range files {
				writeFiles(t, map[string]string{os.ExpandEnv(name): text})
			}
			checkSearch(t, what)
			t.Chdir("x")
			checkSearch(t, what+", from x")
		})
	}
}

// The rules of a repository apply to its worktrees.
func TestSearchInWorktree(t *testing.T) {
	inRepository(t)
	runGit(t, "-c", "user.name=n", "-c", "user.email=e", "commit", "-q", "--allow-empty", "-m", "first")
	writeFiles(t, map[string]string{".git/info/exclude": "a.json\n"})
	runGit(t, "worktree", "add", "-q", "tree")
	t.Chdir("tree")
	writeFiles(t, map[string]string{"a.json": "", "b.json": "", "x/a.json": ""})
	checkSearch(t, "worktree")
}

// names are used as elements of random paths and patterns. They are ASCII, because ? matches a byte
// in Git and a character in this program.
var names = []string{"a", "b", "ab", "c d", "lib", "x", "[", "e", `b\`, "a.json", "b.json"}

// patterns are used as elements of random patterns, in addition to names.
var patterns = []string{"*", "**", "***", "?", "a*", "*b", "*.json", "a*b", "[ab]", "[!a]", "[a-c]*", "[]a]", "[[:alpha:]]", `\*`, `\a`, "a?", "??", "*a*", "[a", `b\\`, "c d", "x ", "lib\t"}

// randomPattern returns a line for a .gitignore.
func randomPattern(rng *rand.Rand) string {
	var b strings.Builder
	if rng.IntN(4) == 0 {
		b.WriteByte('!')
	}
	if rng.IntN(4) == 0 {
		b.WriteByte('/')
	}
	for i := range 1 + rng.IntN(4) {
		if i > 0 {
			b.WriteByte('/')
		}
		if rng.IntN(2) == 0 {
			b.WriteString(names[rng.IntN(len(names))])
		} else {
			b.WriteString(patterns[rng.IntN(len(patterns))])
		}
	}
	if rng.IntN(4) == 0 {
		b.WriteByte('/')
	}
	return b.String()
}

// The search finds the same files as Git for random .gitignore files.
func TestRandomIgnoreFiles(t *testing.T) {
	inRepository(t)
	rng := rand.New(rand.NewPCG(22, 4))
	tree := map[string]string{}
	for range 300 {
		parts := make([]string, 1+rng.IntN(5))
		for i := range parts {
			parts[i] = names[rng.IntN(len(names)-2)] // any name except the last two, which have the extension .json
		}
		tree[strings.Join(parts, "/")+"/"+names[rng.IntN(len(names))]+".json"] = ""
	}
	writeFiles(t, tree)
	rounds := 100
	if longtest.Off() {
		rounds = 10
	}
	for round := range rounds {
		texts := map[string]string{}
		for _, dir := range []string{"", "a/", "x/", "a/b/"} {
			var lines []string
			for range rng.IntN(8) {
				lines = append(lines, randomPattern(rng))
			}
			texts[dir+".gitignore"] = strings.Join(lines, "\n")
		}
		writeFiles(t, texts)
		checkSearch(t, fmt.Sprintf("round %d, %q", round, texts))
		if t.Failed() {
			return
		}
	}
}
