package input

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/glob"
	"github.com/assayjson/assay/internal/data/store"
)

// ErrNoStore is the error for the name of an object if the program has no stores.
var ErrNoStore = errors.New("objects are read by jsonlint-cloud, as docs/reference/cloud.md describes")

// noObject is [ErrNoMatch] for objects.
type noObject struct{}

func (noObject) Error() string { return "no object matches" }
func (noObject) Unwrap() error { return ErrNoMatch }

// Named returns the file with a name, which may be an object in one of the stores.
func Named(name string, stores store.Stores) File {
	f := File{Name: name}
	if store.Is(name) {
		if f.Store = stores.Of(name); f.Store == nil {
			f.Err = ErrNoStore
		}
	}
	return f
}

// StoredName returns the name of an object with the extension of its content coding. Some programs
// compress objects as they store them, and give them no such extension.
func StoredName(name, encoding string) string {
	if Unpacked(name) != name {
		return name
	}
	switch encoding {
	case "gzip":
		return name + ".gz"
	case "zstd":
		return name + ".zst"
	}
	return name
}

// objects yields the objects that an argument selects: those that match a glob, an object, or the
// objects in a folder. It returns false if yield has returned false.
func (s *Search) objects(arg string, isGlob bool, yield func(File) bool) bool {
	f := Named(arg, s.Stores)
	_, bucket, key := store.Split(arg)
	switch {
	case f.Err != nil:
		return yield(f)
	case bucket == "" || isGlob && glob.IsGlob(bucket):
		f.Err = errors.New("the name of the bucket is missing or is a pattern")
		return yield(f)
	}
	if key != "" && !strings.HasSuffix(key, "/") {
		o, err := f.Store.Stat(context.Background(), arg)
		switch {
		case err == nil:
			f.Object = o
			return yield(f)
		case isGlob && glob.IsGlob(key):
			return s.objectGlob(f, yield)
		case !errors.Is(err, fs.ErrNotExist):
			f.Err = err
			return yield(f)
		}
	}
	return s.objectFolder(f, yield)
}

// objectGlob yields the objects that a glob matches.
func (s *Search) objectGlob(f File, yield func(File) bool) bool {
	found, more := false, true
	for _, g := range glob.Expand(f.Name) {
		prefix, root := g, glob.Root(g)
		if special := strings.IndexAny(g, `*?[{\`); special >= 0 {
			prefix = g[:special]
		}
		pattern := glob.Compile(g[len(root):])
		more = more && s.listed(f, prefix, func(name string) bool {
			inside := name[len(root):]
			return pattern.Match(inside) && !s.skips(inside, s.Hidden || namesHidden(f.Name))
		}, func(f File) bool {
			found = true
			return yield(f)
		})
	}
	if !found && more {
		f.Err = noObject{}
		return yield(f)
	}
	return more
}

// objectFolder yields the objects with known names in a folder and below it.
func (s *Search) objectFolder(f File, yield func(File) bool) bool {
	prefix := strings.TrimSuffix(f.Name, "/") + "/"
	found := false
	more := s.listed(f, prefix, func(name string) bool {
		found = true
		inside := name[len(prefix):]
		return s.Known(inside) && !s.skips(inside, s.Hidden)
	}, func(f File) bool {
		found = true
		return yield(f)
	})
	if !found && more {
		if _, _, key := store.Split(prefix); key == "" { // listing a bucket that does not exist is an error
			f.Err = noObject{}
			return yield(f)
		}
		f.Err = fmt.Errorf("%w: there is no object or folder with this name", fs.ErrNotExist)
		return yield(f)
	}
	return more
}

// listed yields the wanted objects whose names begin with prefix.
func (s *Search) listed(f File, prefix string, wanted func(name string) bool, yield func(File) bool) bool {
	for o, err := range f.Store.List(context.Background(), prefix) {
		if err != nil {
			f.Err = err
			return yield(f)
		}
		if strings.HasSuffix(o.Name, "/") || !wanted(o.Name) || s.Exclude.Covers(o.Name, false) || s.Skipped != nil && s.Skipped(o.Name) {
			continue
		}
		if !yield(File{Name: o.Name, Store: f.Store, Object: o}) {
			return false
		}
	}
	return true
}

// skips reports whether a part of a path below the folder that is searched has a name that is skipped.
func (s *Search) skips(inside string, hidden bool) bool {
	parts := strings.Split(inside, "/")
	for i, part := range parts {
		if !hidden && strings.HasPrefix(part, ".") || i < len(parts)-1 && slices.Contains(neverSearched, part) {
			return true
		}
	}
	return false
}
