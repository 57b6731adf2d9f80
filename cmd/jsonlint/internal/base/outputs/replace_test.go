package outputs

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// replacements are the ways to replace a file in a folder.
var replacements = map[string]func(dir, name string, read Version, text string) error{
	"Replace": func(dir, name string, read Version, text string) error {
		return Replace(filepath.Join(dir, name), read, []byte(text))
	},
	"ReplaceIn": func(dir, name string, read Version, text string) error {
		folder, err := os.OpenRoot(dir)
		if err != nil {
			return err
		}
		defer folder.Close()
		return ReplaceIn(folder, name, read, []byte(text))
	},
	"Set": func(dir, name string, read Version, text string) error {
		var s Set
		err := s.Add(Change{Name: filepath.Join(dir, name), Read: &read, Text: []byte(text)})
		if err == nil {
			err = s.Commit()
		}
		return errors.Join(err, s.Abort())
	},
}

// A file is replaced only if it still has the contents that were read.
func TestReplace(t *testing.T) {
	for name, replace := range replacements {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "a.json")
			if err := errors.Join(os.WriteFile(path, []byte("old"), 0o600), os.Mkdir(filepath.Join(dir, "d"), 0o777)); err != nil {
				t.Fatal(err)
			}
			for _, c := range []struct {
				name string
				read Version
				text string
				want error
				then string // the contents afterwards; "" if the file does not exist
			}{
				{"a.json", VersionOf([]byte("old")), "1", nil, "1"},
				{"a.json", VersionOf([]byte("old")), "2", ErrChanged, "1"},
				{"a.json", VersionOf([]byte("2")), "2", ErrChanged, "1"},
				{"a.json", VersionOf([]byte("10")), "2", ErrChanged, "1"},
				{"a.json", Version{}, "2", fs.ErrExist, "1"},
				{"b.json", VersionOf(nil), "2", ErrChanged, ""},
				{"b.json", Version{}, "2", nil, "2"},
				{"c/b.json", Version{}, "2", fs.ErrNotExist, ""},
				{"d", VersionOf(nil), "2", errAny, ""},
			} {
				err := replace(dir, c.name, c.read, c.text)
				if !errors.Is(err, c.want) && (c.want != errAny || err == nil) {
					t.Errorf("%s, %q: %v, want %v", c.name, c.text, err, c.want)
				}
				if got, _ := os.ReadFile(filepath.Join(dir, c.name)); string(got) != c.then {
					t.Errorf("%s, %q: the file has %q", c.name, c.text, got)
				}
			}
			if info, _ := os.Stat(path); runtime.GOOS != "windows" && info.Mode() != 0o600 {
				t.Errorf("mode %v", info.Mode())
			}
			if files, _ := os.ReadDir(dir); len(files) != 3 {
				t.Errorf("%d files are left", len(files))
			}
		})
	}
}

var errAny = errors.New("any error")

// A file in a folder that must not be left is neither outside nor a link.
func TestReplaceInStaysInFolder(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"../a", "/a", "up/a"} {
		if err := os.Symlink("..", filepath.Join(dir, "up")); err != nil && !errors.Is(err, fs.ErrExist) {
			t.Skip(err)
		}
		if err := replacements["ReplaceIn"](dir, name, Version{}, ""); err == nil {
			t.Errorf("%s is written", name)
		}
	}
	if err := errors.Join(os.WriteFile(filepath.Join(dir, "a"), nil, 0o666), os.Symlink("a", filepath.Join(dir, "b"))); err != nil {
		t.Fatal(err)
	}
	if err := replacements["ReplaceIn"](dir, "b", VersionOf(nil), ""); !errors.Is(err, ErrIsLink) {
		t.Error(err)
	}
}

// An edit that is saved at any time before the file is replaced is not lost: before the new contents are there, before they are complete,
// and before the file has its name. Editors save in place and by renaming.
func TestEditWhileReplacing(t *testing.T) {
	edits := map[string]func(path string) error{
		"in place": func(path string) error { return os.WriteFile(path, []byte("edit"), 0o666) },
		"same length": func(path string) error {
			return os.WriteFile(path, []byte("odd"), 0o666)
		},
		"appended": func(path string) error {
			f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
			if err != nil {
				return err
			}
			_, err = f.WriteString("edit")
			return errors.Join(err, f.Close())
		},
		"renamed": func(path string) error {
			return errors.Join(os.WriteFile(path+".new", []byte("edit"), 0o666), os.Rename(path+".new", path))
		},
		"same time": func(path string) error {
			info, err := os.Stat(path)
			if err != nil {
				return err
			}
			return errors.Join(os.WriteFile(path, []byte("odd"), 0o666), os.Chtimes(path, info.ModTime(), info.ModTime()))
		},
		"removed": os.Remove,
	}
	for name, edit := range edits {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "a")
			if err := os.WriteFile(path, []byte("old"), 0o666); err != nil {
				t.Fatal(err)
			}
			err := ReplaceBy(path, VersionOf([]byte("old")), func(w io.Writer) error {
				if _, err := io.WriteString(w, "new"); err != nil {
					return err
				}
				return edit(path)
			})
			if !errors.Is(err, ErrChanged) {
				t.Errorf("ReplaceBy returned %v", err)
			}
			if got, _ := os.ReadFile(path); string(got) == "new" || string(got) == "old" {
				t.Errorf("the file has %q", got)
			}
			if left, _ := filepath.Glob(filepath.Join(dir, ".jsonlint*")); len(left) > 0 {
				t.Errorf("left behind: %q", left)
			}
		})
	}
}
