// Command jsonlint checks JSON files and reports exactly what is wrong and where.
//
//	jsonlint [flags] [FILE | FOLDER | GLOB | !GLOB ...]
//
// It reads the named files and, in named folders, the files with a JSON extension. Without
// arguments, or for the name "-", it reads standard input. A file is valid if it is one JSON
// document (RFC 8259) in UTF-8, or has the format that its extension stands for, such as one
// document per line. Findings are printed as
//
//	path:line:column: message [rule]
//
// with lines and columns from 1, where columns count characters (code points). The message of a
// warning begins with "warning: ". On a terminal, the source line follows, with the position
// marked.
//
// The exit status is 0 if no finding fails the run, 1 if there is one, and 2 if the command line or
// the settings are invalid or something could not be read or written.
//
//	jsonlint fmt [flags] [FILE | FOLDER | GLOB | !GLOB ...]
//
// formats files, as docs/format.md describes. The program is implemented in internal/command.
package main
