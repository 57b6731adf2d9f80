// Package dialect reads dialects of JSON that people write by hand: JSONC, which has comments;
// JWCC, which also has trailing commas; and JSON5.
//
//   - [Lower] converts a text to JSON and returns a [Map] of offsets. Everything that works on JSON then also works on
//     dialects.
//   - [Parse] parses a text into a document, and maps its values to the original text.
//   - [Check] returns the first error.
//   - [Lexer] splits a text into tokens, comments and white space, without leaving anything out.
//
// Functions may be called by several goroutines at the same time. Each goroutine needs its own Lexer.
//
// JSON5 is version 1.0.0 of https://spec.json5.org in full. Offsets are in bytes and start at 0.
package dialect

// The files of the package:
//
// dialect.go is the table of dialects. windows.go converts texts without reading all tokens: blank.go replaces comments and trailing
// commas, and convert.go also converts the rest of JSON5. blank_reader.go is for a reader. If the result is not valid, lexer.go
// splits the text into tokens and comments, and lower.go converts them to JSON. map.go translates positions back, and parse.go
// returns a document. json5.go, number.go, string.go and unquoted.go handle the syntax that only JSON5 has.
