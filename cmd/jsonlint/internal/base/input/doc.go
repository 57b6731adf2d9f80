// Package input finds the files to check, and reads them.
//
// A [Search] turns the arguments of the command (files, folders and globs) into a sequence of
// [File] values. [Staged] and [Changed] get the files from Git. The arguments can also be
// objects in a [store.Store]. [Open] returns the contents of a
// file, and decompresses them or converts them to UTF-8 if necessary.
package input
