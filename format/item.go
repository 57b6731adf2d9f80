package format

import (
	"slices"

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

// keepsBefore reports whether the line endings before an item stay as they are in the source.
func (it *item) keepsBefore() bool { return it.fixed || slices.ContainsFunc(it.lead(), isFixed) }

// keepsAfter reports whether the line endings after an item stay as they are in the source.
func (it *item) keepsAfter() bool { return it.fixed || slices.ContainsFunc(it.trail(), isFixed) }

func isFixed(c comment) bool { return c.fixed }

// startsLine reports whether the comments before an item, or the item, are not on the line of the previous item.
func (it *item) startsLine() bool {
	return it.breaks || slices.ContainsFunc(it.lead(), func(c comment) bool { return c.breaks })
}

// toStartLine makes an item, or the first comment before it, start a line.
func (it *item) toStartLine() {
	if lead := it.lead(); len(lead) > 0 {
		lead[0].breaks = true
	} else {
		it.breaks = true
	}
}
