// Package dialect reads the relatives of JSON that people write by hand: JSONC, which has
// comments; JWCC, which has trailing commas, too; and JSON5.
//
//   - [Lower] makes JSON of them, with a [Map] of places, so that whatever works on JSON
//     works on them.
//   - [Parse] parses a text into a document, whose values it finds in the original text.
//   - [Check] finds the first error.
//   - [Lexer] cuts a text into tokens, comments and white space, and leaves nothing out.
//
// JSON5 is that of https://spec.json5.org, version 1.0.0, in full. Offsets are bytes from 0.
package dialect
