package payload

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
)

// Decode reads and checks the body of r as [Handler] does, and decodes it into v as encoding/json
// does. With a *[]byte or *json.RawMessage, v is the body itself, and with nil nothing is decoded.
// A request without a body is refused whatever its method, unless opts allow it, which leaves v
// alone. w serves to limit the time and may be nil.
//
// What is wrong with the request is an [*Error], which answers it:
//
//	if err := payload.Decode(w, r, &order, payload.Options{}); err != nil {
//		payload.Refuse(w, r, err)
//		return
//	}
//
// Other errors are mistakes of the program, such as a v that is no pointer. Neither OnError
// nor, of what encoding/json finds, Observe is told. What v has in it after an error is not
// defined.
func Decode(w http.ResponseWriter, r *http.Request, v any, opts Options) error {
	o := opts.withDefaults()
	o.RequireBody = o.RequireBody || !o.AllowEmpty
	b, e := o.observe(w, r)
	if e != nil {
		return e
	}
	if b == nil {
		return nil
	}
	if err := o.unmarshal(b, v); err != nil {
		return err
	}
	return nil
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

// unmarshal decodes what is in b into v, and gives b back.
func (o *Options) unmarshal(b *buffer, v any) error {
	switch v := v.(type) {
	case nil:
		b.free()
		return nil
	case *[]byte:
		*v = b.bytes()
		b.abandon()
		return nil
	case *json.RawMessage:
		*v = b.bytes()
		b.abandon()
		return nil
	}
	defer b.free()
	if len(b.data) == 0 {
		return nil
	}
	if err := o.decodeJSON(b.data, v); err != nil {
		return o.mismatch(b.data, err)
	}
	return nil
}

// decodeJSON is encoding/json with the options.
func (o *Options) decodeJSON(data []byte, v any) error {
	if !o.DisallowUnknownFields && !o.UseNumber {
		return json.Unmarshal(data, v)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	if o.DisallowUnknownFields {
		d.DisallowUnknownFields()
	}
	if o.UseNumber {
		d.UseNumber()
	}
	return d.Decode(v)
}
