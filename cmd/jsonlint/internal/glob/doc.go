// Package glob matches paths with patterns as Git has them: * and ? and [a-z] stay within
// the name of a file, and ** as a whole name stands for any number of folders.
//
//	*.json        the JSON files of one folder
//	**/*.json     and those below it
//	data/**       all that is in data
//	[!.]*         what does not begin with a dot
//	*.{json,har}  one of these, after [Expand]
//
// Matching takes time linear in the path, for each byte of the pattern: no pattern is slow.
package glob
