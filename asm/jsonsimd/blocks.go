package jsonsimd

import (
	"bytes"
	"unsafe"
)

const (
	mostShort = 511 // up to here there may be a kernel for a document as a whole
	leastLong = 160 // up to here a scanner in Go is about as fast as the others
)

const (
	mostChunk = 512                          // bytes, or tokens, that are made into planes at a time, at the most
	enough    = 4096                         // tokens that are collected before they are checked
	most      = enough + 2*mostChunk + block // tokens there can be by then, and what is written beyond
	ahead     = 64                           // room before the tokens, for those before
	block     = 64
)

var newlines = bytes.Repeat([]byte("\n"), mostChunk)

func distance(from, to *byte) int {
	return int(uintptr(unsafe.Pointer(to)) - uintptr(unsafe.Pointer(from)))
}

// blockAt returns the block that is so many bytes after p.
func blockAt(p *byte, offset int) *[block]byte {
	return (*[block]byte)(unsafe.Add(unsafe.Pointer(p), offset))
}
