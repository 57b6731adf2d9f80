package source

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/tokenizer"
)

// MaxDepth is the largest number of nested arrays and objects in a file. Package schema has the same limit.
const MaxDepth = 128

// A File is a file of an OpenAPI document.
type File struct {
	Name string         // the path in its file system
	Text []byte         // as JSON; if the file is in JSON, with the same offsets
	Root document.Value // of Text

	original []byte // of a file in JSON, without a byte order mark
	lines    []int  // where the lines of a file in JSON begin; made when it is needed
	marks    []mark // where the values and names in Text are in a file in YAML; nil for one in JSON
}

// A mark is the position of a value or name.
type mark struct {
	at           int // offset in the JSON text
	line, column int
}

// An Error is a mistake because of which a file cannot be read.
type Error struct {
	Line, Column int // from 1; 0 if unknown
	Message      string
	Err          error // the cause, or nil
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return e.Message
	}
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Message)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Read reads a file of fsys. The error is an [*Error].
func Read(fsys fs.FS, name string) (*File, error) {
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		return nil, &Error{Message: "cannot be read: " + reason(err), Err: err}
	}
	return Parse(name, data)
}

// reason returns what an error of package fs says besides the name of the file.
func reason(err error) string {
	var bad *fs.PathError
	if errors.As(err, &bad) {
		return bad.Err.Error()
	}
	return err.Error()
}

// Parse parses the text of a file. It is YAML if the name ends with .yaml or .yml; any other text is JSON if it begins as JSON does. A
// byte order mark may precede it, and JSON may have comments and trailing commas, as in package schema. Names in an object must be
// unique. The error is an [*Error].
func Parse(name string, data []byte) (*File, error) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	f := &File{Name: name, original: data}
	options := tokenizer.JoinOptions(tokenizer.MaxDepth(MaxDepth), tokenizer.UniqueNames())
	if isYAML(name, data) {
		var err error
		if f.Text, f.marks, err = toJSON(data); err != nil {
			return nil, err
		}
	} else {
		f.Text, _, _ = dialect.Lower(data, dialect.JWCC)
	}
	d := new(document.Document)
	if err := d.Parse(f.Text, options); err != nil {
		if f.marks == nil {
			err = dialect.Check(data, dialect.JWCC, options)
		}
		return nil, f.syntaxError(err)
	}
	f.Root = d.Root()
	return f, nil
}

func isYAML(name string, data []byte) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".yaml", ".yml":
		return true
	case ".json":
		return false
	}
	begin := bytes.TrimLeft(data, " \t\r\n")
	return len(begin) == 0 || begin[0] != '{' && begin[0] != '['
}

func (f *File) syntaxError(err error) *Error {
	e := &Error{Err: err}
	switch bad := err.(type) {
	case *dialect.Error:
		e.Message = bad.Message()
		e.Line, e.Column = f.Place(bad.Offset)
	case *tokenizer.SyntaxError:
		e.Message = bad.Message()
		e.Line, e.Column = f.Place(bad.Offset)
	}
	return e
}

// Place returns the line and column, from 1 and in code points, of the value or name at an offset in Text, or of the last one before it.
// It must not be called by several goroutines at the same time.
func (f *File) Place(offset int64) (line, column int) {
	if f.marks != nil {
		m := f.marks[before(f.marks, func(m mark) int { return m.at }, int(offset))]
		return m.line, m.column
	}
	if f.lines == nil {
		f.lines = append(f.lines, 0)
		for i, c := range f.original {
			if c == '\n' {
				f.lines = append(f.lines, i+1)
			}
		}
	}
	offset = min(max(offset, 0), int64(len(f.original)))
	i := before(f.lines, func(at int) int { return at }, int(offset))
	return i + 1, 1 + utf8.RuneCount(f.original[f.lines[i]:offset])
}

// before returns the index of the last element that is not after an offset, or 0.
func before[T any](all []T, at func(T) int, offset int) int {
	i, found := slices.BinarySearchFunc(all, offset, func(e T, offset int) int { return at(e) - offset })
	if !found && i > 0 {
		i--
	}
	return i
}
