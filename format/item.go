package format

import (
	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/tokenizer"
)

// An item is a token with the comments that belong to it. Commas and colons are not items, because
// their positions follow from the other tokens.
type item struct {
	kind     tokenizer.TokenKind // the kind of the token, or the constant end after the last token
	lines    uint8               // the number of line endings before the item, but at most 2; 2 means a blank line
	comma    bool                // for a closing bracket: true if a comma precedes it
	object   int32               // for an opening brace, if members are sorted: the index of the object in sorter.objects
	text     []byte
	comments *comments
	numbers  bool // for an opening bracket, with the style Prettier: the array contains only numbers
	last     bool // with the style Prettier: a closing bracket without a comma follows
	fixed    bool // the item is on fixed lines
	breaks   bool // a line ending precedes the item, after the last comment before it
	tied     bool // members must not be sorted if that changes what precedes the item
	columns  int  // for an opening bracket: the width of everything up to its closing bracket on one line
}

const end = tokenizer.TokenKind(0)

func (it *item) opens() bool {
	return it.kind == tokenizer.BeginObject || it.kind == tokenizer.BeginArray
}

func (it *item) closes() bool {
	return it.kind == tokenizer.EndObject || it.kind == tokenizer.EndArray
}

// lead returns the comments before the item.
func (it *item) lead() []comment {
	if it.comments == nil {
		return nil
	}
	return it.comments.lead
}

// trail returns the comments after the item, on the same line.
func (it *item) trail() []comment {
	if it.comments == nil {
		return nil
	}
	return it.comments.trail
}

// comments holds the comments of an item.
type comments struct {
	lead, trail []comment
}

type comment struct {
	text     []byte
	kind     dialect.TokenKind
	lines    uint8 // the number of line endings before the comment, at most 2
	ownLine  bool  // a line ending follows the comment before the next token
	hasComma bool  // there is a comma between the previous item and the comment
	breaks   bool  // a line ending precedes the comment, after the comment or item before it
	fixed    bool  // the comment is on fixed lines
	side     int   // the number of the range of fixed lines in which the comment ends, or 0
}

// A source returns the items of a text one by one. The last item has the kind end.
type source interface {
	next(*item) error
}

// countLines adds the number of line endings in text to n and returns the sum, but at most 2.
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
