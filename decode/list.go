package decode

import (
	"bytes"
	"encoding/base64"
	"errors"
	"reflect"
	"unsafe"
)

// A sliceHeader is a slice of any type.
type sliceHeader struct {
	first    unsafe.Pointer
	len, cap int
}

func decodeSlice(w *walk, p *plan, to unsafe.Pointer, i uint32) (next uint32) {
	if w.first(i) != '[' {
		return w.refuse(p, i)
	}
	n := w.len(i)
	switch {
	case n == 0:
		*(*[]struct{})(to) = []struct{}{}
		return w.links[i] + 1
	case !p.elem.isAlone && w.shares(p.elem.size, n):
		*(*sliceHeader)(to) = sliceHeader{w.take(p.elem.id, p.elem.typ, p.elem.size, n), n, n}
	default:
		list := reflect.NewAt(p.typ, to).Elem()
		list.Grow(n)
		list.SetLen(n)
	}
	decodeElements(w, p.elem, (*sliceHeader)(to).first, n, i+1)
	return w.links[i] + 1
}

// decodeArray decodes an array into an array, which must have as many elements.
func decodeArray(w *walk, p *plan, to unsafe.Pointer, i uint32) (next uint32) {
	if w.first(i) != '[' {
		return w.refuse(p, i)
	}
	n, most := w.len(i), p.len
	if n != most {
		w.report(mismatch{mark: i, kind: WrongLength, typ: p.typ})
	}
	next = decodeElements(w, p.elem, to, min(n, most), i+1)
	for ; n > most; n-- {
		w.skip(next)
		next = w.after(next)
	}
	return w.links[i] + 1
}

// decodeElements decodes n elements of an array, the first of which is at e. It returns the index of the mark after them.
func decodeElements(w *walk, p *plan, to unsafe.Pointer, n int, e uint32) (next uint32) {
	for ; n > 1; n-- {
		e = w.value(p, to, e)
		to = unsafe.Add(to, p.size)
	}
	if n > 0 {
		e = w.value(p, to, e)
	}
	return e
}

// decodeBytes decodes Base64 (RFC 4648, section 4) into a slice of bytes.
func decodeBytes(w *walk, p *plan, to unsafe.Pointer, i uint32) (next uint32) {
	if w.first(i) != '"' {
		return w.refuse(p, i)
	}
	b, err := parseBase64(w.body(i))
	if err != nil {
		w.report(mismatch{mark: i, kind: InvalidText, typ: p.typ, err: err})
	}
	*(*[]byte)(to) = b
	return i + 2
}

// decodeByteArray decodes Base64 into an array of bytes, which must have the same length.
func decodeByteArray(w *walk, p *plan, to unsafe.Pointer, i uint32) (next uint32) {
	if w.first(i) != '"' {
		return w.refuse(p, i)
	}
	b, err := parseBase64(w.body(i))
	switch n := p.len; {
	case err != nil:
		w.report(mismatch{mark: i, kind: InvalidText, typ: p.typ, err: err})
	case len(b) != n:
		w.report(mismatch{mark: i, kind: WrongLength, typ: p.typ})
	case n > 0:
		copy(unsafe.Slice((*byte)(to), n), b)
	}
	return i + 2
}

var errLineEnd = errors.New("a line end in Base64")

// parseBase64 decodes text. Package base64 ignores line ends, which RFC 4648, section 3.1, does not permit.
func parseBase64(text []byte) ([]byte, error) {
	if bytes.ContainsAny(text, "\r\n") {
		return nil, errLineEnd
	}
	return base64.StdEncoding.AppendDecode([]byte{}, text)
}
