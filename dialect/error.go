package dialect

import (
	"bytes"
	"fmt"
	"io"

	"github.com/assayjson/assay/internal/bridge"
	"github.com/assayjson/assay/internal/explain"
	"github.com/assayjson/assay/internal/place"
	"github.com/assayjson/assay/internal/syntax"
	"github.com/assayjson/assay/tokenizer"
)

// A Fault says what is wrong with a token. The set is closed.
type Fault uint8

const (
	// UnterminatedComment is a block comment without its end. The offset is where it begins.
	UnterminatedComment Fault = iota + 1

	// UnterminatedString is a string that the end of the text cuts off. The offset is
	// that end. This and the next faults are those of JSON5 alone: in the other dialects,
	// tokens are those of JSON, and package tokenizer says what is wrong with them.
	UnterminatedString

	// LineBreakInString is a line feed or carriage return in a string, with no backslash
	// before it (section 5).
	LineBreakInString

	// BadEscape is a backslash before a digit, but for \0; or \x or \u without their two or four
	// hexadecimal digits (section 5.1). The offset is that of the backslash.
	BadEscape

	// BadNumber is a byte that cannot go on a number, the end of one that lacks digits, or a
	// first zero that digits follow (section 6).
	BadNumber

	// BadIdentifier is an escape in a name without quotes that is none, or that stands for
	// a character that cannot be there (ECMAScript 5.1, section 7.6).
	BadIdentifier

	// BadCharacter is a character that begins no token.
	BadCharacter

	// NotJSON is what [Check] found to be wrong with the text in JSON. [Error.Unwrap] tells.
	NotJSON

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
}

// String returns the name of f, in lower case with hyphens. Names are stable.
func (f Fault) String() string {
	if 0 < f && f < numFaults {
		return faultNames[f]
	}
	return fmt.Sprintf("Fault(%d)", uint8(f))
}

// An Error is a place where a text is not of its dialect.
type Error struct {
	Offset int64 // where it needs mending, in bytes
	Length int   // how many bytes are concerned; 0 at the end of the text
	Fault  Fault

	src    []byte
	token  int                    // where the token at fault begins
	end    int                    // and where it ends, once that is known
	syntax *tokenizer.SyntaxError // of NotJSON
	places Map                    // of the JSON text that syntax is about

	related       int64 // where a second place begins, if there is one
	relatedLength int64
	hasRelated    bool
}

// Message tells what is wrong in one sentence, without the place. The text may change
// between versions.
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
		return "a string cannot continue on the next line without a backslash at the end of this line"
	case BadEscape:
		return fmt.Sprintf("invalid escape sequence %s", e.text())
	case BadNumber:
		return e.numberSentence()
	case BadIdentifier:
		return fmt.Sprintf("unexpected %q in an unquoted name", e.text())
	case BadCharacter:
		return fmt.Sprintf("unexpected character %q", e.text())
	case NotJSON:
		return e.syntaxMessage()
	}
	return e.Fault.String()
}

// syntaxMessage returns the message of the error in the JSON text, in which positions are those in the source.
func (e *Error) syntaxMessage() string {
	report := bridge.ReportOf(e.syntax)
	if report == nil {
		return e.syntax.Message()
	}
	x := explain.Explainer{Report: report}
	x.Place = func(at place.Place) (place.Position, bool) {
		return place.Locate(e.src, e.places.Offset(at.Offset)), true
	}
	text := x.Sentence()
	if hint, _ := x.Hint(); hint != "" {
		text += "; " + hint
	}
	return text
}

// Token returns where the token at fault begins and ends. Of [NotJSON] it is the place.
func (e *Error) Token() (begin, end int64) {
	if e.Fault == NotJSON {
		return e.Offset, e.Offset + int64(e.Length)
	}
	return int64(e.token), int64(e.end)
}

// hasText reports whether the text is there that the message is about, as it is unless the error was
// made by hand.
func (e *Error) hasText() bool {
	if e.Fault == NotJSON {
		return e.syntax != nil
	}
	return e.Offset >= 0 && e.Length >= 0 && e.Offset+int64(e.Length) <= int64(len(e.src))
}

func (e *Error) text() []byte { return e.src[e.Offset : int(e.Offset)+e.Length] }

func (e *Error) numberSentence() string {
	number := bytes.TrimLeft(e.src[e.token:], "+-")
	switch {
	case len(number) > 1 && number[0] == '0' && syntax.IsDigit(number[1]):
		return "a number must not have leading zeros"
	case e.Length == 0 || !isWordByte(e.src[e.Offset]):
		return "a digit is missing at the end of the number"
	}
	return fmt.Sprintf("unexpected %q in a number", e.text())
}

// Error returns the place and the message.
func (e *Error) Error() string {
	p := e.Position()
	return fmt.Sprintf("line %d, column %d (byte %d): %s", p.Line, p.Rune, e.Offset, e.Message())
}

// Position returns the line and column of Offset, in time that is linear in it.
func (e *Error) Position() tokenizer.Position { return tokenizer.Locate(e.src, e.Offset) }

// Unwrap returns the [*tokenizer.SyntaxError] of [NotJSON], whose places are those of the
// text in JSON, and [io.ErrUnexpectedEOF] where the text is right so far and ends too early.
func (e *Error) Unwrap() error {
	switch e.Fault {
	case NotJSON:
		return e.syntax
	case UnterminatedComment, UnterminatedString:
		return io.ErrUnexpectedEOF
	}
	return nil
}

// Related returns a second place that explains the first, if there is one, as
// [tokenizer.SyntaxError.Related] does, in the text as it is written.
func (e *Error) Related() (related tokenizer.Span, ok bool) {
	if !e.hasRelated {
		return tokenizer.Span{}, false
	}
	return tokenizer.Span{
		Offset: e.related, Length: int(e.relatedLength),
		Start: tokenizer.Locate(e.src, e.related), End: tokenizer.Locate(e.src, e.related+e.relatedLength),
	}, true
}
