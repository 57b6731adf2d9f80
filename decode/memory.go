package decode

import (
	"reflect"
	"unsafe"
)

// memory is that of results. It is shared by several values, unless isSeparate is set.
type memory struct {
	isSeparate bool
	chunk
	slabs
}

// begin prepares m for a value of a type, which consists of the given number of types, and is decoded from a text of length n.
func (m *memory) begin(t reflect.Type, types, n int, isSeparate bool) {
	m.isSeparate, m.chunk.size = isSeparate, min(n, firstChunk)/2
	if m.of != t {
		m.of, m.all = t, make([]slab, types)
	}
}

// release forgets the memory of results.
func (m *memory) release() {
	m.chunk = chunk{}
	m.slabs.release()
}

// A chunk is memory that strings share. A string keeps its whole chunk in memory.
type chunk struct {
	bytes []byte // of which the first len(bytes) are in use
	size  int    // of the last chunk
}

const (
	firstChunk  = 512 // less for a short text
	mostChunk   = 4 << 10
	mostInChunk = 512 // longer strings have memory of their own
)

// room returns memory for a string of at most n bytes, of length 0. The string is complete once it has been passed to finish.
func (m *memory) room(n int) []byte {
	if n > mostInChunk || m.isSeparate {
		return make([]byte, 0, n)
	}
	if cap(m.bytes)-len(m.bytes) < n {
		m.chunk.size = max(n, min(2*m.chunk.size, mostChunk))
		m.bytes = make([]byte, 0, m.chunk.size)
	}
	begin := len(m.bytes)
	return m.bytes[begin : begin : begin+n]
}

// finish returns the string that has been written into the memory that room returned last.
func (m *memory) finish(s []byte) string {
	if len(s) == 0 {
		return ""
	}
	if n := len(m.bytes); n < cap(m.bytes) && unsafe.SliceData(m.bytes[n:n+1]) == unsafe.SliceData(s) {
		m.bytes = m.bytes[:n+len(s)]
	}
	return unsafe.String(unsafe.SliceData(s), len(s))
}

// text returns a text as a string.
func (m *memory) text(text []byte) string {
	if n := len(m.bytes); n+len(text) <= cap(m.bytes) && uint(len(text)-1) < mostInChunk { // most often
		m.bytes = append(m.bytes, text...)
		return unsafe.String(&m.bytes[n], len(text))
	}
	return m.finish(append(m.room(len(text)), text...))
}

// slabs have memory for values of each type that one type consists of.
type slabs struct {
	of   reflect.Type
	all  []slab // by the id of a plan
	used []int  // indexes of the slabs that have memory
}

// A slab is memory that values of one type share. A pointer to one of them keeps the whole slab in memory.
type slab struct {
	list reflect.Value  // a slice variable, through which the memory is allocated
	next unsafe.Pointer // the first value that is not in use; nil if there is none
	left int            // number of values from next on
	size int            // of the slab, in values
}

const (
	mostSlab   = 1 << 10 // bytes
	mostInSlab = 256     // bytes; larger values have memory of their own
)

func (s *slabs) release() {
	for _, id := range s.used {
		b := &s.all[id]
		if b.list.IsValid() {
			b.list.SetZero()
		}
		b.next, b.left, b.size = nil, 0, 0
	}
	s.used = s.used[:0]
}

// shares reports whether n values of a type are taken from a slab.
func (m *memory) shares(size uintptr, n int) bool {
	return !m.isSeparate && size > 0 && uintptr(n) <= mostInSlab/size
}

// take returns zeroed memory for n values of a type, whose plan has the given id.
func (s *slabs) take(id int, t reflect.Type, size uintptr, n int) unsafe.Pointer {
	b := &s.all[id]
	if b.left < n {
		if b.size == 0 {
			s.used = append(s.used, id)
		}
		b.allocate(t, max(n, min(2*b.size, int(mostSlab/size))))
	}
	first := b.next
	if b.left -= n; b.left > 0 {
		b.next = unsafe.Add(first, uintptr(n)*size)
	} else {
		b.next = nil // a pointer to the end of the slab could be one to other memory
	}
	return first
}

// allocate allocates memory for n values. One value, and strings, need no slice that is made by reflection, which takes longer.
func (b *slab) allocate(t reflect.Type, n int) {
	b.left, b.size = n, n
	switch {
	case n == 1:
		b.next = reflect.New(t).UnsafePointer()
	case t.Kind() == reflect.String:
		b.next = unsafe.Pointer(unsafe.SliceData(make([]string, n)))
	default:
		if !b.list.IsValid() {
			b.list = reflect.New(reflect.SliceOf(t)).Elem()
		}
		b.list.SetZero()
		b.list.Grow(n)
		b.next = b.list.UnsafePointer()
	}
}
