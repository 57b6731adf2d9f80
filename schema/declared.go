package schema

import "github.com/assayjson/assay/internal/engine/declaration"

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
	token, ok := declaration.Of(data)
	if !ok {
		return d, false
	}
	return Declaration{token.String(), token.Offset(), len(token.Raw())}, true
}
