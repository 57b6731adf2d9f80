// Package command checks files as the program jsonlint does, and has what its subcommands share.
//
// A [Command] is a subcommand. [Run] runs the one that the first argument names, with a [Stdio]: the
// standard streams and the rest of the environment. Without a subcommand, it checks files.
//
// [ParseOptions] parses a command line with a table of flags. A subcommand picks options from the tables
// of this package, such as [InputOptions], and adds its own. The result is a [Flags]. The help, the manual
// page, docs/cli.md and the shell completions are generated from the tables.
//
// A [Checker] checks files as its flags require: it finds the files, the settings and the schema of each
// file, and writes the findings in order. checker.go has its state, with the [FileSettings] and the [Outcome]
// of a file; check.go checks files; schema.go and declared.go find the schemas that files are checked against.
package command
