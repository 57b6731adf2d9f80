// Package lspcmd implements jsonlint lsp. It connects the language server of package lsp with the checker of
// package command: a document is checked as a file whose contents are those of the editor.
package lspcmd
