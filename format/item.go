package format

import (
	"io"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/tokenizer"
)

// An item is a token with the comments about it. Commas and colons are none: they follow
// from the others.
type item struct {
	kind     tokenizer.TokenKind // end after the last one
	lines    uint8               // line ends before it, up to two, which make a blank line
	comma    bool                // of a closing bracket: there is a comma before it
	object   int32               // of an opening brace: its number, where members are sorted
	text     []byte
	comments *comments
	columns  int // of an opening bracket: what it takes to have all up to the closing one on one line
}

const end = tokenizer.TokenKind(0)

func (it *item) opens() bool {
	return it.kind == tokenizer.BeginObject || it.kind == tokenizer.BeginArray
}

func (it *item) closes() bool {
	return it.kind == tokenizer.EndObject || it.kind == tokenizer.EndArray
}

// lead returns the comments that stand before it.
func (it *item) lead() []comment {
	if it.comments == nil {
		return nil
	}
	return it.comments.lead
}

// trail returns the comments that stand behind it, on the same line.
func (it *item) trail() []comment {
	if it.comments == nil {
		return nil
	}
	return it.comments.trail
}

// comments are those of an item.
type comments struct {
	lead, trail []comment
}

type comment struct {
	text     []byte
	kind     dialect.TokenKind
	lines    uint8 // line ends before it, up to two
	ownLine  bool  // nothing but comments comes after it on its line
	hasComma bool  // a comma stands between it and the item before
}

// A source hands out items. The last one is of the kind end.
type source interface {
	next(*item) error
}

// countLines adds the line ends of text to n, but counts no more than two.
func countLines(n uint8, text []byte) uint8 {
	for i, c := range text {
		if c == '\n' || c == '\r' && (i+1 == len(text) || text[i+1] != '\n') {
			if n++; n >= 2 {
				return 2
			}
		}
	}
	return n
}

// plainSource has the items of a JSON text.
type plainSource struct {
	src    []byte
	tokens *tokenizer.Tokenizer
	end    int // of the last item
}

func newPlainSource(src []byte, opts ...tokenizer.Option) *plainSource {
	return &plainSource{src: src, tokens: tokenizer.New(src, opts...)}
}

func (s *plainSource) reset(src []byte) {
	s.src, s.end = src, 0
	s.tokens.Reset(src)
}

func (s *plainSource) next(it *item) error {
	token, err := s.tokens.Next()
	if err != nil {
		if err != io.EOF {
			return err
		}
		*it = item{}
		return nil
	}
	text, begin := token.Raw(), int(token.Offset())
	*it = item{kind: token.Kind(), text: text}
	if gap := s.src[s.end:begin]; len(gap) > 1 {
		it.lines = countLines(0, gap)
	} else if len(gap) == 1 && (gap[0] == '\n' || gap[0] == '\r') {
		it.lines = 1
	}
	s.end = begin + len(text)
	return nil
}
