package adopt

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/assayjson/assay/cmd/jsonlint/internal/adopt/source"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/config"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/editorconfig"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/regular"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/format"
)

// A folder has the settings files of tools. Each is read once.
type folder struct {
	path  string
	texts map[string][]byte
	trees map[string]*source.Value
	err   error // the first error
}

func newFolder(path string) *folder {
	return &folder{path: path, texts: map[string][]byte{}, trees: map[string]*source.Value{}}
}

// text returns the text of a file, or nil if there is none. What is not a regular file has no settings.
func (f *folder) text(name string) []byte {
	if text, known := f.texts[name]; known {
		return text
	}
	path := filepath.Join(f.path, filepath.FromSlash(name))
	if info, err := os.Stat(path); errors.Is(err, syscall.ENOTDIR) || err == nil && !info.Mode().IsRegular() {
		f.texts[name] = nil
		return nil
	}
	text, err := regular.ReadFile(path)
	if err == nil {
		text, err = regular.Text(text)
	}
	var unread *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		text = nil
	case errors.As(err, &unread):
		f.fail(name, unread.Err)
	case err != nil:
		f.fail(name, err)
	case text == nil:
		text = []byte{}
	}
	f.texts[name] = text
	return text
}

func (f *folder) fail(name string, err error) {
	if f.err != nil {
		return
	}
	path := report.Path(filepath.Join(f.path, filepath.FromSlash(name)))
	var syntax *dialect.Error
	if errors.As(err, &syntax) {
		at := syntax.Position()
		f.err = fmt.Errorf("%s:%d:%d: %s", path, at.Line, at.Rune, syntax.Message())
		return
	}
	f.err = fmt.Errorf("%s: %w", path, err)
}

// editorConfig returns the properties that .editorconfig has for files whose names end with .json.
func (f *folder) editorConfig() editorconfig.Properties {
	path, err := filepath.Abs(f.path)
	var all editorconfig.Properties
	if err == nil {
		all, err = new(editorconfig.Finder).Find(filepath.Join(path, "x.json"))
	}
	if err != nil {
		f.fail(editorconfig.Name, input.Cause(err))
	}
	return all
}

// editorLayout returns the layout that .editorconfig has for files whose names end with .json, and its indentation.
func (f *folder) editorLayout() (layout format.Options, in indentation) {
	layout = config.DefaultLayout()
	f.editorConfig().Apply(&layout)
	in = indentation{tabs: layout.Indent == "\t", width: layout.TabWidth}
	if !layout.Detect && !in.tabs {
		in.width = len(layout.Indent)
	}
	return layout, in
}

// tree returns the values in a file, which is YAML if its name or its first character says so. It returns nil if there is no
// such file.
func (f *folder) tree(name string) *source.Value {
	if v, known := f.trees[name]; known || name == "" {
		return v
	}
	text := f.text(name)
	var v *source.Value
	if text != nil {
		read := source.JSON
		if isYAML(name, text) {
			read = source.YAML
		}
		var err error
		if v, err = read(text); err != nil {
			f.fail(name, err)
		}
		if v == nil {
			v = &source.Value{Kind: source.Object, Line: 1}
		}
	}
	f.trees[name] = v
	return v
}

func isYAML(name string, text []byte) bool {
	switch filepath.Ext(name) {
	case ".yaml", ".yml":
		return true
	case ".json", ".jsonc", ".json5":
		return false
	}
	return !strings.HasPrefix(strings.TrimSpace(strings.TrimPrefix(string(text), "\uFEFF")), "{") && !strings.HasPrefix(strings.TrimSpace(string(text)), "/")
}

// first returns the name of the first of several files that exists, or "".
func (f *folder) first(names ...string) string {
	for _, name := range names {
		if f.text(name) != nil {
			return name
		}
	}
	return ""
}

// depends reports whether package.json names a package among its dependencies.
func (f *folder) depends(name string) bool {
	p := f.tree(manifest)
	for _, kind := range []string{"dependencies", "devDependencies", "optionalDependencies", "peerDependencies"} {
		if p.Get(kind, name) != nil {
			return true
		}
	}
	return false
}

const manifest = "package.json"
