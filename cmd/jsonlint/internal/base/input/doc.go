// Package input finds the files to check, and reads them.
//
// A [Search] turns the arguments of the command (files, folders and globs) into a sequence of
// [File] values. [Staged] and [Changed] get the files from Git. The arguments can also be
// objects in a [store.Store]. [Open] returns the contents of a
// file, and decompresses them or converts them to UTF-8 if necessary.
package input

// The files of the package:
//
// arguments.go, search.go and git.go find files, and objects.go finds objects. open.go and content.go read them, which includes
// decompression by internal/data/unpack and decoding (converted.go, encoding.go). spool.go makes it possible to read a pipe again. points.go finds the places in compressed
// files at which decompression can start. In a browser, JavaScript decodes encodings other than UTF-16 and UTF-32
// (encoding_js.go).
