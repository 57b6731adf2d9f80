// Package command is the program jsonlint: what it does with its arguments, files and output.
//
// options.go is the table of flags, of which the help, the manual page, docs/cli.md and the
// completions of shells are made; fmt_flags.go is that of jsonlint fmt. check.go is what
// happens to a file; other packages find files, read settings and write findings. fix.go mends
// files, schema.go and declared.go find what they are held to.
package command
