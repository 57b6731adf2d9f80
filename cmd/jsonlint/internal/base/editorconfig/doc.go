// Package editorconfig reads .editorconfig files, as specified at https://spec.editorconfig.org, and
// finds the properties that matter for the layout of JSON.
//
// A file with mistakes is not an error: lines that are neither sections nor properties are ignored,
// as the specification requires.
package editorconfig

// The files of the package:
//
// finder.go and file.go read the files, and pattern.go matches their patterns.
