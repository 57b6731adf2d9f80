package payload

import (
	"errors"
	"strconv"
	"strings"

	"github.com/assayjson/assay/tokenizer"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// mismatch returns the Error for an error that the decoder has returned. The decoder has decoded
// data[mark:], where mark is the length of a byte order mark. If err is a mistake in the program,
// mismatch returns err unchanged.
func (o *Options) mismatch(data []byte, mark int64, err error) error {
	if bad, ok := err.(*jsontext.SyntacticError); ok {
		e := undecodable(data[mark:], bad).because(err)
		e.Place = o.place(data, mark+bad.ByteOffset, string(bad.JSONPointer))
		return e
	}
	bad, ok := err.(*json.SemanticError)
	if !ok {
		return newError(Mismatch, "The body is not accepted.").because(err)
	}
	if isMistake(bad) {
		return err
	}
	e := newError(Mismatch, mismatchDetail(bad)).because(err)
	e.Expected = expected(bad)
	e.Place = o.place(data, mark+bad.ByteOffset, string(bad.JSONPointer))
	return e
}

// undecodable returns the Error for JSON that has passed the checks but that the decoder rejects
// regardless of the Go value. The reasons are unpaired surrogates, equal names in an object, and
// names that become equal as keys of a map.
func undecodable(text []byte, bad *jsontext.SyntacticError) *Error {
	switch at := bad.ByteOffset; {
	case errors.Is(bad, jsontext.ErrDuplicateName):
		e := refusedFor(tokenizer.DuplicateName)
		e.Detail = "The object already has a member with this name, or with a name that decodes to the same key."
		return e
	case at < int64(len(text)) && text[at] == '\\':
		return refusedFor(tokenizer.LoneSurrogate)
	}
	return newError(Mismatch, "The body cannot be decoded.")
}

// isMistake reports whether an error is caused by the Go type and would occur for any body. In this
// case JSONKind is not set or, for a struct that cannot be decoded at all, JSONKind is an object
// and Err is set. Errors of a type that decodes itself are never considered mistakes.
func isMistake(bad *json.SemanticError) bool {
	if bad.GoType == nil || decodesItself(bad.GoType) {
		return false
	}
	return bad.JSONKind == 0 || bad.JSONKind == '{' && bad.Err != nil
}

// mismatchDetail describes an error. It does not quote the JSON value, which may be secret.
func mismatchDetail(bad *json.SemanticError) string {
	switch {
	case errors.Is(bad.Err, json.ErrUnknownName):
		return "The object must not have a member with this name."
	case errors.Is(bad.Err, strconv.ErrRange):
		return "The number is out of range."
	case bad.Err == nil:
		return "The value has the wrong type."
	}
	return "The value is not accepted."
}

// place returns the place of the token with the offset and the pointer that the decoder reports. It
// returns nil if there is no such token. This happens if a method decodes another text and returns
// an error with an offset in that text.
func (o *Options) place(data []byte, offset int64, pointer string) *Place {
	t := tokenizer.New(data, tokenizer.JoinOptions(o.Checks...))
	for {
		token, err := t.Next()
		switch {
		case err != nil || token.Offset() > offset:
			return nil
		case offset < token.Offset()+int64(len(token.Raw())):
			if !strings.HasPrefix(t.Pointer(), pointer) {
				return nil
			}
			return newPlace(offset, tokenizer.Locate(data, offset), pointer)
		}
	}
}
