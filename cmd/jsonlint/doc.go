// Command jsonlint checks JSON files and says exactly what is wrong and where.
//
//	jsonlint [flags] [FILE | FOLDER | GLOB | !GLOB ...]
//
// It reads the files named, those of folders that are JSON by their names, or standard input
// without any or for the name "-". A file is right when it is one JSON document (RFC 8259) in
// UTF-8, or what its extension says, such as a document on each line. Findings are printed as
//
//	path:line:column: message [rule]
//
// with lines and columns from 1, columns in characters (code points); of a warning, the word
// stands before the message. On a terminal the source line follows with the place marked.
//
// The exit status is 0 when there is no finding that fails, 1 when there is one, and 2 when
// the command line or the settings are wrong or something could not be read or written.
//
//	jsonlint fmt [flags] [FILE | FOLDER | GLOB | !GLOB ...]
//
// formats files; docs/format.md says how. The program is internal/command.
package main
