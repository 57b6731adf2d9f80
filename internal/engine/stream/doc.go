// Package stream checks a document that arrives piece by piece, in memory that does not grow with
// the document.
//
// [Check] reads a document from a reader; [Verdict] does the same for callers that do not need
// positions. A [Checker] accepts a document by calls of Write, and reports its progress. [PassesInMemory] checks readers that hold
// everything in memory.
//
// A Checker keeps a segment of about 1 MiB. The kernels judge the text as it arrives. At the end of
// each segment there is a checkpoint, where the scanner catches up with the kernels without reading
// the text: the scanner is put into the state that it would have there, and gets the positions that
// an error may have to report. If the kernels find an error, or if there are no kernels, the
// scanner reads on from the last checkpoint.
//
// The kernels do not check limits. If a document may exceed one, they mark all tokens, and the scanner is moved along as the marks
// are counted.
//
// Errors in the document are of type [*flaw.Report]; all other errors are those of readers and
// contexts. A Checker must not be used concurrently; the functions may be called concurrently.
package stream

// The files of the package:
//
// checker.go and memory.go have the state of a Checker, checkpoint.go, shorten.go and progress.go its checkpoints. kernels.go and marks.go
// have the state of the kernels, feed.go, names.go and number_range.go write to them, catch_up.go and approach.go move the scanner, and
// limits.go counts tokens. check.go, write.go, end.go, read_ahead.go, segment_ahead.go and in_memory_reader.go are the entry points.
// parts.go passes segments that workers have checked.
