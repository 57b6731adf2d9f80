package shapes

import (
	"hash/fnv"
	"math/rand/v2"
)

// A Kind is the kind of a text. It determines which operations apply to the text.
type Kind uint8

// The kinds of texts.
const (
	Document Kind = iota // one JSON document
	Tiny                 // one JSON document of a fixed, small size; its cost is measured per call
	Records              // NDJSON
	JSONC                // JSON with comments
	JSON5
	String // valid UTF-8 to be quoted as a string
	Bytes  // invalid UTF-8 to be quoted as a string
)

// Traits are facts about a text that determine what operations must report.
type Traits uint8

// The traits of texts. A text without traits is valid and has nothing that a profile or a rule of
// package lint rejects.
const (
	Invalid    Traits = 1 << iota // not JSON; for Records, at least one line is not JSON
	Duplicates                    // an object has two equal names
	NotIJSON                      // RFC 7493 rejects it because of something other than equal names
	Findings                      // the default rules of package lint find something other than equal names
	Deep                          // more than 64 levels of nesting
	TooDeep                       // more levels than the 10,000 that are allowed by default
)

// A Text is an entry of the table: a text of any size.
type Text struct {
	Name   string // group/name; there may be several texts whose names begin with the same group
	Kind   Kind
	Traits Traits
	fixed  int // size in bytes; 0 if the caller chooses the size

	// make returns a text of about size bytes. A text of the kind Tiny, String or Bytes has exactly
	// size bytes.
	make func(r *rand.Rand, size int) []byte
}

// Has reports whether t has at least one of the given traits.
func (t Text) Has(traits Traits) bool { return t.Traits&traits != 0 }

// Loaded is a Text in memory.
type Loaded struct {
	Text
	Chunks [][]byte // different texts of the same shape
	Bytes  int      // bytes in all chunks
}

// Small texts are a sequence of different chunks, so that the branch predictor cannot learn them.
const (
	poolSize  = 256 << 10 // total size in bytes of all chunks, which fit into the second-level cache
	maxChunks = 4096
)

// Load generates t with the given size in bytes.
func (t Text) Load(size int) Loaded {
	if t.fixed > 0 {
		size = t.fixed
	}
	l := Loaded{Text: t}
	for i := range min(max(1, poolSize/size), maxChunks) {
		b := t.make(t.random(size, i), size)
		b = b[:len(b):len(b)]
		l.Chunks = append(l.Chunks, b)
		l.Bytes += len(b)
	}
	return l
}

// random returns the source of chunk i. It depends on the name of t, so that no text changes if
// another one is added.
func (t Text) random(size, i int) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(t.Name))
	return rand.New(rand.NewPCG(h.Sum64(), uint64(size)<<20+uint64(i)))
}
