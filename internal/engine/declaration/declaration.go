package declaration

import "github.com/assayjson/assay/tokenizer"

// Of returns the value of the member "$schema" in the root object of a document. It reads no further than this member, so the text
// after the member need not be valid. The result ok is false if there is no such member, if its value is not a string, or if the text
// before it is invalid.
func Of(data []byte) (value tokenizer.Token, ok bool) {
	t := tokenizer.New(data, tokenizer.AllowBOM())
	if token, err := t.Next(); err != nil || token.Kind() != tokenizer.BeginObject {
		return value, false
	}
	for t.PeekKind() == tokenizer.Name {
		member, err := t.Next()
		if err != nil {
			return value, false
		}
		if member.String() != "$schema" {
			if t.Skip() != nil {
				return value, false
			}
			continue
		}
		value, err = t.Next()
		return value, err == nil && value.Kind() == tokenizer.String
	}
	return value, false
}
