package lint

import (
	"fmt"
	"unicode/utf8"

	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/lint/internal/ruleset"
	"github.com/assayjson/assay/lint/internal/suspects"
	"github.com/assayjson/assay/tokenizer"
)

// A character is one character of a string. It is written literally or as an escape.
type character struct {
	rune
	offset  int64 // in the document
	length  int   // in bytes, as written
	escaped bool
	lone    bool // an unpaired surrogate
}

// characters calls yield for each character of a string or name that is written as an escape, is
// outside ASCII, or is invisible.
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
				at += c.length // the escape is invalid; the walk reports the error as a separate finding
				continue
			}
		} else {
			c.rune, c.length = utf8.DecodeRune(body[at:])
		}
		yield(c)
		at += c.length
	}
}

// findCharacter returns a new finding about the first wanted character of a string. The caller
// fills in the finding. If there are several wanted characters, the finding states their number and
// has the last one as a related place.
func (r *tokenReport) findCharacter(id ruleset.ID, t tokenizer.Token, wanted func(character) bool) (f *finding, first character) {
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
	f = r.find(id, first.offset, int64(first.length))
	if f != nil && count > 1 {
		f.Related = []Related{{r.raise(last.offset, int64(last.length)), fmt.Sprintf("the last of %d such characters in this string", count)}}
	}
	return f, first
}

// spell returns the code point of a character, such as U+202E, with noun before it, for messages.
// If the character is escaped, the word "escaped" is added.
func (c character) spell(noun string) string {
	if c.escaped {
		noun = "escaped " + noun
	}
	return fmt.Sprintf("%sU+%04X", noun, c.rune)
}

// checkSurrogates looks for escapes of unpaired surrogates (RFC 8259, section 8.2). Unescaped
// surrogates are not UTF-8.
func checkSurrogates(r *tokenReport, t tokenizer.Token) {
	f, c := r.findCharacter(ruleset.LoneSurrogates, t, func(c character) bool { return c.lone })
	if f == nil {
		return
	}
	half, other := "high", "followed by a low surrogate, DC00 to DFFF"
	if c.rune >= 0xDC00 {
		half, other = "low", "preceded by a high surrogate, D800 to DBFF"
	}
	f.Message = fmt.Sprintf(`\u%04X in %s is a lone %s surrogate`, c.rune, r.where(t), half)
	f.Hint = "it must be " + other + "; programs replace it with U+FFFD, reject it, or read invalid Unicode"
}

// checkNoncharacters looks for noncharacters.
func checkNoncharacters(r *tokenReport, t tokenizer.Token) {
	f, c := r.findCharacter(ruleset.Noncharacters, t, func(c character) bool { return suspects.IsNoncharacter(c.rune) })
	if f == nil {
		return
	}
	f.Message = c.spell("noncharacter ") + " in " + r.where(t)
	f.Hint = "I-JSON (RFC 7493, section 2.1) does not allow it; remove it, or write U+FFFD"
}

// checkControls looks for control characters that have no use in text. Characters below U+0020 are
// errors in the syntax if they are not escaped, so only their escapes are findings here.
func checkControls(r *tokenReport, t tokenizer.Token) {
	f, c := r.findCharacter(ruleset.ControlCharacters, t, func(c character) bool { return suspects.IsControl(c.rune) && (c.escaped || c.rune >= 0x20) })
	if f == nil {
		return
	}
	f.Message = c.spell("control character ") + controlName(c.rune) + " in " + r.where(t)
	switch {
	case c.rune == 0:
		f.Hint = "C programs treat it as the end of the text, and PostgreSQL rejects it"
	case c.rune >= 0x80:
		f.Hint = "it often comes from windows-1252 quotes and dashes that were read as ISO-8859-1"
	default:
		f.Hint = "remove it unless it is intended"
	}
}

func controlName(r rune) string {
	switch r {
	case 0:
		return " (NUL)"
	case 0x1B:
		return " (ESC)"
	case 0x7F:
		return " (DEL)"
	case 0x85:
		return " (NEL)"
	}
	return ""
}

// bidiNames are the names of the characters that open and close embeddings, overrides and isolates
// (Unicode Standard Annex 9, section 2).
var bidiNames = map[rune]string{
	0x202A: "LRE", 0x202B: "RLE", 0x202C: "PDF", 0x202D: "LRO", 0x202E: "RLO",
	0x2066: "LRI", 0x2067: "RLI", 0x2068: "FSI", 0x2069: "PDI",
}

// checkBidi looks for characters that change the order in which text is displayed (Boucher and
// Anderson, Trojan Source, CVE-2021-42574). The message is more urgent if such a character opens
// something that is not closed, because it then affects the text after the string.
func checkBidi(r *tokenReport, t tokenizer.Token) {
	var opened bidiStack
	f, c := r.findCharacter(ruleset.BidiCharacters, t, func(c character) bool {
		if !c.escaped {
			opened.follow(c.rune)
		}
		return suspects.IsBidi(c.rune)
	})
	if f == nil {
		return
	}
	f.Message = fmt.Sprintf("%s (%s) in %s reorders the text around it", c.spell(""), bidiNames[c.rune], r.where(t))
	f.Hint = "remove it, or write it as an escape sequence, so that people see what programs see"
	if c.escaped {
		f.Hint = "remove it unless the text must be displayed from right to left"
	}
	if len(opened.runes) > 0 {
		f.Code = "unbalanced"
		f.Message += ", even after the string, because its effect does not end in the string"
	}
}

// A bidiStack contains the characters that have opened something that is not closed yet.
type bidiStack struct {
	runes    []rune
	isolates int // how many characters in the field runes open an isolate
}

// follow processes r, the next character of the string.
func (s *bidiStack) follow(r rune) {
	switch {
	case isIsolate(r):
		s.runes = append(s.runes, r)
		s.isolates++
	case r == 0x202C: // PDF
		if last := len(s.runes) - 1; last >= 0 && !isIsolate(s.runes[last]) {
			s.runes = s.runes[:last]
		}
	case r == 0x2069 && s.isolates > 0: // PDI, which also closes everything that is open inside the isolate
		last := len(s.runes) - 1
		for !isIsolate(s.runes[last]) {
			last--
		}
		s.runes = s.runes[:last]
		s.isolates--
	case suspects.IsBidi(r) && r != 0x2069:
		s.runes = append(s.runes, r)
	}
}

func isIsolate(r rune) bool { return 0x2066 <= r && r <= 0x2068 }
