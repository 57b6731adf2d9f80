package tokenizer

import (
	"fmt"

	"github.com/assayjson/assay/utf8check"
)

// A Kind says what is wrong. The set is closed.
type Kind uint8

// Bytes that are not UTF-8 (RFC 8259, section 8.1), in a string or anywhere else.
// The offset is that of the ill-formed sequence, the length that of its maximal
// subpart; [utf8check.Kind] has the definitions.
const (
	UTF8UnexpectedContinuation = Kind(utf8check.UnexpectedContinuation)
	UTF8MissingContinuation    = Kind(utf8check.MissingContinuation)
	UTF8Overlong               = Kind(utf8check.Overlong)
	UTF8Surrogate              = Kind(utf8check.Surrogate)
	UTF8TooLarge               = Kind(utf8check.TooLarge)
	UTF8ImpossibleByte         = Kind(utf8check.ImpossibleByte)
	UTF8Truncated              = Kind(utf8check.Truncated)
)

const (
	// ControlCharacter is a byte below 20 in a string, which must be escaped
	// (RFC 8259, section 7).
	ControlCharacter = UTF8Truncated + 1 + iota

	// BadEscape is a backslash that begins no escape. The offset is that of the
	// backslash.
	BadEscape

	// BadUnicodeEscape is \u without four hexadecimal digits. The offset is that
	// of the backslash, the length that of the part that is right.
	BadUnicodeEscape

	// UnterminatedString is a string that the end of the input cuts off. The
	// offset is that end; the related place is the opening quote.
	UnterminatedString

	// LeadingZero is a digit after a first 0 (RFC 8259, section 6). The offset is
	// that of the zeros, the length that of those to be taken away.
	LeadingZero

	// LeadingPlus is a plus sign before a number.
	LeadingPlus

	// LeadingPoint is a number that begins with its point.
	LeadingPoint

	// MissingInteger is a minus sign with no digit after it. The offset of this
	// and the next kinds is that of the byte where the digit must be.
	MissingInteger

	// MissingFraction is a point with no digit after it.
	MissingFraction

	// MissingExponent is an e or E with no digit after it.
	MissingExponent

	// BadNumber is a byte that cannot go on a number and cannot stand after one,
	// like the x of 0x10.
	BadNumber

	// MisspeltLiteral is a word that is not true, false or null.
	MisspeltLiteral

	// UnexpectedToken is anything else where the grammar wants what
	// [SyntaxError.Expected] says.
	UnexpectedToken

	// MissingComma is a value or name right after another one.
	MissingComma

	// MissingColon is something other than a colon after a name.
	MissingColon

	// TrailingComma is a comma before a closing bracket. The offset is that of
	// the comma.
	TrailingComma

	// MismatchedBracket is a closing bracket of the other type. The related place
	// is the opener of the container.
	MismatchedBracket

	// TrailingData is anything but white space after the document.
	TrailingData

	// ByteOrderMark is U+FEFF at the start (RFC 8259, section 8.1).
	ByteOrderMark

	// EmptyInput is no document at all: nothing, or white space alone.
	EmptyInput

	// TooDeep is an opening bracket beyond the depth limit.
	TooDeep

	// Truncated is a document that is right so far and cut off by the end of the
	// input. The related place is the innermost bracket left open.
	Truncated

	// LoneSurrogate is half a surrogate pair as an escape (I-JSON only).
	LoneSurrogate

	// Noncharacter is a code point that stands for no character, such as U+FFFF,
	// written raw or as an escape (I-JSON only).
	Noncharacter

	// NumberOutOfRange is a number too large for binary64 (I-JSON only).
	NumberOutOfRange

	// DuplicateName is a name that its object has already, after unescaping
	// (I-JSON and [UniqueNames]). The related place is the first of the two.
	DuplicateName

	// RecordTooLong is a record longer than [MaxRecord] allows. This and the next kinds are
	// those of records alone. The offset is that limit, and what comes after it is not
	// looked at.
	RecordTooLong

	// MissingSeparator is text before the first separator of a [TextSequence]. The offset
	// is that of the text.
	MissingSeparator

	// UndelimitedRecord is a number or literal of a [TextSequence] with no white space
	// after it: the rest of it may be missing (RFC 7464, section 2.4). The offset is its
	// end.
	UndelimitedRecord

	// InputTooLong is an input longer than [MaxBytes] allows. The offset is that limit.
	InputTooLong

	// StringTooLong is a string, or a name, longer than [MaxString] allows. The offset is that
	// of the first character or escape too many; the related place is the opening quote.
	StringTooLong

	// NumberTooLong is a number longer than [MaxNumber] allows. The offset is that of the
	// first byte too many.
	NumberTooLong

	// TooManyMembers is a member of an object, or an element of an array, beyond what
	// [MaxMembers] allows. The offset is where it begins.
	TooManyMembers

	// TooManyTokens is a token beyond what [MaxTokens] allows. The offset is where it begins.
	TooManyTokens

	// TokenTooLong is a token of a stream that is longer than [MaxToken] allows. The offset
	// is where it begins.
	TokenTooLong

	numKinds
)

var kindNames = [numKinds]string{
	UTF8UnexpectedContinuation: "utf8-unexpected-continuation",
	UTF8MissingContinuation:    "utf8-missing-continuation",
	UTF8Overlong:               "utf8-overlong",
	UTF8Surrogate:              "utf8-surrogate",
	UTF8TooLarge:               "utf8-too-large",
	UTF8ImpossibleByte:         "utf8-impossible-byte",
	UTF8Truncated:              "utf8-truncated",
	ControlCharacter:           "control-character",
	BadEscape:                  "bad-escape",
	BadUnicodeEscape:           "bad-unicode-escape",
	UnterminatedString:         "unterminated-string",
	LeadingZero:                "leading-zero",
	LeadingPlus:                "leading-plus",
	LeadingPoint:               "leading-point",
	MissingInteger:             "missing-integer",
	MissingFraction:            "missing-fraction",
	MissingExponent:            "missing-exponent",
	BadNumber:                  "bad-number",
	MisspeltLiteral:            "misspelt-literal",
	UnexpectedToken:            "unexpected-token",
	MissingComma:               "missing-comma",
	MissingColon:               "missing-colon",
	TrailingComma:              "trailing-comma",
	MismatchedBracket:          "mismatched-bracket",
	TrailingData:               "trailing-data",
	ByteOrderMark:              "byte-order-mark",
	EmptyInput:                 "empty-input",
	TooDeep:                    "too-deep",
	Truncated:                  "truncated",
	LoneSurrogate:              "lone-surrogate",
	Noncharacter:               "noncharacter",
	NumberOutOfRange:           "number-out-of-range",
	DuplicateName:              "duplicate-name",
	RecordTooLong:              "record-too-long",
	MissingSeparator:           "missing-separator",
	UndelimitedRecord:          "undelimited-record",
	InputTooLong:               "input-too-long",
	StringTooLong:              "string-too-long",
	NumberTooLong:              "number-too-long",
	TooManyMembers:             "too-many-members",
	TooManyTokens:              "too-many-tokens",
	TokenTooLong:               "token-too-long",
}

// String returns the name of k, in lower case with hyphens. Names are stable.
func (k Kind) String() string {
	if k.IsValid() {
		return kindNames[k]
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}

// IsValid reports whether k is one of the kinds above.
func (k Kind) IsValid() bool { return 0 < k && k < numKinds }

// IsUTF8 reports whether k is one of the kinds of invalid UTF-8.
func (k Kind) IsUTF8() bool { return 0 < k && k <= UTF8Truncated }

// isLimit reports whether k is about a limit. That may lie within a character.
func (k Kind) isLimit() bool { return InputTooLong <= k && k <= TokenTooLong }

// isFraming reports whether k is about the place of a record among others, rather than
// about what it says.
func (k Kind) isFraming() bool { return RecordTooLong <= k && k <= UndelimitedRecord }
