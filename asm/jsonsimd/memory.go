package jsonsimd

import (
	"unsafe"

	"github.com/assayjson/assay/asm/internal/swar"
)

// planes holds the variables of a kernel. The clear method makes them begin at an address that is a
// multiple of 64. If they are on the stack, they may move to another address later, together with
// the stack.
type planes struct {
	memory [(mostVariables + 63) / swar.WordSize]uint64
	skip   uintptr
}

func (p *planes) at(offset int) *byte {
	return (*byte)(unsafe.Add(unsafe.Pointer(&p.memory), p.skip+uintptr(offset)))
}

func (p *planes) word(offset int) *uint64 { return (*uint64)(unsafe.Pointer(p.at(offset))) }

// bytes returns the first n bytes of the variables.
func (p *planes) bytes(n int) []byte { return unsafe.Slice(p.at(0), n) }

// words returns the words of count adjacent planes, starting with the one at the offset.
func (p *planes) words(offset, count int) []uint64 {
	return unsafe.Slice(p.word(offset), count*jsonPlanes.chunk/64)
}

// clear aligns the variables and clears their first n bytes, for a new document.
func (p *planes) clear(n int) {
	p.skip = -uintptr(unsafe.Pointer(&p.memory)) & 63
	clear(p.bytes(n))
}

// fill sets all bits of the plane at the offset.
func (p *planes) fill(offset int) {
	plane := p.words(offset, 1)
	for i := range plane {
		plane[i] = ^uint64(0)
	}
}
