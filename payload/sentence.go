package payload

import (
	"strings"

	"github.com/assayjson/assay/tokenizer"
	"github.com/assayjson/assay/utf8check"
)

// sentences contains a sentence for each kind of error in a body. Unlike
// [tokenizer.SyntaxError.Message], the sentences never quote the body. They are sent to clients and
// may appear in the logs of others, and the body may contain secrets.
var sentences = map[tokenizer.ErrorKind]string{
	tokenizer.ErrorKind(utf8check.UnexpectedContinuation): "A UTF-8 continuation byte does not belong to a character.",
	tokenizer.ErrorKind(utf8check.MissingContinuation):    "A UTF-8 character is missing continuation bytes.",
	tokenizer.ErrorKind(utf8check.Overlong):               "A UTF-8 character is encoded with more bytes than it needs.",
	tokenizer.ErrorKind(utf8check.Surrogate):              "A surrogate is encoded in UTF-8 as if it were a character.",
	tokenizer.ErrorKind(utf8check.TooLarge):               "A UTF-8 sequence encodes a value beyond U+10FFFF.",
	tokenizer.ErrorKind(utf8check.ImpossibleByte):         "The body contains a byte that never occurs in UTF-8.",
	tokenizer.ErrorKind(utf8check.Truncated):              "The body ends inside a UTF-8 character.",
	tokenizer.ControlCharacter:                            "A control character in a string must be escaped.",
	tokenizer.BadEscape:                                   "A backslash in a string must begin a valid escape sequence.",
	tokenizer.BadUnicodeEscape:                            `\u must be followed by four hexadecimal digits.`,
	tokenizer.UnterminatedString:                          "The body ends inside a string.",
	tokenizer.LeadingZero:                                 "A number must not have leading zeros.",
	tokenizer.LeadingPlus:                                 "A number must not begin with a plus sign.",
	tokenizer.LeadingPoint:                                "A number must have a digit before its decimal point.",
	tokenizer.MissingInteger:                              "A minus sign must be followed by a digit.",
	tokenizer.MissingFraction:                             "A decimal point must be followed by a digit.",
	tokenizer.MissingExponent:                             "An exponent must have a digit.",
	tokenizer.BadNumber:                                   "A number contains an invalid character.",
	tokenizer.MisspeltLiteral:                             "A word must be true, false or null.",
	tokenizer.UnexpectedToken:                             "JSON does not allow this text here.",
	tokenizer.MissingComma:                                "A comma is missing before a value or name.",
	tokenizer.MissingColon:                                "A colon is missing after a name.",
	tokenizer.TrailingComma:                               "A comma must not come before a closing bracket.",
	tokenizer.MismatchedBracket:                           "A closing bracket does not match the opening one.",
	tokenizer.TrailingData:                                "There is text after the end of the JSON value.",
	tokenizer.ByteOrderMark:                               "The body must not begin with a byte order mark.",
	tokenizer.EmptyInput:                                  "The body contains no JSON value.",
	tokenizer.TooDeep:                                     "Arrays and objects are nested too deeply.",
	tokenizer.Truncated:                                   "The body ends before the JSON value does.",
	tokenizer.LoneSurrogate:                               "An escape sequence is a lone surrogate.",
	tokenizer.Noncharacter:                                "A string contains a Unicode noncharacter.",
	tokenizer.NumberOutOfRange:                            "A number is outside the range of IEEE 754 binary64.",
	tokenizer.InputTooLong:                                "The body is longer than the limit.",
	tokenizer.StringTooLong:                               "A string is longer than the limit.",
	tokenizer.NumberTooLong:                               "A number is longer than the limit.",
	tokenizer.TokenTooLong:                                "A string or number is longer than the limit.",
	tokenizer.TooManyMembers:                              "An object or array has more members or elements than the limit allows.",
	tokenizer.TooManyTokens:                               "The body has more values and names than the limit allows.",
	tokenizer.DuplicateName:                               "An object has two members with the same name.",
	tokenizer.CaseCollision:                               "An object has two members whose names differ only in case.",
}

// sentence returns the sentence for an error of the kind k.
func sentence(k tokenizer.ErrorKind) string {
	if text, ok := sentences[k]; ok {
		return text
	}
	return "The body was rejected: " + strings.ReplaceAll(k.String(), "-", " ") + "."
}
