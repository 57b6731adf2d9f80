// Package command checks files as the program jsonlint does, and has what its subcommands share.
//
// A [Command] is a subcommand. [Run] runs the one that the first argument names, with a [Stdio]: the
// standard streams and the rest of the environment. Without a subcommand, it checks files.
//
// [ParseOptions] parses a command line with a table of flags. A subcommand picks options from the tables
// of this package, such as [InputOptions], and adds its own. The result is a [Flags], whose [Settings] a [Checker] takes. The help, the manual
// page, docs/reference/cli.md and the shell completions are generated from the tables.
//
// A [Checker] checks files as its [Settings] require: it finds the files, the settings and the schema of each
// file, and writes the findings in order.
package command

// The files of the package:
//
// stdio.go says what a subcommand is and what it gets, and run.go starts one. options.go is the table of flags, flags.go has
// their values and the Settings, and program.go describes the command line.
//
// A Checker (checker.go) consists of layers, each of which uses only those below it: base.go has the settings and the streams;
// schema.go, declared.go and deprecated.go find and compile schemas; settings.go, kind.go and fmt_layout.go find the settings
// of a file and adapt them to its contents; files.go finds the files, and print_config.go prints the settings of one. check.go
// checks the files, with the state in state.go. fix.go fixes files, quarantine.go divides records between outputs, baseline.go
// compares findings with the baseline, suppress.go reports suppressions in the settings that are not used, watch.go checks
// files again when they change, and document.go checks the documents of an editor.
//
// progress.go starts the progress line and the metrics, and output_files.go writes the files that flags name.
