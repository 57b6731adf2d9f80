package tokenizer

import "github.com/assayjson/assay/internal/scan"

// An ErrorKind says what is wrong. The set is closed: it consists of the kinds below, those of package records, and
// those of invalid UTF-8, which have the numbers of [utf8check.ErrorKind], in a string or anywhere else (RFC 8259,
// section 8.1). ErrorKind(utf8check.Overlong) is one of these. Their offset is that of the ill-formed sequence, their
// length that of its maximal subpart, and their error wraps a [*utf8check.Error].
type ErrorKind uint8

const (
	// ControlCharacter is a byte below 20 in a string, which must be escaped
	// (RFC 8259, section 7).
	ControlCharacter = ErrorKind(scan.ControlCharacter)

	// BadEscape is a backslash that begins no escape. The offset is that of the
	// backslash.
	BadEscape = ErrorKind(scan.BadEscape)

	// BadUnicodeEscape is \u without four hexadecimal digits. The offset is that
	// of the backslash, the length that of the part that is right.
	BadUnicodeEscape = ErrorKind(scan.BadUnicodeEscape)

	// UnterminatedString is a string that the end of the input cuts off. The
	// offset is that end; the related place is the opening quote.
	UnterminatedString = ErrorKind(scan.UnterminatedString)

	// LeadingZero is a digit after a first 0 (RFC 8259, section 6). The offset is
	// that of the zeros, the length that of those to be taken away.
	LeadingZero = ErrorKind(scan.LeadingZero)

	// LeadingPlus is a plus sign before a number.
	LeadingPlus = ErrorKind(scan.LeadingPlus)

	// LeadingPoint is a number that begins with its point.
	LeadingPoint = ErrorKind(scan.LeadingPoint)

	// MissingInteger is a minus sign with no digit after it. The offset of this
	// and the next kinds is that of the byte where the digit must be.
	MissingInteger = ErrorKind(scan.MissingInteger)

	// MissingFraction is a point with no digit after it.
	MissingFraction = ErrorKind(scan.MissingFraction)

	// MissingExponent is an e or E with no digit after it.
	MissingExponent = ErrorKind(scan.MissingExponent)

	// BadNumber is a byte that cannot go on a number and cannot stand after one,
	// like the x of 0x10.
	BadNumber = ErrorKind(scan.BadNumber)

	// MisspeltLiteral is a word that is not true, false or null.
	MisspeltLiteral = ErrorKind(scan.MisspeltLiteral)

	// UnexpectedToken is anything else where the grammar wants what
	// [SyntaxError.Expected] says.
	UnexpectedToken = ErrorKind(scan.UnexpectedToken)

	// MissingComma is a value or name right after another one.
	MissingComma = ErrorKind(scan.MissingComma)

	// MissingColon is something other than a colon after a name.
	MissingColon = ErrorKind(scan.MissingColon)

	// TrailingComma is a comma before a closing bracket. The offset is that of
	// the comma.
	TrailingComma = ErrorKind(scan.TrailingComma)

	// MismatchedBracket is a closing bracket of the other type. The related place
	// is the opener of the container.
	MismatchedBracket = ErrorKind(scan.MismatchedBracket)

	// TrailingData is anything but white space after the document.
	TrailingData = ErrorKind(scan.TrailingData)

	// ByteOrderMark is U+FEFF at the start (RFC 8259, section 8.1).
	ByteOrderMark = ErrorKind(scan.ByteOrderMark)

	// EmptyInput is no document at all: nothing, or white space alone.
	EmptyInput = ErrorKind(scan.EmptyInput)

	// TooDeep is an opening bracket beyond the depth limit.
	TooDeep = ErrorKind(scan.TooDeep)

	// Truncated is a document that is right so far and cut off by the end of the
	// input. The related place is the innermost bracket left open.
	Truncated = ErrorKind(scan.Truncated)

	// LoneSurrogate is half a surrogate pair as an escape (I-JSON only).
	LoneSurrogate = ErrorKind(scan.LoneSurrogate)

	// Noncharacter is a code point that stands for no character, such as U+FFFF,
	// written raw or as an escape (I-JSON only).
	Noncharacter = ErrorKind(scan.Noncharacter)

	// NumberOutOfRange is a number too large for binary64 (I-JSON only).
	NumberOutOfRange = ErrorKind(scan.NumberOutOfRange)

	// DuplicateName is a name that its object has already, after unescaping
	// (I-JSON and [UniqueNames]). The related place is the first of the two.
	DuplicateName = ErrorKind(scan.DuplicateName)

	// InputTooLong is an input longer than [MaxBytes] allows. The offset is that limit.
	InputTooLong = ErrorKind(scan.InputTooLong)

	// StringTooLong is a string, or a name, longer than [MaxString] allows. The offset is that
	// of the first character or escape too many; the related place is the opening quote.
	StringTooLong = ErrorKind(scan.StringTooLong)

	// NumberTooLong is a number longer than [MaxNumber] allows. The offset is that of the
	// first byte too many.
	NumberTooLong = ErrorKind(scan.NumberTooLong)

	// TooManyMembers is a member of an object, or an element of an array, beyond what
	// [MaxMembers] allows. The offset is where it begins.
	TooManyMembers = ErrorKind(scan.TooManyMembers)

	// TooManyTokens is a token beyond what [MaxTokens] allows. The offset is where it begins.
	TooManyTokens = ErrorKind(scan.TooManyTokens)

	// TokenTooLong is a token of a stream that is longer than [MaxToken] allows. The offset
	// is where it begins.
	TokenTooLong = ErrorKind(scan.TokenTooLong)
)

// String returns the name of k, in lower case with hyphens. Names are stable.
func (k ErrorKind) String() string { return scan.ErrorKind(k).String() }
