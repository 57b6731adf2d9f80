package encode

import (
	"errors"
	"fmt"
	"strings"

	"github.com/assayjson/assay/escape"
)

// Options select how a [Writer] writes. With the zero value, it writes one document without white
// space, and keeps the text of values that are copied.
type Options struct {
	Layout Layout

	// Indent is the white space for one level of indentation, and consists of spaces and tabs. If it
	// is not empty, the layout is [Lines].
	Indent string

	// Strings selects how strings and names are written, and what is done with ill-formed UTF-8.
	// The policy [escape.Keep] is an error, because its output would not be JSON. If ASCII, HTML or JS is
	// set, strings and names in copied values are escaped, too, and those that contain a backslash are
	// written again as if they were passed to String.
	Strings escape.Options

	// Floats is the form of the numbers that [Writer.Float] writes.
	Floats FloatForm

	// Respell writes strings and numbers of copied values as the methods String, Int, Uint and Float
	// would write them. Numbers with neither a fraction nor an exponent are exact if they are in the
	// range of int64 or uint64; -0 becomes 0. All others are rounded to float64; a number that is too
	// large for that is an error. Without Respell, these values are written as they are in their source.
	Respell bool

	// Records writes any number of values, each of which is followed by a line feed (NDJSON). Line
	// ends inside copied values are removed. Records cannot be combined with the layout Lines.
	Records bool

	// Canonical writes the canonical form of RFC 8785 (JCS): compact, with sorted members and
	// canonical strings and numbers. Each document is in memory until it is complete. It must be
	// I-JSON, otherwise the error has the kind [NotCanonical]. Only Records and MaxDepth can be
	// combined with Canonical.
	Canonical bool

	// UniqueNames requires the names of an object to be different after escapes have been decoded.
	// Without it, a Writer does not compare names.
	UniqueNames bool

	// MaxDepth limits how many arrays and objects may be open at a time. If it is 0 or less, the
	// limit is 10,000, as in package tokenizer. With Canonical, it is never more than that.
	MaxDepth int
}

// A Layout selects the white space between tokens.
type Layout uint8

const (
	// AsIs adds no white space, and copied values keep the white space inside them.
	AsIs Layout = iota

	// Compact writes no white space, and removes that inside copied values.
	Compact

	// Lines writes each member and element on a line of its own, with [Options.Indent], and a space
	// after each colon. Empty arrays and objects are [] and {}. There is no line end after the
	// document. This is the layout of JSON.stringify and of nlohmann::json's dump.
	Lines
)

// A FloatForm is a way to write a float64. Each form writes a decimal number from which the same
// float64 can be read.
type FloatForm uint8

const (
	// ECMAScript writes the fewest digits possible, and an exponent if the absolute value is at least
	// 1e21 or below 1e-6, as Number::toString of ECMA-262 does. Negative zero is -0, except with
	// [Options.Canonical], where it is 0.
	ECMAScript FloatForm = iota

	// Nlohmann writes the same bytes as nlohmann::json's dump: there is always a fraction or an
	// exponent, such as 1.0, -0.0 and 1e+22, and the exponent begins at 1e+15 and below 1e-4. The
	// digits are those of the algorithm Grisu2 (Loitsch, "Printing Floating-Point Numbers Quickly and
	// Accurately with Integers", 2010). For about one number in a thousand, there is one digit more than
	// necessary.
	Nlohmann
)

// defaultMaxDepth is the limit of the depth without Options.MaxDepth.
const defaultMaxDepth = 10_000

// check returns an error if the options are invalid or cannot be combined.
func (o *Options) check() error {
	switch {
	case o.Layout > Lines:
		return fmt.Errorf("there is no Layout %d", o.Layout)
	case o.Floats > Nlohmann:
		return fmt.Errorf("there is no FloatForm %d", o.Floats)
	case strings.Trim(o.Indent, " \t") != "":
		return fmt.Errorf("the Indent %q has characters other than spaces and tabs", o.Indent)
	case o.Strings.Invalid > escape.Keep:
		return fmt.Errorf("there is no Policy %d", o.Strings.Invalid)
	case o.Strings.Invalid == escape.Keep:
		return errors.New("the policy Keep is not possible, because its output would not be JSON")
	case o.Canonical && *o != Options{Canonical: true, Records: o.Records, MaxDepth: o.MaxDepth}:
		return errors.New("the option Canonical can be combined only with Records and MaxDepth")
	case o.Records && (o.Indent != "" || o.Layout == Lines):
		return errors.New("the option Records cannot be combined with Lines or Indent")
	}
	return nil
}
