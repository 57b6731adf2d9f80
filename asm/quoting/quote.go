package quoting

import "github.com/assayjson/assay/asm/internal/characters"

// Room is how much longer than src a dst must be for [Quote] to get on: what the
// escapes of one block can add to it.
const Room = 64 * escapesExpand

// Quote writes src to dst as it stands between the quotes of a JSON string. It returns
// how much it has written and read, and whether what it has seen of src is UTF-8. What is
// not is written as it is.
//
// dst must be as long as src. Quote stops before the end of src at a character that the
// rules leave to the caller, and at one that must be escaped when there may be no room for
// that: where dst is longer by [Room], there is room for one at least. So what is
// left begins with a character of its own.
//
// Of dst, no more is written to than the result will take, whatever the rest of src is.
func Quote(dst []byte, src string, t *Table) (written, read int, valid bool) {
	return quote(dst, src, t)
}

// quoteWindows is quote for any length, a window at a time, each with all the room that
// is to spare.
func quoteWindows(dst []byte, src string, t *Table) (written, read int, valid bool) {
	if len(dst) < len(src) {
		return 0, 0, true
	}
	valid = true
	for {
		part := src[read:]
		part = part[:len(characters.Whole(bytesOf(part), window))]
		after := len(src) - read - len(part)
		w, r, v := quote(dst[written:len(dst)-after], part, t)
		written += w
		read += r
		valid = valid && v
		if r < len(part) || read == len(src) {
			return written, read, valid
		}
	}
}

var _ = quoteWindows // which is called by assembly
