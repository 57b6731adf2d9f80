// Package cli generates the help, the manual page, the Markdown reference and the shell completions
// of a command from one description, a [Program].
package cli
