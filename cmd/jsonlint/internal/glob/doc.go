// Package glob matches paths with patterns like those of Git: *, ? and [a-z] match within a file
// name, and ** as a whole name matches any number of folders.
//
//	*.json        the JSON files in one folder
//	**/*.json     the JSON files in a folder and below it
//	data/**       everything in data
//	[!.]*         names that do not begin with a dot
//	*.{json,har}  names with either extension, after [Expand]
//
// Matching takes time linear in the path for each byte of the pattern, so no pattern is slow.
package glob
