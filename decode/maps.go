package decode

import (
	"reflect"
	"unsafe"
)

func decodeMap(w *walk, p *plan, to unsafe.Pointer, i uint32) (next uint32) {
	if w.first(i) != '{' {
		return w.refuse(p, i)
	}
	all := reflect.MakeMapWithSize(p.typ, w.len(i)/2)
	key, value := reflect.New(p.key.typ), reflect.New(p.elem.typ)
	keyAt, valueAt := key.UnsafePointer(), value.UnsafePointer()
	key, value = key.Elem(), value.Elem()
	outer, isString := len(w.members), p.key.typ.Kind() == reflect.String && !p.key.isOwn && p.key.parse == nil
	for m, end := i+1, w.links[i]; m < end; {
		key.SetZero()
		value.SetZero()
		ok, had := w.mapKey(p.key, keyAt, m), all.Len()
		next = w.value(p.elem, valueAt, m+2)
		if ok {
			all.SetMapIndex(key, value)
		}
		if ok && all.Len() == had { // also if two different names stand for the same key
			w.report(mismatch{mark: m, kind: DuplicateName, typ: p.key.typ})
		} else if !isString { // keys of equal names may be invalid, or different from themselves, like NaN
			w.addMember(m)
		}
		m = next
	}
	w.closeObject(outer)
	reflect.NewAt(p.typ, to).Elem().Set(all)
	return w.links[i] + 1
}

// mapKey decodes a name. It returns false after a mismatch.
func (w *walk) mapKey(p *plan, to unsafe.Pointer, m uint32) (ok bool) {
	if p.parse != nil {
		return w.quoted(p, to, m)
	}
	before := w.found.count()
	w.value(p, to, m) // which takes the name for a string
	return w.found.count() == before
}
