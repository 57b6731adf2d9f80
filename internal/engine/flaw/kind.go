package flaw

import (
	"fmt"

	"github.com/assayjson/assay/utf8check"
)

// An ErrorKind is what is wrong with a text. The set of kinds is closed.
type ErrorKind uint8

// These kinds are for ill-formed UTF-8 (RFC 8259, section 8.1), inside a string or elsewhere. The
// offset is that of the ill-formed sequence, and the length is that of its maximal subpart;
// [utf8check.ErrorKind] has the definitions.
const (
	UTF8UnexpectedContinuation = ErrorKind(utf8check.UnexpectedContinuation)
	UTF8MissingContinuation    = ErrorKind(utf8check.MissingContinuation)
	UTF8Overlong               = ErrorKind(utf8check.Overlong)
	UTF8Surrogate              = ErrorKind(utf8check.Surrogate)
	UTF8TooLarge               = ErrorKind(utf8check.TooLarge)
	UTF8ImpossibleByte         = ErrorKind(utf8check.ImpossibleByte)
	UTF8Truncated              = ErrorKind(utf8check.Truncated)
)

// These kinds are for violations of the grammar, of profiles, of record formats and of limits.
// Package tokenizer documents each of them.
const (
	ControlCharacter = UTF8Truncated + 1 + iota
	BadEscape
	BadUnicodeEscape
	UnterminatedString
	LeadingZero
	LeadingPlus
	LeadingPoint
	MissingInteger
	MissingFraction
	MissingExponent
	BadNumber
	MisspeltLiteral
	UnexpectedToken
	MissingComma
	MissingColon
	TrailingComma
	MismatchedBracket
	TrailingData
	ByteOrderMark
	EmptyInput
	TooDeep
	Truncated
	LoneSurrogate
	Noncharacter
	NumberOutOfRange
	DuplicateName
	RecordTooLong
	MissingSeparator
	UndelimitedRecord
	InputTooLong
	StringTooLong
	NumberTooLong
	TooManyMembers
	TooManyTokens
	TokenTooLong
	CaseCollision
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
	CaseCollision:              "case-collision",
}

// String returns the name of k, in lower case and with hyphens. Names do not change between
// releases.
func (k ErrorKind) String() string {
	if k.IsValid() {
		return kindNames[k]
	}
	return fmt.Sprintf("ErrorKind(%d)", uint8(k))
}

// IsValid reports whether k is one of the kinds above.
func (k ErrorKind) IsValid() bool { return 0 < k && k < numKinds }

// IsUTF8 reports whether k is one of the kinds of invalid UTF-8.
func (k ErrorKind) IsUTF8() bool { return 0 < k && k <= UTF8Truncated }

// IsLimit reports whether k is about a limit. Such a fault may be in the middle of a character.
func (k ErrorKind) IsLimit() bool { return InputTooLong <= k && k <= TokenTooLong }

// IsAllowedInJSON reports whether k is about something that JSON itself allows, such as equal names.
func (k ErrorKind) IsAllowedInJSON() bool {
	return LoneSurrogate <= k && k <= DuplicateName || k == CaseCollision
}

// IsOfName reports whether k is about a name that is equal to an earlier one of its object, perhaps except in case.
func (k ErrorKind) IsOfName() bool { return k == DuplicateName || k == CaseCollision }

// isFraming reports whether k is about how a record is separated from others, rather than
// about its contents.
func (k ErrorKind) isFraming() bool { return RecordTooLong <= k && k <= UndelimitedRecord }

// IsCertain reports whether an error of kind k stays the same whatever follows the n bytes after it.
func (k ErrorKind) IsCertain(n int) bool {
	switch k {
	case TooManyMembers, TooManyTokens:
		return true
	}
	return n >= Lookahead
}

// IsStructural reports whether k is an error in the sequence of tokens.
func (k ErrorKind) IsStructural() bool {
	switch k {
	case MisspeltLiteral, LeadingPlus, LeadingPoint, UnexpectedToken, MissingComma, MissingColon,
		MismatchedBracket, TrailingData, EmptyInput, Truncated:
		return true
	}
	return false
}
