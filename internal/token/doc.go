// Package token knows what a token of a valid document says: its kind, the text of a string
// and the value of a number.
//
// It is shared by the tokens of package tokenizer and the values of package document. A [Text]
// is part of the input and is valid as long as that is not changed. Only [Text.String], errors,
// and the growth of a buffer in [Text.AppendString] allocate memory.
package token
