package review

import (
	"bytes"
	"slices"
	"strconv"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/internal/engine/vocabulary"
	"github.com/assayjson/assay/tokenizer"
)

// appendCanonical appends a text that is the same for equal values: members are sorted by name, and
// strings have no optional escapes. Equal numbers that are written differently, such as 1 and 1.0,
// have different texts.
func appendCanonical(dst []byte, v document.Value) []byte {
	switch v.Kind() {
	case tokenizer.BeginArray:
		dst = append(dst, '[')
		for _, e := range v.Elements() {
			dst = append(appendCanonical(dst, e), ',')
		}
		return append(dst, ']')
	case tokenizer.BeginObject:
		var members [][]byte
		for name, value := range v.Members() {
			members = append(members, appendCanonical(appendName(nil, name.String()), value))
		}
		return appendSorted(dst, members)
	case tokenizer.String:
		return strconv.AppendQuote(dst, v.String())
	}
	return append(dst, v.Raw()...)
}

func appendName(dst []byte, name string) []byte {
	return append(strconv.AppendQuote(dst, name), ':')
}

// appendSorted appends the members of an object in the order of their texts.
func appendSorted(dst []byte, members [][]byte) []byte {
	slices.SortFunc(members, bytes.Compare)
	dst = append(dst, '{')
	for _, m := range members {
		dst = append(append(dst, m...), ',')
	}
	return append(dst, '}')
}

// appendSchema is like appendCanonical for a schema, but omits what has no effect on documents.
func appendSchema(dst []byte, v document.Value) []byte {
	if v.Kind() != tokenizer.BeginObject {
		return appendCanonical(dst, v)
	}
	var members [][]byte
	for name, value := range v.Members() {
		key := name.String()
		if k := vocabulary.Find(key); k != nil && k.Effect != vocabulary.Describes {
			members = append(members, appendKeyword(appendName(nil, key), k, value))
		}
	}
	return appendSorted(dst, members)
}

// appendKeyword appends the value of a keyword, without what has no effect in the schemas in it.
func appendKeyword(dst []byte, k *vocabulary.Keyword, v document.Value) []byte {
	isArray, isObject := v.Kind() == tokenizer.BeginArray, v.Kind() == tokenizer.BeginObject
	switch s := k.Shape; {
	case s == vocabulary.OneSchema || s == vocabulary.SchemaItems && isObject:
		return appendSchema(dst, v)
	case (s == vocabulary.SchemaList || s == vocabulary.SchemaItems) && isArray:
		dst = append(dst, '[')
		for _, e := range v.Elements() {
			dst = append(appendSchema(dst, e), ',')
		}
		return append(dst, ']')
	case (s == vocabulary.SchemaMap || s == vocabulary.SchemaDeps) && isObject:
		var members [][]byte
		for name, value := range v.Members() {
			members = append(members, appendSchema(appendName(nil, name.String()), value))
		}
		return appendSorted(dst, members)
	}
	return appendCanonical(dst, v)
}

// areEqual reports whether two values of a keyword have the same effect.
func areEqual(k *vocabulary.Keyword, a, b document.Value) bool {
	return bytes.Equal(appendKeyword(nil, k, a), appendKeyword(nil, k, b))
}
