package decode

import (
	"reflect"
	"unsafe"

	"github.com/assayjson/assay/internal/engine/tape"
	"github.com/assayjson/assay/internal/engine/unique"
)

// A set is a set of fields, by their indexes.
type set struct {
	few  [4]uint64
	many []uint64 // if there are more than 256 fields
}

func (s *set) reset(n int) {
	if n > 64*len(s.few) {
		s.many = make([]uint64, (n+63)/64)
	}
}

// words returns the words of s, which have one bit for each field.
func (s *set) words() []uint64 {
	if s.many != nil {
		return s.many
	}
	return s.few[:]
}

// add adds a field, and reports whether s had it before.
func (s *set) add(field int) bool {
	word, bit := &s.words()[field>>6], uint64(1)<<(field&63)
	had := *word&bit != 0
	*word |= bit
	return had
}

func (s *set) has(field int) bool { return s.words()[field>>6]>>(field&63)&1 != 0 }

// decodeStruct decodes an object into a struct.
func decodeStruct(w *walk, p *plan, to unsafe.Pointer, i uint32) (next uint32) {
	if w.first(i) != '{' {
		return w.refuse(p, i)
	}
	var seen set
	seen.reset(len(p.fields))
	outer := len(w.members)
	likely := 0 // the field after the one that was found last, because members are usually in the order of the fields
	for m, end := i+1, w.Links[i]; m < end; {
		at := w.find(p, m, likely)
		if at < 0 {
			w.unknown(p, m)
			m = w.after(m + 2)
			continue
		}
		if seen.add(at) {
			w.report(mismatch{mark: m, kind: DuplicateName})
		}
		likely = at + 1
		f := &p.fields[at]
		m = w.value(f.plan, f.in(to), m+2)
	}
	if len(w.members) > outer {
		w.closeObject(outer)
	}
	required := p.required
	if w.requireMembers {
		required = p.expected
	}
	for _, at := range required {
		if !seen.has(at) {
			w.report(mismatch{mark: i, kind: MissingMember, typ: p.typ, name: p.fields[at].name})
		}
	}
	return w.Links[i] + 1
}

// find returns the index of the field with the name at mark m, or -1 if there is none.
func (w *walk) find(p *plan, m uint32, likely int) int {
	begin := w.Marks[m]
	if begin >= tape.HasEscape {
		w.body(m) // examines the name
		return w.fieldOf(p, m)
	}
	begin++
	n := w.Marks[m+1] - begin
	k := w.key(begin, n)
	if likely < len(p.fields) {
		if f := &p.fields[likely]; f.key == k && (n <= determined || f.name == string(w.Data[begin:begin+n])) {
			return likely
		}
	}
	return p.names.find(k, w.Data[begin:begin+n])
}

// fieldOf is like find for a name that has been examined.
func (w *walk) fieldOf(p *plan, m uint32) int {
	name := w.name(m)
	return p.names.find(keyOf(name), name)
}

// in returns where the field is in the struct at to.
func (f *field) in(to unsafe.Pointer) unsafe.Pointer {
	for _, h := range f.hops {
		inner := (*unsafe.Pointer)(unsafe.Add(to, h.offset))
		if *inner == nil {
			*inner = reflect.New(h.to).UnsafePointer()
		}
		to = *inner
	}
	return unsafe.Add(to, f.offset)
}

// unknown passes a member that no field has the name of.
func (w *walk) unknown(p *plan, m uint32) {
	w.addMember(m)
	w.skip(m + 2)
	if !w.refuseUnknown && !w.refuseFolded {
		return
	}
	body := w.Name(m).Text().Body()
	if at, ok := p.folded[string(unique.AppendComparable(nil, body, true))]; ok {
		w.report(mismatch{mark: m, kind: FoldedName, typ: p.typ, name: p.fields[at].name})
	} else if w.refuseUnknown {
		w.report(mismatch{mark: m, kind: UnknownName, typ: p.typ})
	}
}
