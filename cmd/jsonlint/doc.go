// Command jsonlint checks JSON files and reports exactly what is wrong and where.
//
//	jsonlint [flags] [FILE | FOLDER | GLOB | !GLOB ...]
//
// It reads the named files and, in named folders, the files with a JSON extension. Without
// arguments, or for the name "-", it reads standard input. A file is valid if it is one JSON
// document (RFC 8259) in UTF-8, or has the format that its extension stands for, such as one
// document per line. Each finding is printed on a line of this form:
//
//	path:line:column: message [rule]
//
// Lines and columns start at 1, and columns count characters (code points). The message of a warning
// begins with "warning: ". On a terminal, the finding is followed by the source line, in which the
// position is marked.
//
// The exit status is 2 if the command line or the settings are invalid, or if something could not
// be read or written. Otherwise it is 1 if a finding fails the run, and 0 if none does.
//
// The subcommand fmt formats files, as docs/reference/format.md describes.
//
//	jsonlint fmt [flags] [FILE | FOLDER | GLOB | !GLOB ...]
//
// The program is implemented in internal/jsonlint.
package main
