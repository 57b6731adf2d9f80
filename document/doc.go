// Package document parses JSON into documents whose values can be looked up by name, index
// or JSON Pointer (RFC 6901). A document takes a few bytes of memory for each token.
//
//   - [Parse] checks a document in memory as tokenizer.Check does, with the same options and
//     the same errors, and returns a [Document].
//   - A [Value] is an object, an array, a string, a number or a literal in a document. Nothing
//     is decoded before it is needed, and lookups on a missing value can be chained.
//
// A Document keeps the bytes that it was parsed from, which must not change while it is in
// use. It may be used by many goroutines at once, unless it is being parsed again.
//
// The kernels' index of a document is its tape: marks of tokens, and for each opening bracket
// a link to its closing one (see Langdale and Lemire, Parsing Gigabytes of JSON per Second,
// 2019, for tapes). Parsing takes time and memory linear in the length of the input.
package document
