package decode

import (
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"reflect"
	"time"
	"unsafe"

	"github.com/go-json-experiment/json/jsontext"
)

// decodeText calls the method UnmarshalText.
func decodeText(w *walk, p *plan, to unsafe.Pointer, i uint32) (next uint32) {
	if w.first(i) != '"' {
		return w.refuse(p, i)
	}
	before := w.found.count()
	text := w.body(i)
	if w.found.count() > before {
		return i + 2
	}
	if err := reflect.NewAt(p.typ, to).Interface().(encoding.TextUnmarshaler).UnmarshalText(text); err != nil {
		w.report(mismatch{mark: i, kind: Refused, typ: p.typ, err: err})
	}
	return i + 2
}

// decodeJSON calls the method UnmarshalJSON.
func decodeJSON(w *walk, p *plan, to unsafe.Pointer, i uint32) (next uint32) {
	if w.examine(i) {
		if err := reflect.NewAt(p.typ, to).Interface().(json.Unmarshaler).UnmarshalJSON(w.raw(i)); err != nil {
			w.report(mismatch{mark: i, kind: Refused, typ: p.typ, err: err})
		}
	}
	return w.after(i)
}

// decodeBigInt calls the method UnmarshalJSON of a big.Int, except for null, which the method ignores. As for other numbers and times, the
// option RefuseNull decides about null.
func decodeBigInt(w *walk, p *plan, to unsafe.Pointer, i uint32) (next uint32) {
	if w.first(i) == 'n' {
		return w.refuse(p, i)
	}
	return decodeJSON(w, p, to, i)
}

// decodeRaw copies the text of a value.
func decodeRaw(w *walk, _ *plan, to unsafe.Pointer, i uint32) (next uint32) {
	if w.examine(i) {
		*(*[]byte)(to) = append([]byte{}, w.raw(i)...)
	}
	return w.after(i)
}

// decodeFrom calls the method UnmarshalJSONFrom. If the method does not support what it is called for, the value is decoded as if the
// method did not exist.
func decodeFrom(w *walk, p *plan, to unsafe.Pointer, i uint32) (next uint32) {
	if !w.examine(i) {
		return w.after(i)
	}
	in := jsontext.NewDecoder(bytes.NewReader(w.raw(i)))
	err := reflect.NewAt(p.typ, to).Interface().(unmarshalerFrom).UnmarshalJSONFrom(in)
	switch {
	case errors.Is(err, errors.ErrUnsupported) && in.InputOffset() == 0:
		reflect.NewAt(p.typ, to).Elem().SetZero()
		return w.value(p.other, to, i)
	case err == nil && !isRead(in):
		err = errOneValue
	}
	if err != nil {
		w.report(mismatch{mark: i, kind: Refused, typ: p.typ, err: err})
	}
	return w.after(i)
}

// An unmarshalerFrom reads its value from a decoder of go-json-experiment.
type unmarshalerFrom interface {
	UnmarshalJSONFrom(*jsontext.Decoder) error
}

// decodeFailed reports that a type cannot be decoded into. A method can decide that it does not support a value whose type has no other
// plan.
func decodeFailed(w *walk, p *plan, _ unsafe.Pointer, i uint32) (next uint32) {
	w.report(mismatch{mark: i, kind: Refused, typ: p.typ, err: p.err})
	return w.after(i)
}

var errOneValue = errors.New("the method UnmarshalJSONFrom must read exactly one value")

// isRead reports whether a decoder has read its only value. It does not read on, because that would overwrite the text of the value, which
// some methods keep although they must not.
func isRead(d *jsontext.Decoder) bool { return d.StackDepth() == 0 && d.InputOffset() > 0 }

// decodeTime decodes a time (RFC 3339).
func decodeTime(w *walk, p *plan, to unsafe.Pointer, i uint32) (next uint32) {
	if w.first(i) != '"' {
		return w.refuse(p, i)
	}
	text := w.body(i)
	err := (*time.Time)(to).UnmarshalText(text)
	if err == nil {
		err = checkTime(text)
	}
	if err != nil {
		w.report(mismatch{mark: i, kind: InvalidText, typ: p.typ, err: err})
	}
	return i + 2
}

var errTime = errors.New("not a time of RFC 3339")

// checkTime returns an error for a text that package time accepts, although RFC 3339, section 5.6, does not: the hour needs two digits,
// a fraction follows a point, and the offset has less than 24 hours and 60 minutes.
func checkTime(text []byte) error {
	const hour, fraction = len("2006-01-02T"), len("2006-01-02T15:04:05")
	isWrong := text[hour+1] == ':' || text[fraction] == ','
	if n := len(text); text[n-1] != 'Z' {
		isWrong = isWrong || string(text[n-5:n-3]) > "23" || string(text[n-2:]) > "59"
	}
	if isWrong {
		return errTime
	}
	return nil
}
