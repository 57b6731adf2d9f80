package report

import (
	"net/url"
	"path/filepath"
	"strings"

	"github.com/assayjson/assay/internal/data/store"
)

// A Root is the folder to which the formats for services that show findings beside the source relate the paths of files. These
// services know files by their path in the repository, whatever the user has called them.
type Root struct {
	Folder string // the absolute path of the root; "" to leave the names of files as they are
	Here   string // the absolute path of the folder to which the names of files are relative
}

// path returns the path of a file relative to the root, with slashes. If the file is not inside the root, path returns the
// absolute path. Names of objects and of standard input stay as they are.
func (r Root) path(name string) (path string, isInside bool) {
	if r.Folder == "" || name == "" || name == StdinName || store.Is(name) {
		return name, false
	}
	abs := filepath.Clean(name)
	if !filepath.IsAbs(name) {
		abs = filepath.Join(r.Here, name)
	}
	if inside, ok := within(r.Folder, abs); ok {
		return inside, true
	}
	folder, err := filepath.EvalSymlinks(filepath.Dir(abs))
	if top, errTop := filepath.EvalSymlinks(r.Folder); err == nil && errTop == nil {
		if inside, ok := within(top, filepath.Join(folder, filepath.Base(abs))); ok {
			return inside, true
		}
	}
	return filepath.ToSlash(abs), false
}

// within returns the path of a file relative to a folder, with slashes, if the file is inside.
func within(folder, abs string) (inside string, ok bool) {
	inside, err := filepath.Rel(folder, abs)
	return filepath.ToSlash(inside), err == nil && filepath.IsLocal(inside)
}

// uri returns the URI of a path (RFC 3986). The URI is relative if the path is relative. Bytes that are not allowed in a URI are
// percent-encoded, including bytes that are not UTF-8.
func uri(path string) string {
	if store.Is(path) {
		scheme, bucket, key := store.Split(path)
		return (&url.URL{Scheme: scheme, Host: bucket, Path: "/" + key}).String()
	}
	u := url.URL{Path: filepath.ToSlash(path)}
	if volume := filepath.VolumeName(path); len(volume) == len("C:") && filepath.IsAbs(path) {
		u.Path = "/" + u.Path
	}
	if strings.HasPrefix(u.Path, "/") {
		u.Scheme = "file"
	}
	return u.String()
}
