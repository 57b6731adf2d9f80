// Package command implements the program jsonlint: its arguments, files and output.
//
// The table of flags is in options.go, and the table of flags of jsonlint fmt is in fmt_flags.go.
// The help, the manual page, docs/cli.md and the shell completions are generated from these tables.
// check.go checks a file; other packages find files, read settings and write findings. fix.go fixes
// files; schema.go and declared.go find the schemas that files are checked against.
package command
