package copies

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/config"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/outputs"
)

// A Store is the folder of a settings file with copies of schemas.
type Store struct {
	Folder string            // the folder of the settings file
	Lock   *config.Lock      // must not be nil, and is not changed
	Given  map[string]string // paths of schemas by URL that the settings name; these are not downloaded
	Local  []string          // names of schemas that the settings use and that are not copies: absolute paths, and URLs in Given
	Today  string            // as in 2006-01-02

	// Get downloads the schema with a URL. If the user has not named it, the result is an error unless its host is on the internet.
	Get func(url string, named bool) ([]byte, error)

	// Compile compiles the schema with a URL. It gets this schema and those that it refers to from
	// load. The parameter inFile says whether a file, which is the user's own, contains the host of the URL.
	Compile func(url string, load func(url string, inFile bool) ([]byte, error)) error
}

// A State is the state of a copy.
type State string

// The states of a copy that has been compared with the lock file.
const (
	Intact  State = "ok"
	Edited  State = "changed" // its contents differ from those that were downloaded
	Missing State = "missing"
)

// Read returns the contents of a copy, and compares them with the lock file. The error says why an
// existing file cannot be read.
func (s *Store) Read(held config.Copy) ([]byte, State, error) {
	data, err := s.Lock.Read(s.Folder, held)
	var edited *config.Edited
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, Missing, nil
	case errors.As(err, &edited):
		return data, Edited, nil
	case err != nil:
		return nil, Edited, err
	}
	return data, Intact, nil
}

// gitAttributes keeps Git from changing line endings, which would change the hashes.
const gitAttributes = "* -text linguist-vendored\n"

// write writes the files with the given contents, the lock file, and other changes. Then it removes the files of
// schemas that are no longer in the lock file. Symbolic links do not lead it out of the folder of the
// copies.
func (s *Store) write(set *outputs.Set, files map[string][]byte, next *config.Lock, read outputs.Version, others []outputs.Change) error {
	text, err := next.Encode()
	if err != nil {
		return err
	}
	outer, err := os.OpenRoot(s.Folder)
	if err != nil {
		return err
	}
	defer outer.Close()
	if err := set.MakeFolders(outer, config.CopyFolder); err != nil {
		return err
	}
	root, err := outer.OpenRoot(config.CopyFolder)
	if err != nil {
		return errors.Join(err, set.Abort())
	}
	defer root.Close()
	changes := []outputs.Change{}
	const attributes = ".gitattributes"
	if _, err := root.Lstat(attributes); errors.Is(err, fs.ErrNotExist) {
		changes = append(changes, outputs.Change{Folder: root, Name: attributes, Text: []byte(gitAttributes)})
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		changes = append(changes, outputs.Change{Folder: root, Name: inside(name), Text: files[name]})
	}
	changes = append(changes, outputs.Change{Folder: root, Name: inside(config.LockName), Read: &read, Text: text})
	if err := commit(set, append(changes, others...)); err != nil {
		return err
	}
	kept := map[string]bool{} // a lock file that was merged by hand may list a file twice
	for _, held := range next.Schemas {
		kept[held.File] = true
	}
	for _, url := range slices.Sorted(maps.Keys(s.Lock.Schemas)) {
		if file := s.Lock.Schemas[url].File; !kept[file] {
			err = errors.Join(err, remove(root, inside(file)))
		}
	}
	return err
}

// commit adds all changes to a set, and commits it. After an error, it aborts the set while the folders of the changes are still open.
func commit(set *outputs.Set, changes []outputs.Change) error {
	for _, c := range changes {
		if err := set.Add(c); err != nil {
			return errors.Join(err, set.Abort())
		}
	}
	if err := set.Commit(); err != nil {
		return errors.Join(err, set.Abort())
	}
	return nil
}

// inside returns a path relative to the folder of the copies.
func inside(name string) string { return strings.TrimPrefix(name, config.CopyFolder+"/") }

// remove removes a file, and the folders that become empty.
func remove(root *os.Root, name string) error {
	if err := root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for dir := path.Dir(name); dir != "." && root.Remove(dir) == nil; dir = path.Dir(dir) {
	}
	return nil
}
