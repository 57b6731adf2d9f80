package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/regular"
	"github.com/assayjson/assay/tokenizer"
)

// CopyFolder is the folder of the local copies of schemas and of their lock file. Its path is
// relative to the folder of the settings file.
const CopyFolder = ".jsonlint"

// LockName is the path of the lock file, relative to the folder of the settings file.
const LockName = CopyFolder + "/schemas.lock.json"

// lockVersion is the version of the format of lock files.
const lockVersion = 1

// A Lock is the content of a lock file, which lists the local copies of schemas. "jsonlint schema"
// writes it. A nil Lock is like an empty one.
type Lock struct {
	Version int             `json:"version"`
	Schemas map[string]Copy `json:"schemas"` // by URL, without fragments

	within string // the folder in which the copies must be after following symbolic links, or "" if they may be anywhere
}

// A Copy is a local copy of a schema.
type Copy struct {
	File   string `json:"file"`            // path relative to the folder of the settings file, with slashes
	Date   string `json:"date"`            // the day on which these contents were first downloaded, as in 2006-01-02
	SHA256 string `json:"sha256"`          // hexadecimal
	Added  bool   `json:"added,omitempty"` // the user has added the schema; other schemas are only referred to

	Offset int64 `json:"-"` // the offset of the URL in the lock file
}

// ReadLock reads the lock file in the folder of a settings file. If there is none, it returns nil. The lock file and the copies must not be
// links that lead out of the repository, unless allowOutside is set.
func ReadLock(folder string, allowOutside bool, readFile func(string) ([]byte, error)) (*Lock, error) {
	path := filepath.Join(folder, filepath.FromSlash(LockName))
	src, err := readText(path, readFile)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return nil, nil
	case err != nil:
		return nil, err
	}
	within := ""
	if !allowOutside {
		if within = target(input.Top(folder)); !input.IsInside(within, target(path)) {
			return nil, &fs.PathError{Op: "read", Path: path, Err: errOutside}
		}
	}
	l, err := ParseLock(path, src)
	if err != nil {
		return nil, err
	}
	l.within = within
	return l, nil
}

// Read reads a copy, given the folder of the settings file. It is like [Copies.Read].
func (l *Lock) Read(folder string, held Copy) ([]byte, error) {
	return copyFile{held.SHA256, l.within}.text(filepath.Join(folder, filepath.FromSlash(held.File)))
}

// readText reads a text with the given function; see [regular.Text].
func readText(path string, readFile func(string) ([]byte, error)) ([]byte, error) {
	src, err := readFile(path)
	if err != nil {
		return nil, err
	}
	text, err := regular.Text(src)
	if err != nil {
		return nil, &fs.PathError{Op: "read", Path: path, Err: err}
	}
	return text, nil
}

// ParseLock parses a lock file. Unknown members are ignored. The error is an [*Error].
func ParseLock(name string, src []byte) (*Lock, error) {
	l := &Lock{Version: lockVersion, Schemas: map[string]Copy{}}
	root, err := parseNode(src)
	if err == nil {
		err = l.read(root)
	}
	if err != nil {
		return nil, positioned(name, src, err)
	}
	return l, nil
}

func (l *Lock) read(root *node) error {
	if root.kind != tokenizer.BeginObject {
		return at(root, "expected an object, found %s", described(root))
	}
	for _, m := range root.members {
		switch m.name.text {
		case "version":
			if v, err := m.value.int(1, 1<<31-1); err != nil {
				return err
			} else if v != lockVersion {
				return at(m.value, "a newer version of jsonlint has written this file")
			}
		case "schemas":
			if m.value.kind != tokenizer.BeginObject {
				return at(m.value, "expected an object, found %s", described(m.value))
			}
			for _, s := range m.value.members {
				c, err := readCopy(s.value)
				if err != nil {
					return err
				}
				c.Offset = s.name.offset
				l.Schemas[s.name.text] = c
			}
		}
	}
	return nil
}

func readCopy(n *node) (c Copy, err error) {
	if n.kind != tokenizer.BeginObject {
		return c, at(n, "expected an object, found %s", described(n))
	}
	texts := map[string]*string{"file": &c.File, "date": &c.Date, "sha256": &c.SHA256}
	for _, m := range n.members {
		if m.name.text == "added" {
			c.Added = m.value.kind == tokenizer.True
		}
		if to := texts[m.name.text]; to != nil {
			if *to, err = m.value.string(); err != nil {
				return c, err
			}
		}
	}
	if !isCopyPath(c.File) {
		return c, at(n, `"file" must be the path of a file in %s/schemas, with slashes and without ".."`, CopyFolder)
	}
	return c, nil
}

// isCopyPath reports whether a path may be that of a copy. Files with such paths are overwritten and
// removed, so the path must not lead out of the folder of the copies on any operating system.
func isCopyPath(name string) bool {
	return fs.ValidPath(name) && strings.HasPrefix(name, CopyFolder+"/schemas/") && !strings.ContainsAny(name, `\:`)
}

// Encode returns the text of the lock file.
func (l *Lock) Encode() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(Lock{Version: lockVersion, Schemas: l.Schemas})
	return b.Bytes(), err
}
