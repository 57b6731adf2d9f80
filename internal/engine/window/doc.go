// Package window keeps the part of a text that is still needed while the text is read from a reader.
//
// A [Window] is filled at its end and dropped at its beginning. Nothing is read before [Window.Fill] is called, which waits until it
// has as much text as its caller asks for. Code that must not wait, such as a Tokenizer, or that gets its text from a caller instead
// of a reader, keeps its own memory.
package window

// The files of the package:
//
// window.go is all of it.
