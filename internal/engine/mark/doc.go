// Package mark reads the tokens of a valid text by its marks, the offsets that kernels find.
//
// The marks of a text are, in ascending order, the offsets of
//
//   - each bracket;
//   - both quotation marks of each string, and between them each byte that follows an escaping backslash;
//   - the first byte of each number and literal, and the byte after its last one. If that byte is a bracket,
//     it has only one mark;
//   - each newline outside strings, if the text consists of records. A number or literal may share its second
//     mark with a newline, too, which then is not a token of its own.
//
// On a tape, the marks of escapes are gone. The mark of the opening quotation mark of a string has
// [HasEscape] instead if there was one.
//
// Commas and colons have no marks. What is before the first byte of a token, after the end of the token before
// it, consists of white space and at most one of them.
//
// A [Cursor] reads both kinds of marks. Where its calls cost too much, a loop reads the marks itself: Tokenizer.Next in
// package tokenizer, Inspector.Inspect in package index, Value.AppendCompact in package tape, and walk.lines, tokenEnd and
// walk.printCompact in package format. The tests of all of them are in conformance/cursor_test.go.
package mark
