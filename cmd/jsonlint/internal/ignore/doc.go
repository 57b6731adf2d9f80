// Package ignore says which files are passed over, by the rules of .gitignore.
//
// A [Rule] is a line of such a file, and a [List] all of them. Lists of folders and of those
// above them make up a [Stack]: what the innermost one says counts, and of its lines the
// last that matches. The patterns are those of gitignore(5),
// except that ? and [...] match characters rather than bytes.
package ignore
