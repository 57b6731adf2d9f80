package lint

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/internal/engine/lazy"
	"github.com/assayjson/assay/internal/engine/scan"
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
		f.relateLast(r.raise(last.offset, int64(last.length)), count, "string")
	}
	return f, first
}

// relateLast adds the place of the last of several characters in a string or comment.
func (f *finding) relateLast(last Span, count int, where string) {
	f.Related = []Related{{Span: last, Message: fmt.Sprintf("the last of %d such characters in this %s", count, where)}}
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
	f, c := r.findCharacter(ruleset.Noncharacters, t, func(c character) bool { return scan.IsNoncharacter(c.rune) })
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
var bidiNames = lazy.Value[map[rune]string]{Make: func() map[rune]string {
	return map[rune]string{
		0x202A: "LRE", 0x202B: "RLE", 0x202C: "PDF", 0x202D: "LRO", 0x202E: "RLO",
		0x2066: "LRI", 0x2067: "RLI", 0x2068: "FSI", 0x2069: "PDI",
	}
}}

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
	f.describeBidi(c, r.where(t))
	f.Hint = "remove it, or write it as an escape sequence, so that people see what programs see"
	if c.escaped {
		f.Hint = "remove it unless the text must be displayed from right to left"
	}
	if len(opened.runes) > 0 {
		f.unbalanced("string")
	}
}

func (f *finding) describeBidi(c character, where string) {
	f.Message = fmt.Sprintf("%s (%s) in %s reorders the text around it", c.spell(""), bidiNames.Get()[c.rune], where)
}

// unbalanced adds that a character affects the text after the string or comment.
func (f *finding) unbalanced(where string) {
	f.Code = "unbalanced"
	f.Message += ", even after the " + where + ", because its effect does not end in the " + where
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

// A commentSearch looks for characters in comments that mislead people or some programs, and for U+2028 and U+2029 in
// strings of JSON5. It reads the text as written, because comments are replaced with spaces before anything else reads it.
type commentSearch struct {
	*source
	found   *findings
	dialect dialect.Dialect
	end     Span // what ends a line comment, but only for some programs, if there has been no LF since; otherwise zero
	isKnown bool // there is a finding about end
}

// hasCommentRules reports whether a commentSearch may find something in any text.
func (s *settings) hasCommentRules() bool {
	return s.options.Dialect.isConverted() && s.on&ruleset.Of(ruleset.BidiCharacters, ruleset.LineSeparators) != 0
}

// readsSource reports whether a commentSearch may find something in src.
func (s *settings) readsSource(src []byte) bool { return s.hasCommentRules() && hasOddEnd(src) }

// checkComments looks at all comments of the document. The caller skips it if readsSource returns false.
func (d *document) checkComments() {
	s := commentSearch{source: &d.source, found: &d.found, dialect: d.options.Dialect.Notation()}
	for lexer := dialect.NewLexer(d.src, s.dialect); !d.found.stopped; {
		token, err := lexer.Next()
		if err == io.EOF {
			return
		}
		s.token(token)
	}
}

func (s *commentSearch) token(t dialect.Token) {
	text := s.src[t.Begin:t.End]
	switch {
	case t.Kind.IsComment():
		s.checkBidi(t)
	case t.Kind == dialect.Space:
	default:
		s.reportEnd()
		if t.Kind == dialect.String && s.dialect == dialect.JSON5 {
			s.checkString(t)
		}
	}
	if t.Kind == dialect.LineComment {
		s.checkLine(t)
	} else if bytes.IndexByte(text, '\n') >= 0 {
		s.end, s.isKnown = Span{}, false
	}
}

// checkBidi is [checkBidi] for a comment.
func (s *commentSearch) checkBidi(t dialect.Token) {
	var opened bidiStack
	var first, last character
	count := 0
	for at := t.Begin; at < t.End; {
		r, n := utf8.DecodeRune(s.src[at:t.End])
		if suspects.IsBidi(r) {
			opened.follow(r)
			last = character{rune: r, offset: int64(at), length: n}
			if count++; count == 1 {
				first = last
			}
		}
		at += n
	}
	if count == 0 {
		return
	}
	f := s.found.add(ruleset.BidiCharacters, first.offset, int64(first.length))
	if f == nil {
		return
	}
	f.describeBidi(first, "a comment")
	if count > 1 {
		f.relateLast(Span{Offset: last.offset, Length: int64(last.length)}, count, "comment")
	}
	f.Hint = "remove it, so that people see what programs see"
	if t.Kind == dialect.BlockComment && len(opened.runes) > 0 {
		f.unbalanced("comment")
	}
}

// checkLine looks for line ends in and after a line comment that only some programs recognize.
func (s *commentSearch) checkLine(t dialect.Token) {
	text, rest := s.src[t.Begin:t.End], s.src[t.End:]
	if i := indexSeparator(text); i >= 0 && len(bytes.TrimSpace(text[i+separatorLen:])) > 0 {
		if f := s.found.add(ruleset.LineSeparators, int64(t.Begin+i), separatorLen); f != nil {
			f.Message = nameOfEnd(text[i:]) + " ends the comment for some programs, which read what follows as JSON"
			f.Hint = "JavaScript and JSON5 end a comment there; replace the character with a space"
		}
	}
	if s.end.Length > 0 {
		return
	}
	switch {
	case indexSeparator(clip(rest, separatorLen)) == 0:
		s.end = Span{Offset: int64(t.End), Length: separatorLen}
	case len(rest) > 1 && rest[0] == '\r' && rest[1] != '\n':
		s.end = Span{Offset: int64(t.End), Length: 1}
	}
}

// reportEnd adds the finding about the end of a line comment before a token on the same line, if lines end only with LF.
func (s *commentSearch) reportEnd() {
	if s.end.Length == 0 || s.isKnown {
		return
	}
	s.isKnown = true
	if f := s.found.add(ruleset.LineSeparators, s.end.Offset, s.end.Length); f != nil {
		f.Message = nameOfEnd(s.src[s.end.Offset:]) + " does not end the comment for some programs, which skip what follows up to the next LF"
		f.Hint = "end the line with LF"
	}
}

// checkString looks for unescaped U+2028 and U+2029 in a string (JSON5, section 5.2).
func (s *commentSearch) checkString(t dialect.Token) {
	text := s.src[t.Begin:t.End]
	for at := 1; at < len(text); {
		i := indexSeparator(text[at:])
		if i < 0 {
			return
		}
		at += i
		before := bytes.TrimRight(text[:at], `\`)
		if (at-len(before))%2 == 0 {
			if f := s.found.add(ruleset.LineSeparators, int64(t.Begin+at), separatorLen); f != nil {
				name := nameOfEnd(text[at:])
				f.Message = name + " in the string " + quote(text[1:len(text)-1]) + " ends the line for some programs"
				f.Hint = `write \u` + name[len("U+"):] + "; before ES2019, JavaScript did not allow it in strings"
			}
			return
		}
		at += separatorLen
	}
}

const separatorLen = 3 // of U+2028 and U+2029, in bytes

// indexSeparator returns the index of the first U+2028 or U+2029 in b, or -1.
func indexSeparator(b []byte) int { return bytes.IndexAny(b, "\u2028\u2029") }

// nameOfEnd returns the name of the character at the start of b, which ends a line.
func nameOfEnd(b []byte) string {
	switch r, _ := utf8.DecodeRune(b); r {
	case '\u2028':
		return "U+2028"
	case '\u2029':
		return "U+2029"
	}
	return "CR alone"
}

// hasOddEnd reports whether b contains a character for which a commentSearch looks: U+2028 to U+202E, U+2066 to U+2069, or CR
// that is not followed by LF.
func hasOddEnd(b []byte) bool {
	for rest := b; ; {
		i := bytes.IndexByte(rest, '\r')
		if i < 0 || i+1 == len(rest) {
			break
		}
		if rest = rest[i+1:]; rest[0] != '\n' {
			return true
		}
	}
	for rest := b; ; {
		i := bytes.IndexByte(rest, "\u2028"[0])
		if i < 0 || len(rest)-i < separatorLen {
			return false
		}
		r, n := utf8.DecodeRune(rest[i:])
		if r == '\u2028' || r == '\u2029' || suspects.IsBidi(r) {
			return true
		}
		rest = rest[i+n:]
	}
}

// errOddEnd is the error of an endWatch.
var errOddEnd = errors.New("lint: the text may have findings in comments")

// An endWatch reads a text, and returns errOddEnd once [hasOddEnd] is true for what has been read.
type endWatch struct {
	in  io.Reader
	end []byte // the last two bytes that have been read
}

func (w *endWatch) Read(p []byte) (n int, err error) {
	n, err = w.in.Read(p)
	const most = separatorLen - 1
	joint := append(w.end, p[:min(n, most)]...)
	if hasOddEnd(joint) || hasOddEnd(p[:n]) {
		return 0, errOddEnd
	}
	if n > most {
		joint = append(joint[:0], p[n-most:n]...)
	}
	w.end = joint[:copy(joint, joint[max(len(joint)-most, 0):])]
	return n, err
}
