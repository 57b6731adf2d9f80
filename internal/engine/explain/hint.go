package explain

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/syntax"
)

// Hint returns a hint on how to fix the error. If two causes are likely, the hint is about the cause that
// [Explainer.Sentence] does not mention.
func (e Explainer) Hint() Advice {
	if e.Advice != "" {
		return general(e.Advice)
	}
	found := e.notationHint()
	if found.Words == "" {
		found = e.encodingHint()
	}
	if found.Words == "" {
		found = e.syntaxHint()
	}
	if e.Without&(1<<found.about) != 0 {
		return Advice{}
	}
	return found
}

// syntaxHint is like Hint, for texts that are meant to be JSON in UTF-8.
func (e Explainer) syntaxHint() Advice {
	if hint := e.specialHint(); hint.Words != "" {
		return hint
	}
	switch e.Kind {
	case scan.ControlCharacter:
		if c := e.At()[0]; c == '\n' || c == '\r' {
			hint := general("add the closing quote")
			e.mentionRelated(&hint.Text, " of the string that starts at ")
			hint.Words += `, or write the line break as \n`
			return hint
		}
	case scan.BadEscape:
		if InWindowsPath(e.Before()) {
			return general(`in a path, write \\ for each backslash`)
		}
		return escapeHint(e.At())
	case scan.BadUnicodeEscape:
		if InWindowsPath(e.Before()) {
			return general(`in a path, write \\ for each backslash`)
		}
		return unicodeEscapeHint(e.Bytes(), e.At())
	case scan.LeadingZero:
		return general("remove them, or put the digits in double quotes")
	case scan.LeadingPlus:
		return general("remove it")
	case scan.LeadingPoint:
		return general("add a 0")
	case scan.MissingFraction:
		if c := e.At()[0]; !syntax.IsWord(c) || c|0x20 == 'e' {
			return general("remove the point, or add a 0 after it")
		}
	case scan.MissingInteger:
		return integerHint(e.At())
	case scan.BadNumber:
		return numberHint(e.Before(), e.After())
	case scan.MisspeltLiteral:
		if hint := characterHint(e.At()); hint.Words != "" {
			return hint
		}
		return wordHint(e.Before(), e.After())
	case scan.UnexpectedToken, scan.MissingComma, scan.MissingColon, scan.TrailingData:
		return e.unexpectedHint()
	case scan.Truncated:
		return e.indentHint()
	case scan.ByteOrderMark:
		if e.Whole != "" {
			return general("remove it")
		}
		return general("save the file as UTF-8 without it")
	}
	return Advice{}
}

// escapeHint explains the invalid escape sequence at the start of b.
func escapeHint(b []byte) Advice {
	if _, escape := ForeignEscape(b); escape != "" {
		return general("write " + escape)
	}
	switch syntax.ByteAt(b, 1) {
	case '\'':
		return general("a single quote needs no backslash")
	case '\n', '\r':
		return general("a string cannot continue on the next line")
	}
	return general(`write \\ for a backslash`)
}

// unicodeEscapeHint explains the invalid \u escape sequence at the start of b. The parameter escape
// is the valid part of that sequence.
func unicodeEscapeHint(escape, b []byte) Advice {
	digits := escape[len(`\u`):]
	switch {
	case bytes.HasPrefix(b, []byte(`\u{`)):
		return ruleOfJSON(`write a character above U+FFFF as two escape sequences, such as \uD83D\uDE00`)
	case len(digits) == 0:
		return general(`write \\ for a backslash`)
	}
	return general(fmt.Sprintf(`write \u%s%s, or \\ for a backslash`, "0000"[len(digits):], digits))
}

// integerHint explains the text b, which follows a minus sign but does not start with a digit.
func integerHint(b []byte) Advice {
	switch {
	case b[0] == '.':
		return general("add a 0 before the decimal point")
	case syntax.IsSpace(b[0]):
		return general("remove the white space after the minus sign")
	}
	return Advice{}
}

// numberHint explains an error right after a number. The parameters are the text up to the end of
// the number, and the text that cannot follow it.
func numberHint(before, after []byte) Advice {
	c, n := after[0], len(before)
	if before[n-1] == '0' && strings.IndexByte("xXoObB", c) >= 0 {
		if n == 1 || !syntax.IsWord(before[n-2]) && before[n-2] != '.' {
			return ruleOfJSON("JSON numbers must be decimal")
		}
	}
	switch {
	case c == '_':
		return ruleOfJSON("JSON has no digit separators")
	case c == '.':
		return general("a number has at most one decimal point; put versions and addresses in double quotes")
	case c == '-' && isDate(before, after):
		return general("put dates in double quotes")
	case c == '+' || c == '-':
		return ruleOfJSON("JSON has no expressions; put text in double quotes")
	case c == 'n':
		return ruleOfJSON("JSON has no suffix for large integers")
	case syntax.IsWordStart(c) && !syntax.IsWord(syntax.ByteAt(after, 1)):
		return general("a number cannot have a suffix; put text in double quotes")
	case syntax.IsWordStart(c):
		return general("put text in double quotes")
	}
	return Advice{}
}

// isDate reports whether the error is inside a date: the text before the error ends in the digits
// of a year, and the text after the error starts with a hyphen, a month and another hyphen.
func isDate(before, after []byte) bool {
	const year = len("2006")
	n := syntax.DigitsBefore(before)
	return (n == year || n == 2) && syntax.IsDigit(syntax.ByteAt(after, 1)) && syntax.IsDigit(syntax.ByteAt(after, 2)) && syntax.ByteAt(after, 3) == '-'
}
