// Package regular reads files that may be under the control of a repository, such as its settings.
// It reads only regular files, because reading a device or a named pipe may never end.
package regular

// The files of the package:
//
// text.go reads files that programs save in UTF-16.
