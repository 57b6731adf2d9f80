package explain

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/lazy"
	"github.com/assayjson/assay/internal/engine/mistake"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/syntax"
	"github.com/assayjson/assay/utf8check"
)

// An Explainer describes a report in words.
type Explainer struct {
	*flaw.Report
	Wording
}

// A Wording adapts sentences to a text in a dialect, if the report is about a translation of that
// text to JSON. The zero Wording is for JSON itself.
type Wording struct {
	Notation string         // name of the dialect; empty if the dialect has the same rules for values as JSON
	Name     string         // what messages call a member name in this dialect; empty if names must be strings in double quotes
	Whole    string         // what to call the text, with its article, if it is not the whole input, such as "the record"
	OneLine  bool           // the text is a record that must be on one line
	Advice   string         // a better hint than the one that the report suggests; may be empty
	Without  mistake.Topics // the topics of the hints that are omitted

	// Encoding is the encoding of a larger text, if its beginning shows that it is in UTF-16 or UTF-32. A part of it does not: a record begins
	// after the byte of a line feed, which may be in the middle of a character.
	Encoding utf8check.Encoding

	// Origin is the position of the start of the text in a larger text, in which messages then count
	// lines. It may be the zero value.
	Origin place.Position

	// Place converts a place in the translated text to a position in the original text, and reports
	// whether that position is known. Place may be nil.
	Place func(at place.Place) (p place.Position, known bool)
}

// notation returns the name of the notation that the text should be in.
func (w *Wording) notation() string { return cmp.Or(w.Notation, "JSON") }

// ended states that the text has ended too early.
func (w *Wording) ended() string { return "unexpected end of " + cmp.Or(w.Whole, "input") }

// InvalidUTF8 returns why the sequence at the start of b is not valid UTF-8.
func (w *Wording) InvalidUTF8(b []byte) string {
	if n, kind := utf8check.Sequence(b); kind == utf8check.Truncated && w.Whole != "" {
		return fmt.Sprintf("invalid UTF-8: % X is cut off by the end of %s", b[:n], w.Whole)
	}
	return "invalid UTF-8: " + utf8check.Describe(b)
}

// expected lists the tokens that the grammar allows.
func (e Explainer) expected() string {
	if e.Name == "" {
		return e.Expected.String()
	}
	return e.Expected.With(e.Name)
}

// Sentence returns what is wrong, in one sentence that does not mention the position of the error.
func (e Explainer) Sentence() (text Text) {
	switch e.Kind {
	case flaw.UnterminatedString:
		text.Words = e.ended() + " inside "
		if !e.mentionRelated(&text, "the string that starts at ") {
			text.Words += "a string"
		}
	case flaw.MismatchedBracket:
		begin, _ := e.RelatedPlace()
		text.Words = fmt.Sprintf("%s does not match the '%c'", e.token(), e.Opener(begin))
		e.mentionRelated(&text, " at ")
	case flaw.Truncated:
		return e.truncatedSentence()
	case flaw.DuplicateName:
		text.Words = "duplicate name " + Quote(e.Bytes())
		if e.IJSON {
			text.Words += " is not allowed in I-JSON"
			e.mentionRelated(&text, "; first used at ")
		} else {
			e.mentionRelated(&text, ", first used at ")
		}
	case flaw.CaseCollision:
		text.Words = "name " + Quote(e.Bytes()) + " differs only in case from an earlier name"
		e.mentionRelated(&text, " at ")
	case flaw.StringTooLong:
		text.Words = "the string"
		e.mentionRelated(&text, " that starts at ")
		text.Words += fmt.Sprintf(" is longer than %d bytes", e.Limit)
	default:
		text.Words = e.plainSentence()
	}
	return text
}

// plainSentence is like Sentence, for errors whose sentences mention no position.
func (e Explainer) plainSentence() string {
	k := e.Kind
	switch {
	case k.IsUTF8():
		return e.InvalidUTF8(e.At())
	case fixedSentences[k] != "":
		return fixedSentences[k]
	case tokenSentences[k] != "":
		return strings.Replace(tokenSentences[k], "%s", e.token(), 1)
	case limitSentences[k] != "":
		return fmt.Sprintf(limitSentences[k], e.Limit)
	}
	switch k {
	case flaw.ControlCharacter:
		if c := e.At()[0]; c == '\n' || c == '\r' {
			return "a string cannot continue on the next line"
		}
		return fmt.Sprintf("%s in a string must be escaped as %s", e.token(), mistake.ControlEscape(e.At()[0]))
	case flaw.BadEscape:
		n, _ := mistake.ForeignEscape(e.After())
		return "invalid escape sequence " + Quote(e.At()[:max(e.Length, n)])
	case flaw.MisspeltLiteral:
		return e.token() + " is not a " + e.notation() + " value"
	case flaw.EmptyInput:
		return fmt.Sprintf("no %s value in %s", e.notation(), cmp.Or(e.Whole, "the input"))
	case flaw.ByteOrderMark:
		return "byte order mark (EF BB BF) before " + cmp.Or(e.Whole, "the document")
	case flaw.TrailingData:
		return "unexpected " + e.token() + " after the end of " + cmp.Or(e.Whole, "the document")
	case flaw.UnexpectedToken:
		return "unexpected " + e.token() + ", expected " + e.expected()
	case flaw.TrailingComma:
		return "trailing comma before " + e.expected()
	case flaw.LoneSurrogate:
		return fmt.Sprintf("lone surrogate %s is not allowed in I-JSON", e.Bytes())
	case flaw.Noncharacter:
		return fmt.Sprintf("noncharacter %s is not allowed in I-JSON", e.noncharacter())
	case flaw.InputTooLong:
		return fmt.Sprintf("%s is longer than %d bytes", cmp.Or(e.Whole, "the input"), e.Limit)
	case flaw.RecordTooLong:
		return fmt.Sprintf("the record is longer than %d bytes", e.Offset)
	}
	return k.String()
}

// fixedSentences are the sentences that quote nothing from the input.
var fixedSentences = [256]string{
	flaw.BadUnicodeEscape:  `\u must be followed by four hexadecimal digits`,
	flaw.LeadingZero:       "a number must not have leading zeros",
	flaw.LeadingPlus:       "a number must not begin with '+'",
	flaw.LeadingPoint:      "a number must have a digit before its decimal point",
	flaw.NumberOutOfRange:  "a number outside the range of binary64 is not allowed in I-JSON",
	flaw.MissingSeparator:  "missing record separator (1E) before the first record",
	flaw.UndelimitedRecord: "missing white space after a number or literal, which may be truncated",
}

// tokenSentences are the sentences that quote the token at Offset.
var tokenSentences = [256]string{
	flaw.MissingInteger:  "unexpected %s after '-', expected a digit",
	flaw.MissingFraction: "unexpected %s after a decimal point, expected a digit",
	flaw.MissingExponent: "unexpected %s in an exponent, expected a digit",
	flaw.BadNumber:       "unexpected %s in a number",
	flaw.MissingComma:    "missing comma before %s",
	flaw.MissingColon:    "missing colon before %s",
}

// limitSentences are the sentences that state the limit that was exceeded.
var limitSentences = [256]string{
	flaw.TooDeep:        "nested more than %d levels deep",
	flaw.NumberTooLong:  "the number is longer than %d bytes",
	flaw.TooManyMembers: "the object or array has more than %d members or elements",
	flaw.TooManyTokens:  "the document has more than %d tokens",
	flaw.TokenTooLong:   "the token is longer than %d bytes",
}

// truncatedSentence returns the sentence for an input that ends too early.
func (e Explainer) truncatedSentence() (text Text) {
	where := " inside a value"
	if e.Expected != 0 {
		where = ", expected " + e.expected()
	}
	text.Words = e.ended() + where
	if begin, ok := e.RelatedPlace(); ok {
		text.Words += "; the '" + string(rune(e.Opener(begin))) + "'"
		e.mention(&text, " at ", begin)
		text.Words += " is not closed"
	}
	return text
}

// mentionRelated appends to a text the given words and the position of the related place. If that position is not known, it appends
// nothing and returns false.
func (e Explainer) mentionRelated(text *Text, words string) (known bool) {
	p, _ := e.RelatedPlace()
	return e.mention(text, words, p)
}

// mention is like mentionRelated if the related place is p.
func (e Explainer) mention(text *Text, words string, p place.Place) (known bool) {
	at := p.Position
	if e.Place != nil {
		if at, known = e.Place(p); !known {
			return false
		}
	}
	text.Mention(words, e.inInput(at))
	return true
}

// inInput returns the position in the input of a position that counts from the start of the text.
func (e Explainer) inInput(p place.Position) place.Position {
	if e.Origin.Line > 0 {
		return p.In(e.Origin)
	}
	return p
}

// token describes the token at Offset.
func (e Explainer) token() string {
	b := e.Bytes()
	r, n := utf8.DecodeRune(b)
	switch {
	case r == '"' && len(b) > 1:
		return "string " + Quote(b)
	case len(b) > n && (r == '-' || syntax.WordLen(b) > 0):
		return "'" + Quote(b) + "'"
	}
	return QuoteRune(r)
}

// noncharacter returns the noncharacter at Offset as its escape or as U+XXXX.
func (e Explainer) noncharacter() string {
	if b := e.Bytes(); b[0] == '\\' {
		return string(b)
	}
	r, _ := utf8.DecodeRune(e.Bytes())
	return fmt.Sprintf("U+%04X", r)
}

// maxQuoted is the maximum number of characters of the input that a message quotes.
const maxQuoted = 24

// Quote returns b, which may be long, in a form that fits into a message on one line: only the
// first characters, with invisible ones as <U+XXXX> and invalid bytes as <XX>.
func Quote(b []byte) string {
	var out []byte
	for count := 0; len(b) > 0; count++ {
		if count == maxQuoted {
			return string(out) + "..."
		}
		n, kind := utf8check.Sequence(b)
		r, _ := utf8.DecodeRune(b)
		switch {
		case kind != utf8check.WellFormed:
			out = fmt.Appendf(out, "<%X>", b[:n])
		case unicode.IsPrint(r):
			out = append(out, b[:n]...)
		default:
			out = fmt.Appendf(out, "<U+%04X>", r)
		}
		b = b[n:]
	}
	return string(out)
}

// controlNames are the names of common control characters.
var controlNames = lazy.Value[map[rune]string]{Make: func() map[rune]string {
	return map[rune]string{
		0: "NUL", '\b': "backspace", '\t': "tab", '\n': "line feed", '\f': "form feed", '\r': "carriage return",
		0x1A: "Ctrl-Z", 0x1B: "ESC", 0x1E: "record separator", 0x7F: "delete",
	}
}}

// invisibleNames are the names of other invisible characters.
var invisibleNames = lazy.Value[map[rune]string]{Make: func() map[rune]string {
	return map[rune]string{
		'\u00A0': "no-break space", '\u00AD': "soft hyphen", '\u200B': "zero width space", '\u200E': "left-to-right mark",
		'\u200F': "right-to-left mark", '\u2028': "line separator", '\u2029': "paragraph separator", '\u202F': "narrow no-break space",
		'\u2060': "word joiner", '\u3000': "ideographic space", '\uFEFF': "byte order mark",
	}
}}

// QuoteRune describes one character.
func QuoteRune(r rune) string {
	switch {
	case r == '\'':
		return "single quote (')"
	case unicode.IsPrint(r) && r < utf8.RuneSelf:
		return "'" + string(r) + "'"
	case unicode.IsPrint(r):
		return fmt.Sprintf("'%c' (U+%04X)", r, r)
	case controlNames.Get()[r] != "":
		return fmt.Sprintf("%s (U+%04X)", controlNames.Get()[r], r)
	case invisibleNames.Get()[r] != "":
		return fmt.Sprintf("%s (U+%04X)", invisibleNames.Get()[r], r)
	}
	return fmt.Sprintf("U+%04X", r)
}
