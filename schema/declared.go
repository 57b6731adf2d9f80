package schema

import "github.com/assayjson/assay/tokenizer"

// Declared returns the "$schema" that a document names for itself, which is that of its
// root object. It reads no further than that, so what follows need not be JSON. The name is
// a URL or a path, for the caller to judge: a document is not to be trusted with it.
func Declared(data []byte) (name string, ok bool) {
	t := tokenizer.New(data, tokenizer.AllowBOM())
	if token, err := t.Next(); err != nil || token.Kind() != tokenizer.BeginObject {
		return "", false
	}
	for t.PeekKind() == tokenizer.Name {
		member, err := t.Next()
		if err != nil {
			return "", false
		}
		if member.String() != "$schema" {
			if t.Skip() != nil {
				return "", false
			}
			continue
		}
		token, err := t.Next()
		return token.String(), err == nil && token.Kind() == tokenizer.String
	}
	return "", false
}
