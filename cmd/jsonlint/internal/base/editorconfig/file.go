package editorconfig

import (
	"maps"
	"strings"
)

// A file is a .editorconfig file.
type file struct {
	root     bool
	sections []section
}

// A section holds the properties of files whose paths match a pattern.
type section struct {
	pattern    *pattern
	properties map[string]string // keyed by name, in lower case
}

// Limits of the specification, in bytes. Longer patterns and properties are ignored.
const (
	mostPattern  = 4096
	mostProperty = 1024
	mostValue    = 4096
)

// parse parses the contents of a file.
func parse(text string) *file {
	f := new(file)
	var properties map[string]string // of the section, or nil if the section is ignored
	preamble := true
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#' || line[0] == ';':
		case line[0] == '[' && strings.HasSuffix(line, "]"):
			preamble, properties = false, nil
			if glob := line[1 : len(line)-1]; glob != "" && len(glob) <= mostPattern {
				properties = map[string]string{}
				f.sections = append(f.sections, section{compile(glob), properties})
			}
		default:
			name, value, ok := property(line)
			switch {
			case !ok:
			case preamble:
				f.root = f.root || name == "root" && value == "true"
			case properties != nil:
				properties[name] = value
			}
		}
	}
	return f
}

// property splits a line into the name and the value of a property, in lower case.
func property(line string) (name, value string, ok bool) {
	name, value, ok = strings.Cut(line, "=")
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	if !ok || name == "" || len(name) > mostProperty || len(value) > mostValue {
		return "", "", false
	}
	return strings.ToLower(name), strings.ToLower(value), true
}

// addTo adds the properties of the sections that match a path, which is relative to the folder of the
// file. Later sections take precedence.
func (f *file) addTo(all map[string]string, path string) {
	for _, s := range f.sections {
		if s.pattern.match(path) {
			maps.Copy(all, s.properties)
		}
	}
}
