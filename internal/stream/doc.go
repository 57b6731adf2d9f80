// Package stream checks a document that arrives piece by piece, in memory that does not grow with
// the document.
//
// [Check] reads a document from a reader, and [Verdict] does the same for callers that need no
// positions. A [Checker] is given the bytes instead. [CheckRest] continues behind a scanner that has
// passed the beginning of the document. [PassesInMemory] looks at readers that hold everything in memory.
//
// A Checker keeps a segment of about a MiB. The kernels judge what comes, and a scanner follows at
// checkpoints, one at the end of each segment: there it learns in which state it would be, and where
// everything before is that an error may have to report. When the kernels find an error, or when there are
// none, the scanner continues from the last checkpoint.
//
// Errors about the document are of type [*scan.Report]; all others are those of readers and contexts.
// A Checker must not be used concurrently; the functions may be called concurrently.
package stream
