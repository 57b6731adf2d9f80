package schema

import "github.com/assayjson/assay/tokenizer"

// A Declaration is the "$schema" of a document and its position.
type Declaration struct {
	Name   string
	Offset int64 // offset of the value, in bytes from the start of the document
	Length int   // length of the value in bytes, including the quotation marks
}

// Declared returns the "$schema" of a document: the value of the member with that name in the root
// object. It reads no further than this member, so the text after the member need not be valid. The
// result ok is false if there is no such member, if its value is not a string, or if the text
// before it is invalid. The value is a URL or a path. The caller must decide whether to use it,
// because a document may come from an untrusted source.
func Declared(data []byte) (d Declaration, ok bool) {
	t := tokenizer.New(data, tokenizer.AllowBOM())
	if token, err := t.Next(); err != nil || token.Kind() != tokenizer.BeginObject {
		return d, false
	}
	for t.PeekKind() == tokenizer.Name {
		member, err := t.Next()
		if err != nil {
			return d, false
		}
		if member.String() != "$schema" {
			if t.Skip() != nil {
				return d, false
			}
			continue
		}
		token, err := t.Next()
		if err != nil || token.Kind() != tokenizer.String {
			return d, false
		}
		return Declaration{token.String(), token.Offset(), len(token.Raw())}, true
	}
	return d, false
}
