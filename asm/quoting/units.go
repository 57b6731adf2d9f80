package quoting

import "unsafe"

// QuoteUnits is like [Quote], but it also writes non-ASCII characters, as \u escapes of their UTF-16
// code units. It returns the number of bytes written to dst, and the number of bytes read from src.
//
// QuoteUnits may stop anywhere between two characters. If it makes no progress although dst has at
// least [UnitsRoom] bytes, src begins with bytes that are not well-formed UTF-8. It stops after a
// few hundred ASCII characters in a row, for which Quote is faster.
//
// QuoteUnits may overwrite all of dst, even if the result is shorter.
func QuoteUnits(dst []byte, src string, t *Table) (written, read int) {
	least := leastUnits()
	if len(src) < least {
		return quoteUnitsGeneric(dst, src, t)
	}
	if n := aloneLen(src); n > 0 {
		return quoteUnitsGeneric(dst, src[:n], t)
	}
	for len(src)-read >= least {
		w, r := unitBlocks(dst[written:], src[read:min(len(src), read+window)], t)
		written, read = written+w, read+r
		if isCalm(src[:read]) {
			return written, read
		}
		if len(src)-read >= unitsBlock && len(dst)-written >= unitsBlockRoom {
			if r > 0 && len(src)-read >= window { // the end of a window
				continue
			}
			break // the next block is ill-formed
		}
		if w, r = lastUnitBlock(dst[written:], src[read:], t); r == 0 {
			break
		}
		written, read = written+w, read+r
	}
	w, r := quoteUnitsGeneric(dst[written:], src[read:min(len(src), read+unitsRetry)], t)
	return written + w, read + r
}

const (
	unitsBlock     = 64                                 // at least the number of bytes of a block of any kernel
	unitsBlockRoom = unitsBlock*unitEscape + unitsBlock // at least the number of bytes of dst that a kernel needs for a block
	unitsRetry     = 256                                // the number of bytes after which a kernel tries again
)

// isCalm reports whether the last bytes of text are so many ASCII characters that QuoteUnits stops.
func isCalm(text string) bool {
	return len(text) >= calm && asciiLen(text[len(text)-calm:]) == calm
}

// aloneLen returns the length of the character at the beginning of text if so many ASCII characters
// follow it that QuoteUnits stops, and 0 otherwise.
func aloneLen(text string) int {
	n := 1
	for n < len(text) && text[n]&0xC0 == 0x80 {
		n++
	}
	if len(text)-n < calm || asciiLen(text[n:n+calm]) < calm {
		return 0
	}
	return n
}

// lastUnitBlock calls the kernel for a text that is shorter than a block, or for a dst that has too
// little room for a block.
func lastUnitBlock(dst []byte, src string, t *Table) (written, read int) {
	if len(dst) < unitsBlockRoom {
		var room [unitsBlockRoom]byte
		if written, read = paddedUnitBlock(room[:], src, t); written > len(dst) {
			return 0, 0
		}
		return copy(dst, room[:written]), read
	}
	return paddedUnitBlock(dst, src, t)
}

// paddedUnitBlock calls the kernel for at most a block, which it fills up with plain characters.
func paddedUnitBlock(dst []byte, src string, t *Table) (written, read int) {
	text := [unitsBlock]byte{}
	n := copy(text[:], src)
	for i := n; i < len(text); i++ {
		text[i] = 'a'
	}
	written, read = unitBlocks(dst, unsafe.String(&text[0], len(text)), t)
	if padding := read - n; padding > 0 {
		return written - padding, n
	}
	return written, read
}
