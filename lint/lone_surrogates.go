package lint

import (
	"fmt"

	"github.com/assayjson/assay/tokenizer"
)

// checkSurrogates looks for escapes of surrogates that are not in pairs (RFC 8259, section
// 8.2). Raw ones are not UTF-8.
func checkSurrogates(d *document, t tokenizer.Token) {
	f, c := d.findCharacter(loneSurrogates, t, func(c character) bool { return c.lone })
	if f == nil {
		return
	}
	half, other := "first", "followed by one from DC00 to DFFF"
	if c.rune >= 0xDC00 {
		half, other = "second", "preceded by one from D800 to DBFF"
	}
	f.Message = fmt.Sprintf(`\u%04X in %s is the %s half of a surrogate pair without the other`, c.rune, where(t), half)
	f.Hint = "it must be " + other + "; programs read U+FFFD, an error, or text that is not Unicode"
}
