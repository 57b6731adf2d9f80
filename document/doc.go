// Package document parses JSON into documents whose values can be looked up by name, index or JSON
// Pointer (RFC 6901). A document takes a few bytes of memory for each token.
//
//   - [Parse] checks a document in memory like tokenizer.Check, with the same options and errors, and
//     returns a [Document].
//   - A [Value] is an object, an array, a string, a number or a literal in a document. Nothing is decoded
//     until it is needed, and lookups on a missing value can be chained.
//   - [Pointers] is a set of JSON Pointers, all of whose values are found in one pass over the objects on
//     the way.
//   - Package [github.com/assayjson/assay/decode] decodes a document or a Value into Go values such as
//     structs.
//
// A Document refers to the bytes from which it was parsed, and these bytes must not change while
// the Document is in use. A Document may be used concurrently, except while its method Parse is
// running.
//
// A document is stored as a tape. The tape holds the positions of the document's tokens, and for
// each opening bracket a link to its closing bracket. Langdale and Lemire describe such tapes
// (Parsing Gigabytes of JSON per Second, 2019). Parsing takes time and memory linear in the length
// of the input.
package document

// The files of the package:
//
// document.go parses a text into a tape (see internal/engine/tape), and value.go, member.go, json_pointer.go and
// pointers.go read it.
