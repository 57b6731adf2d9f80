package schema

import (
	"encoding/json"
	"io"
	"slices"
	"strconv"

	"github.com/assayjson/assay/schema/internal/inquiry"
	"github.com/assayjson/assay/schema/internal/program"
	"github.com/assayjson/assay/tokenizer"
)

// DefaultMaxDepth is the largest number of nested arrays and objects in a schema. The same limit
// applies to documents, unless [Compiler.Options] contain a [tokenizer.MaxDepth].
const DefaultMaxDepth = 128

// A decoder converts a document to the values that the engine reads: maps, slices, strings in WTF-8
// (see [textOf]), booleans, nil, and [json.Number].
type decoder struct {
	tokens *tokenizer.Tokenizer
	limit  int
	path   []string // the path of the value that is being decoded
	huge   []leaf   // the first numbers that are too large for the engine; their number is at most limit
	values int64    // the number of values that have been decoded
}

// decode decodes data. The error is a [*tokenizer.SyntaxError]. The result huge lists the numbers
// that are too large for the engine, but at most limit of them. If there are such numbers, the
// value must not be used.
func decode(data []byte, limit int, opts []tokenizer.Option) (value any, huge []leaf, err error) {
	d := newDecoder(newTokens(data, opts), limit)
	value, err = d.document()
	return value, d.huge, err
}

func newDecoder(tokens *tokenizer.Tokenizer, limit int) *decoder {
	return &decoder{tokens: tokens, limit: limit}
}

func newTokens(data []byte, opts []tokenizer.Option) *tokenizer.Tokenizer {
	return tokenizer.New(data, tokenizer.JoinOptions(opts...))
}

// document returns the value of the document.
func (d *decoder) document() (any, error) {
	token, err := d.tokens.Next()
	if err != nil {
		return nil, err
	}
	value, err := d.value(token)
	if err != nil {
		return nil, err
	}
	if _, err := d.tokens.Next(); err != io.EOF {
		return nil, err
	}
	return value, nil
}

// value returns the value that begins with token.
func (d *decoder) value(token tokenizer.Token) (any, error) {
	d.values++
	switch token.Kind() {
	case tokenizer.BeginObject:
		return d.object()
	case tokenizer.BeginArray:
		return d.array()
	case tokenizer.String:
		return textOf(token), nil
	case tokenizer.Number:
		return d.number(token), nil
	case tokenizer.True, tokenizer.False:
		return token.Kind() == tokenizer.True, nil
	}
	return nil, nil
}

// object returns the members up to the closing brace. If members have equal names, the last one
// counts.
func (d *decoder) object() (any, error) {
	members := map[string]any{}
	for {
		name, err := d.tokens.Next()
		if err != nil {
			return nil, err
		}
		if name.Kind() == tokenizer.EndObject {
			return members, nil
		}
		token, err := d.tokens.Next()
		if err != nil {
			return nil, err
		}
		key := textOf(name)
		d.path = append(d.path, key)
		if _, again := members[key]; again {
			d.forget()
		}
		if members[key], err = d.value(token); err != nil {
			return nil, err
		}
		d.path = d.path[:len(d.path)-1]
	}
}

func (d *decoder) array() (any, error) {
	items := []any{}
	for {
		token, err := d.tokens.Next()
		if err != nil {
			return nil, err
		}
		if token.Kind() == tokenizer.EndArray {
			return items, nil
		}
		d.path = append(d.path, "")
		n := len(d.huge)
		item, err := d.value(token)
		if err != nil {
			return nil, err
		}
		for _, l := range d.huge[n:] { // the index is formatted only if it is needed
			l.Path[len(d.path)-1] = strconv.Itoa(len(items))
		}
		d.path = d.path[:len(d.path)-1]
		items = append(items, item)
	}
}

// number returns a number, and records it if it is too large to compute with.
func (d *decoder) number(token tokenizer.Token) any {
	text := token.Body()
	if program.IsHuge(text) && len(d.huge) < d.limit {
		begin := int(token.Offset())
		d.huge = append(d.huge, leaf{Reason: inquiry.Reason{Path: slices.Clone(d.path), Kind: hugeNumber{}}, at: span{begin, begin + len(text)}})
	}
	return json.Number(text)
}

// forget drops the huge numbers in a member that a later member with the same name replaces. If the
// limit has been reached, it drops no numbers, because there may be other numbers that were not
// recorded.
func (d *decoder) forget() {
	if len(d.huge) < d.limit {
		d.huge = slices.DeleteFunc(d.huge, func(l leaf) bool {
			return len(l.Path) >= len(d.path) && slices.Equal(l.Path[:len(d.path)], d.path)
		})
	}
}
