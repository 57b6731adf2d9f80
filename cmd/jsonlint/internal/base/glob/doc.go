// Package glob matches paths with patterns like those of Git: *, ? and [a-z] match within a file
// name, and ** between slashes matches any number of folders.
//
//	*.json        the JSON files in one folder
//	**/*.json     the JSON files in a folder and below it
//	data/**       everything in data
//	[!.]*         names that do not begin with a dot
//	*.{json,har}  names with either extension, after [Expand]
//
// Matching takes at most time proportional to the product of the lengths of path and pattern, so no
// pattern is slow.
package glob
