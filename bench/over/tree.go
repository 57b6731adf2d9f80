package over

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// mostBytes is the size of the largest files that are copied.
const mostBytes = 1 << 20

// A tree is a copy of a repository.
type tree struct {
	dir     string
	texts   map[string][]byte // of all files as they are in the repository, by their paths with slashes
	written map[string][]byte // of all files as they were written last
}

// copy copies a folder, without links, large files and what is never checked in. The copy is a repository, too, because jsonlint checks
// hidden files only in one.
func (t *tree) copy(folder string) error {
	t.texts, t.written = map[string][]byte{}, map[string][]byte{}
	if out, err := exec.Command("git", "init", "-q", t.dir).CombinedOutput(); err != nil {
		return fmt.Errorf("git init: %w: %s", err, out)
	}
	return filepath.WalkDir(folder, func(from string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == ".git" || d.Name() == "node_modules") {
			return filepath.SkipDir
		}
		info, err := d.Info()
		if err != nil || !info.Mode().IsRegular() || info.Size() > mostBytes {
			return err
		}
		name, err := filepath.Rel(folder, from)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		if t.texts[name], err = os.ReadFile(from); err != nil {
			return err
		}
		return t.put(name, t.texts[name])
	})
}

// files returns the names of all files.
func (t *tree) files() []string { return slices.Sorted(maps.Keys(t.texts)) }

func (t *tree) read(name string) ([]byte, error) { return os.ReadFile(filepath.Join(t.dir, name)) }

// addTexts adds the texts of the files, which jsonlint has formatted, to their outcomes. It reports those that are not as they were written.
func (t *tree) addTexts(all outcomes) (err error) {
	for file, one := range all {
		if one.text, err = t.read(file); err != nil {
			return err
		}
		if one.verdict == passes && !bytes.Equal(one.text, t.written[file]) {
			one.verdict = reports
		}
		all[file] = one
	}
	return nil
}

// put writes a file.
func (t *tree) put(name string, text []byte) error {
	file := filepath.Join(t.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	t.written[name] = text
	return os.WriteFile(file, text, 0o600)
}

// write writes a variant of files, and returns the number of files that have one.
func (t *tree) write(v variant, files []string) (count int, err error) {
	for _, name := range files {
		text := t.texts[name]
		if v.edit != nil && !isSettings(name) {
			if edited := v.edit(text); edited != nil {
				text = edited
				count++
			}
		}
		if old, err := t.read(name); err == nil && bytes.Equal(old, text) {
			t.written[name] = text
			continue
		}
		if err := t.put(name, text); err != nil {
			return count, err
		}
	}
	return count, nil
}

// restore writes all files as they are in the repository.
func (t *tree) restore() error {
	_, err := t.write(variant{}, t.files())
	return err
}

// isSettings reports whether tools read their settings from a file.
func isSettings(name string) bool {
	base := path.Base(name)
	return base == "package.json" || strings.HasPrefix(base, ".prettierrc") || strings.HasPrefix(base, ".eslintrc") || strings.HasPrefix(base, "tsconfig")
}

// differences describes the files on which the verdicts or the new texts differ. Others are the files without a verdict of theirs
// that ours reports.
func differences(theirs, ours outcomes) (different, others []string) {
	for _, file := range slices.Sorted(maps.Keys(ours)) {
		our := ours[file]
		their, ok := theirs[file]
		switch {
		case !ok && our.verdict != passes:
			others = append(others, file)
		case ok && their.verdict != our.verdict:
			different = append(different, fmt.Sprintf("%s: the tool %s, jsonlint %s%s", file, their.verdict, our.verdict, firstLines(their.text, our.text)))
		case ok && !bytes.Equal(their.text, our.text):
			different = append(different, fmt.Sprintf("%s: formatted differently%s", file, firstLines(their.text, our.text)))
		}
	}
	return different, others
}

// firstLines shows the first lines that differ.
func firstLines(theirs, ours []byte) string {
	a, b := strings.Split(string(theirs), "\n"), strings.Split(string(ours), "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf(" in line %d: %.80q, %.80q", i+1, a[i], b[i])
		}
	}
	if len(a) != len(b) {
		return fmt.Sprintf(": %d and %d lines", len(a), len(b))
	}
	return ""
}
