package format

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/assayjson/assay/dialect"
)

// Options control how a text is formatted. With the zero value, the text is JSON, and the result
// has each member and element on a line of its own, is indented by two spaces per level, and ends
// with a line feed.
type Options struct {
	Dialect dialect.Dialect

	Convert Conversion // whether the result is in this dialect or in JSON

	// Records declares the text to be NDJSON. Each record is written on one line, and every line,
	// including the last line, has a line ending. Blank lines are removed. Because records are JSON
	// on one line, Dialect, Convert, Indent, Detect, Width, Style, FinalNewline and TrailingCommas have
	// no effect.
	Records bool

	// Compact omits all white space. Indent, Detect, Width and Style then have no effect. Only a
	// comment that extends to the end of its line is still followed by a line ending, and lines to which
	// comments refer that suppress findings keep theirs.
	Compact bool

	// Indent is the white space for one level of indentation. It consists of spaces and tabs, and
	// the empty string stands for two spaces. If Detect is true, the indentation of the source is
	// used instead, unless it cannot be recognized.
	Indent string
	Detect bool

	// Width is the maximum width of a line that contains a whole array or object. It is a number of
	// code points and includes the indentation and a comma at the end of the line. An object is
	// never put on one line if its first member starts a line in the source. Arrays and objects
	// with comments inside are never put on one line either. If Width is 0 or less, only empty
	// arrays and objects are put on one line. A Style other than [Plain] changes these rules.
	Width int

	Style Style // the rules for line breaks

	// TabWidth is the number of columns of a tab in the indentation. If it is 0 or less, a tab has 2
	// columns with the style [Prettier], and 1 column otherwise.
	TabWidth int

	// TightBraces omits the spaces inside the braces of objects on one line, as in {"a": 1}.
	TightBraces bool

	Order Order // the order of members

	// ASCII writes all characters outside ASCII as \uXXXX, in strings and names. Comments are not
	// changed. An unquoted JSON5 name is put in quotation marks if it would get escapes that
	// unquoted names must not contain.
	ASCII bool

	// Canonical writes the canonical form of RFC 8785 (JCS). This form is compact and has no
	// comments and no newline at the end. It also prescribes the order of members, the form of
	// numbers and the escapes. The text must be I-JSON. Only ExactNumbers, Dialect and Records can
	// be combined with Canonical. Numbers become the nearest binary64 numbers, as RFC 8785 requires,
	// so 9007199254740993 becomes 9007199254740992.
	Canonical bool

	// ExactNumbers makes a number an error if Canonical would change its value. Without Canonical,
	// values never change.
	ExactNumbers bool

	LineEnd        LineEnd
	FinalNewline   FinalNewline
	TrailingCommas TrailingCommas
}

// A Style is a set of rules for line breaks. All styles keep blank lines before members and elements
// that start a line, except as described, and turn several blank lines in a row into one.
type Style uint8

const (
	// Plain puts an array or object on one line if it fits, as described at [Options.Width].
	// Otherwise, each of its members or elements starts a line.
	Plain Style = iota

	// Prettier breaks lines as the program Prettier 3 does with its parsers json, jsonc and json5
	// (https://prettier.io). The differences from Plain are as follows.
	//
	//   - An array that contains only numbers and does not fit on one line has as many numbers on each
	//     line as fit.
	//   - An array of at least two objects, or of at least two arrays, is never put on one line if each of
	//     them has at least two members or elements.
	//   - An object is never put on one line if there is a blank line after a comma between its members.
	//     This also applies to arrays of numbers, but not to other arrays.
	//   - Wide characters and most emoji count as two columns, and combining characters as none. The
	//     width includes a comma only if there is one.
	//   - Block comments can be on the same line as an array or object. The lines of a block comment
	//     are indented if they all begin with an asterisk. A comment after an opening bracket or a
	//     colon gets a line of its own if it extends to the end of its line.
	//
	// Only white space and the positions of comments and commas change: unlike Prettier, this package
	// does not rewrite numbers, quotation marks or names.
	Prettier

	// Stringify breaks lines as the function JSON.stringify of JavaScript does, and therefore as npm
	// and Composer write their files. Only empty arrays and objects are on one line, whatever the
	// Width, and there are no blank lines.
	Stringify
)

// An Order is an order of the members of an object. Members with equal names keep their order, and
// comments move with their members. An object is not sorted if a comment that suppresses findings refers to
// a line with two of its members, or with a member and a bracket of the object.
type Order uint8

const (
	KeepOrder  Order = iota
	Ascending        // by code point
	Descending       // by code point, descending
	Natural          // by code point, except that runs of digits are compared as numbers
	utf16Order       // by UTF-16 code unit, as RFC 8785, section 3.2.3, requires
)

// A LineEnd selects how lines end. Strings are not affected.
type LineEnd uint8

const (
	LF          LineEnd = iota
	CRLF                // CR LF
	KeepLineEnd         // LF or CR LF, whichever ends the first line of the text
)

// A FinalNewline selects whether the output ends with a line ending.
type FinalNewline uint8

const (
	EnsureNewline FinalNewline = iota
	KeepNewline
	NoNewline
)

// TrailingCommas selects whether a closing bracket at the start of a line is preceded by a comma.
// Arrays and objects on one line have no trailing commas. In dialects that do not allow trailing
// commas, there are none at all.
type TrailingCommas uint8

const (
	KeepCommas TrailingCommas = iota
	AddCommas
	RemoveCommas
)

const defaultIndent = "  "

// check returns an error if the options are invalid or cannot be combined.
func (o Options) check() error {
	if strings.Trim(o.Indent, " \t") != "" {
		return fmt.Errorf("format: Indent %q has characters other than spaces and tabs", o.Indent)
	}
	if o.Order > Natural {
		return fmt.Errorf("format: there is no Order %d", o.Order)
	}
	if o.Convert > RefuseComments {
		return fmt.Errorf("format: there is no Conversion %d", o.Convert)
	}
	if o.Style > Stringify {
		return fmt.Errorf("format: there is no Style %d", o.Style)
	}
	if !slices.Contains(dialect.Dialects(), o.Dialect) {
		return fmt.Errorf("format: there is no Dialect %d", o.Dialect)
	}
	if o.Canonical && o != (Options{Canonical: true, ExactNumbers: o.ExactNumbers, Dialect: o.Dialect, Records: o.Records}) {
		return errors.New("format: Canonical cannot be combined with options other than ExactNumbers, Dialect and Records")
	}
	return nil
}

// tabWidth returns the number of columns of a tab.
func (o Options) tabWidth() int {
	switch {
	case o.TabWidth > 0:
		return o.TabWidth
	case o.Style == Prettier:
		return 2
	}
	return 1
}
