package config

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
)

// mostFiles is the largest number of files that may become part of a settings file by extension.
const mostFiles = 100

// An extender reads a settings file and the files that it extends.
type extender struct {
	readFile func(path string) ([]byte, error) // reads the files that others extend, and the lock files
	folder   string                            // the folder to which all patterns are relative
	open     []string                          // the files that are being read, from the outermost on
	layers   []*layer

	allowOutside bool   // the files may be outside of the repository
	top          string // the top of the repository without symbolic links; "" until it is known
}

// outside is the message for a file that the settings may not name.
const outside = "%q is outside of the repository of these settings; if you trust them, use --allow-outside"

// read reads a settings file and adds it to the layers, after the files that it extends. Its calls are
// not nested more deeply than there are files.
func (x *extender) read(path string, readFile func(string) ([]byte, error)) error {
	src, err := readText(path, readFile)
	if err != nil {
		return err
	}
	l, err := parseLayer(path, src)
	if err != nil {
		return err
	}
	if l.lock, err = ReadLock(filepath.Dir(path), x.allowOutside, x.readFile); err != nil {
		return err
	}
	for _, n := range l.base.named {
		if !isURL(n.text) && !x.permits(l.resolve(n.text)) {
			return errorAt(path, src, n.offset, fmt.Sprintf(outside, n.text))
		}
	}
	l.folder = x.folder
	for _, s := range l.base.suppressions {
		s.Folder = filepath.FromSlash(x.folder)
	}
	x.open = append(x.open, path)
	for _, e := range l.extends {
		if err := x.extend(l, e); err != nil {
			return err
		}
	}
	x.open = x.open[:len(x.open)-1]
	x.layers = append(x.layers, l)
	return nil
}

// permits reports whether the settings may name a file: whether it is in the repository, even after following symbolic links. An error
// in any other file could show its contents in a public log, and a baseline could replace it.
func (x *extender) permits(path string) bool {
	if x.allowOutside {
		return true
	}
	if x.top == "" {
		x.top = target(input.Top(filepath.FromSlash(x.folder)))
	}
	return input.IsInside(x.top, target(path))
}

func (x *extender) extend(l *layer, e extension) error {
	if e.name == "" || isURL(e.name) {
		return e.fail("%q is not the path of a file", e.name)
	}
	path := l.resolve(e.name)
	if !x.permits(path) {
		return e.fail(outside, e.name)
	}
	if i := slices.Index(x.open, path); i >= 0 {
		var names []string
		for _, open := range append(x.open[i:], path) {
			names = append(names, filepath.Base(open))
		}
		return e.fail("%q extends itself: %s", e.name, strings.Join(names, " -> "))
	}
	if len(x.open)+len(x.layers) >= mostFiles {
		return e.fail("more than %d settings files extend each other", mostFiles)
	}
	err := x.read(path, x.readFile)
	var unread *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return e.fail("%q does not exist; the path is relative to the folder of this file", e.name)
	case errors.As(err, &unread):
		return e.fail("%q cannot be read: %v", e.name, unread.Err)
	}
	return err
}
