// Package ignore determines which files to ignore by the rules of .gitignore.
//
// A [Rule] is a line of such a file, and a [List] is all of its lines. The lists of a folder and of
// the folders above it form a [Stack]. A file is ignored or not according to the last matching line
// of the innermost list that has one. The patterns are those of gitignore(5), but ? and [...] match
// characters instead of bytes.
package ignore
