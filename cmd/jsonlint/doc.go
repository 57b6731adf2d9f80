// Command jsonlint checks JSON files and says exactly what is wrong and where.
//
//	jsonlint [flags] [FILE ...]
//
// It reads the files named, or standard input without any or for the name "-".
// A file is right when it is one JSON document (RFC 8259) in UTF-8. The first
// error of each file that is not is printed as
//
//	path:line:column: message
//
// with lines and columns from 1, columns in characters (code points). On a
// terminal the source line follows with the place marked.
//
// The exit status is 0 when all files are right, 1 when one is not, and 2 when the
// command line is wrong or something could not be read or written.
package main
