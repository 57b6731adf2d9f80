package hidden

import "io"

// A Blanker is the hidden part of a *dialect.Lexer. A Lexer that dialect.NewLexer has not made has none.
type Blanker interface {
	// BlankComments returns a reader of the text in r, which is in the dialect of the Lexer. The reader replaces comments and
	// most trailing commas with spaces, so that offsets do not change. If what it returns is valid JSON, then r is
	// valid in its dialect, and dialect.Lower would convert it to the same JSON. It returns an error if a comment is
	// not valid UTF-8 or is longer than 64 KiB.
	BlankComments(r io.Reader) io.Reader
}
