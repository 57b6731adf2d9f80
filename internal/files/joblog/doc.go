// Package joblog keeps the names of files, and texts from them, from being commands to the services for CI that show the output of
// a job, such as "::add-mask::x" and "##vso[task.complete]". Such commands could hide the rest of a log, or set variables.
//
// Package report has the forms in which texts are written for people. JSON is written through a [Writer], which changes the spelling
// of strings, but not their values. Except for Writers, everything may be used concurrently.
package joblog
