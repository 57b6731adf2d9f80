package decode

import (
	"reflect"
	"unsafe"
)

func decodeString(w *walk, p *plan, to unsafe.Pointer, i uint32) (next uint32) {
	if w.first(i) != '"' {
		return w.refuse(p, i)
	}
	*(*string)(to) = w.string(i)
	return i + 2
}

func decodeBool(w *walk, p *plan, to unsafe.Pointer, i uint32) (next uint32) {
	c := w.first(i)
	if c != 't' && c != 'f' {
		return w.refuse(p, i)
	}
	*(*bool)(to) = c == 't'
	return i + 2
}

// decodePointer decodes a value into new memory, and null into nil.
func decodePointer(w *walk, p *plan, to unsafe.Pointer, i uint32) (next uint32) {
	if w.first(i) == 'n' {
		return i + 2
	}
	var v unsafe.Pointer
	if !p.elem.isAlone && w.shares(p.elem.size, 1) {
		v = w.take(p.elem.id, p.elem.typ, p.elem.size, 1)
	} else {
		v = reflect.New(p.elem.typ).UnsafePointer()
	}
	*(*unsafe.Pointer)(to) = v
	return w.value(p.elem, v, i)
}

// decodeNil decodes null into an interface with methods. No other value can be decoded, because the type is not known.
func decodeNil(w *walk, p *plan, _ unsafe.Pointer, i uint32) (next uint32) { return w.refuse(p, i) }
