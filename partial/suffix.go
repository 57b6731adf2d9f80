package partial

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/unique"
)

// Suffix returns the shortest text that makes the text so far a valid document. A value that has not begun
// becomes null, because any other value would be invented; apart from that, no shorter text would do.
// [Parser.Assume] returns what the suffix takes for granted. The suffix is "" if the text so far is valid,
// and also if it is invalid.
//
// A limit, such as that of [tokenizer.MaxBytes], may leave too little room for the suffix. With
// [tokenizer.IJSON], no suffix makes a string valid that ends in the beginning of an escape that can only
// become invalid, such as \uDD0 or \uDC.
func (p *Parser) Suffix() string { return string(p.AppendSuffix(nil)) }

// AppendSuffix appends the result of [Parser.Suffix] to dst and returns the extended buffer.
func (p *Parser) AppendSuffix(dst []byte) []byte {
	if p.core.phase == failed || p.core.isWhole() {
		return dst
	}
	dst, _ = p.core.appendEnd(dst)
	return p.core.appendClosers(dst)
}

// Assume returns what [Parser.Suffix] assumes. It is 0 if the text so far is invalid, if it is a whole
// document, or if it ends in a literal that is the whole document. If the text is a number, which may go
// on, it is NumberEnds, although the suffix is "".
func (p *Parser) Assume() Assumption {
	c := &p.core
	if c.phase == failed || c.phase == afterDocument {
		return 0
	}
	var room [16]byte
	_, guesses := c.appendEnd(room[:0])
	if c.depth > 0 {
		guesses |= ContainersEnd
	}
	return guesses
}

// appendEnd appends the shortest text that completes the innermost value or member.
func (c *core) appendEnd(dst []byte) ([]byte, Assumption) {
	const null = "null"
	switch c.phase {
	case wantDocument, wantMember, wantNextElement:
		return append(dst, null...), NullValue
	case inMark:
		return append(append(dst, scan.BOM[len(c.buf):]...), null...), NullValue
	case wantColon:
		return append(dst, ":null"...), NullValue
	case wantNextName:
		dst = c.appendUnlike(append(dst, '"'), nil)
		return append(dst, `":null`...), SomeName | NullValue
	case inNumber:
		if c.part.mayEnd() {
			return dst, NumberEnds
		}
		return append(dst, '0'), SomeDigit | NumberEnds
	case inLiteral:
		return append(dst, c.word[len(c.buf)-c.tokenBegins():]...), 0
	case inString, inSurrogates, inEscape, inHex, inCharacter:
		return c.appendEndOfText(dst)
	}
	return dst, 0
}

// appendEndOfText appends the end of a string, and if it is a name, a value.
func (c *core) appendEndOfText(dst []byte) ([]byte, Assumption) {
	guesses := StringEnds
	begin := len(dst)
	dst = c.appendEndOfCharacter(dst)
	if c.phase != inString && len(dst) > begin {
		guesses |= SomeCharacter
	}
	if !c.name {
		return append(dst, '"'), guesses
	}
	if c.UniqueNames {
		name := append(c.buf[c.tokenBegins()+1:len(c.buf):len(c.buf)], dst[begin:]...)
		dst = c.appendUnlike(dst, name)
	}
	return append(dst, `":null`...), guesses&^StringEnds | NameEnds | NullValue
}

// appendEndOfCharacter appends what completes the character at the end of a string.
func (c *core) appendEndOfCharacter(dst []byte) []byte {
	const low = `\uDC00` // the low half of a surrogate pair
	isPair := c.IJSON && c.high != noHigh
	switch c.phase {
	case inSurrogates:
		if isPair {
			return append(dst, low...)
		}
	case inEscape:
		if isPair {
			return append(dst, low[1:]...)
		}
		return append(dst, '\\')
	case inHex:
		if isPair {
			return append(dst, low[2+c.digits:]...)
		}
		dst = append(dst, "0000"[c.digits:]...)
		if first := c.code << (4 * (4 - c.digits)); c.IJSON && 0xD800 <= first && first <= 0xDBFF {
			dst = append(dst, low...)
		}
	case inCharacter:
		return appendContinuation(dst, c.buf[c.unit:])
	}
	return dst
}

// appendContinuation appends the smallest bytes that complete a UTF-8 sequence.
func appendContinuation(dst, sequence []byte) []byte {
	var whole [utf8.UTFMax]byte
	n := copy(whole[:], sequence)
	for ; !utf8.FullRune(whole[:n]); n++ {
		whole[n] = 0x80
		switch {
		case n > 1:
		case whole[0] == 0xE0:
			whole[n] = 0xA0
		case whole[0] == 0xF0:
			whole[n] = 0x90
		}
	}
	return append(dst, whole[len(sequence):n]...)
}

// appendUnlike appends to dst what must be appended to body so that it becomes a name that the innermost
// object does not have yet: nothing, if names need not be unique.
func (c *core) appendUnlike(dst, body []byte) []byte {
	if !c.UniqueNames {
		return dst
	}
	text := string(unique.AppendForm(nil, body, c.Form))
	used := map[string]bool{}
	f := Fragment{Value{c, c.here.at}}
	for i := f.value.at + 1; f.has(i + 1); i = c.after(i + 2) {
		name := c.value(i, true)
		if rest, ok := strings.CutPrefix(string(unique.AppendForm(nil, name.Body(), c.Form)), text); ok {
			used[rest] = true
		}
		if !f.has(i + 2) {
			break
		}
	}
	if !used[""] {
		return dst
	}
	for n := 0; ; n++ {
		if s := strconv.Itoa(n); !used[s] {
			return append(dst, s...)
		}
	}
}
