package lint

import (
	"fmt"
	"strconv"
	"unicode"
	"unicode/utf8"

	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/tokenizer"
)

// A character is one of a string, as it is or as an escape.
type character struct {
	rune
	offset  int64 // in the document
	length  int   // in bytes, as it is written
	escaped bool
	lone    bool // half a surrogate pair
}

// characters calls yield for each character of a string or name that stands for another one,
// is outside ASCII, or can't be seen.
func characters(t tokenizer.Token, yield func(character)) {
	body := t.Body()
	for at := 0; at < len(body); {
		if c := body[at]; ' ' <= c && c <= '~' && c != '\\' {
			at++
			continue
		}
		c := character{offset: t.Offset() + 1 + int64(at)}
		if body[at] == '\\' {
			var fault escape.Fault
			c.rune, c.length, fault = escape.Decode(body[at:])
			c.escaped, c.lone = true, fault == escape.LoneSurrogate
			if fault != 0 && !c.lone {
				at += c.length // an error, of which another finding tells
				continue
			}
		} else {
			c.rune, c.length = utf8.DecodeRune(body[at:])
		}
		yield(c)
		at += c.length
	}
}

// findCharacter makes a finding of the first character of a string that is wanted, for the
// caller to fill in; others are counted in a related place, the last one.
func (d *document) findCharacter(id ruleID, t tokenizer.Token, wanted func(character) bool) (f *finding, first character) {
	var last character
	count := 0
	characters(t, func(c character) {
		if !wanted(c) {
			return
		}
		if count++; count == 1 {
			first = c
		}
		last = c
	})
	if count == 0 {
		return nil, first
	}
	f = d.find(id, first.offset, int64(first.length))
	if f != nil && count > 1 {
		f.Related = []Related{{d.raise(last.offset, int64(last.length)), fmt.Sprintf("the last of %d in this string", count)}}
	}
	return f, first
}

// spell names a character as messages do, and says whether it is an escape.
func (c character) spell() string {
	if c.escaped {
		return fmt.Sprintf("the escape of U+%04X", c.rune)
	}
	return fmt.Sprintf("U+%04X", c.rune)
}

// where tells of what kind of string t is.
func where(t tokenizer.Token) string {
	if t.Kind() == tokenizer.Name {
		return "the name " + quote(t.Body())
	}
	return "the string " + quote(t.Body())
}

// maxQuoted is how many characters of the input a message repeats.
const maxQuoted = 24

// quote returns b, which may be long, in quotation marks: cut to its first characters, those
// that can't be seen as <U+XXXX>.
func quote(b []byte) string {
	out := []byte{'"'}
	for count := 0; len(b) > 0; count++ {
		if count == maxQuoted {
			return string(append(out, `..."`...))
		}
		r, n := utf8.DecodeRune(b)
		switch {
		case r == utf8.RuneError && n == 1:
			out = fmt.Appendf(out, "<%X>", b[0])
		case unicode.IsPrint(r):
			out = append(out, b[:n]...)
		default:
			out = fmt.Appendf(out, "<U+%04X>", r)
		}
		b = b[n:]
	}
	return string(append(out, '"'))
}

// cut returns a number as messages repeat it.
func cut(number []byte) string {
	if n := len(number); n > maxQuoted {
		return string(number[:maxQuoted]) + "... (" + strconv.Itoa(n) + " bytes)"
	}
	return string(number)
}
