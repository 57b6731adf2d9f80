package dialect

import (
	"bytes"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/assayjson/assay/internal/engine/explain"
	"github.com/assayjson/assay/internal/engine/mistake"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/syntax"
	"github.com/assayjson/assay/internal/engine/syntaxerror"
	"github.com/assayjson/assay/tokenizer"
)

// A Fault is what is wrong with a token. The set of faults is fixed.
type Fault uint8

const (
	// UnterminatedComment is a block comment that does not end. The offset is that of the beginning
	// of the comment.
	UnterminatedComment Fault = iota + 1

	// UnterminatedString is a string that is cut off by the end of the text. The offset is the end of
	// the text. This fault and the following ones up to BadCharacter occur only in JSON5. In the other
	// dialects, tokens are those of JSON, so package tokenizer reports the errors in them.
	UnterminatedString

	// LineBreakInString is a line feed or carriage return in a string, unless a backslash precedes
	// it (section 5).
	LineBreakInString

	// BadEscape is an invalid escape (section 5.1): a backslash before a digit, except in \0; a \x
	// without two hexadecimal digits after it; or a \u without four hexadecimal digits after it.
	// The offset is that of the backslash.
	BadEscape

	// BadNumber is a byte that cannot be part of a number, the end of a number that lacks digits,
	// or a leading zero followed by digits (section 6).
	BadNumber

	// BadIdentifier is an invalid escape in an unquoted name, or an escape of a character that is
	// not allowed there (ECMAScript 5.1, section 7.6).
	BadIdentifier

	// BadCharacter is a character that does not begin a token.
	BadCharacter

	// NotJSON is an error that [Check] has found in the text converted to JSON. [Error.Unwrap]
	// returns it.
	NotJSON

	// UnquotedName is a name that needs quotes, such as user-name or 1a (section 3). It occurs only in JSON5.
	UnquotedName

	numFaults
)

var faultNames = [numFaults]string{
	UnterminatedComment: "unterminated-comment",
	UnterminatedString:  "unterminated-string",
	LineBreakInString:   "line-break-in-string",
	BadEscape:           "bad-escape",
	BadNumber:           "bad-number",
	BadIdentifier:       "bad-identifier",
	BadCharacter:        "bad-character",
	NotJSON:             "not-json",
	UnquotedName:        "unquoted-name",
}

// String returns the name of f, in lower case and with hyphens. Names do not change between
// releases.
func (f Fault) String() string {
	if 0 < f && f < numFaults {
		return faultNames[f]
	}
	return fmt.Sprintf("Fault(%d)", uint8(f))
}

// An Error is a violation of the rules of a dialect.
type Error struct {
	Offset int64 // where the text must change, in bytes from 0
	Length int   // how many bytes the error covers; 0 at the end of the text or of its last token
	Fault  Fault

	src    []byte
	token  int                    // offset of the token with the error
	end    int                    // offset of the end of that token, once it is known
	syntax *tokenizer.SyntaxError // the error in the JSON text, for NotJSON
	places Map                    // maps offsets in the JSON text to offsets in src

	related       int64 // offset of a related place, if hasRelated is set
	relatedLength int64
	hasRelated    bool
}

// Message returns what is wrong in one sentence that does not mention the position. The text may
// change between versions.
func (e *Error) Message() string {
	if !e.hasText() {
		return e.Fault.String()
	}
	switch e.Fault {
	case UnterminatedComment:
		return "unterminated comment; add the missing */"
	case UnterminatedString:
		return "unexpected end of input inside a string"
	case LineBreakInString:
		return "a string cannot continue on the next line; add the closing quote, or a backslash at the end of this line"
	case BadEscape:
		if e.Length == len(`\01`) && e.text()[1] == '0' {
			return fmt.Sprintf("invalid escape sequence %s; a digit must not follow \\0", e.text())
		}
		return fmt.Sprintf("invalid escape sequence %s", e.text())
	case BadNumber:
		return e.numberSentence()
	case BadIdentifier:
		return fmt.Sprintf("unexpected %q in an unquoted name", e.text())
	case BadCharacter:
		return e.characterSentence()
	case NotJSON:
		return e.syntaxMessage()
	case UnquotedName:
		return e.nameSentence()
	}
	return e.Fault.String()
}

// nameSentence states why a name needs quotes.
func (e *Error) nameSentence() string {
	at, end := int(e.Offset), int(e.Offset)+e.Length
	for is := syntax.IsIdentifierStart; at < end; is = syntax.IsIdentifierPart {
		_, n := identifierRune(e.src[at:], is)
		if n == 0 {
			break
		}
		at += n
	}
	if at == end {
		return e.Fault.String()
	}
	verb := "contain"
	if at == int(e.Offset) && syntax.IsDigit(e.src[at]) {
		verb = "begin with"
	}
	r, _ := utf8.DecodeRune(e.src[at:])
	return fmt.Sprintf("the name %s must be in quotes; without them, it cannot %s %s", explain.Quote(e.text()), verb, explain.QuoteRune(r))
}

// syntaxMessage returns the message of the error in the JSON text, with positions in the source.
func (e *Error) syntaxMessage() string {
	report := syntaxerror.ReportOf(e.syntax)
	if report == nil {
		return e.syntax.Message()
	}
	x := explain.Explainer{Report: report}
	x.Place = func(at place.Place) (place.Position, bool) {
		return place.Locate(e.src, e.places.Offset(at.Offset)), true
	}
	if e.syntax.Kind == tokenizer.MissingComma {
		x.Advice = mistake.SingleQuoteHint(e.src, e.Offset)
	}
	text, _ := x.Message()
	return text.Words
}

// Token returns where the token with the error begins and ends. For [NotJSON], it returns where the
// error itself begins and ends.
func (e *Error) Token() (begin, end int64) {
	if e.Fault == NotJSON {
		return e.Offset, e.Offset + int64(e.Length)
	}
	return int64(e.token), int64(e.end)
}

// characterSentence states what is wrong with a character, and names what other programs write.
func (e *Error) characterSentence() string {
	const longest = 4096
	if e.Length == 0 {
		return e.Fault.String()
	}
	r, _ := utf8.DecodeRune(e.text())
	text := "unexpected " + explain.QuoteRune(r)
	if hint := mistake.MarkAdvice(e.src[e.Offset:min(e.Offset+longest, int64(len(e.src)))]); hint != "" {
		text += "; " + hint
	}
	return text
}

// hasText reports whether e has the text that its message quotes. Only an error that was created
// outside this package can lack it.
func (e *Error) hasText() bool {
	if e.Fault == NotJSON {
		return e.syntax != nil
	}
	return e.Offset >= 0 && e.Length >= 0 && e.Offset+int64(e.Length) <= int64(len(e.src))
}

func (e *Error) text() []byte { return e.src[e.Offset : int(e.Offset)+e.Length] }

func (e *Error) numberSentence() string {
	number := bytes.TrimLeft(e.src[e.token:], "+-")
	special, name := mistake.SpecialLen(e.src[e.token:])
	switch {
	case e.token+special > int(e.Offset):
		sign := e.src[e.token : len(e.src)-len(number)]
		return fmt.Sprintf("unexpected %q in a number; write %s%s", e.text(), sign, name)
	case len(number) > 1 && number[0] == '0' && syntax.IsDigit(number[1]):
		return "a number must not have leading zeros"
	case e.Length == 0 || !isWordByte(e.src[e.Offset]):
		return "a digit is missing at the end of the number"
	}
	return fmt.Sprintf("unexpected %q in a number", e.text())
}

// Error returns the position and the message.
func (e *Error) Error() string {
	p := e.Position()
	return fmt.Sprintf("line %d, column %d (byte %d): %s", p.Line, p.Rune, e.Offset, e.Message())
}

// Position returns the line and column of Offset, in time linear in Offset.
func (e *Error) Position() tokenizer.Position { return tokenizer.Locate(e.src, e.Offset) }

// For [NotJSON], Unwrap returns the [*tokenizer.SyntaxError], whose offsets are those of the JSON text.
// For a comment or string that does not end, it returns [io.ErrUnexpectedEOF].
func (e *Error) Unwrap() error {
	switch e.Fault {
	case NotJSON:
		return e.syntax
	case UnterminatedComment, UnterminatedString:
		return io.ErrUnexpectedEOF
	}
	return nil
}

// Like [tokenizer.SyntaxError.Related], Related returns a second place that helps to explain the
// error, and whether there is one. Its offsets and positions are those of the original text.
func (e *Error) Related() (related tokenizer.Span, ok bool) {
	if !e.hasRelated {
		return tokenizer.Span{}, false
	}
	return tokenizer.Span{
		Offset: e.related, Length: int(e.relatedLength),
		Start: tokenizer.Locate(e.src, e.related), End: tokenizer.Locate(e.src, e.related+e.relatedLength),
	}, true
}
