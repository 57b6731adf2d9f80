package program

import (
	"github.com/assayjson/assay/schema/internal/model"
	"github.com/assayjson/assay/tokenizer"
)

// maxOps is the largest number of ops and cells in a program. References that are used in many
// places are copied to each of them, so a short schema may make a long program.
const maxOps = 1 << 20

// kidsPerStep is how many operands of a formula are copied to the formula of another schema in one step of the compiler.
const kidsPerStep = 16

// A compiler compiles one schema.
type compiler struct {
	program *Program
	config  Config
	scopes  Scopes
	nodes   map[key]int32
	queue   []key               // the schemas of the nodes, in order
	open    map[evaluation]bool // the schemas that are being compiled
	steps   int
}

// An evaluation is a schema for one kind.
type evaluation struct {
	key
	of kind
}

// A Config has what a compiler needs besides the schema.
type Config struct {
	// Options are requirements on documents.
	Options tokenizer.Option

	// Budget limits the work for one document.
	Budget Budget

	// Content returns a function that validates a string against the content keywords of a schema.
	// The function subtracts the steps that it takes from left. If left is too small, it becomes
	// negative, and the result finished is false.
	Content func(*model.Schema) func(text string, left *int64) (valid, finished bool)
}

// node returns the index of the node for a schema. A schema that is only a reference has the node of its target, because many schemas may
// refer to the same one.
func (c *compiler) node(s *model.Schema, scope int32) int32 {
	for range 8 { // references to references are rare, and some of them are endless
		if s == nil || !s.IsReference || s.Resource != nil {
			break
		}
		s = s.Ref
	}
	if s == nil || s.Bool != nil && *s.Bool {
		return nothing
	}
	k := key{s, scope}
	n, ok := c.nodes[k]
	if !ok {
		n = int32(len(c.queue))
		c.nodes[k] = n
		c.queue = append(c.queue, k)
		c.program.nodes = append(c.program.nodes, node{})
		c.program.locations = append(c.program.locations, s.Location)
	}
	return n
}
