package tokenizer

// DefaultMaxDepth is how deep arrays and objects may nest unless [MaxDepth] says
// otherwise. It is the limit of encoding/json.
const DefaultMaxDepth = 10000

// An Option changes what [Check] and [New] accept.
type Option struct {
	set   setting
	depth int
}

// A setting is what an Option sets.
type setting uint8

const (
	setMaxDepth setting = iota + 1
	setIJSON
	setAllowBOM
)

// MaxDepth limits how many arrays and objects may be open at a time. With 0, only a
// number, string or literal is accepted; a negative n is taken as 0. Memory grows
// by one bit for each level that an input really has.
func MaxDepth(n int) Option { return Option{setMaxDepth, max(n, 0)} }

// IJSON holds the input to RFC 7493 (I-JSON): strings hold no lone surrogates and
// no noncharacters, neither raw nor as escapes; no object has two equal names,
// compared after unescaping; every number is within the range of IEEE 754 binary64.
// Precision beyond binary64, which the RFC merely discourages, is let pass.
func IJSON() Option { return Option{set: setIJSON} }

// AllowBOM lets the input begin with a byte order mark, as RFC 8259, section 8.1,
// permits parsers to do.
func AllowBOM() Option { return Option{set: setAllowBOM} }

// config is what the options come to.
type config struct {
	maxDepth int
	ijson    bool
	allowBOM bool
}

func newConfig(opts []Option) config {
	c := config{maxDepth: DefaultMaxDepth}
	for _, o := range opts {
		switch o.set {
		case setMaxDepth:
			c.maxDepth = o.depth
		case setIJSON:
			c.ijson = true
		case setAllowBOM:
			c.allowBOM = true
		}
	}
	return c
}

// isPlain reports whether the grammar and the depth are all that there is to check.
func (c config) isPlain() bool { return !c.ijson && !c.allowBOM }
