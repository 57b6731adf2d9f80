package payload

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"reflect"

	"github.com/go-json-experiment/json/jsontext"
)

// Decode reads and checks the body of r as [Handler] does, and decodes it into v, as package
// [github.com/go-json-experiment/json] does: a member goes into a field only if its name is exactly the same. "Decoding", above, lists
// what that changes for callers of encoding/json. With a *[]byte, *[json.RawMessage] or
// *[jsontext.Value], v becomes the body itself, and with nil nothing is decoded. A request without a
// body is refused whatever its method, unless opts allow it, which leaves v alone. w is used to limit
// the time and may be nil.
//
// Behind Handler, Decode uses the body that Handler has read, and applies of opts only
// MaxBytes, Checks, Schema and those that are about decoding.
//
// What is wrong with the request is an [*Error], which answers it:
//
//	if err := payload.Decode(w, r, &order, payload.Options{}); err != nil {
//		payload.Refuse(w, r, err)
//		return
//	}
//
// Other errors are mistakes of the program, such as a v that is not a pointer, or a field that no JSON
// can be decoded into. OnError is not called, and Observe is not told of a [Mismatch]. After an
// error, v may be half decoded.
func Decode(w http.ResponseWriter, r *http.Request, v any, opts Options) error {
	if target := reflect.ValueOf(v); v != nil && (target.Kind() != reflect.Pointer || target.IsNil()) {
		return fmt.Errorf("payload: cannot decode into %T, which must be a pointer and not nil", v)
	}
	o := opts.withDefaults()
	o.RequireBody = o.RequireBody || !o.AllowEmpty
	if handed, ok := r.Body.(*body); ok {
		return o.decodeHanded(handed.share(), v)
	}
	b, e := o.observe(w, r)
	if e != nil {
		return e
	}
	if b == nil {
		return nil
	}
	return o.decodeBuffer(b, v)
}

// Refuse answers r with err: with an [*Error] if it is or wraps one, and otherwise with status 500 and
// nothing about err.
func Refuse(w http.ResponseWriter, r *http.Request, err error) {
	var e *Error
	if !errors.As(err, &e) {
		e = newError(Internal, "").because(err)
	}
	e.ServeHTTP(w, r)
}

// decodeHanded decodes a body that Handler has handed on, which others may have, too.
func (o *Options) decodeHanded(data []byte, v any) error {
	if int64(len(data)) > o.MaxBytes {
		return o.tooLarge()
	}
	if e := o.check(data); e != nil {
		return e
	}
	if len(data) == 0 || setRaw(v, data) {
		return nil
	}
	return o.unmarshal(data, v)
}

// decodeBuffer decodes what is in b, and gives b back.
func (o *Options) decodeBuffer(b *buffer, v any) error {
	if len(b.data) > 0 && setRaw(v, b.bytes()) {
		b.abandon()
		return nil
	}
	defer b.free() // even if a method of v panics
	return o.unmarshal(b.data, v)
}

// setRaw sets v to data if it wants the body as it is. These are no cases of a type switch,
// because from Go 1.27 on the latter two types are the same.
func setRaw(v any, data []byte) bool {
	if p, ok := v.(*[]byte); ok {
		*p = data
		return true
	}
	if p, ok := v.(*json.RawMessage); ok {
		*p = data
		return true
	}
	if p, ok := v.(*jsontext.Value); ok {
		*p = data
		return true
	}
	return false
}

// byteOrderMark may begin a body where [tokenizer.AllowBOM] is among the checks.
var byteOrderMark = []byte("\uFEFF")

// unmarshal decodes data, which has been checked.
func (o *Options) unmarshal(data []byte, v any) error {
	if v == nil || len(data) == 0 {
		return nil
	}
	text := bytes.TrimPrefix(data, byteOrderMark)
	if err := o.unmarshalJSON(text, v); err != nil {
		return o.mismatch(data, int64(len(data)-len(text)), err)
	}
	return nil
}
