package format

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/assayjson/assay/dialect"
)

// Options control how a text is formatted. With the zero value, it is written as JSON with each
// member and element on a line of its own, indented by two spaces per level, and ends with a line
// feed.
type Options struct {
	Dialect dialect.Dialect

	// Records declares the text to be NDJSON: each record is written on one line, and ends with a
	// line end, even the last. Blank lines are removed. Records are JSON: Dialect, Indent, Detect,
	// Width, FinalNewline and TrailingCommas have no effect.
	Records bool

	// Compact omits all white space. Indent, Detect and Width then have no effect. A line end
	// remains only after a comment that extends to the end of its line.
	Compact bool

	// Indent is the white space for one level: spaces and tabs; the empty string stands for two spaces. With Detect,
	// the indentation of the text is used instead if it can be recognized.
	Indent string
	Detect bool

	// Width is the largest number of columns, in code points, of a line that holds a whole array or
	// object. Its indentation and a comma at its end count. Objects whose first member starts a
	// line in the source, and arrays and objects with comments inside, are never put on one line.
	// With 0 or less, only empty arrays and objects are.
	Width int

	Order Order // the order of members

	// ASCII writes all characters outside ASCII as \uXXXX, in strings and names. Comments are not
	// changed. A name of JSON5 is quoted if its escapes are not allowed without quotes.
	ASCII bool

	// Canonical writes the canonical form of RFC 8785 (JCS), which is compact, has no comments, no
	// newline at the end, and an order, numbers and escapes of its own. The text must be I-JSON.
	// Other options except Dialect and Records are an error.
	Canonical bool

	LineEnd        LineEnd
	FinalNewline   FinalNewline
	TrailingCommas TrailingCommas
}

// An Order is an order of the members of an object. Members with equal names keep their order, and
// comments move with their members.
type Order uint8

const (
	KeepOrder  Order = iota
	Ascending        // by code point
	Descending       // by code point, descending
	Natural          // by code point, except that a run of digits is compared as a number
	utf16Order       // by UTF-16 code unit: RFC 8785, section 3.2.3
)

// A LineEnd selects how lines end. Strings are not affected.
type LineEnd uint8

const (
	LF          LineEnd = iota
	CRLF                // CR LF
	KeepLineEnd         // the line end of the first line of the text
)

// A FinalNewline selects whether the output ends with a line end.
type FinalNewline uint8

const (
	EnsureNewline FinalNewline = iota
	KeepNewline
	NoNewline
)

// TrailingCommas selects whether a comma precedes a closing bracket that starts a line. There is no
// trailing comma if everything is on one line, or if the dialect does not allow one.
type TrailingCommas uint8

const (
	KeepCommas TrailingCommas = iota
	AddCommas
	RemoveCommas
)

const defaultIndent = "  "

// check returns an error if the options make no sense.
func (o Options) check() error {
	if strings.Trim(o.Indent, " \t") != "" {
		return fmt.Errorf("format: Indent %q has characters other than spaces and tabs", o.Indent)
	}
	if o.Order > Natural {
		return fmt.Errorf("format: there is no Order %d", o.Order)
	}
	if !slices.Contains(dialect.Dialects(), o.Dialect) {
		return fmt.Errorf("format: there is no Dialect %d", o.Dialect)
	}
	if o.Canonical && o != (Options{Canonical: true, Dialect: o.Dialect, Records: o.Records}) {
		return errors.New("format: Canonical cannot be combined with options other than Dialect and Records")
	}
	return nil
}
