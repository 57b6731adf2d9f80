package payload

import (
	"errors"
	"fmt"
	"net/http"
	"reflect"
)

// Decode reads and checks the body of r as [Handler] does, and decodes it into v with package
// [decode]. A member is stored in a field only if their names are identical, including case: {"id": 1}
// leaves a field ID without a tag at 0. Such a member is an error only with DisallowUnknownFields, or with
// [decode.RefuseFolded] in Decoding. The section "Decoding" of the package documentation lists all
// differences from encoding/json. What *v was before is lost. If v is a *[]byte or *[json.RawMessage], *v
// becomes the body itself. If v is nil, the body is checked but not decoded. A request without a body is
// refused regardless of its method, unless opts allow a missing body. If a missing body is allowed, v is
// not changed. The parameter w is used to set a read deadline, and may be nil.
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
// If values of the body do not fit v, the Error has the kind [Mismatch] and lists all of them. It wraps the
// [*decode.Error], which also has the Go types and fields.
//
// All other errors are caused by mistakes in the program: for example, v is not a pointer, or has a
// field into which no JSON value can be decoded. Decode does not call OnError, and does not call
// Observe for a [Mismatch]. After an error in decoding, *v is the zero value.
func Decode(w http.ResponseWriter, r *http.Request, v any, opts Options) error {
	if target := reflect.ValueOf(v); v != nil && (target.Kind() != reflect.Pointer || target.IsNil()) {
		return fmt.Errorf("payload: cannot decode into %T: the target must be a non-nil pointer", v)
	}
	o := opts.withDefaults()
	o.RequireBody = o.RequireBody || !o.AllowEmpty
	t := target{v: v, isRaw: v == nil || isRaw(v)}
	if handed, ok := r.Body.(*body); ok {
		return o.decodeHanded(handed.share(), &t)
	}
	b, e := o.observe(w, r, &t)
	switch {
	case e != nil:
		return e
	case b != nil && (t.set(b.bytes()) || len(o.Decoding) > 0): // a string may refer to the body
		b.abandon()
	case b != nil:
		b.free()
	}
	return t.err
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
func (o *Options) decodeHanded(data []byte, t *target) error {
	if int64(len(data)) > o.MaxBytes {
		return o.tooLarge()
	}
	if e := o.check(data, t); e != nil {
		return e
	}
	t.set(data)
	return t.err
}
