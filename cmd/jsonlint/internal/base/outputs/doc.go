// Package outputs writes output files that appear completely or not at all.
//
// A [File] is the new contents of one file. A [Set] is a group of files, such as the results of one
// run, that appear together. Neither is safe for concurrent use, except for [Set.Abort].
package outputs
