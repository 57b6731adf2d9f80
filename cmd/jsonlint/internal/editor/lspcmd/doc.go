// Package lspcmd implements jsonlint lsp. It connects the language server of package lsp with the checker of
// package command: a document is checked as a file whose contents are those of the editor.
package lspcmd

// The files of the package:
//
// engine.go checks a document as a file whose contents are those of the editor. library.go gives the server schemas and changes
// of settings, used.go keeps track of the files on which findings depend, listen.go connects the server with sockets, and
// editor.go starts it for the page in a browser.
