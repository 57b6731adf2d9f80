// Package ignore determines which files to ignore by the rules of .gitignore.
//
// A [Rule] is a line of such a file, and a [List] is all of its lines. The lists of a folder and of
// the folders above it form a [Stack]. The innermost list with a matching line decides, and in that
// list the last matching line. The patterns are those of gitignore(5), except that ? and [...]
// match characters instead of bytes.
package ignore
