// Package token knows what a token of a valid document says: its kind, the text of a string
// and the value of a number.
//
// It is shared by the tokens of package tokenizer and the values of package document. Texts
// are parts of the input and are good as long as that. Only strings with escapes, and errors,
// allocate memory.
package token
