//go:build !purego

package quoting

import (
	"sync"
	"unsafe"

	"github.com/assayjson/assay/asm/internal/characters"
)

// A load waits for a recent store whose address has the same lower 12 bits, even if the two do not
// overlap (4K aliasing, in Intel's optimization manual; it happens on Zen 5, too). Large slices
// begin where pages do, so a result is often slightly further into its page than the text is. In
// that case, the kernel for AVX2 took nearly twice as long for texts with escapes. The kernel for
// AVX-512 has fewer loads, and gains nothing from avoiding this.

const (
	quotePart = 8 << 10 // number of bytes that are quoted at a time
	page      = 4 << 10 // addresses are compared modulo this size

	// Loads have to wait, now or soon, if the result is at most closeBehind bytes behind the text or
	// closeAhead bytes ahead of it, modulo a page.
	closeBehind, closeAhead = 128, 384
)

// quoteParts is like quoteAVX2 for text of any length, which it quotes one part at a time. After a
// part with escapes, the next part is first copied to another place if loads would have to wait.
func quoteParts(dst []byte, src string, t *Table) (written, read int, valid bool) {
	if len(dst) < len(src) {
		return 0, 0, true
	}
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
		valid = v
		grows, done = w > r, !v || r < len(part) || read == len(src)
	}
	if moved != nil {
		movedParts.Put(moved)
	}
	return written, read, valid
}

var _ = quoteParts // called by assembly

// areClose reports whether loads from src would have to wait for stores to dst.
func areClose(dst, src []byte) bool {
	return (addressOf(dst)-addressOf(src)+closeBehind)%page < closeBehind+closeAhead
}

// A movedPart has room for a part at any offset within a page.
type movedPart [page + quotePart]byte

var movedParts = sync.Pool{New: func() any { return new(movedPart) }}

// from copies part to a place half a page away from dst, modulo a page, and returns the copy. The
// copy is valid until the next call.
func (m *movedPart) from(part string, dst []byte) string {
	place := (addressOf(dst) - addressOf(m[:]) + page/2) % page
	return unsafe.String(&m[place], copy(m[place:], part))
}

func addressOf(b []byte) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(b))) }
