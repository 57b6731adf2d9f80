// Package programs has the facts on which the table of package known is based: which texts the programs accept in the files
// that they read. Tests compare them with the table, and with what jsonlint answers about the same texts.
//
// The facts are in programs.txt, whose head describes them.
package programs
