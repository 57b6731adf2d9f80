package lint

import (
	"fmt"

	"github.com/assayjson/assay/tokenizer"
)

// bidiNames are the nine characters that open and close embeddings, overrides and isolates
// (Unicode, annex 9, section 2), by their names there.
var bidiNames = map[rune]string{
	0x202A: "LRE", 0x202B: "RLE", 0x202C: "PDF", 0x202D: "LRO", 0x202E: "RLO",
	0x2066: "LRI", 0x2067: "RLI", 0x2068: "FSI", 0x2069: "PDI",
}

func isBidi(r rune) bool { return 0x202A <= r && r <= 0x202E || 0x2066 <= r && r <= 0x2069 }

// checkBidi looks for characters that make text read otherwise than it is shown (Boucher and
// Anderson, Trojan Source, CVE-2021-42574). It is worse if one is not closed: then it goes on
// beyond the string.
func checkBidi(d *document, t tokenizer.Token) {
	var opened bidiStack
	f, c := d.findCharacter(bidiCharacters, t, func(c character) bool {
		if !c.escaped {
			opened.take(c.rune)
		}
		return isBidi(c.rune)
	})
	if f == nil {
		return
	}
	f.Message = fmt.Sprintf("%s (%s) in %s reorders the text around it", c.spell(), bidiNames[c.rune], where(t))
	f.Hint = "remove it, or write it as an escape, so that what is read is what is there"
	if c.escaped {
		f.Hint = "remove it, if the text need not be shown from right to left"
	}
	if len(opened.runes) > 0 {
		f.Code = "unbalanced"
		f.Message += ", and beyond the string, where it is not closed"
	}
}

// A bidiStack has what is open.
type bidiStack struct {
	runes    []rune
	isolates int // of them
}

func (s *bidiStack) take(r rune) {
	switch {
	case isIsolate(r):
		s.runes = append(s.runes, r)
		s.isolates++
	case r == 0x202C: // PDF
		if last := len(s.runes) - 1; last >= 0 && !isIsolate(s.runes[last]) {
			s.runes = s.runes[:last]
		}
	case r == 0x2069 && s.isolates > 0: // PDI, which ends what is open within the isolate, too
		last := len(s.runes) - 1
		for !isIsolate(s.runes[last]) {
			last--
		}
		s.runes = s.runes[:last]
		s.isolates--
	case isBidi(r) && r != 0x2069:
		s.runes = append(s.runes, r)
	}
}

func isIsolate(r rune) bool { return 0x2066 <= r && r <= 0x2068 }
