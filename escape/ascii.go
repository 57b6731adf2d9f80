package escape

import "github.com/assayjson/assay/asm/quoting"

// appendUnits is appendSpecial for the ASCII option: it appends as much of src as the kernel for
// non-ASCII characters handles, if there is room. At ill-formed bytes, it continues only with the
// Keep policy. With any other policy, it returns an empty rest, because the caller discards the
// result.
func (q *quoter) appendUnits(dst []byte, src string) (out []byte, rest string, valid bool) {
	room := dst[len(dst) : cap(dst)-1]
	written, read := quoting.QuoteUnits(room, src, q.table)
	if read > 0 {
		return dst[:len(dst)+written], src[read:], true
	}
	return q.appendOne(dst, src)
}

// appendOne is appendUnits for the case that there is little room, or that src begins with
// ill-formed bytes. It appends one character.
func (q *quoter) appendOne(dst []byte, src string) (out []byte, rest string, valid bool) {
	room := cap(dst) - 1 - len(dst)
	var one [quoting.UnitsRoom]byte
	written, read := quoting.QuoteUnits(one[:], src, q.table)
	switch {
	case read > 0 && written <= room:
		return append(dst, one[:written]...), src[read:], true
	case read > 0:
		return dst, src, true
	case q.Invalid == Keep:
		return append(dst, src[0]), src[1:], false
	}
	return dst, "", false
}
