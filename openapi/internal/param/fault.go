package param

import (
	"fmt"
	"strings"

	"github.com/assayjson/assay/tokenizer"
)

// A Kind is the reason why a parameter cannot be read.
type Kind uint8

// The kinds of faults.
const (
	Missing       Kind = iota + 1 // a required parameter is absent
	Duplicate                     // a parameter or member that may occur only once occurs again; Related is the first place
	BadPercent                    // a percent sign is not followed by two hexadecimal digits
	BadUTF8                       // the text is not UTF-8 after percent-decoding
	BadJSON                       // the parameter is JSON with a syntax error, which is in Syntax
	MissingPrefix                 // a path parameter does not begin with the '.' of style label or the ';' of style matrix
	WrongName                     // a path parameter of style matrix has another name
	MissingEquals                 // a member of an exploded object has no equals sign
	MissingValue                  // the last name in an object that is not exploded has no value
	Conflict                      // a member has both a value and members of its own; Related is the first place
	BadBrackets                   // what follows the name of a parameter of style deepObject is not of the form [a][b]
	BadIndex                      // indices of an array are not 0, 1, 2 and so on, in any order, or all empty
	TooManyPairs                  // more pairs or cookies than Limits.Pairs
	TooManyItems                  // more items or members than Limits.Items
	TooDeep                       // more levels than Limits.Depth
	TooLong                       // the path, query, header or cookies are longer than Limits.Bytes
	TooLarge                      // the JSON text is longer than Limits.JSON
)

var kinds = [...]struct{ name, message string }{
	Missing:       {"missing", "is required"},
	Duplicate:     {"duplicate", "occurs more than once"},
	BadPercent:    {"bad-percent", "has a percent sign that is not followed by two hexadecimal digits"},
	BadUTF8:       {"bad-utf8", "is not UTF-8"},
	BadJSON:       {"bad-json", "is not valid JSON"},
	MissingPrefix: {"missing-prefix", "does not begin with the delimiter of its style"},
	WrongName:     {"wrong-name", "does not begin with its name"},
	MissingEquals: {"missing-equals", "has no equals sign after the name of a member"},
	MissingValue:  {"missing-value", "has no value after the name of a member"},
	Conflict:      {"conflict", "has both a value and members"},
	BadBrackets:   {"bad-brackets", "has brackets that do not match"},
	BadIndex:      {"bad-index", "has indices that do not count from 0"},
	TooManyPairs:  {"too-many-pairs", "has too many pairs"},
	TooManyItems:  {"too-many-items", "has too many items or members"},
	TooDeep:       {"too-deep", "has too many levels"},
	TooLong:       {"too-long", "is too long"},
	TooLarge:      {"too-large", "is too long as JSON"},
}

// String returns the name of k, in lower case and with hyphens, such as bad-percent for BadPercent.
func (k Kind) String() string {
	if int(k) < len(kinds) && k != 0 {
		return kinds[k].name
	}
	return fmt.Sprintf("Kind(%d)", k)
}

// A Place is a part of a request.
type Place struct {
	In   In
	Name string // of the parameter, or of the pair for a fault in the name of a pair; empty for the whole query or all cookies
	// Line is the index of the line if a header, such as Cookie, has several lines.
	Line int
	// Offset and Length are in bytes of the query, path or line as it was sent, before percent-decoding.
	Offset, Length int
}

// A Fault describes why a parameter cannot be read, and where.
type Fault struct {
	Kind    Kind
	Place   Place
	Pointer string // the JSON Pointer of the faulty part in the value of the parameter; empty for the whole value
	// Related is the earlier place for Duplicate and Conflict.
	Related Place
	// Limit is the limit that is exceeded, for the kinds that begin with TooMany or Too.
	Limit int
	// Syntax is the syntax error for BadJSON. Its own offset and its own message are those of the decoded JSON text.
	Syntax *tokenizer.SyntaxError
}

// Message returns a sentence that repeats nothing of the request except names.
func (f *Fault) Message() string {
	var b strings.Builder
	switch in := f.Place.In; {
	case in == QueryString, in == Query && f.Place.Name == "":
		b.WriteString("the query")
	case in == Cookie && f.Place.Name == "":
		b.WriteString("the header Cookie")
	default:
		fmt.Fprintf(&b, "the %v parameter %q", in, shorten(f.Place.Name))
		if in == Cookie {
			b.Reset()
			fmt.Fprintf(&b, "the cookie %q", shorten(f.Place.Name))
		}
	}
	if f.Pointer != "" {
		fmt.Fprintf(&b, " at %q", shorten(f.Pointer))
	}
	b.WriteString(" " + f.Reason())
	return b.String()
}

// Error returns the message with the offset.
func (f *Fault) Error() string {
	return fmt.Sprintf("%s (%v, offset %d)", f.Message(), f.Place.In, f.Place.Offset)
}

// shorten cuts a long name.
func shorten(name string) string {
	const most = 100
	if len(name) <= most {
		return name
	}
	return strings.ToValidUTF8(name[:most], "") + "…"
}

var pointerEscapes = strings.NewReplacer("~", "~0", "/", "~1")

// under adds a token to the front of the pointer of f. f may be nil.
func under(f *Fault, token string) *Fault {
	if f != nil {
		f.Pointer = "/" + pointerEscapes.Replace(token) + f.Pointer
	}
	return f
}
