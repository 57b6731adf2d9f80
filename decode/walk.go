package decode

import (
	"math"
	"reflect"
	"unsafe"

	"github.com/assayjson/assay/internal/engine/selector"
	"github.com/assayjson/assay/internal/engine/tape"
)

// A plan says how values are decoded into a Go type. It does not change once it is complete, and is shared by all goroutines.
type plan struct {
	decode decoder
	parse  parser // for a number, which may be in a string or name
	typ    reflect.Type
	size   uintptr // of a value in memory
	len    int     // of an array in Go
	id     int     // smaller than count of the plan that it is a part of
	count  int     // of the plans for a type and for the types that it consists of; set only for the type itself

	hasMethods bool // a method of the type, or of one that it consists of, decodes; set only for the type itself

	isOwn   bool // a method of the type decodes
	isAlone bool // each value, or list of values, has memory of its own; see planner.separate

	elem *plan // of elements, of the values of a map, of what a pointer points to, and of a number in a string
	key  *plan // of the keys of a map

	fields   []field
	rest     *field // has the members that no field has the name of; nil if there is none
	names    selector.Table
	folded   map[string]int // the first field with a name, apart from case
	required []int          // the fields whose members must exist
	expected []int          // the same with the option RequireMembers

	other *plan // without the method UnmarshalJSONFrom
	err   error // why nothing can be decoded; nil unless decode is decodeFailed
}

// A field is a field of a struct, or of a struct embedded in it, that has the value of a member.
type field struct {
	probe
	name   string
	goName string  // with the names of embedded structs before it, such as "Base.ID"
	plan   *plan   // of its type
	offset uintptr // in the struct that contains it
	hops   []hop   // the embedded pointers on the way to that struct

	isRequired bool // by its tag
}

// A probe has the first and the last eight bytes of a name with its closing quotation mark, as little-endian words. For a shorter name,
// both words are the same, and mask has the bits of its bytes. The closing quotation mark decides where the name ends, because names
// of fields contain none.
type probe struct {
	first, last, mask uint64
	back              uint32 // where the last eight bytes are, from the beginning of the name
}

func probeOf(name string) probe {
	quoted := name + `"`
	if n := len(quoted); n < 8 {
		word := selector.KeyOf(quoted).First
		return probe{word, word, 1<<(8*n) - 1, 0}
	}
	k := selector.KeyOf(quoted)
	return probe{k.First, k.Last, math.MaxUint64, k.N - 8}
}

// matches reports whether the words at both places are those of the name.
func (p *probe) matches(first, last uint64) bool {
	return ((first^p.first)|(last^p.last))&p.mask == 0
}

// A hop is an embedded pointer to a struct. If it is nil, memory for the struct is allocated.
type hop struct {
	offset uintptr // of the pointer in the struct that contains it
	to     reflect.Type
}

// in returns where the field is in the struct at to.
func (f *field) in(to unsafe.Pointer) unsafe.Pointer {
	if len(f.hops) > 0 {
		to = f.hop(to)
	}
	return unsafe.Add(to, f.offset)
}

// hop returns the embedded struct that contains the field.
func (f *field) hop(to unsafe.Pointer) unsafe.Pointer {
	for _, h := range f.hops {
		inner := (*unsafe.Pointer)(unsafe.Add(to, h.offset))
		if *inner == nil {
			*inner = reflect.New(h.to).UnsafePointer()
		}
		to = *inner
	}
	return to
}

// A decoder decodes a value according to p, and returns the index of the mark after it, or a greater one that is not after the closing
// bracket of the object or array with the value. At to, zeroed memory of the plan's type begins; i is the index of the value's first mark.
//
// After a mismatch, a decoder passes the rest of the value, so that all mismatches are found. What it stores does not matter then.
type decoder func(w *walk, p *plan, to unsafe.Pointer, i uint32) (next uint32)

// A parser decodes the text of a JSON number, which must not be kept. It returns what does not fit, or 0.
type parser func(p *plan, to unsafe.Pointer, text string) Kind

// A walk decodes a value of a document. It reads the tape of the document from mark to mark, and writes into memory that it has
// allocated, never into memory that the caller had before.
type walk struct {
	*tape.Tape
	settings
	root         *plan
	data         []byte // the three slices of the tape, which loops reach without it
	marks, links []uint32
	safe         uint64 // eight bytes can be loaded at every offset up to this one

	memory
	found      mismatches
	isRequired bool     // the value is null, and that of a required member
	examined   uint32   // values before this mark need not be examined again; see examine
	members    []member // of the open objects that may have equal names; see skip.go
	slots      []uint32 // memory for comparing members
	unescaped  []byte   // memory for the text of a string with escapes
}

// A member is a name that is compared with others of its object, because nothing else finds equal ones: it is in an object that is not
// decoded, no field has it, or it is the key of a map with keys that are not strings.
type member struct {
	selector.Key
	mark uint32
}

// begin prepares w for a tape and a plan.
func (w *walk) begin(t *tape.Tape, p *plan, s *settings) {
	w.Tape, w.settings, w.root, w.safe, w.examined = t, *s, p, 0, 0
	w.data, w.marks, w.links = t.Data, t.Marks, t.Links
	if len(t.Data) >= 8 {
		w.safe = uint64(len(t.Data) - 8)
	}
	w.memory.begin(p.typ, p.count, len(t.Data), s.separateMemory)
}

// release forgets the document, and keeps memory of a usual size.
func (w *walk) release() {
	const most = 1 << 16 // elements of a slice
	w.Tape, w.settings = nil, settings{}
	w.data, w.marks, w.links = nil, nil, nil
	w.memory.release()
	w.found.reset()
	if w.members = w.members[:0]; cap(w.members) > most {
		w.members = nil
	}
	if cap(w.slots) > most {
		w.slots = nil
	}
	if cap(w.unescaped) > most {
		w.unescaped = nil
	}
}

// value decodes a value.
func (w *walk) value(p *plan, to unsafe.Pointer, i uint32) (next uint32) {
	return p.decode(w, p, to, i)
}

// report adds a mismatch.
func (w *walk) report(m mismatch) { w.found.add(m) }

// first returns the first byte of a value.
func (w *walk) first(i uint32) byte { return w.data[w.marks[i]&^tape.HasEscape] }

// after returns the index of the mark after a value.
func (w *walk) after(i uint32) uint32 {
	if c := w.first(i); c == '{' || c == '[' {
		return w.links[i] + 1
	}
	return i + 2
}

// raw returns the text of a value.
func (w *walk) raw(i uint32) []byte { return w.Value(i).Text().Bytes() }

// number returns the text of a number.
func (w *walk) number(i uint32) string {
	begin, end := w.marks[i], w.marks[i+1]
	return unsafe.String(&w.data[begin], int(end-begin))
}

// len returns the number of elements of an array, or twice the number of members of an object.
func (w *walk) len(i uint32) int { return int(w.links[w.links[i]]) }

// child returns the mark of the element or name in the array or object at i that has the given mark, or whose value has it. It also
// returns how many others precede it.
func (w *walk) child(i, mark uint32) (at uint32, n int) {
	name := uint32(0) // how many marks a name has
	if w.first(i) == '{' {
		name = 2
	}
	at = i + 1
	for next := w.after(at + name); next <= mark; next = w.after(at + name) {
		at = next
		n++
	}
	return at, n
}
