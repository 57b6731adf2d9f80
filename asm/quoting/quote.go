package quoting

import "github.com/assayjson/assay/asm/internal/characters"

// Room is the largest number of bytes that the escapes in one block can add. If dst is longer than
// src by at least Room bytes, [Quote] has room for at least one escape.
const Room = 64 * escapesExpand

// Quote writes src to dst as the contents of a JSON string, without quotation marks. It returns the
// number of bytes written to dst, and the number of bytes read from src. valid is false if Quote
// has found invalid UTF-8, possibly after the bytes read. Quote copies invalid UTF-8 unchanged.
//
// dst must be at least as long as src; otherwise Quote does nothing. Quote stops before the end of
// src at a character that the rules leave to the caller, and at one that must be escaped if there
// might not be enough room for the escape. If dst is longer than src by [Room], there is room for
// at least one escape. If valid is false, Quote may stop at any other character, too, because the
// rest of a long text is often not needed. The unread part of src always begins with a whole
// character.
//
// Quote may also overwrite bytes of dst after the result, but at most as many as are left unread in
// src. The unread bytes will take at least that much room.
func Quote(dst []byte, src string, t *Table) (written, read int, valid bool) {
	return quote(dst, src, t)
}

// quoteWindows is like quote for text of any length, which it quotes one window at a time. Each
// window may use all of the spare room in dst.
func quoteWindows(dst []byte, src string, t *Table) (written, read int, valid bool) {
	if len(dst) < len(src) {
		return 0, 0, true
	}
	for {
		part := src[read:]
		part = part[:len(characters.Whole(bytesOf(part), window))]
		after := len(src) - read - len(part)
		w, r, v := quote(dst[written:len(dst)-after], part, t)
		written += w
		read += r
		if !v || r < len(part) || read == len(src) {
			return written, read, v
		}
	}
}

var _ = quoteWindows // called by assembly
