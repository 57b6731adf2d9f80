// Package remote lists and reads objects over HTTP, whatever the store. A [Service] is one kind of
// store: it makes requests, signs them, and reads what is special about the responses. A [Store]
// does the rest, which is the same for all of them:
//
//   - It reads an object in ranges, several at once, and returns their bytes in order. Memory is
//     constant: [Window] ranges of [RangeSize] bytes for each object.
//   - Every range must be of the same version of the object. Requests say so, and responses are
//     checked, since not every server honors such requests. The bytes of two versions are never mixed.
//   - A range that was cut off or is shorter than requested is continued after its last byte.
//   - Failures that may be temporary are repeated with growing pauses, see [Store].
//
// Requests and their order do not depend on time, except for these pauses and the limit on silence.
package remote

// The files of the package:
//
// part.go and reader.go read objects in ranges, retry.go and errors.go repeat requests, and store.go lists objects.
