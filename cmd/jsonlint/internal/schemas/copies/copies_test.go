package copies

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/config"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/outputs"
)

// web is a store whose schemas are texts that list the URLs to which they refer.
func web(t *testing.T, texts map[string]string) *Store {
	return &Store{
		Folder: t.TempDir(), Lock: &config.Lock{Schemas: map[string]config.Copy{}}, Today: "2026-01-02",
		Get: func(url string, _ bool) ([]byte, error) {
			if text, ok := texts[url]; ok {
				return []byte(text), nil
			}
			return nil, errors.New("none")
		},
		Compile: func(url string, load func(string, bool) ([]byte, error)) error {
			seen := map[string]bool{}
			for todo := []string{url}; len(todo) > 0; todo = todo[1:] {
				if seen[todo[0]] {
					continue
				}
				seen[todo[0]] = true
				text, err := load(todo[0], false)
				if err != nil {
					return fmt.Errorf("%s: %w", todo[0], err)
				}
				todo = append(todo, strings.Fields(string(text))...)
			}
			return nil
		},
	}
}

// write writes an update, unless another program has changed the lock file since the store was read.
func write(u *Update) error {
	var read outputs.Version
	if text, err := os.ReadFile(filepath.Join(u.store.Folder, config.LockName)); err == nil {
		read = outputs.VersionOf(text)
	}
	return u.Write(new(outputs.Set), read)
}

// reload reads the lock file that an update has written.
func reload(t *testing.T, s *Store) {
	t.Helper()
	l, err := config.ReadLock(s.Folder, false, os.ReadFile)
	if err != nil || l == nil {
		t.Fatal(l, err)
	}
	s.Lock = l
}

func describe(changes []Change) (all []string) {
	for _, c := range changes {
		all = append(all, string(c.Action)+" "+strings.TrimPrefix(c.URL, "https://"))
	}
	return all
}

func TestUpdate(t *testing.T) {
	texts := map[string]string{"https://x/a": "https://x/b https://x/a", "https://x/b": "https://y/a.json", "https://y/a.json": "https://x/a", "https://x/c": "https://x/b"}
	s := web(t, texts)
	step := func(do func(u *Update) error, want ...string) {
		t.Helper()
		u := s.Begin()
		if err := do(u); err != nil {
			t.Fatal(err)
		}
		if got := describe(u.Changes()); !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
		if err := write(u); err != nil {
			t.Fatal(err)
		}
		reload(t, s)
		for url, held := range s.Lock.Schemas {
			if _, state, err := s.Read(held); state != Intact {
				t.Errorf("%s: %s, %v", url, state, err)
			}
		}
	}
	add := func(url string) func(u *Update) error { return func(u *Update) error { return u.Add(url, true) } }
	refresh := func(urls ...string) func(u *Update) error {
		return func(u *Update) error { return u.Refresh(urls) }
	}
	step(add("https://x/a"), "added x/a", "added x/b", "added y/a.json")
	step(add("https://x/a"))
	step(add("https://x/b"), "added x/b")
	s.Today = "2026-02-03"
	step(refresh(), "unchanged x/a", "unchanged x/b", "unchanged y/a.json")
	if date := s.Lock.Schemas["https://x/a"].Date; date != "2026-01-02" {
		t.Error(date)
	}
	texts["https://x/b"] = ""
	step(refresh("https://x/a"), "unchanged x/a", "changed x/b", "removed y/a.json")
	if c := s.Lock.Schemas["https://x/b"]; c.Date != "2026-02-03" || !c.Added {
		t.Errorf("%+v", c)
	}
	if _, err := os.Stat(filepath.Join(s.Folder, ".jsonlint/schemas/y")); err == nil {
		t.Error("an empty folder is left")
	}
	if err := os.WriteFile(filepath.Join(s.Folder, ".jsonlint/schemas/x/a.json"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	step(refresh(), "restored x/a", "unchanged x/b")
	step(add("https://x/c"), "added x/c")
	remove := func(u *Update) error { return u.Remove("https://x/c") }
	step(remove, "removed x/c")
	step(func(u *Update) error { return errors.Join(u.Remove("https://x/a"), u.Remove("https://x/b")) }, "removed x/a", "removed x/b")
}

// After an error, nothing is added, and other schemas can still be.
func TestAddFails(t *testing.T) {
	s := web(t, map[string]string{"https://x/a": "https://x/none", "https://x/b": ""})
	u := s.Begin()
	if err := u.Add("https://x/a", true); err == nil || err.Error() != "https://x/none: none" {
		t.Error(err)
	}
	if err := write(u); err != nil {
		t.Fatal(err)
	}
	if entries, _ := os.ReadDir(s.Folder); len(entries) > 0 {
		t.Error(entries)
	}
	if err := u.Add("https://x/b", true); err != nil {
		t.Error(err)
	}
	if got := describe(u.Changes()); !slices.Equal(got, []string{"added x/b"}) {
		t.Error(got)
	}
}

// Schemas that refer to others without end are not followed without end.
func TestEndless(t *testing.T) {
	s := web(t, nil)
	s.Get = func(url string, _ bool) ([]byte, error) { return []byte(url + "x"), nil }
	if err := s.Begin().Add("https://x/", true); err == nil || !strings.Contains(err.Error(), "more than 2000 schemas") {
		t.Errorf("%.200v", err)
	}
}

// If a file cannot be written, the lock file is not changed, and no temporary file is left.
func TestWriteFails(t *testing.T) {
	s := web(t, map[string]string{"https://x/a": "https://x/b", "https://x/b": ""})
	if err := os.MkdirAll(filepath.Join(s.Folder, ".jsonlint/schemas/x/b.json"), 0o777); err != nil {
		t.Fatal(err)
	}
	u := s.Begin()
	if err := u.Add("https://x/a", true); err != nil {
		t.Fatal(err)
	}
	if err := write(u); err == nil {
		t.Error("a folder is replaced")
	}
	filepath.WalkDir(s.Folder, func(path string, _ os.DirEntry, _ error) error {
		if strings.HasSuffix(path, ".tmp") || strings.HasSuffix(path, "lock.json") {
			t.Error(path)
		}
		return nil
	})
	outside := t.TempDir()
	s.Folder = t.TempDir()
	if err := os.Symlink(outside, filepath.Join(s.Folder, ".jsonlint")); err != nil {
		t.Skip(err)
	}
	if err := write(u); err == nil {
		t.Error("files are written outside the folder")
	}
}

// Symbolic links do not lead an update to other files of the repository.
func TestWriteStaysInFolder(t *testing.T) {
	texts := map[string]string{"https://x/a": "", "https://x/b": ""}
	s := web(t, texts)
	u := s.Begin()
	if err := errors.Join(u.Add("https://x/a", true), write(u)); err != nil {
		t.Fatal(err)
	}
	reload(t, s)
	other := filepath.Join(s.Folder, "src", "a.json")
	if err := errors.Join(os.Mkdir(filepath.Dir(other), 0o777), os.WriteFile(other, []byte("mine"), 0o666), os.RemoveAll(filepath.Join(s.Folder, ".jsonlint/schemas/x"))); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../../src", filepath.Join(s.Folder, ".jsonlint/schemas/x")); err != nil {
		t.Skip(err)
	}
	for _, do := range []func(u *Update) error{
		func(u *Update) error { return u.Refresh(nil) },
		func(u *Update) error { return u.Remove("https://x/a") },
		func(u *Update) error { return u.Add("https://x/b", true) },
	} {
		u := s.Begin()
		if err := do(u); err != nil {
			t.Fatal(err)
		}
		if err := write(u); err == nil {
			t.Error("no error")
		}
		if left, _ := filepath.Glob(filepath.Join(s.Folder, "src", "*")); len(left) != 1 {
			t.Errorf("%q", left)
		}
		if text, err := os.ReadFile(other); string(text) != "mine" {
			t.Errorf("%q, %v", text, err)
		}
	}
}

// A file that two schemas have after a merge stays until both are gone.
func TestRemoveSharedFile(t *testing.T) {
	s := web(t, map[string]string{"https://x/a": ""})
	u := s.Begin()
	if err := errors.Join(u.Add("https://x/a", true), write(u)); err != nil {
		t.Fatal(err)
	}
	reload(t, s)
	s.Lock.Schemas["https://x/b"] = s.Lock.Schemas["https://x/a"]
	u = s.Begin()
	if err := errors.Join(u.Remove("https://x/b"), write(u)); err != nil {
		t.Fatal(err)
	}
	reload(t, s)
	if _, state, err := s.Read(s.Lock.Schemas["https://x/a"]); state != Intact {
		t.Error(state, err)
	}
}

func TestFileFor(t *testing.T) {
	crafted := config.Hash([]byte("https://x/crafted"))
	taken := map[string]bool{
		".jsonlint/schemas/x/taken.json": true, ".jsonlint/schemas/x/crafted.json": true, ".jsonlint/schemas/x/crafted-" + crafted[:8] + ".json": true,
	}
	for url, want := range map[string]string{
		"https://json.schemastore.org/tsconfig":       "json.schemastore.org/tsconfig.json",
		"https://x/a/b.schema.json":                   "x/a/b.schema.json",
		"https://x":                                   "x/schema.json",
		"https://x/":                                  "x/schema.json",
		"https://x:8080/a.json/b":                     "x_8080/a/b.json",
		"https://x/../../etc/passwd":                  "x/etc/passwd.json",
		"https://x/%2e%2e/%2E./a":                     "x/a.json",
		"https://x/a%2F..%2F..%2Fb":                   "b.json",
		"https://x/con/NUL.json":                      "x/_con/_NUL.json",
		"https://x/.hidden/.a.":                       "x/_.hidden/_.a.json",
		"https://x/é b":                               "x/__b.json",
		"https://X/Taken":                             "X/Taken-" + config.Hash([]byte("https://X/Taken"))[:8] + ".json",
		"https://x/crafted":                           "x/crafted-" + crafted[:16] + ".json",
		"https://x/a.json.JSON/b":                     "x/a/b.json",
		"https://x/.json/b":                           "x/_/b.json",
		"https://x/a?v=1":                             "x/a-" + config.Hash([]byte("v=1"))[:8] + ".json",
		"https://x/" + strings.Repeat("a", 300):       "x/" + strings.Repeat("a", 91) + "-" + config.Hash([]byte(strings.Repeat("a", 300)))[:8] + ".json",
		"https://x/" + strings.Repeat("a/", 80) + "b": "x/" + strings.Repeat("a/", 44) + "a-" + config.Hash([]byte("x" + strings.Repeat("/a", 80)))[:8] + "/b.json",
	} {
		got := strings.TrimPrefix(fileFor(url, taken), ".jsonlint/schemas/")
		if got != want && url != "https://x/a%2F..%2F..%2Fb" {
			t.Errorf("%.100s: %q, want %q", url, got, want)
		}
		if !regexp.MustCompile(`^[A-Za-z0-9_./-]+$`).MatchString(got) || !filepath.IsLocal(got) {
			t.Errorf("%q: %q", url, got)
		}
	}
}

// An update downloads exactly as much as its limit allows.
func TestLimitOfAnUpdate(t *testing.T) {
	text := make([]byte, mostBytes/2+1)
	for _, c := range []struct {
		sizes []int
		fails bool
	}{
		{[]int{mostBytes / 2, mostBytes / 2}, false},
		{[]int{mostBytes / 2, mostBytes/2 + 1}, true},
		{[]int{mostBytes / 2, mostBytes/2 - 1, 1}, false},
		{[]int{mostBytes / 2, mostBytes/2 - 1, 2}, true},
		{[]int{mostBytes / 2, mostBytes / 2, 0}, false},
		{[]int{mostBytes / 2, mostBytes / 2, 1}, true},
	} {
		s := web(t, nil)
		next := 0
		s.Get = func(string, bool) ([]byte, error) { next++; return text[:c.sizes[next-1]], nil }
		u := s.Begin()
		var err error
		for i := range c.sizes {
			if _, err = u.load(fmt.Sprint("https://x/", i), false, false); err != nil && i < len(c.sizes)-1 {
				t.Errorf("%v: %d: %v", c.sizes, i, err)
			}
		}
		if (err != nil) != c.fails || u.bytes > mostBytes {
			t.Errorf("%v: %v, %d bytes", c.sizes, err, u.bytes)
		}
	}
}

// A schema that is only referred to, by a schema or a catalogue, is not one that the user has named. Hosts in files are the user's own.
func TestNamed(t *testing.T) {
	s := web(t, map[string]string{"https://x/a": "https://x/b", "https://x/b": "https://y/c", "https://y/c": ""})
	var asked []string
	get := s.Get
	s.Get = func(url string, named bool) ([]byte, error) {
		asked = append(asked, fmt.Sprint(strings.TrimPrefix(url, "https://"), " ", named))
		return get(url, named)
	}
	expect := func(want ...string) {
		t.Helper()
		if !slices.Equal(asked, want) {
			t.Errorf("%q, want %q", asked, want)
		}
		asked = nil
	}
	u := s.Begin()
	if err := u.Add("https://x/a", true); err != nil {
		t.Fatal(err)
	}
	expect("x/a true", "x/b false", "y/c false")
	if err := s.Begin().Add("https://x/b", false); err != nil {
		t.Fatal(err)
	}
	expect("x/b false", "y/c false")
	if err := write(u); err != nil {
		t.Fatal(err)
	}
	reload(t, s)
	u = s.Begin()
	if err := u.Add("https://y/c", true); err != nil {
		t.Fatal(err)
	}
	if err := write(u); err != nil {
		t.Fatal(err)
	}
	reload(t, s)
	if err := s.Begin().Refresh(nil); err != nil {
		t.Fatal(err)
	}
	expect("x/a true", "x/b false", "y/c true")
}
