package tokenizer

import "github.com/assayjson/assay/internal/engine/flaw"

// An ErrorKind is the kind of an error. The set of kinds is closed: it consists of the kinds below,
// those of package records, and those of invalid UTF-8 (RFC 8259, section 8.1), whether it is
// inside a string or elsewhere. The kinds of invalid UTF-8 have the numbers of
// [utf8check.ErrorKind], for example ErrorKind(utf8check.Overlong). An error of one of these kinds
// has the offset of the ill-formed sequence and the length of its maximal subpart, and wraps a
// [*utf8check.Error]. A character that is cut off by the end of the input is a
// [utf8check.Truncated] one only where more input can make the text valid, as in a string.
// Elsewhere, it is one with a [utf8check.MissingContinuation].
type ErrorKind uint8

const (
	// ControlCharacter is a byte below 0x20 in a string, which must be escaped (RFC 8259, section
	// 7).
	ControlCharacter = ErrorKind(flaw.ControlCharacter)

	// BadEscape is a backslash that does not begin a valid escape. The offset is that of the
	// backslash.
	BadEscape = ErrorKind(flaw.BadEscape)

	// BadUnicodeEscape is \u followed by another character before there are four hexadecimal
	// digits. If the input ends there instead, the kind is [UnterminatedString]. The offset is that
	// of the backslash, and the length is that of the valid part.
	BadUnicodeEscape = ErrorKind(flaw.BadUnicodeEscape)

	// UnterminatedString is a string that is cut off by the end of the input. The offset is that of
	// the end of the input. The related place is the opening quotation mark.
	UnterminatedString = ErrorKind(flaw.UnterminatedString)

	// LeadingZero is a 0 followed by another digit (RFC 8259, section 6). The offset is that of the
	// zeros, and the length is the number of zeros to remove.
	LeadingZero = ErrorKind(flaw.LeadingZero)

	// LeadingPlus is a plus sign before a number.
	LeadingPlus = ErrorKind(flaw.LeadingPlus)

	// LeadingPoint is a number that starts with a decimal point.
	LeadingPoint = ErrorKind(flaw.LeadingPoint)

	// MissingInteger is a minus sign without a digit after it. The offset of this kind and the next
	// two is that of the byte that should be a digit.
	MissingInteger = ErrorKind(flaw.MissingInteger)

	// MissingFraction is a decimal point without a digit after it.
	MissingFraction = ErrorKind(flaw.MissingFraction)

	// MissingExponent is an e or E without a digit after it.
	MissingExponent = ErrorKind(flaw.MissingExponent)

	// BadNumber is a byte that can neither continue a number nor follow it, such as the x of 0x10.
	BadNumber = ErrorKind(flaw.BadNumber)

	// MisspeltLiteral is a word that is not true, false or null.
	MisspeltLiteral = ErrorKind(flaw.MisspeltLiteral)

	// UnexpectedToken is a token that is not in [SyntaxError.Expected] and for which there is no
	// more specific kind.
	UnexpectedToken = ErrorKind(flaw.UnexpectedToken)

	// MissingComma is a value or name that follows a value without a comma in between.
	MissingComma = ErrorKind(flaw.MissingComma)

	// MissingColon is anything other than a colon after a name.
	MissingColon = ErrorKind(flaw.MissingColon)

	// TrailingComma is a comma before a closing bracket. The offset is that of the comma.
	TrailingComma = ErrorKind(flaw.TrailingComma)

	// MismatchedBracket is a closing bracket of the wrong type. The related place is the opening
	// bracket of the container.
	MismatchedBracket = ErrorKind(flaw.MismatchedBracket)

	// TrailingData is anything other than white space after the document.
	TrailingData = ErrorKind(flaw.TrailingData)

	// ByteOrderMark is U+FEFF at the start of the input (RFC 8259, section 8.1).
	ByteOrderMark = ErrorKind(flaw.ByteOrderMark)

	// EmptyInput is an input without a document: it is empty or only white space. The offset is that of the white space.
	EmptyInput = ErrorKind(flaw.EmptyInput)

	// TooDeep is an opening bracket beyond the depth limit.
	TooDeep = ErrorKind(flaw.TooDeep)

	// Truncated is a document that is valid up to the end of the input, but incomplete. The offset is where its last token ends:
	// white space may follow, such as blank lines, which no reader would look at. The related place is the innermost open bracket.
	Truncated = ErrorKind(flaw.Truncated)

	// LoneSurrogate is an escape of one half of a surrogate pair (I-JSON only).
	LoneSurrogate = ErrorKind(flaw.LoneSurrogate)

	// Noncharacter is a code point that is not a character, such as U+FFFF, raw or as an escape
	// (I-JSON only).
	Noncharacter = ErrorKind(flaw.Noncharacter)

	// NumberOutOfRange is a number that is too large for binary64 (I-JSON only).
	NumberOutOfRange = ErrorKind(flaw.NumberOutOfRange)

	// DuplicateName is a name that its object already has, after escapes have been decoded (I-JSON
	// and [UniqueNames]). The related place is the first occurrence.
	DuplicateName = ErrorKind(flaw.DuplicateName)

	// InputTooLong is an input that is longer than [MaxBytes] allows. The offset is equal to the
	// limit.
	InputTooLong = ErrorKind(flaw.InputTooLong)

	// StringTooLong is a string or name that is longer than [MaxString] allows. The offset is that
	// of the first character or escape that exceeds the limit. The related place is the opening
	// quotation mark.
	StringTooLong = ErrorKind(flaw.StringTooLong)

	// NumberTooLong is a number that is longer than [MaxNumber] allows. The offset is that of the
	// first byte that exceeds the limit.
	NumberTooLong = ErrorKind(flaw.NumberTooLong)

	// TooManyMembers is a member of an object or an element of an array that exceeds [MaxMembers].
	// The offset is that of the member or element.
	TooManyMembers = ErrorKind(flaw.TooManyMembers)

	// TooManyTokens is a token that exceeds [MaxTokens]. The offset is that of the token.
	TooManyTokens = ErrorKind(flaw.TooManyTokens)

	// TokenTooLong means that a token read from a stream is longer than [MaxToken] allows. The
	// offset is that of the token.
	TokenTooLong = ErrorKind(flaw.TokenTooLong)

	// CaseCollision is a name that differs only in case from one that its object already has ([UniqueFoldedNames]). The related
	// place is the earlier name.
	CaseCollision = ErrorKind(flaw.CaseCollision)
)

// String returns the name of k, in lower case and with hyphens, such as trailing-comma for
// [TrailingComma]. Names do not change between releases.
func (k ErrorKind) String() string { return flaw.ErrorKind(k).String() }
