package decode

import (
	"encoding/json"
	"math"
	"reflect"
	"unsafe"

	"github.com/assayjson/assay/internal/engine/decimal"
	"github.com/assayjson/assay/internal/engine/lazy"
)

func decodeAny(w *walk, _ *plan, to unsafe.Pointer, i uint32) (next uint32) {
	*(*any)(to), next = w.any(i)
	return next
}

// emptyList is an empty list, which needs no memory.
var emptyList any = []any{}

// smallNumbers has the numbers below 256, which are so common that they share memory.
var smallNumbers = lazy.Value[*[256]any]{Make: func() *[256]any {
	var all [256]any
	for i := range all {
		all[i] = float64(i)
	}
	return &all
}}

// any returns a value of the type that stands for it in an interface: nil, bool, float64 or json.Number, string, []any or map[string]any.
func (w *walk) any(i uint32) (v any, next uint32) {
	switch c := w.first(i); c {
	case '"':
		return w.string(i), i + 2
	case '{':
		return w.anyObject(i), w.links[i] + 1
	case '[':
		n := w.len(i)
		if n == 0 {
			return emptyList, i + 2
		}
		list := make([]any, n)
		e := i + 1
		if len(list) > 0 && isDivided(w, i, len(list)) {
			divide(w, &plan{decode: decodeAny, size: unsafe.Sizeof(list[0])}, unsafe.Pointer(&list[0]), i)
			return list, w.links[i] + 1
		}
		for at := range list {
			list[at], e = w.any(e)
		}
		return list, w.links[i] + 1
	case 't', 'f':
		return c == 't', i + 2
	case 'n':
		return nil, i + 2
	}
	if w.useNumber {
		return json.Number(w.text(w.data[w.marks[i]:w.marks[i+1]])), i + 2
	}
	f, err := decimal.Float64(w.number(i))
	if err != nil {
		w.report(mismatch{mark: i, kind: OutOfRange, typ: reflect.TypeFor[float64]()})
	}
	if n := uint8(f); math.Float64bits(f) == math.Float64bits(float64(n)) { // a negative zero has other bits
		return smallNumbers.Get()[n], i + 2
	}
	return f, i + 2
}

func (w *walk) anyObject(i uint32) map[string]any {
	all := make(map[string]any, w.len(i)/2)
	for m, end := i+1, w.links[i]; m < end; {
		before, had := w.found.count(), len(all)
		name := w.string(m)
		isText := w.found.count() == before // U+FFFD replaces a lone surrogate, so that different names may become equal
		v, next := w.any(m + 2)
		all[name] = v
		if isText && len(all) == had {
			w.report(mismatch{mark: m, kind: DuplicateName})
		}
		m = next
	}
	return all
}
