//go:build !purego

package quoting

import (
	"sync"
	"unsafe"

	"github.com/assayjson/assay/asm/internal/characters"
)

// A load waits for a recent store whose address has the same lower 12 bits, though it wants
// something else (4K aliasing, in Intel's optimization manual; on Zen 5, too). Large slices begin
// where pages do, so a result often lies a little further in its page than the text in its own:
// text with escapes then took the kernel for AVX2 nearly twice as long. That for AVX-512 has
// fewer loads, and gains nothing.

const (
	quotePart = 8 << 10 // bytes that are quoted at a time
	page      = 4 << 10 // what addresses are compared within

	// How far the result may be behind the text in its page, and how far ahead, for loads to
	// have to wait now or soon.
	closeBehind, closeAhead = 128, 384
)

// quoteParts is quoteAVX2 for any length, a part at a time. After a part with escapes, the next
// one is moved to where loads need not wait.
func quoteParts(dst []byte, src string, t *Table) (written, read int, valid bool) {
	if len(dst) < len(src) {
		return 0, 0, true
	}
	valid = true
	var moved *movedPart
	for grows, done := false, false; !done; {
		part := src[read:]
		part = part[:len(characters.Whole(bytesOf(part), quotePart))]
		after := len(src) - read - len(part)
		room := dst[written : len(dst)-after]
		if grows && areClose(room, bytesOf(part)) {
			if moved == nil {
				moved = movedParts.Get().(*movedPart)
			}
			part = moved.from(part, room)
		}
		w, r, v := quoteAVX2(room, part, t)
		written += w
		read += r
		valid = valid && v
		grows, done = w > r, r < len(part) || read == len(src)
	}
	if moved != nil {
		movedParts.Put(moved)
	}
	return written, read, valid
}

var _ = quoteParts // which is called by assembly

// areClose reports whether loads from src would have to wait for stores to dst.
func areClose(dst, src []byte) bool {
	return (addressOf(dst)-addressOf(src)+closeBehind)%page < closeBehind+closeAhead
}

// A movedPart is memory for a part anywhere in a page.
type movedPart [page + quotePart]byte

var movedParts = sync.Pool{New: func() any { return new(movedPart) }}

// from copies the part to where it is half a page away from dst.
func (m *movedPart) from(part string, dst []byte) string {
	place := (addressOf(dst) - addressOf(m[:]) + page/2) % page
	return unsafe.String(&m[place], copy(m[place:], part))
}

func addressOf(b []byte) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(b))) }
