package config

import (
	"fmt"
	"path/filepath"

	"github.com/assayjson/assay/internal/data/store"
	"github.com/assayjson/assay/tokenizer"
)

// A layer holds what is written in one settings file.
type layer struct {
	path      string // path of the file
	folder    string // the folder to which patterns are relative
	base      Section
	overrides []Section
	extends   []extension

	lock *Lock // the local copies of schemas beside the file, or nil
}

// An extension is a file that a settings file extends.
type extension struct {
	name  string // as it is written
	place *Error // without a message
}

// fail returns an error at the place of the extension.
func (e extension) fail(format string, args ...any) error {
	err := *e.place
	err.Message = fmt.Sprintf(format, args...)
	return &err
}

func parseLayer(name string, src []byte) (*layer, error) {
	l := &layer{path: name, folder: filepath.ToSlash(filepath.Dir(name))}
	text, open := plain(src)
	if open >= 0 {
		return nil, errorAt(name, src, int64(open), "unterminated comment; add the missing */")
	}
	root, err := parseNode(text)
	if err == nil && isForeign(root) {
		foreign := errorAt(name, src, root.offset, "these are settings of "+ForeignLinter+"; \"jsonlint init --from prantlf\" makes settings of this program of them")
		foreign.Foreign = true
		return nil, foreign
	}
	if err == nil {
		err = l.read(root)
	}
	if err != nil {
		return nil, positioned(name, src, inSettings(err))
	}
	for _, n := range l.base.extends {
		l.extends = append(l.extends, extension{n.text, errorAt(name, src, n.offset, "")})
	}
	return l, nil
}

func (l *layer) read(root *node) error {
	if err := readKeys(Keys(), root, &l.base); err != nil {
		return err
	}
	for _, s := range l.base.suppressions {
		s.Path = l.path
	}
	for _, m := range root.members {
		if m.name.text == "overrides" {
			return l.readOverrides(m.value)
		}
	}
	return nil
}

func (l *layer) readOverrides(n *node) error {
	if n.kind != tokenizer.BeginArray {
		return at(n, "expected an array of objects, found %s", described(n))
	}
	for _, e := range n.elements {
		var s Section
		if err := readKeys(OverrideKeys(), e, &s); err != nil {
			return err
		}
		if s.files.Empty() {
			return at(e, `an override must have "files"`)
		}
		l.overrides = append(l.overrides, s)
	}
	return nil
}

func (l *layer) given() map[string]string {
	given := map[string]string{}
	for url, path := range l.base.resources {
		given[url] = l.resolve(path)
	}
	return given
}

// inFolder returns the path of a file relative to the folder of l. Both paths must be absolute, or
// relative to the same folder. The result ok is false for files outside the folder.
func (l *layer) inFolder(name string) (inside string, ok bool) {
	if store.Is(name) {
		return name, true
	}
	inside, err := filepath.Rel(filepath.FromSlash(l.folder), name)
	return filepath.ToSlash(inside), err == nil && filepath.IsLocal(inside)
}

// resolve returns a path from the settings file, resolved against the folder of that file. URLs are
// returned unchanged.
func (l *layer) resolve(name string) string {
	if filepath.IsAbs(name) || isURL(name) {
		return name
	}
	return filepath.Join(filepath.Dir(l.path), filepath.FromSlash(name))
}
