package format

import "github.com/assayjson/assay/dialect"

// Options say how a text is written. With the zero value, it is written as JSON, each member and
// element on a line of its own, two spaces a level, and ends with a line feed.
type Options struct {
	Dialect dialect.Dialect

	// Records says that the text is NDJSON: each record is written in one line.
	Records bool

	// Compact leaves out all white space. Only a comment that ends with its line has a
	// line end after it.
	Compact bool

	// Indent is the white space of a level; "" is two spaces. With Detect it is that
	// of the text, where that can be told.
	Indent string
	Detect bool

	// Width is how many columns, in code points, a line may have for an array or object to
	// stay on it. An object whose first member stands on a line of its own in the source is
	// not put on one line, and neither is what holds comments. With 0, only what is
	// empty stays on one line.
	Width int

	Order Order // of members

	// ASCII writes what is not ASCII as \uXXXX, in strings and names. Comments stay as they
	// are. A name of JSON5 that cannot be escaped without quotes gets some.
	ASCII bool

	// Canonical writes the canonical form of RFC 8785 (JCS), which is compact, has its own order,
	// numbers and escapes, no comments and no newline at the end. The text must be I-JSON. The
	// other options but Dialect and Records say nothing then.
	Canonical bool

	LineEnd        LineEnd
	FinalNewline   FinalNewline
	TrailingCommas TrailingCommas
}

// An Order is that of the members of objects. Equal names keep theirs, and comments go with their
// members.
type Order uint8

const (
	KeepOrder  Order = iota
	Ascending        // by code points
	Descending       // by code points, the other way round
	Natural          // by code points, but digits in a row by the number they make
	utf16Order       // by UTF-16 units: RFC 8785, section 3.2.3
)

// A LineEnd says how lines end. In strings nothing changes.
type LineEnd uint8

const (
	LF          LineEnd = iota
	CRLF                // CR LF
	KeepLineEnd         // that of the first line of the text
)

// A FinalNewline says whether the text ends with a line end.
type FinalNewline uint8

const (
	EnsureNewline FinalNewline = iota
	KeepNewline
	NoNewline
)

// A TrailingCommas says whether there is a comma before a closing bracket on a line of
// its own. On one line, and in dialects that have none, there never is.
type TrailingCommas uint8

const (
	KeepCommas TrailingCommas = iota
	AddCommas
	RemoveCommas
)

const defaultIndent = "  "
