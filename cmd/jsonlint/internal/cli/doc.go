// Package cli describes a command line, once: help, the manual page, the reference in
// Markdown and the completions of shells are made of a [Program].
package cli
