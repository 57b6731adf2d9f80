package copies

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/config"
	"github.com/assayjson/assay/cmd/jsonlint/internal/regular"
)

// A Store is the folder of a settings file with copies of schemas.
type Store struct {
	Folder string            // the folder of the settings file
	Lock   *config.Lock      // must not be nil, and is not changed
	Given  map[string]string // paths of schemas by URL that the settings name; these are not downloaded
	Local  []string          // names of schemas that the settings use and that are not copies: absolute paths, and URLs in Given
	Today  string            // as in 2006-01-02

	// Get downloads the schema with a URL.
	Get func(url string) ([]byte, error)

	// Compile compiles the schema with a URL. It gets this schema and those that it refers to from
	// load.
	Compile func(url string, load func(url string) ([]byte, error)) error
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
	data, err := regular.ReadFile(filepath.Join(s.Folder, filepath.FromSlash(held.File)))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, Missing, nil
	case err != nil:
		return nil, Edited, err
	case Hash(data) != held.SHA256:
		return data, Edited, nil
	}
	return data, Intact, nil
}

// Hash returns the SHA-256 of data in hexadecimal digits.
func Hash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// gitAttributes keeps Git from changing line endings, which would change the hashes.
const gitAttributes = "* -text linguist-vendored\n"

// write writes the files with the given contents, and then the lock file. Then it removes the files of
// schemas that are no longer in the lock file. Symbolic links do not lead it out of the folder of the
// copies.
func (s *Store) write(files map[string][]byte, next *config.Lock) error {
	outer, err := os.OpenRoot(s.Folder)
	if err != nil {
		return err
	}
	defer outer.Close()
	if err := outer.MkdirAll(config.CopyFolder, 0o777); err != nil {
		return err
	}
	root, err := outer.OpenRoot(config.CopyFolder)
	if err != nil {
		return err
	}
	defer root.Close()
	for name, data := range files {
		if err := replace(root, inside(name), data); err != nil {
			return err
		}
	}
	const attributes = ".gitattributes"
	if _, err := root.Lstat(attributes); errors.Is(err, fs.ErrNotExist) {
		if err := replace(root, attributes, []byte(gitAttributes)); err != nil {
			return err
		}
	}
	text, err := next.Encode()
	if err != nil {
		return err
	}
	if err := replace(root, inside(config.LockName), text); err != nil {
		return err
	}
	kept := map[string]bool{} // a lock file that was merged by hand may list a file twice
	for _, held := range next.Schemas {
		kept[held.File] = true
	}
	for _, held := range s.Lock.Schemas {
		if !kept[held.File] {
			err = errors.Join(err, remove(root, inside(held.File)))
		}
	}
	return err
}

// inside returns a path relative to the folder of the copies.
func inside(name string) string { return strings.TrimPrefix(name, config.CopyFolder+"/") }

// replace writes a file completely or not at all. It creates missing folders.
func replace(root *os.Root, name string, data []byte) error {
	if err := root.MkdirAll(path.Dir(name), 0o777); err != nil {
		return err
	}
	temporary := fmt.Sprintf("%s/.jsonlint-%d.tmp", path.Dir(name), rand.Uint64())
	f, err := root.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = root.Rename(temporary, name)
	}
	if err != nil {
		return errors.Join(err, root.Remove(temporary))
	}
	return nil
}

// remove removes a file, and the folders that become empty.
func remove(root *os.Root, name string) error {
	if err := root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for dir := path.Dir(name); dir != "." && root.Remove(dir) == nil; dir = path.Dir(dir) {
	}
	return nil
}
