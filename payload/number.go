package payload

import (
	v1 "encoding/json"
	"errors"
	"reflect"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

var numberType = reflect.TypeFor[v1.Number]()

// numbers decodes values of type [v1.Number]. Before Go 1.27, the type has no method for decoding.
var numbers = json.UnmarshalFromFunc(unmarshalNumber)

// withNumbers also decodes numbers into an empty interface as [v1.Number].
var withNumbers = json.JoinUnmarshalers(numbers, json.UnmarshalFromFunc(func(d *jsontext.Decoder, v *any) error {
	if d.PeekKind() == '0' {
		*v = v1.Number("")
	}
	return errors.ErrUnsupported // continue with the default, which decodes a number into *v as a v1.Number because *v contains one
}))

// unmarshalJSON decodes text into v.
func (o *Options) unmarshalJSON(text []byte, v any) error {
	unmarshalers := numbers
	if o.UseNumber {
		unmarshalers = withNumbers
	}
	return json.Unmarshal(text, v, json.WithUnmarshalers(unmarshalers), json.RejectUnknownMembers(o.DisallowUnknownFields))
}

// unmarshalNumber accepts the same values as the method that the type has since Go 1.27. These are
// numbers, null, and strings that contain a number. With the tag option "string", numbers outside
// strings are not accepted.
func unmarshalNumber(d *jsontext.Decoder, n *v1.Number) error {
	value, err := d.ReadValue()
	if err != nil {
		return err
	}
	quoted, _ := json.GetOption(d.Options(), json.StringifyNumbers)
	switch kind := value.Kind(); {
	case kind == 'n':
		*n = ""
		return nil
	case kind == '"':
		if text, err := jsontext.AppendUnquote(nil, value); err == nil && isNumber(text) {
			*n = v1.Number(text)
			return nil
		}
	case kind == '0' && !quoted:
		*n = v1.Number(value)
		return nil
	}
	return &json.SemanticError{JSONKind: value.Kind(), GoType: numberType}
}

// isNumber reports whether text is a JSON number without surrounding white space.
func isNumber(text jsontext.Value) bool {
	return text.Kind() == '0' && text.IsValid() && text[0] > ' ' && text[len(text)-1] > ' '
}
