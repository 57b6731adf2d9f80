package scan

// DefaultMaxDepth is how deep arrays and objects may nest unless an option says otherwise.
const DefaultMaxDepth = 10000

// DefaultMaxToken is how long the tokens of a reader may be unless an option says otherwise.
const DefaultMaxToken = 64 << 20

// Rules are what a document must keep to, and how it is read. Only [Plain] makes them, and what
// changes its result: the zero Rules allow nothing.
type Rules struct {
	MaxDepth    int
	IJSON       bool
	UniqueNames bool
	AllowBOM    bool
	KeepGoing   bool // a Tokenizer goes on after errors
	OnlyErrors  bool // a Tokenizer returns nothing but errors
	ReadAhead   bool // a stream may be read by another goroutine
	Limits
}

// Complete makes zero Rules those without options.
func (c *Rules) Complete() {
	if c.MaxToken == 0 {
		*c = Plain(DefaultMaxDepth)
	}
}

// Plain returns the rules without options, except for the depth.
func Plain(maxDepth int) Rules { return Rules{MaxDepth: maxDepth, Limits: noLimits} }

// IsPlain reports whether the grammar and the depth are all that there is to check of n
// bytes. A byte order mark is another matter.
func (c *Rules) IsPlain(n int64) bool { return !c.IJSON && !c.UniqueNames && c.Limits.Permit(n) }
