// Package cli describes a command line in one place: the help, the manual page, the reference in
// Markdown and the shell completions are generated from a [Program].
package cli
