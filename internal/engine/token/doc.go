// Package token decodes the tokens of valid documents: their kind, the text of strings and the
// value of numbers.
//
// It is shared by the tokens of package tokenizer and the values of package document. A [Text]
// refers to the input and is valid as long as the input is not changed. Only [Text.String], errors,
// and a buffer that grows in [Text.AppendString] allocate memory.
package token
