package decode

import (
	"encoding"
	"encoding/json"
	"reflect"

	"github.com/go-json-experiment/json/jsontext"
)

// The interfaces of types that decode themselves.
var (
	textType = reflect.TypeFor[encoding.TextUnmarshaler]()
	jsonType = reflect.TypeFor[json.Unmarshaler]()
	fromType = reflect.TypeFor[unmarshalerFrom]()
)

// marshalers are the interfaces that, like those above, make a type unfit for embedding, because its members are not those of its
// fields.
var marshalers = []reflect.Type{
	reflect.TypeFor[encoding.TextMarshaler](), reflect.TypeFor[encoding.TextAppender](), reflect.TypeFor[json.Marshaler](),
	reflect.TypeFor[interface {
		MarshalJSONTo(*jsontext.Encoder) error
	}](),
	textType, jsonType, fromType,
}

func decodesItself(t reflect.Type) bool {
	for _, m := range marshalers {
		if has(t, m) {
			return true
		}
	}
	return false
}

// has reports whether t or a pointer to it implements an interface.
func has(t, methods reflect.Type) bool {
	return t.Implements(methods) || reflect.PointerTo(t).Implements(methods)
}
