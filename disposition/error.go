package disposition

import "fmt"

// A Kind is the reason why a field or a name is not valid.
type Kind uint8

// The kinds of errors.
const (
	MissingType       Kind = iota + 1 // there is no disposition type, such as attachment, where it must be
	MissingSemicolon                  // something other than a semicolon follows the type or a parameter
	MissingName                       // there is no name of a parameter, as after a last semicolon
	MissingEquals                     // no equals sign follows the name of a parameter
	MissingValue                      // there is no value after the equals sign
	UnclosedQuote                     // the closing quotation mark is missing
	BadQuotedByte                     // a control character in quotation marks
	RepeatedParameter                 // a parameter with the same name came before
	BadExtendedValue                  // the value of a name with an asterisk is not of the form CHARSET'LANGUAGE'VALUE
	BadPercent                        // a percent sign is not followed by two hexadecimal digits
	BadEncoding                       // bytes that are not UTF-8
)

var kinds = [...]string{
	MissingType: "a disposition type is missing", MissingSemicolon: "a semicolon is missing", MissingName: "the name of a parameter is missing",
	MissingEquals: "an equals sign is missing after the name of a parameter", MissingValue: "the value of a parameter is missing",
	UnclosedQuote: "a closing quotation mark is missing", BadQuotedByte: "a control character is not allowed in a quoted string",
	RepeatedParameter: "the parameter is repeated", BadExtendedValue: "the value is not of the form CHARSET'LANGUAGE'VALUE",
	BadPercent: "a percent sign is not followed by two hexadecimal digits", BadEncoding: "the text is not UTF-8",
}

// String describes the kind in words.
func (k Kind) String() string {
	if int(k) < len(kinds) && kinds[k] != "" {
		return kinds[k]
	}
	return fmt.Sprintf("Kind(%d)", k)
}

// An Error reports what is wrong, and where.
type Error struct {
	Offset int // in bytes, from 0: where the text must change
	Length int // of the offending part in bytes; 0 if something is missing
	Kind   Kind
}

// Error returns a message with the offset.
func (e *Error) Error() string { return fmt.Sprintf("disposition: offset %d: %v", e.Offset, e.Kind) }
