package lint

import "github.com/assayjson/assay/tokenizer"

// checkNoncharacters looks for the 66 code points that never stand for a character (Unicode,
// section 23.7).
func checkNoncharacters(d *document, t tokenizer.Token) {
	f, c := d.findCharacter(noncharacters, t, func(c character) bool { return isNoncharacter(c.rune) })
	if f == nil {
		return
	}
	f.Message = c.spell() + " in " + where(t) + " is a noncharacter"
	f.Hint = "I-JSON (RFC 7493, section 2.1) refuses it; remove it, or write U+FFFD"
}

func isNoncharacter(r rune) bool { return r&0xFFFE == 0xFFFE || 0xFDD0 <= r && r <= 0xFDEF }
