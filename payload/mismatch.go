package payload

import (
	"encoding/json"
	"errors"
	"iter"
	"reflect"
	"strconv"
	"strings"

	"github.com/assayjson/assay/tokenizer"
)

// mismatch returns the Error for one that encoding/json has found in data, which is JSON. An
// error that is a mistake of the program is returned as it is.
func (o *Options) mismatch(data []byte, err error) error {
	var misuse *json.InvalidUnmarshalError
	if errors.As(err, &misuse) {
		return err
	}
	var badType *json.UnmarshalTypeError
	if errors.As(err, &badType) {
		e := newError(Mismatch, "The value is not of the type that is expected, or beyond its range.").because(err)
		e.Expected = wanted(badType.Type)
		e.Place = valuePlace(data, badType.Offset, o.Checks)
		return e
	}
	if name, ok := unknownField(err); ok {
		e := newError(Mismatch, "There is a member that is not known.").because(err)
		e.Place = namePlace(data, name, o.Checks)
		return e
	}
	return newError(Mismatch, "A value is not as expected.").because(err)
}

// wanted names what JSON has for a type of Go.
func wanted(t reflect.Type) string {
	if t == nil {
		return ""
	}
	switch t.Kind() {
	case reflect.Bool:
		return "true or false"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return "an integer"
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return "an integer that is not negative"
	case reflect.Float32, reflect.Float64:
		return "a number"
	case reflect.String:
		return "a string"
	case reflect.Slice, reflect.Array:
		return "an array"
	case reflect.Struct, reflect.Map:
		return "an object"
	case reflect.Pointer:
		return wanted(t.Elem())
	}
	return ""
}

// unknownField returns the name that DisallowUnknownFields has refused. The error has no type
// of its own, only a text.
func unknownField(err error) (name string, ok bool) {
	quoted, ok := strings.CutPrefix(err.Error(), "json: unknown field ")
	if !ok {
		return "", false
	}
	name, err = strconv.Unquote(quoted)
	return name, err == nil
}

// valuePlace returns the place of the token that an offset of encoding/json is in, or right
// behind, or nil.
func valuePlace(data []byte, offset int64, opts []tokenizer.Option) *Place {
	t := tokenizer.New(data, opts...)
	for token := range tokens(t) {
		if offset <= token.Offset()+int64(len(token.Raw())) {
			return tokenPlace(data, t, token)
		}
	}
	return nil
}

// namePlace returns the place of the member with this name if there is just one. Of several,
// nobody knows which one is meant.
func namePlace(data []byte, name string, opts []tokenizer.Option) *Place {
	var found *Place
	t := tokenizer.New(data, opts...)
	for token := range tokens(t) {
		if token.Kind() != tokenizer.Name || token.String() != name {
			continue
		}
		if found != nil {
			return nil
		}
		found = tokenPlace(data, t, token)
	}
	return found
}

// tokens goes over a document that is right.
func tokens(t *tokenizer.Tokenizer) iter.Seq[tokenizer.Token] {
	return func(yield func(tokenizer.Token) bool) {
		for token, err := t.Next(); err == nil && yield(token); token, err = t.Next() {
		}
	}
}

// tokenPlace returns the place of the token that t has come to.
func tokenPlace(data []byte, t *tokenizer.Tokenizer, token tokenizer.Token) *Place {
	return newPlace(token.Offset(), tokenizer.Locate(data, token.Offset()), t.Pointer())
}
