package names

import (
	"bytes"
	"unicode/utf8"

	"github.com/assayjson/assay/utf8check"
)

// A Proof shows that the names of a document are normalized and that no two of them look alike,
// without storing all of them. It succeeds if no two characters in names outside ASCII have the same
// look, and if each of these names has a character whose look is outside ASCII. Then different names
// have different skeletons. Most documents whose names are in one script are like this. For a
// document with many different names, a Proof takes much less time than a [Vocabulary].
type Proof struct {
	short  [fewest3Bytes]character // what is known about the characters of one or two bytes
	long   [256]*knownCharacters   // about the others, by the high byte of the character; nil if nothing is known
	owners map[rune]rune           // maps each look to the character that has it
}

const fewest3Bytes = 0x800 // the first character of three bytes in UTF-8

// knownCharacters contains what is known about the characters with the same high byte, by the low
// byte.
type knownCharacters [256]character

// A character is known if it is in a name outside ASCII.
type character uint8

const (
	unknown       character = iota
	looksASCII              // its look is in ASCII
	looksNonASCII           // its look is outside ASCII
)

// HasBefore reports whether the name before the quotation mark src[end] need not be added, because all of
// its characters are known and one of them has a look outside ASCII. If the result is false, the name must
// be added, as is always the case if it has characters of three bytes or more. The text src[:end] must be
// part of a valid document. It may lack the start of the document, but not the start of that name.
//
// The name is read backwards, so that its characters are read only once.
func (p *Proof) HasBefore(src []byte, end int) bool {
	var all character
	for i := end - 1; i > 0; i-- {
		r := rune(src[i])
		if r == '"' {
			return all&looksNonASCII != 0 && src[i-1] != '\\'
		}
		if r >= utf8.RuneSelf {
			i--
			lead := rune(src[i])
			if lead < 0xC0 || lead >= 0xE0 {
				return false
			}
			r = lead&0x1F<<6 | r&0x3F
		}
		c := p.short[r]
		if c == unknown {
			return false
		}
		all |= c
	}
	return false
}

// of returns what is known about a character.
func (p *Proof) of(r rune) character {
	if r < fewest3Bytes {
		return p.short[r]
	}
	if r > 0xFFFF || p.long[r>>8] == nil {
		return unknown
	}
	return p.long[r>>8][r&0xFF]
}

// Add adds a name as it is written, without quotation marks. It returns false if the proof has failed, or
// if the name has escapes.
func (p *Proof) Add(name []byte) bool {
	if len(name) > 0 && name[0] >= utf8.RuneSelf || !utf8check.IsASCII(name) {
		return p.addLooks(name)
	}
	return bytes.IndexByte(name, '\\') < 0
}

// addLooks adds the characters of a name outside ASCII.
func (p *Proof) addLooks(body []byte) bool {
	var all character
	for i := 0; i < len(body); {
		r, n := rune(body[i]), 1
		switch {
		case r < utf8.RuneSelf:
		case r < 0xE0 && i+1 < len(body):
			r, n = r&0x1F<<6|rune(body[i+1]&0x3F), 2
		default:
			r, n = utf8.DecodeRune(body[i:])
		}
		c := p.of(r)
		if c == unknown {
			if c = p.meet(r); c == unknown {
				return false
			}
		}
		all |= c
		i += n
	}
	return all&looksNonASCII != 0
}

// meet adds a character. It returns unknown if another character has the same look, if the look
// depends on the characters around it, or if the character is a backslash, which begins an escape.
func (p *Proof) meet(r rune) (c character) {
	look := r
	if r >= utf8.RuneSelf {
		look = simpleLook(r)
	}
	owner, isOwned := p.owners[look]
	if look == 0 || r == '\\' || isOwned && owner != r {
		return unknown
	}
	if p.owners == nil {
		p.owners = map[rune]rune{}
	}
	c = looksASCII
	if look >= utf8.RuneSelf {
		c = looksNonASCII
	}
	p.owners[look] = r
	if r < fewest3Bytes {
		p.short[r] = c
		return c
	}
	known := p.long[r>>8]
	if known == nil {
		known = new(knownCharacters)
		p.long[r>>8] = known
	}
	known[r&0xFF] = c
	return c
}
