package schemas

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/config"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/regular"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/schema"
	"github.com/assayjson/assay/schema/contract"
)

// An Engine compiles schemas.
type Engine struct{}

// Declared returns the "$schema" of a document that begins with head, and the position of its
// value.
func (Engine) Declared(head []byte) (name string, offset, length int64, ok bool) {
	d, ok := schema.Declared(head)
	return d.Name, d.Offset, int64(d.Length), ok
}

// Compile compiles the schema called name, which is a path or a URL in resources, and the schemas
// that it refers to. Each of these must be a URL in resources, which maps URLs to paths, or a file
// in the repository of the schema. Outside a repository, the file must be below the folder of the
// schema. Files in copies must be those of the lock file; otherwise, the error wraps a [*config.CopyError]. Nothing is downloaded. If text is not nil, it is the text of the schema, so Compile does
// not read the schema again. Such a schema refers to files as if it were in workDir, the working
// directory. If formats is true, the keyword "format" is checked in all drafts. The parameter
// maxSteps is [schema.Compiler.MaxSteps]. Paths in errors are relative to workDir. The function
// opened, which may be nil, is called with the path of each file before it is read, even if it does
// not exist. The error for an invalid schema is an [*Invalid].
func (Engine) Compile(name string, text []byte, resources map[string]string, copies config.Copies, formats bool, maxSteps int, workDir string, opened func(path string)) (contract.Schema, error) {
	r := reading{name: name, text: text, resources: resources, copies: copies, formats: formats, maxSteps: maxSteps, workDir: workDir, opened: opened, folder: input.Top(filepath.Dir(name))}
	if text != nil {
		r.folder = input.Top(workDir)
	}
	compiled, err := r.compile()
	if err != nil {
		return nil, r.trouble(err)
	}
	return compiled, nil
}

// Follow compiles the schema called name, which is a URL or the absolute path of a file. It gets the
// schemas with URLs, including those that the schema refers to, from load. A file may also refer to
// files, as described at [Engine.Compile]. The parameter inFile says whether
// a file that has been read contains the host of the URL. The error begins with the name of the schema that has the
// error, and the position.
func (Engine) Follow(name string, load func(url string, inFile bool) ([]byte, error), workDir string) error {
	r := reading{name: name, load: load, formats: true, workDir: workDir, folder: input.Top(filepath.Dir(name))}
	_, err := r.compile()
	var invalid *schema.Error
	if !errors.As(err, &invalid) {
		return err
	}
	_, shown := r.fileOf(invalid.Name)
	if len(invalid.Findings) == 0 {
		return fmt.Errorf("%s: %w", shown, input.Cause(invalid.Err))
	}
	f := invalid.Findings[0]
	return fmt.Errorf("%s:%d:%d: %s", shown, f.Position.Line, f.Position.Rune, f.Detail)
}

// An Invalid is the error for a schema that can be read but is invalid or refers to a schema that
// does not exist.
type Invalid struct {
	path     string
	text     []byte
	findings []schema.Finding
	notGiven bool // the only defect is that it refers to the URL of a schema that was not given
}

// NotGiven reports whether the schema may be valid, but refers to the URL of a schema that was not
// given.
func (e *Invalid) NotGiven() bool { return e.notGiven }

// Error returns the first finding and its position.
func (e *Invalid) Error() string {
	f := e.findings[0]
	return fmt.Sprintf("%s:%d:%d: %s", e.path, f.Position.Line, f.Position.Rune, f.Detail)
}

// Invalid returns the findings, and the path and the text of the schema file that they refer to.
func (e *Invalid) Invalid() (path string, text []byte, found []contract.Finding) {
	return e.path, e.text, e.findings
}

// A reading holds what is needed to compile one schema.
type reading struct {
	name      string
	text      []byte
	resources map[string]string
	copies    config.Copies
	load      func(url string, inFile bool) ([]byte, error) // returns the schemas that are not in resources; nil if there are none
	texts     [][]byte                                      // of the files that have been read
	formats   bool                                          // formats are checked in all drafts
	maxSteps  int                                           // see schema.Compiler
	workDir   string
	opened    func(path string) // called before a file is read; may be nil
	folder    string            // the folder of the files that the schema may refer to
}

func (r *reading) compile() (*schema.Schema, error) {
	c := schema.Compiler{Load: r.resource, AssertFormat: r.formats, MaxSteps: int64(r.maxSteps)}
	if input.IsURL(r.name) {
		data, err := r.resource(r.name)
		if err != nil {
			return nil, &schema.Error{Name: r.name, Err: err}
		}
		return c.Compile(r.name, data)
	}
	root, err := os.OpenRoot(r.folder)
	if err != nil {
		return nil, &schema.Error{Name: filepath.Base(r.name), Err: err}
	}
	defer root.Close()
	c.Files = files{r, regular.FS{FS: root.FS()}}
	inside, err := r.inside()
	if err != nil {
		return nil, err
	}
	if r.text != nil {
		return c.Compile(inside, r.text)
	}
	return c.CompileFile(inside)
}

// files has the files in the folder of a reading, which are reported to opened. The package schema only reads whole files.
type files struct {
	*reading
	fs.FS
}

// ReadFile implements [fs.ReadFileFS].
func (f files) ReadFile(name string) ([]byte, error) {
	path := filepath.Join(f.folder, filepath.FromSlash(name))
	f.open(path)
	if _, isCopy := f.copies[path]; isCopy {
		return f.copies.Read(path)
	}
	text, err := fs.ReadFile(f.FS, name)
	f.texts = append(f.texts, text)
	return text, err
}

// names reports whether a file that has been read contains the host of a URL.
func (r *reading) names(name string) bool {
	u, err := url.Parse(name)
	return err == nil && slices.ContainsFunc(r.texts, func(text []byte) bool { return bytes.Contains(text, []byte("//"+u.Host)) })
}

// open reports that a file is about to be read.
func (r *reading) open(path string) {
	if r.opened != nil {
		r.opened(path)
	}
}

// resource returns the schema with the given URL.
func (r *reading) resource(url string) ([]byte, error) {
	path, ok := r.resources[url]
	switch {
	case ok:
		r.open(path)
		return r.copies.Read(path)
	case r.load != nil:
		return r.load(url, r.names(url))
	}
	return nil, schema.ErrNotGiven
}

// inside returns the path of the schema relative to r.folder. A text that has already been read is
// treated as a file in the working directory.
func (r *reading) inside() (string, error) {
	path := r.name
	if r.text != nil {
		path = filepath.Join(r.workDir, filepath.Base(r.name))
	}
	inside, err := filepath.Rel(r.folder, path)
	return filepath.ToSlash(inside), err
}

// trouble converts an error from package schema. The result names the file that contains the error,
// and contains the findings in that file.
func (r *reading) trouble(err error) error {
	var invalid *schema.Error
	if !errors.As(err, &invalid) {
		return err
	}
	var bad *config.CopyError
	if errors.As(err, &bad) {
		return &config.SchemaError{Name: input.Shortened(r.workDir, bad.Path), Err: bad}
	}
	notGiven := errors.Is(err, schema.ErrNotGiven)
	path, shown := r.fileOf(invalid.Name)
	switch {
	case len(invalid.Findings) == 0 && notGiven:
		return &config.SchemaError{Name: shown, Err: errors.New(`there is no copy of it; use "jsonlint schema add" to download it`)}
	case len(invalid.Findings) == 0:
		return &config.SchemaError{Name: shown, Err: input.Cause(invalid.Err)}
	}
	text := r.text
	if path != r.name || text == nil {
		if text, err = regular.ReadFile(path); err != nil {
			return &config.SchemaError{Name: shown, Err: input.Cause(err)}
		}
	}
	return &Invalid{shown, text, invalid.Findings, notGiven}
}

// fileOf returns the path of a schema, given its name in an error. The second result, shown, is the
// path in the form in which users see it.
func (r *reading) fileOf(name string) (path, shown string) {
	if path, ok := r.resources[name]; ok {
		return path, input.Shortened(r.workDir, path)
	}
	if input.IsURL(name) {
		if u, err := url.Parse(name); err == nil && u.User != nil {
			return name, u.Redacted() // messages may be public, as in the log of a CI run
		}
		return name, name
	}
	if inside, err := r.inside(); err == nil && r.text != nil && name == inside {
		if filepath.Base(r.name) == input.Stdin {
			return r.name, report.StdinName
		}
		return r.name, r.name
	}
	path = filepath.Join(r.folder, filepath.FromSlash(name))
	return path, input.Shortened(r.workDir, path)
}
