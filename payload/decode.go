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

// Decode reads and checks the body of r as [Handler] does, and decodes it into v with package
// [github.com/go-json-experiment/json]. A member is stored in a field only if their names are
// identical, including case: {"id": 1} leaves a field ID without a tag at 0. Such a member is an
// error only if DisallowUnknownFields is set. The section "Decoding" of the package documentation
// lists all differences from encoding/json. If v is a *[]byte, *[json.RawMessage] or
// *[jsontext.Value], *v becomes the body itself. If v is nil, the body is checked but not decoded.
// A request without a body is refused regardless of its method, unless opts allow a missing body.
// If a missing body is allowed, v is not changed. The parameter w is used to set a read deadline,
// and may be nil.
//
// If the request has passed through Handler, Decode uses the body that Handler has read. In that
// case Decode applies only MaxBytes, Checks, Schema and the decoding options in opts. If Handler
// has passed on a request without a body, RequireBody and AllowEmpty in opts decide whether Decode
// accepts the request.
//
// If the request is invalid, the error is an [*Error], which can answer the request:
//
//	if err := payload.Decode(w, r, &order, payload.Options{}); err != nil {
//		payload.Refuse(w, r, err)
//		return
//	}
//
// All other errors are caused by mistakes in the program: for example, v is not a pointer, or has a
// field into which no JSON value can be decoded. Decode does not call OnError, and does not call
// Observe for a [Mismatch]. After an error, v may have been modified in part.
func Decode(w http.ResponseWriter, r *http.Request, v any, opts Options) error {
	if target := reflect.ValueOf(v); v != nil && (target.Kind() != reflect.Pointer || target.IsNil()) {
		return fmt.Errorf("payload: cannot decode into %T: the target must be a non-nil pointer", v)
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

// Refuse answers r with the [*Error] that err is or wraps. If there is none, it answers with status
// 500 and without any information about err.
func Refuse(w http.ResponseWriter, r *http.Request, err error) {
	var e *Error
	if !errors.As(err, &e) {
		e = newError(Internal, "").because(err)
	}
	e.ServeHTTP(w, r)
}

// decodeHanded checks and decodes a body that Handler has passed on. It must not change the body,
// because other code may use it, too.
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

// decodeBuffer decodes the contents of b and frees b.
func (o *Options) decodeBuffer(b *buffer, v any) error {
	if len(b.data) > 0 && setRaw(v, b.bytes()) {
		b.abandon()
		return nil
	}
	defer b.free() // deferred, because a method of v may panic
	return o.unmarshal(b.data, v)
}

// If v points to a type for raw bytes, setRaw sets *v to data and returns true. A type switch is
// not possible, because json.RawMessage and jsontext.Value are the same type from Go 1.27 on.
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

// byteOrderMark may precede a body if Checks contain [tokenizer.AllowBOM].
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
