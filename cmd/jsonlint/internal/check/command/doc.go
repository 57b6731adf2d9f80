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

// The files of the package:
//
// stdio.go says what a subcommand is and what it gets, and run.go starts one. options.go is the table of flags, flags.go has
// their values, and program.go describes the command line. checker.go has the state of a checker, and the settings and the
// outcome of a file. check.go checks files, which files.go finds. settings.go finds the settings for a file, and kind.go adapts
// them to its contents. fix.go fixes files, and fmt_layout.go finds their layout; schema.go and declared.go find the schema of
// a file, and deprecated.go reports what it declares deprecated. quarantine.go divides the records of files between outputs,
// baseline.go compares findings with the baseline, and suppress.go reports suppressions in the settings that are not used.
// output_files.go writes the files that flags name, and checksum.go identifies flags and settings on which results depend.
