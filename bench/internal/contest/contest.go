package contest

import "unsafe"

// A Category is a kind of work in which contestants are compared.
type Category string

// The categories, in the order of the report.
const (
	Documents Category = "documents"
	UTF8      Category = "utf8"
	Quoting   Category = "quoting"
	Unquoting Category = "unquoting"
	Tokens    Category = "tokens"
	Records   Category = "records"
	Values    Category = "values"
	Lookups   Category = "lookups"
	Decoding  Category = "decoding"

	// The categories that only compare -shapes has.
	Unique     Category = "unique names"
	Walks      Category = "walks"
	Indenting  Category = "indent"
	Compacting Category = "compact"
	Canonical  Category = "canonical"
	Schemas    Category = "schemas"
)

// Categories lists the categories of the report.
var Categories = []Category{Documents, UTF8, Quoting, Unquoting, Tokens, Records, Values, Lookups, Decoding}

// Title describes what is measured in c.
func (c Category) Title() string {
	switch c {
	case Documents:
		return "Checking a whole document"
	case UTF8:
		return "Checking UTF-8"
	case Quoting:
		return "Quoting a string as JSON"
	case Unquoting:
		return "Unquoting a JSON string"
	case Tokens:
		return "Reading a document token by token"
	case Records:
		return "Checking records (NDJSON)"
	case Values:
		return "Reading a document whole, for its values"
	case Lookups:
		return "Looking up ten values of a document"
	case Decoding:
		return "Decoding into Go values"
	}
	return string(c)
}

// A Role determines how the report treats a contestant.
type Role string

const (
	Assay Role = "assay" // assay itself; ratios refer to the first contestant of a category with this role
	Peer  Role = "peer"
	Limit Role = "limit" // simpler work that bounds the speed, such as copying
)

// A Contestant does one kind of work.
type Contestant struct {
	Category Category
	Role     Role
	Name     string   // such as "goccy Valid"
	Modules  []string // modules whose code it runs; empty if it uses only the standard library
	Note     string   // properties that the probes cannot detect
	Work     Work
	Types    map[string]Typed // what it does for each input of the category Decoding; probes use Work
}

// Work is what a contestant does: a [Verdict], a [Walk], a [Transform] or a [Typed].
type Work interface {
	// Pass does the work on every chunk as fast as possible, and reports whether all chunks were
	// accepted.
	Pass(c *Chunks) bool

	// Apply does the work on one chunk, for probes. The result out is the output of a Transform,
	// the tally of a Walk, or the value of a Typed as text.
	Apply(chunk []byte) (out []byte, ok bool)
}

// Chunks are the input of a pass.
type Chunks struct {
	Bytes   [][]byte
	Strings []string // the chunks as strings, which share the memory of Bytes
	scratch []byte   // buffer that a Transform appends to, kept for reuse
}

// NewChunks returns the Chunks for the given bytes, which must not change afterwards.
func NewChunks(chunks [][]byte) *Chunks {
	c := &Chunks{Bytes: chunks, Strings: make([]string, len(chunks))}
	for i, b := range chunks {
		c.Strings[i] = unsafe.String(unsafe.SliceData(b), len(b))
	}
	return c
}
