package scan

// DefaultMaxDepth is how deep arrays and objects may nest unless an option says otherwise.
const DefaultMaxDepth = 10000

// Rules are what a document must conform to, and how it is read. They are made by [Plain] and
// changed from there; the zero Rules allow nothing, unless they are completed.
type Rules struct {
	MaxDepth    int
	IJSON       bool
	UniqueNames bool
	AllowBOM    bool
	ReadAhead   bool // a stream may be read by another goroutine
	Limits
}

// Complete replaces zero Rules by those without options.
func (c *Rules) Complete() {
	if c.MaxToken == 0 {
		*c = Plain(DefaultMaxDepth)
	}
}

// Plain returns the rules without options and with this depth.
func Plain(maxDepth int) Rules { return Rules{MaxDepth: maxDepth, Limits: noLimits} }

// IsPlain reports whether nothing but the grammar and the depth must be checked in an input of
// n bytes. It does not consider byte order marks.
func (c *Rules) IsPlain(n int64) bool { return !c.IJSON && !c.UniqueNames && c.Limits.Permit(n) }

// limit returns the limit that an error of this kind is about, or 0.
func (c *Rules) limit(kind ErrorKind) int64 {
	switch kind {
	case TooDeep:
		return int64(c.MaxDepth)
	case InputTooLong:
		return c.MaxBytes
	case StringTooLong:
		return int64(c.MaxString)
	case NumberTooLong:
		return int64(c.MaxNumber)
	case TooManyMembers:
		return int64(c.MaxMembers)
	case TooManyTokens:
		return c.MaxTokens
	case TokenTooLong:
		return int64(c.MaxToken)
	}
	return 0
}
