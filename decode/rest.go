package decode

import (
	"reflect"
	"unsafe"
)

// decodeRest stores a member that no other field has the name of in f, which is a map, a jsontext.Value, or a pointer to one of them. The
// name has been examined.
func (w *walk) decodeRest(f *field, to unsafe.Pointer, m uint32) {
	at, p := f.in(to), f.plan
	if p.typ.Kind() == reflect.Pointer {
		pointer := (*unsafe.Pointer)(at)
		if *pointer == nil {
			*pointer = reflect.New(p.elem.typ).UnsafePointer()
		}
		at, p = *pointer, p.elem
	}
	if p.typ.Kind() == reflect.Map {
		w.addToMap(p, reflect.NewAt(p.typ, at).Elem(), m)
		return
	}
	w.skip(m + 2)
	object := (*[]byte)(at)
	if n := len(*object); n == 0 {
		*object = append(*object, '{')
	} else {
		(*object)[n-1] = ',' // was the closing bracket
	}
	*object = append(*object, w.Name(m).Text().Bytes()...)
	*object = append(*object, ':')
	*object = append(*object, w.raw(m+2)...)
	*object = append(*object, '}')
}

// addToMap adds a member to a map, whose keys are strings.
func (w *walk) addToMap(p *plan, all reflect.Value, m uint32) {
	if all.IsNil() {
		all.Set(reflect.MakeMap(p.typ))
	}
	key, value := reflect.New(p.key.typ).Elem(), reflect.New(p.elem.typ)
	key.SetString(string(w.name(m)))
	w.value(p.elem, value.UnsafePointer(), m+2)
	all.SetMapIndex(key, value.Elem())
}
