package protocol

import (
	"net/url"
	"path/filepath"
	"strings"
)

// Path returns the path of the file that a URI names. If it does not name a file of this machine, ok is
// false.
func Path(uri string) (path string, ok bool) { return pathOf(uri, filepath.Separator) }

// pathOf is like Path, for a system whose paths have the given separator.
func pathOf(uri string, separator byte) (path string, ok bool) {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" || !strings.HasPrefix(u.Path, "/") {
		return "", false
	}
	path = u.Path
	hasDrive := len(path) > 2 && path[2] == ':' // as in /c:/x
	switch {
	case separator == '/':
		return path, u.Host == "" || u.Host == "localhost"
	case u.Host != "" && u.Host != "localhost":
		path = "//" + u.Host + path
	case hasDrive:
		path = path[1:]
	}
	return strings.ReplaceAll(path, "/", `\`), true
}

// URI returns the URI of a file. The path must be absolute.
func URI(path string) string { return uriOf(filepath.ToSlash(path)) }

func uriOf(path string) string {
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // it begins with a drive
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}
