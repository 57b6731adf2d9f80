// Package input finds the files to check, and reads them.
//
// A [Search] turns the arguments of the command (files, folders and globs) into a sequence of
// [File] values. [Staged] and [Changed] ask Git for one. [Open] returns the contents of a file,
// decompressed and decoded if they are not in UTF-8.
package input
