// Package ignore determines which files to ignore by the rules of .gitignore.
//
// A [Rule] is a line of such a file, and a [List] is all of its lines. The lists of a folder and of
// the folders above it form a [Stack]. Of the lists with a matching line, only the innermost list
// counts. Its last matching line determines whether the file is ignored. The patterns are those of
// gitignore(5), but ? and [...] match characters instead of bytes.
package ignore
