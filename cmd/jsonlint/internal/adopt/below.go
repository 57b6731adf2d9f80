package adopt

import (
	"bytes"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/assayjson/assay/cmd/jsonlint/internal/adopt/source"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/ignore"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/regular"
)

const (
	mostEntries = 1 << 18 // of folders, in a search for settings
	mostBelow   = 9       // settings files that are named one by one
)

// below reports the settings files of a tool in folders below, which are not read, except those that are ignored. The member is that of
// its settings in package.json. A file without the word, if there is one, has no settings for JSON.
func (d *Draft) below(f *folder, names []string, member, word string) {
	ignored := ignore.ParseAll(append([]string{string(f.text(".gitignore"))}, d.Ignore...))
	var found []string
	entries := 0
	filepath.WalkDir(f.path, func(path string, e fs.DirEntry, err error) error {
		if entries++; entries > mostEntries {
			return filepath.SkipAll
		}
		name, failed := filepath.Rel(f.path, path)
		if name = filepath.ToSlash(name); err != nil || failed != nil || name == "." { // what cannot be read has no settings
			return nil
		}
		if e.IsDir() {
			if e.Name() == ".git" || e.Name() == "node_modules" || ignored.Covers(name, true) {
				return filepath.SkipDir
			}
			return nil
		}
		isManifest := e.Name() == manifest
		if filepath.Dir(path) == filepath.Clean(f.path) || !isManifest && !slices.Contains(names, e.Name()) || ignored.Covers(name, false) || !e.Type().IsRegular() {
			return nil
		}
		if isManifest || word != "" {
			text, err := regular.ReadFile(path)
			if err != nil || !bytes.Contains(text, []byte(word)) {
				return nil
			}
			if v, err := source.JSON(text); isManifest && (err != nil || v.Get(member) == nil) {
				return nil
			}
		}
		found = append(found, name)
		return nil
	})
	for i, name := range found {
		if more := len(found) - i - 1; i == mostBelow && more > 0 {
			d.miss(at{name, 0}, fmt.Sprintf("everything, with %d more in folders below", more), NotRead, "")
			return
		}
		d.miss(at{name, 0}, "everything", NotRead, "")
	}
}
