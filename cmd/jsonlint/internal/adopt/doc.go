// Package adopt turns the settings of other tools for JSON into settings of jsonlint. [Read] reads what a tool has in a folder, and
// returns a [Draft]: what [Settings.Text] writes, and as facts, what has no counterpart.
package adopt

// The files of the package:
//
// settings.go is what can be written, draft.go what has been found, merge.go what several tools mean together, tools.go the table of
// tools. folder.go and below.go find the files of
// tools, commands.go and hooks.go what runs them. Each tool has a file, and patterns.go and eslint.go are shared by several.
// stand_in.go is for hooks of jsonlint with the names of others.
