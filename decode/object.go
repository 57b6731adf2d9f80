package decode

import (
	"encoding/binary"
	"unsafe"

	"github.com/assayjson/assay/internal/engine/selector"
	"github.com/assayjson/assay/internal/engine/tape"
	"github.com/assayjson/assay/internal/engine/unique"
)

// A set is a set of fields, by their indexes.
type set struct {
	few  uint64 // a bit for each of the first 64 fields
	many map[int]bool
}

// add adds a field, and reports whether s had it before.
func (s *set) add(field int) bool {
	if field >= 64 {
		return s.addMany(field)
	}
	had := s.few>>field&1 != 0
	s.few |= 1 << field
	return had
}

func (s *set) addMany(field int) bool {
	had := s.many[field]
	if s.many == nil {
		s.many = make(map[int]bool)
	}
	s.many[field] = true
	return had
}

func (s *set) has(field int) bool { return field < 64 && s.few>>field&1 != 0 || s.many[field] }

// decodeStruct decodes an object into a struct.
func decodeStruct(w *walk, p *plan, to unsafe.Pointer, i uint32) (next uint32) {
	if w.first(i) != '{' {
		return w.refuse(p, i)
	}
	var seen set
	outer := len(w.members)
	likely := 0 // the field after the one that was found last, because members are usually in the order of the fields
	for m, end := i+1, w.links[i]; m < end; {
		at := likely
		if at >= len(p.fields) || !w.isNamed(&p.fields[at], m) {
			if at = w.find(p, m); at < 0 {
				w.unknown(p, to, m)
				m = w.after(m + 2)
				continue
			}
		}
		if seen.add(at) {
			w.report(mismatch{mark: m, kind: DuplicateName})
		}
		likely = at + 1
		f := &p.fields[at]
		if f.isRequired && w.first(m+2) == 'n' {
			m = w.requiredNull(f.plan, f.in(to), m+2)
		} else {
			m = w.value(f.plan, f.in(to), m+2)
		}
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
	return w.links[i] + 1
}

// requiredNull decodes the null of a required member.
func (w *walk) requiredNull(p *plan, to unsafe.Pointer, i uint32) (next uint32) {
	w.isRequired = true
	defer func() { w.isRequired = false }()
	return w.value(p, to, i)
}

// isNamed reports whether the member at mark m has the name of a field, and no escape in it. It is false for some names at the end of
// the text, too.
func (w *walk) isNamed(f *field, m uint32) bool {
	begin := w.marks[m] + 1
	last := uint64(begin) + uint64(f.back)
	if last > w.safe { // also if the mark has tape.HasEscape
		return false
	}
	return f.matches(binary.LittleEndian.Uint64(w.data[begin:]), binary.LittleEndian.Uint64(w.data[last:])) &&
		(f.back <= 8 || f.name == string(w.data[begin:begin+uint32(len(f.name))]))
}

// find returns the index of the field with the name at mark m, or -1 if there is none.
func (w *walk) find(p *plan, m uint32) int {
	begin := w.marks[m]
	if begin >= tape.HasEscape {
		w.body(m) // examines the name
		return w.fieldOf(p, m)
	}
	return p.names.FindAt(w.data, begin+1, w.marks[m+1])
}

// fieldOf is like find for a name that has been examined.
func (w *walk) fieldOf(p *plan, m uint32) int {
	name := w.name(m)
	return p.names.Find(selector.KeyOf(name), name)
}

// unknown passes a member that no field has the name of.
func (w *walk) unknown(p *plan, to unsafe.Pointer, m uint32) {
	w.addMember(m)
	refusesUnknown := w.refuseUnknown && p.rest == nil
	if p.rest != nil {
		w.decodeRest(p.rest, to, m)
	} else {
		w.skip(m + 2)
	}
	if !refusesUnknown && !w.refuseFolded {
		return
	}
	body := w.Name(m).Text().Body()
	if at, ok := p.folded[string(unique.AppendForm(nil, body, unique.AnyCase))]; ok {
		w.report(mismatch{mark: m, kind: FoldedName, typ: p.typ, name: p.fields[at].name})
	} else if refusesUnknown {
		w.report(mismatch{mark: m, kind: UnknownName, typ: p.typ})
	}
}
