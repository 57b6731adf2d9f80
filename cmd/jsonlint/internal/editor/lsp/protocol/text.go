package protocol

import (
	"bytes"
	"errors"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/assayjson/assay/escape"
)

// A Text is a string that may be long. Surrogates that are not part of a pair become U+FFFD.
type Text []byte

// UnmarshalJSON decodes a string, whose JSON must be valid, as it is when encoding/json calls this method. The Text has
// the memory of b, which changes, because a second copy of a long text would take too much memory.
func (t *Text) UnmarshalJSON(b []byte) error {
	if len(b) < 2 || b[0] != '"' || b[len(b)-1] != '"' {
		return errors.New("a text is not a string")
	}
	b = b[1 : len(b)-1 : len(b)-1]
	n, err := unescape(b)
	*t = b[:n]
	return err
}

// unescape decodes the contents of a JSON string, and returns the length of the result, which it writes to b. A character is never
// longer than its escape sequence, so what is still to be read is not overwritten. Package escape is faster, but needs a place for
// the result, so the text is passed to it in pieces.
func unescape(b []byte) (n int, err error) {
	var decoded []byte
	quoted := make([]byte, 0, mostPiece+len(`""`))
	for at := 0; at < len(b); {
		end := pieceEnd(b, at)
		if end == at {
			if n, at, err = unescapeSome(b, n, at); err != nil {
				return n, err
			}
			continue
		}
		quoted = append(append(append(quoted[:0], '"'), b[at:end]...), '"')
		if decoded, err = escape.AppendUnquoteAs(decoded[:0], quoted, escape.ReplaceSurrogates); err != nil {
			return n, err
		}
		n += copy(b[n:], decoded)
		at = end
	}
	return n, nil
}

// mostPiece is the length in bytes of the longest piece.
const mostPiece = 16 << 10

// pieceEnd returns the end of the piece that begins at an offset. No character, escape sequence or pair of them continues after the
// end. If there is no such place, pieceEnd returns at.
func pieceEnd(b []byte, at int) int {
	if len(b)-at <= mostPiece {
		return len(b)
	}
	for end := at + mostPiece; end > at+mostPiece/2; end-- {
		if last := b[end-len(`\uD800`) : end]; utf8.RuneStart(b[end]) && last[len(last)-1] != '\\' && !bytes.Contains(last, []byte(`\u`)) {
			return end
		}
	}
	return at
}

// unescapeSome decodes the part of a JSON string that begins at an offset, at least up to the length of a piece, and writes it to
// b[n:]. It returns the ends of what it has written and read.
func unescapeSome(b []byte, n, at int) (written, read int, err error) {
	for until := min(at+mostPiece, len(b)); at < until || at < len(b) && !utf8.RuneStart(b[at]); {
		c := b[at]
		if at++; c != '\\' {
			b[n] = c
			n++
			continue
		}
		if at == len(b) {
			return n, at, errEscape
		}
		c = b[at]
		if at++; c == 'u' {
			r, size, err := codePoint(b[at:])
			if err != nil {
				return n, at, err
			}
			at += size
			n += utf8.EncodeRune(b[n:at], r)
			continue
		}
		if b[n] = escaped[c]; b[n] == 0 {
			return n, at, errEscape
		}
		n++
	}
	return n, at, nil
}

var errEscape = errors.New("a text has an invalid escape sequence")

// escaped has the characters that escape sequences of two characters stand for, by their second character.
var escaped = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// codePoint decodes the code point whose four digits b begins with. If it is the first half of a pair of surrogates, it must be
// followed by the other half. The result size is the number of bytes that have been read.
func codePoint(b []byte) (r rune, size int, err error) {
	const digits = 4
	if r, err = codeUnit(b); err != nil || !utf16.IsSurrogate(r) {
		return r, digits, err
	}
	if rest := b[digits:]; len(rest) > 2 && rest[0] == '\\' && rest[1] == 'u' {
		low, err := codeUnit(rest[2:])
		if pair := utf16.DecodeRune(r, low); err == nil && pair != utf8.RuneError {
			return pair, digits + 2 + digits, nil
		}
	}
	return utf8.RuneError, digits, nil
}

func codeUnit(b []byte) (rune, error) {
	n, err := strconv.ParseUint(string(b[:min(4, len(b))]), 16, 16)
	if err != nil || len(b) < 4 {
		return 0, errEscape
	}
	return rune(n), nil
}
