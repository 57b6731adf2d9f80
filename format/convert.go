package format

import (
	"fmt"
	"io"

	"github.com/assayjson/assay/dialect"
)

// A Conversion selects whether the result is in the dialect of the text or in JSON.
type Conversion uint8

const (
	// KeepDialect means that the result is in the same dialect as the text.
	KeepDialect Conversion = iota

	// DropComments converts the text to JSON: comments and trailing commas are removed, and strings,
	// names and numbers are rewritten if JSON requires it. NaN and the infinities are errors.
	DropComments

	// RefuseComments is like DropComments, except that a comment is an error.
	RefuseComments
)

// A CommentError reports a comment in a text that is converted to JSON with [RefuseComments].
type CommentError struct {
	Offset int64 // in bytes, from 0
	Length int   // in bytes
}

// Error returns a message with the position.
func (e *CommentError) Error() string {
	return fmt.Sprintf("byte %d: JSON has no comments", e.Offset)
}

// toJSON converts a valid text to JSON. Where there was a comment, there are as many line endings as
// before the comment, or after it if it was on the line of the previous token.
func toJSON(src []byte, d dialect.Dialect) []byte {
	bare := src
	if d.HasComments() {
		bare = withoutComments(src, d)
	}
	json, _, _ := dialect.Lower(bare, d)
	return json
}

// withoutComments returns src without comments.
func withoutComments(src []byte, d dialect.Dialect) []byte {
	dst := make([]byte, 0, len(src))
	done, begin := 0, 0 // src[:done] is in dst; white space and comments begin at begin
	lines, commented := uint8(0), false
	lexer := dialect.NewLexer(src, d)
	for {
		token, err := lexer.Next()
		switch {
		case err == nil && token.Kind.IsComment():
			commented = true
			continue
		case err == nil && token.Kind == dialect.Space:
			if lines == 0 {
				lines = countLines(0, src[token.Begin:token.End])
			}
			continue
		case commented:
			dst = append(append(dst, src[done:begin]...), [...]string{" ", "\n", "\n\n"}[lines]...)
			done = token.Begin
		}
		if err == io.EOF {
			return append(dst, src[done:]...)
		}
		begin, lines, commented = token.End, 0, false
	}
}
