// Package document parses JSON into documents whose values can be looked up by name, index or JSON
// Pointer (RFC 6901). A document takes a few bytes of memory for each token.
//
//   - [Parse] checks a document in memory like tokenizer.Check, with the same options and errors, and
//     returns a [Document].
//   - A [Value] is an object, an array, a string, a number or a literal in a document. Nothing is decoded
//     until it is needed, and lookups on a missing value can be chained.
//
// A Document keeps the bytes that it was parsed from; they must not change while it is in use. It
// may be used concurrently, except while it is being parsed again.
//
// In memory, a document is a tape: the positions of its tokens, and for each opening bracket a link
// to its closing bracket. Langdale and Lemire describe such tapes (Parsing Gigabytes of JSON per
// Second, 2019). Parsing takes time and memory linear in the length of the input.
package document
