package doubt

import (
	"bytes"
	"io"

	"github.com/assayjson/assay/dialect"
)

// An Outside reports which positions of a text are certainly outside strings and comments. The
// dialect of the text need not be known.
type Outside struct {
	src     []byte
	limit   int64    // start of the first doubtful line
	scanner *Scanner // it has read the text up to the position of the last call
}

// NewOutside returns an Outside for src, which must be a whole text.
func NewOutside(src []byte) *Outside {
	n := NotationOf(src)
	o := &Outside{src: src, limit: First(src, n), scanner: New(n, 0)}
	o.scanner.SkipMark(src)
	return o
}

// Has reports whether src[i] is certainly outside strings and comments, and no doubtful line begins
// at or before src[reach]. The index i must not be smaller than in the previous call.
func (o *Outside) Has(i, reach int) bool {
	if at := int(o.scanner.at); at < i {
		o.scanner.Write(o.src[at:i])
	}
	return int64(reach) < o.limit && o.scanner.IsOutside()
}

// NotationOf returns the notation of a text in an unknown dialect. It returns SingleQuoted if the
// text contains a string in single quotation marks, or a comment with such a mark. Otherwise it
// returns Commented.
func NotationOf(src []byte) Notation {
	lexer := dialect.NewLexer(src, dialect.JSON5)
	for {
		token, err := lexer.Next()
		switch {
		case err == io.EOF:
			return Commented
		case token.Kind == dialect.String && src[token.Begin] == '\'',
			token.Kind.IsComment() && bytes.IndexByte(src[token.Begin:token.End], '\'') >= 0:
			return SingleQuoted
		}
	}
}

// EndsInString reports whether a line ends inside a string. It looks only at the double quotation
// marks of the line.
func EndsInString(line []byte) bool {
	if bytes.IndexByte(line, '\\') < 0 {
		return bytes.Count(line, []byte(`"`))%2 == 1
	}
	odd, escaped := false, false
	for _, c := range line {
		if c == '"' && !escaped {
			odd = !odd
		}
		escaped = c == '\\' && !escaped
	}
	return odd
}
