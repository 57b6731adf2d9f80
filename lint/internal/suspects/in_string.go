package suspects

import (
	"bytes"
	"encoding/binary"

	"github.com/assayjson/assay/asm/search"
)

// InString reports whether a rule about characters may find something in a string or name. It does
// not consider whether names look alike. The parameter body is the text between the quotation marks.
func InString(body []byte, escaped bool) bool {
	if !isPrintable(body) && (bytes.IndexByte(body, 0x7F) >= 0 || search.IndexUnseen(body) >= 0) {
		return true
	}
	for i := 0; escaped; {
		n := bytes.IndexByte(body[i:], '\\')
		if n < 0 {
			return false
		}
		if i += n; !beginsUnicode(body[i:]) {
			if i += 2; i > len(body) {
				return true // the string is invalid
			}
			continue
		}
		n = plainEscape(body[i:])
		if n == 0 {
			r, length, lone := decodeUnicode(body[i:])
			if length == 0 || suspectRune(r, lone) != 0 {
				return true
			}
			n = length
		}
		i += n
	}
	return false
}

// isPrintable reports whether all bytes of b are in ASCII and none is U+007F.
func isPrintable(b []byte) bool {
	var found uint64
	for ; len(b) >= word; b = b[word:] {
		w := binary.LittleEndian.Uint64(b)
		found |= w | (w + eachByte) // no addition carries into another byte, except for bytes that are found
	}
	for _, c := range b {
		found |= uint64(c) | uint64(c+1)
	}
	return found&highBits == 0
}
