package schema

import "github.com/assayjson/assay/tokenizer"

// Declared returns the "$schema" that a document names for itself, which is that of its
// root object. It reads no further than that, so what follows need not be JSON. The name is
// a URL or a path, for the caller to judge: a document is not to be trusted with it.
func Declared(data []byte) (name string, ok bool) {
	d, ok := FindDeclared(data)
	return d.Name, ok
}

// A Declaration is the "$schema" of a document, and where its value is.
type Declaration struct {
	Name   string
	Offset int64 // in bytes, from the start of the document
	Length int   // in bytes, with the quotes
}

// FindDeclared is Declared with the place.
func FindDeclared(data []byte) (d Declaration, ok bool) {
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
