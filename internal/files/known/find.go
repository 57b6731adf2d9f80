package known

import (
	"path"
	"strings"

	"github.com/assayjson/assay/internal/engine/lazy"
)

// Files returns the table, sorted by program. There are five kinds of patterns. Letter case does not
// matter.
//
//	name        files with this name
//	dir/name    files with this name in a folder with this path
//	*end        files whose names end in this way; the end begins with a dot or a hyphen
//	*part*end   files whose names contain the part and have this end
//	dir/*end    files in a folder with this path, with this end
func Files() []File { return files[:] }

// index finds rows of the table without trying every pattern, because a repository may have many
// thousands of files.
type index struct {
	whole    map[string]*File // by name
	inFolder map[string]*File // by the path of the folder, a slash, and the name or its end
	ends     map[string]*File // by the end of the name
	parts    []part
	exts     map[string]bool // the extensions of all patterns except names without a folder
	folders  map[string]bool // the last folders of all patterns with folders
}

// A part is a pattern *part*end.
type part struct {
	inner, end string
	file       *File
}

var table = lazy.Value[*index]{Make: func() *index {
	x := &index{
		whole: make(map[string]*File, len(files)), inFolder: map[string]*File{}, ends: map[string]*File{},
		exts: map[string]bool{}, folders: map[string]bool{},
	}
	for i := range files {
		f := &files[i]
		for _, pattern := range f.Names {
			x.add(strings.ToLower(pattern), f)
		}
	}
	return x
}}

// schemas has the rows by the plain forms of what "$schema" names.
var schemas = lazy.Value[map[string]*File]{Make: func() map[string]*File {
	all := make(map[string]*File, len(files))
	for i := range files {
		f := &files[i]
		for _, url := range append(f.Declared, f.Schema) {
			if url != "" {
				all[plainURL(url)] = f
			}
		}
	}
	return all
}}

func (x *index) add(pattern string, f *File) {
	folder, base := path.Split(pattern)
	end, isEnd := strings.CutPrefix(base, "*")
	inner, rest, hasPart := strings.Cut(end, "*")
	if isEnd || folder != "" {
		x.exts[path.Ext(base)] = true
	}
	if folder != "" {
		x.folders[path.Base(folder)] = true
	}
	switch {
	case !isEnd && folder != "":
		x.inFolder[pattern] = f
	case !isEnd:
		x.whole[pattern] = f
	case hasPart:
		x.parts = append(x.parts, part{inner, rest, f})
	case folder != "":
		x.inFolder[folder+end] = f
	default:
		x.ends[end] = f
	}
}

// mostFolders is the largest number of folders in a pattern.
const mostFolders = 3

// Find returns the row for a file, given its name or path, or nil if there is none. A whole name
// takes precedence over a folder, a folder over a part of a name, and a part over an end. A name in a folder
// takes precedence over an end in a folder. Of several ends, the longest takes precedence. The path may have slashes or backslashes.
func Find(name string) *File {
	x := table.Get()
	slash := strings.LastIndexAny(name, `/\`)
	base := strings.ToLower(name[slash+1:])
	f := x.whole[base]
	if f != nil || !x.exts[path.Ext(base)] {
		return f
	}
	if f = x.findInFolder(name[:slash+1], base); f != nil {
		return f
	}
	for _, p := range x.parts {
		if strings.HasSuffix(base, p.end) && strings.Contains(base[:len(base)-len(p.end)], p.inner) {
			return p.file
		}
	}
	for i := 0; i < len(base); i++ {
		if base[i] == '.' || base[i] == '-' {
			if f := x.ends[base[i:]]; f != nil {
				return f
			}
		}
	}
	return nil
}

// findInFolder looks for patterns with folders. The parameter folder is the folder of the file with a
// slash at the end, or "".
func (x *index) findInFolder(folder, base string) *File {
	folder = strings.ToLower(strings.ReplaceAll(folder, `\`, "/"))
	if !x.folders[path.Base(folder)] {
		return nil
	}
	for _, name := range [...]string{base, path.Ext(base)} {
		start := len(folder) - 1
		for range mostFolders {
			if start <= 0 {
				break
			}
			start = strings.LastIndexByte(folder[:start], '/')
			if f := x.inFolder[folder[start+1:]+name]; f != nil {
				return f
			}
		}
	}
	return nil
}

// FindSchema returns the row for files that name a schema in "$schema", or nil if there is none.
func FindSchema(declared string) *File {
	const longest = 300
	if len(declared) > longest {
		return nil
	}
	url := plainURL(declared)
	for {
		if f := schemas.Get()[url]; f != nil {
			return f
		}
		_, rest, more := strings.Cut(url, "/")
		if !more {
			return nil
		}
		url = rest
	}
}

// plainURL returns the part of a URL or path that all its forms have in common. It has no scheme, no
// "www." or "json.", no "#" or ".json" at the end, and each version is *.
func plainURL(url string) string {
	if _, rest, ok := strings.Cut(url, "://"); ok {
		url = strings.TrimPrefix(strings.TrimPrefix(rest, "www."), "json.")
	}
	segments := strings.Split(strings.TrimSuffix(strings.TrimSuffix(url, "#"), ".json"), "/")
	for i, s := range segments {
		if s != "" && strings.Trim(strings.TrimPrefix(s, "v"), "0123456789.") == "" && strings.ContainsAny(s, "0123456789") {
			segments[i] = "*"
		}
	}
	return strings.Join(segments, "/")
}
