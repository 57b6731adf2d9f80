package config

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/regular"
)

// Copies are the local copies of schemas, by the paths of their files.
type Copies map[string]copyFile

// A copyFile is what the file of a copy must be.
type copyFile struct {
	sha256 string
	within string // see Lock
}

// A CopyError is the error for a copy that must not be used.
type CopyError struct {
	Path string
	Err  error // an [*Edited], [fs.ErrNotExist], or another error for a link that leads out of the repository
}

// Error does not name the file, because the name by which users know it depends on the working directory.
func (e *CopyError) Error() string {
	if e.Err == fs.ErrNotExist {
		return "the copy is missing; " + remedy
	}
	return e.Err.Error()
}

// Unwrap returns e.Err.
func (e *CopyError) Unwrap() error { return e.Err }

// A SchemaError is the error for a schema that cannot be used.
type SchemaError struct {
	Name string // as users see it
	Err  error
}

func (e *SchemaError) Error() string { return "schema " + e.Reason() }

// Reason returns the name of the schema and what is wrong with it, for a sentence about a schema.
func (e *SchemaError) Reason() string { return e.Name + ": " + e.Err.Error() }

// Unwrap returns e.Err.
func (e *SchemaError) Unwrap() error { return e.Err }

// remedy is what to do if a copy is not that of the lock file.
const remedy = "restore it, or use \"jsonlint schema update\" to download it again"

// Edited is the error for a copy that differs from the lock file.
type Edited struct{ Found, Want string } // the SHA-256 of the file, and that in the lock file

func (e *Edited) Error() string {
	return fmt.Sprintf("the copy has changed: its SHA-256 is %.12s..., not %.12s...; %s", e.Found, e.Want, remedy)
}

// errOutside is the error for a link that leads out of the repository. It says nothing of what is there.
var errOutside = errors.New("a symbolic link leads out of the repository; if you trust it, use --allow-outside")

// Read reads a file. If it is a copy, the error may be a [*CopyError]. A copy that has been edited is returned with the error.
func (c Copies) Read(path string) ([]byte, error) {
	if held, isCopy := c[path]; isCopy {
		return held.text(path)
	}
	return regular.ReadFile(path)
}

func (f copyFile) text(path string) ([]byte, error) {
	if f.within != "" && !input.IsInside(f.within, target(path)) {
		return nil, &CopyError{path, errOutside}
	}
	text, err := regular.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, &CopyError{path, fs.ErrNotExist}
	case err != nil:
		return nil, err
	}
	if found := Hash(text); found != f.sha256 {
		return text, &CopyError{path, &Edited{found, f.sha256}}
	}
	return text, nil
}

// Hash returns the SHA-256 of data in hexadecimal digits, as lock files have it.
func Hash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
