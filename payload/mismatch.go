package payload

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/assayjson/assay/decode"
	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/schema/contract"
	"github.com/assayjson/assay/tokenizer"
)

// mismatch returns the Error for an error of package decode about data. If err is a mistake in the
// program, mismatch returns err unchanged.
func mismatch(data []byte, err error) error {
	bad, ok := err.(*decode.Error)
	if !ok {
		return err
	}
	for i := range bad.Mismatches {
		m := &bad.Mismatches[i]
		switch {
		case m.Kind == decode.WrongType && m.Type.Kind() == reflect.Interface: // nothing but null could be decoded
			return err
		case m.Kind == decode.DuplicateName:
			e := refusedFor(tokenizer.DuplicateName).because(err)
			e.Detail = "The object already has a member with this name, or with a name that decodes to the same key."
			e.Place = newPlace(m.Offset, m.Position, m.Pointer)
			return e
		case m.Kind == decode.LoneSurrogate:
			e := refusedFor(tokenizer.LoneSurrogate).because(err)
			e.Place = placeOfSurrogate(data, m)
			return e
		}
	}
	first := &bad.Mismatches[0]
	e := newError(Mismatch, mismatchDetail(first)).because(err)
	e.Expected = first.Expected()
	e.Place = newPlace(first.Offset, first.Position, first.Pointer)
	for i := range bad.Mismatches {
		e.Violations = append(e.Violations, violation(&bad.Mismatches[i]))
	}
	e.MoreViolations, e.ViolationsCut = bad.More, bad.More > 0
	return e
}

// placeOfSurrogate returns the place of the escape in the string or name of m. The pointer is that of the
// object if the name is invalid, as in the errors of package tokenizer.
func placeOfSurrogate(data []byte, m *decode.Mismatch) *Place {
	offset, pointer := m.Offset, m.Pointer
	if m.Value == tokenizer.Name {
		pointer = pointer[:strings.LastIndexByte(pointer, '/')]
	}
	var bad *escape.Error
	if _, err := escape.AppendUnquote(nil, data[offset:offset+int64(m.Length)]); errors.As(err, &bad) {
		offset += bad.Offset
	}
	return newPlace(offset, tokenizer.Locate(data, offset), pointer)
}

// mismatchDetail describes a mismatch. It does not quote the JSON value, which may be secret.
func mismatchDetail(m *decode.Mismatch) string {
	switch m.Kind {
	case decode.UnknownName, decode.FoldedName:
		return "The object must not have a member with this name."
	case decode.MissingMember:
		return "The object lacks a required member."
	case decode.OutOfRange:
		return "The number is out of range."
	case decode.NotInteger:
		return "The number must not have a fraction or an exponent."
	case decode.WrongType:
		return "The value has the wrong type."
	case decode.WrongLength:
		return "The value has the wrong length."
	case decode.RefusedNull:
		return "The value must not be null."
	case decode.TooDeep:
		return "The value is nested too deeply."
	}
	return "The value is not accepted."
}

// violation describes a mismatch like a finding of package schema.
func violation(m *decode.Mismatch) contract.Finding {
	f := contract.Finding{Keyword: m.Kind.String(), Message: violationMessage(m)}
	f.Place = contract.Place{Offset: m.Offset, Length: m.Length, Position: m.Position, Pointer: m.Pointer}
	return f
}

// violationMessage returns what is required, and what type the value has if that is why it does not fit.
func violationMessage(m *decode.Mismatch) string {
	switch m.Kind {
	case decode.UnknownName:
		return "must not have this member"
	case decode.FoldedName:
		return fmt.Sprintf("must not have this member; did you mean %s?", strconv.Quote(m.Name))
	case decode.MissingMember:
		return "must have the member " + strconv.Quote(m.Name)
	case decode.RefusedNull:
		return "must not be null"
	case decode.TooDeep:
		return "must not be nested so deeply"
	}
	text := "is not accepted"
	if want := m.Expected(); want != "" {
		text = "must be " + want
	}
	if m.Kind == decode.WrongType {
		text += ", but is " + typeNames[m.Value]
	}
	if m.Value == tokenizer.Name {
		text = "the name " + text
	}
	return text
}

var typeNames = map[tokenizer.TokenKind]string{
	tokenizer.BeginObject: "an object", tokenizer.BeginArray: "an array", tokenizer.String: "a string", tokenizer.Name: "a name",
	tokenizer.Number: "a number", tokenizer.True: "a boolean", tokenizer.False: "a boolean",
}
