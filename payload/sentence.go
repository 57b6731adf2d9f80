package payload

import (
	"strings"

	"github.com/assayjson/assay/tokenizer"
)

// sentences say what is wrong with a body, by kind alone. Those of [tokenizer.SyntaxError.Message]
// know more, but they quote the body, which may be secret, and here they would go into logs
// of who knows whom.
var sentences = map[tokenizer.Kind]string{
	tokenizer.UTF8UnexpectedContinuation: "There is a continuation byte that belongs to no character; JSON must be UTF-8.",
	tokenizer.UTF8MissingContinuation:    "A character lacks its continuation bytes; JSON must be UTF-8.",
	tokenizer.UTF8Overlong:               "A character has more bytes than it needs; JSON must be UTF-8.",
	tokenizer.UTF8Surrogate:              "A surrogate is encoded as if it were a character; JSON must be UTF-8.",
	tokenizer.UTF8TooLarge:               "A character is beyond U+10FFFF; JSON must be UTF-8.",
	tokenizer.UTF8ImpossibleByte:         "There is a byte that never occurs in UTF-8; JSON must be UTF-8.",
	tokenizer.UTF8Truncated:              "The body ends within a character.",
	tokenizer.ControlCharacter:           "A control character in a string must be written as an escape.",
	tokenizer.BadEscape:                  `A backslash in a string must begin one of the escapes of JSON.`,
	tokenizer.BadUnicodeEscape:           `\u must be followed by four hexadecimal digits.`,
	tokenizer.UnterminatedString:         "The body ends within a string.",
	tokenizer.LeadingZero:                "A number must not begin with a zero that more digits follow.",
	tokenizer.LeadingPlus:                "A number must not begin with a plus sign.",
	tokenizer.LeadingPoint:               "A number must have a digit before its point.",
	tokenizer.MissingInteger:             "A digit must follow the minus sign of a number.",
	tokenizer.MissingFraction:            "A digit must follow the point of a number.",
	tokenizer.MissingExponent:            "A digit must follow the exponent sign of a number.",
	tokenizer.BadNumber:                  "There is a character that cannot be part of a number.",
	tokenizer.MisspeltLiteral:            "There is a word that is none of true, false and null.",
	tokenizer.UnexpectedToken:            "There is something else than expected.",
	tokenizer.MissingComma:               "A comma is missing before a value or name.",
	tokenizer.MissingColon:               "A colon is missing after a name.",
	tokenizer.TrailingComma:              "There must be no comma before a closing bracket.",
	tokenizer.MismatchedBracket:          "A closing bracket is not of the type of the one that is open.",
	tokenizer.TrailingData:               "There is something after the end of the document.",
	tokenizer.ByteOrderMark:              "The document must not begin with a byte order mark.",
	tokenizer.EmptyInput:                 "There is no JSON value in the body.",
	tokenizer.TooDeep:                    "Arrays and objects are nested too deep.",
	tokenizer.Truncated:                  "The body ends before the document does.",
	tokenizer.LoneSurrogate:              "An escape is half a surrogate pair, which I-JSON does not allow.",
	tokenizer.Noncharacter:               "A string has a noncharacter, which I-JSON does not allow.",
	tokenizer.NumberOutOfRange:           "A number is beyond the range of binary64.",
	tokenizer.InputTooLong:               "The body is longer than the limit allows.",
	tokenizer.StringTooLong:              "A string is longer than the limit allows.",
	tokenizer.NumberTooLong:              "A number is longer than the limit allows.",
	tokenizer.TokenTooLong:               "A string or number is longer than the limit allows.",
	tokenizer.TooManyMembers:             "An object or array has more members than the limit allows.",
	tokenizer.TooManyTokens:              "The document has more values and names than the limit allows.",
	tokenizer.DuplicateName:              "An object has two members with the same name.",
}

// sentence returns the sentence for a kind.
func sentence(k tokenizer.Kind) string {
	if text, ok := sentences[k]; ok {
		return text
	}
	return "The body is refused: " + strings.ReplaceAll(k.String(), "-", " ") + "."
}
