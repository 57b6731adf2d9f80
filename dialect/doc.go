// Package dialect reads dialects of JSON that people write by hand: JSONC, which has comments;
// JWCC, which also has trailing commas; and JSON5.
//
//   - [Lower] converts a text to JSON and returns a [Map] of offsets. Everything that works on JSON then also works on
//     dialects.
//   - A [Lowerer] does the same for a text that is edited, and converts only what has changed.
//   - [Parse] parses a text into a document, and maps its values to the original text.
//   - [Check] returns the first error.
//   - [Lexer] splits a text into tokens, comments and white space, without leaving anything out.
//
// Functions may be called by several goroutines at the same time. Each goroutine needs its own Lexer or Lowerer.
//
// JSON5 is version 1.0.0 of https://spec.json5.org in full. Offsets are in bytes and start at 0.
package dialect
