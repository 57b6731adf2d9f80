// Package lsp is a language server: it checks and formats the documents that are open in an editor,
// and answers questions about them, as the Language Server Protocol 3.17 defines.
//
// An [Engine] decides what is wrong with a text, so that an editor shows what the command reports. The
// package does not read files itself.
//
// # How it works
//
// The goroutine that calls [Serve] handles all messages in their order, and is the only one that uses the
// documents. Texts are checked, and requests about them are answered, by a worker: a goroutine that does one
// job at a time, with a snapshot of the text that does not change. A document that has changed is checked as soon as
// the worker is free, so in a flood of edits only some of its versions are checked. A report about a version
// that is no longer the present one is dropped, because there will be another. Two more goroutines read and write
// messages, so a client that is slow to read delays nobody but itself; of several reports about a document
// that wait to be written, only the last is kept.
//
// Text is held as package text describes, and package structure finds values in texts that may be
// invalid.
package lsp

// The files of the package:
//
// state.go has the state of a connection, server.go the loop that receives messages; handle.go and documents.go handle the
// messages, messages.go sends some, and job.go has the worker. diagnostics.go, actions.go, changes.go, edits.go, ontype.go,
// symbols.go, ranges.go, hover.go, completion.go, definition.go, references.go and command.go answer requests. library.go says
// how the server gets schemas and settings.
