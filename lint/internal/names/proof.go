package names

import (
	"unicode/utf8"

	"github.com/assayjson/assay/utf8check"
)

// A Proof shows that the names of a document are normalized and that no two of them look alike,
// without storing all of them. It succeeds if no two characters in names outside ASCII have the same
// look, and if each of these names has a character whose look is outside ASCII. Then different names
// have different skeletons. Most documents whose names are in one script are like this. For a
// document with many different names, a Proof takes much less time than a [Vocabulary].
type Proof struct {
	known  [256]*knownCharacters // by the high byte of the character; nil if there are none
	owners map[rune]rune         // maps each look to the character that has it
}

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

// Add adds a name, which must have no escapes. It returns false if the proof has failed.
func (p *Proof) Add(name []byte) bool { return utf8check.IsASCII(name) || p.addLooks(name) }

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
		if r > 0xFFFF {
			return false
		}
		c := unknown
		if known := p.known[r>>8]; known != nil {
			c = known[r&0xFF]
		}
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

// meet adds a character. It returns unknown if another character has the same look, or if the look
// depends on the characters around it.
func (p *Proof) meet(r rune) (c character) {
	look := r
	if r >= utf8.RuneSelf {
		look = simpleLook(r)
	}
	owner, isOwned := p.owners[look]
	if look == 0 || isOwned && owner != r {
		return unknown
	}
	if p.owners == nil {
		p.owners = map[rune]rune{}
	}
	known := p.known[r>>8]
	if known == nil {
		known = new(knownCharacters)
		p.known[r>>8] = known
	}
	c = looksASCII
	if look >= utf8.RuneSelf {
		c = looksNonASCII
	}
	p.owners[look], known[r&0xFF] = r, c
	return c
}
