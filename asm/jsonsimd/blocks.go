package jsonsimd

import (
	"bytes"
	"unsafe"
)

const (
	leastLong = 160 // below this length, a scanner in Go is about as fast as the kernels on planes
	leastMany = 64  // the same if there are kernels for short documents, which leave only documents of very many tokens
)

const (
	mostChunk = 512                          // maximum number of bytes or tokens that are turned into planes at once
	enough    = 4096                         // number of tokens that are collected before they are checked
	most      = enough + 2*mostChunk + block // size of a buffer for the collected tokens, and for bytes that kernels write beyond these tokens
	ahead     = 64                           // room before the collected tokens, in which some earlier tokens are kept
	block     = 64
)

// MostShort is the length in bytes of the longest document that [IsShort] accepts.
const MostShort = 511

// ShortMasks has room for the masks of a document that [MasksShort] knows.
type ShortMasks [(MostShort + 1) / block]uint64

var (
	newlines = bytes.Repeat([]byte("\n"), mostChunk)
	spaces   = bytes.Repeat([]byte(" "), block)
)

func distance(from, to *byte) int {
	return int(uintptr(unsafe.Pointer(to)) - uintptr(unsafe.Pointer(from)))
}

// blockAt returns the block that begins offset bytes after p.
func blockAt(p *byte, offset int) *[block]byte {
	return (*[block]byte)(unsafe.Add(unsafe.Pointer(p), offset))
}
