package scan

import (
	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/unique"
)

// BOM is the byte order mark in UTF-8.
const BOM = "\xEF\xBB\xBF"

// DefaultMaxDepth is how deeply arrays and objects may nest unless an option sets another limit.
const DefaultMaxDepth = 10000

// Rules describes what a document must conform to, and how it is read. [Plain] returns Rules to
// start from. The zero Rules rejects everything until [Rules.Complete] is called. Rules are copied
// several times during the check of a document, so they should stay small.
type Rules struct {
	MaxDepth    int
	IJSON       bool
	UniqueNames bool
	Form        *unique.Form // what is compared of names, if they must be unique
	AllowBOM    bool
	Workers     uint16 // how many goroutines may check one document, if that is more than 1; only for packages parts and stream
	PartSize    uint16 // the length of the parts that they check, in bytes; 0, which stands for the usual length, unless in tests
	Limits
}

// Complete replaces the zero Rules with the rules that apply if no options are set. It does not
// change other Rules.
func (c *Rules) Complete() {
	if c.MaxToken == 0 {
		*c = Plain(DefaultMaxDepth)
	}
}

// Plain returns the rules that apply if no options are set, but with the given maximum depth.
func Plain(maxDepth int) Rules { return Rules{MaxDepth: maxDepth, Limits: noLimits} }

// IsPlain reports whether an input of n bytes need only be checked against the grammar and the
// depth. It does not consider byte order marks.
func (c *Rules) IsPlain(n int64) bool { return !c.IJSON && !c.UniqueNames && c.Limits.Permit(n) }

// limit returns the limit that an error of the given kind is about, or 0.
func (c *Rules) limit(kind flaw.ErrorKind) int64 {
	switch kind {
	case flaw.TooDeep:
		return int64(c.MaxDepth)
	case flaw.InputTooLong:
		return c.MaxBytes
	case flaw.StringTooLong:
		return int64(c.MaxString)
	case flaw.NumberTooLong:
		return int64(c.MaxNumber)
	case flaw.TooManyMembers:
		return int64(c.MaxMembers)
	case flaw.TooManyTokens:
		return c.MaxTokens
	case flaw.TokenTooLong:
		return int64(c.MaxToken)
	}
	return 0
}
