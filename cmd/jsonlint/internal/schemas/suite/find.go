package suite

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/regular"
	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/internal/files/known"
	"github.com/assayjson/assay/tokenizer"
)

// Documents lists the files with which a schema is tested.
type Documents struct {
	Valid   []string // the schema must accept them
	Invalid []string // the schema must reject them
	Cases   []string // files of cases
	Others  []string // in formats that are not read
}

// IsEmpty reports whether there are no files.
func (d *Documents) IsEmpty() bool {
	return len(d.Valid)+len(d.Invalid)+len(d.Cases)+len(d.Others) == 0
}

// casesSuffix is how the names of files of cases end.
const casesSuffix = ".tests.json"

// HasCases reports whether a file is one of cases, according to its name.
func HasCases(path string) bool { return strings.HasSuffix(path, casesSuffix) }

// The folders of documents, as in SchemaStore. Documents in a folder called invalid must be rejected, too.
const (
	validFolder   = "test"
	invalidFolder = "negative_test"
)

// Find finds the documents for a schema: the folders test/NAME and negative_test/NAME, beside the schema or in one of the two folders
// above, and the file NAME.tests.json beside the schema. NAME is the name of the schema without .json or .schema.json.
func Find(schema string) (d Documents, err error) {
	dir := filepath.Dir(schema)
	for _, name := range namesOf(schema) {
		if isFile(filepath.Join(dir, name+casesSuffix)) {
			d.Cases = append(d.Cases, filepath.Join(dir, name+casesSuffix))
		}
		at := dir
		for range 3 {
			if err := d.walk(filepath.Join(at, validFolder, name), &d.Valid); err != nil {
				return d, err
			}
			if err := d.walk(filepath.Join(at, invalidFolder, name), &d.Invalid); err != nil {
				return d, err
			}
			if at == filepath.Dir(at) {
				break
			}
			at = filepath.Dir(at)
		}
	}
	return d, nil
}

// NameOf returns the name of the tests of a schema.
func NameOf(schema string) string { return namesOf(schema)[0] }

// namesOf returns the name of a schema without its extensions, of which only the first is the usual one.
func namesOf(schema string) []string {
	name := filepath.Base(schema)
	name = strings.TrimSuffix(name, filepath.Ext(name))
	if short := strings.TrimSuffix(name, ".schema"); short != name && short != "" {
		return []string{short, name}
	}
	return []string{name}
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// Add adds what is in a file or folder that the user has named.
func (d *Documents) Add(path string) error {
	switch info, err := os.Stat(path); {
	case err != nil:
		return err
	case !info.IsDir() && HasCases(path):
		d.Cases = append(d.Cases, path)
		return nil
	}
	var files []string
	if err := d.walk(path, &files); err != nil {
		return err
	}
	for _, file := range files {
		folders := strings.Split(filepath.ToSlash(filepath.Dir(file)), "/")
		if slices.Contains(folders, invalidFolder) || slices.Contains(folders, "invalid") {
			d.Invalid = append(d.Invalid, file)
		} else {
			d.Valid = append(d.Valid, file)
		}
	}
	return nil
}

// walk adds the documents in a folder and below to a list. It is not an error if there is no such folder.
func (d *Documents) walk(folder string, to *[]string) error {
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case path != folder && strings.HasPrefix(entry.Name(), "."):
			if entry.IsDir() {
				return filepath.SkipDir
			}
		case entry.IsDir():
		case isDocument(path):
			*to = append(*to, path)
		default:
			d.Others = append(d.Others, path)
		}
		return nil
	})
	if os.IsNotExist(err) {
		return nil
	}
	return err
}

// isDocument reports whether a file is one document in JSON or in one of its relatives, according to its name.
func isDocument(path string) bool {
	f := known.Find(path)
	return f != nil && slices.Contains([]string{"json", "ijson", "jsonc", "jwcc", "json5"}, f.Dialect)
}

// Schemas returns the files in a folder that may be schemas with tests. Beside order.schema.json, order.json is one of its documents.
func Schemas(folder string) (paths []string, err error) {
	entries, err := os.ReadDir(folder)
	named := map[string]bool{} // the names before .schema.json
	for _, entry := range entries {
		name := entry.Name()
		if !entry.IsDir() && !strings.HasPrefix(name, ".") && isDocument(name) && !HasCases(name) {
			paths = append(paths, filepath.Join(folder, name))
			if names := namesOf(name); len(names) > 1 {
				named[names[0]] = true
			}
		}
	}
	isItsDocument := func(path string) bool { names := namesOf(path); return len(names) == 1 && named[names[0]] }
	return slices.DeleteFunc(paths, isItsDocument), err
}

// largestSchema is the size in bytes of the largest file in which IDs looks for an id.
const largestSchema = 16 << 20

// IDs returns the paths of the schemas in a folder by the URLs in their "$id", or "id" in draft 4.
func IDs(folder string) map[string]string {
	paths, _ := Schemas(folder) // what cannot be read has no id
	byURL := map[string]string{}
	for _, path := range paths {
		if info, err := os.Stat(path); err != nil || info.Size() > largestSchema {
			continue
		}
		data, err := regular.ReadFile(path)
		if err != nil {
			continue
		}
		doc, err := document.Parse(Plain(data))
		if err != nil {
			continue
		}
		for _, keyword := range []string{"$id", "id"} {
			id := doc.Get(keyword)
			if url := strings.TrimSuffix(id.String(), "#"); id.Kind() == tokenizer.String && strings.Contains(url, "://") && byURL[url] == "" {
				byURL[url] = path
			}
		}
	}
	return byURL
}
