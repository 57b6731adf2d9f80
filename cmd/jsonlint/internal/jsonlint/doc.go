// Package jsonlint is the program jsonlint: the table of its subcommands, and those of them that are
// small. Package command checks files if no subcommand is named; the other subcommands have packages
// of their own.
package jsonlint

// The files of the package:
//
// table.go is the table of subcommands; help.go, explain.go, init.go, hook.go and serve.go are the small ones. from.go and survey.go
// are what jsonlint init does.
