package inputs

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/assayjson/assay/bench/internal/contest"
)

// An Input is one of the inputs on which the contestants of a category are measured.
type Input struct {
	Category contest.Category
	Group    string // a name that is the same for inputs that belong together, such as inputs of one size
	Name     string
	Type     string // the name of the input that is decoded into the same Go type; "" if contestants know the type by Name
	make     func() ([][]byte, error)
	isNDJSON bool // each line of the only chunk is a record
}

// Loaded is an Input in memory.
type Loaded struct {
	Input
	Chunks *contest.Chunks
	Bytes  int // bytes in all chunks
	Ops    int // the number of calls or records, by which allocations are divided
}

// Load creates the bytes of an input. Inputs are loaded one at a time: with a heap full of other
// inputs, the garbage collector would never run during a measurement.
func (in Input) Load() (Loaded, error) {
	chunks, err := in.make()
	if err != nil {
		return Loaded{}, fmt.Errorf("%s/%s: %w", in.Category, in.Name, err)
	}
	l := Loaded{Input: in, Chunks: contest.NewChunks(chunks), Ops: len(chunks)}
	for _, c := range chunks {
		l.Bytes += len(c)
	}
	if in.Category == contest.Records || in.isNDJSON {
		l.Ops = bytes.Count(chunks[0], []byte("\n"))
	}
	return l, nil
}

// All returns the inputs of every category. A short list omits inputs that take a long time.
func All(short bool) ([]Input, error) {
	dir, err := moduleDir(documentsModule)
	if err != nil {
		return nil, err
	}
	docs, err := documents(dir, short)
	if err != nil {
		return nil, err
	}
	return slices.Concat(
		docs,
		texts(short),
		stringInputs(dir, contest.Quoting, short),
		stringInputs(dir, contest.Unquoting, short),
		withCategory(contest.Tokens, docs[len(docs)-tokenDocuments(short, len(docs)):]),
		records(dir, short),
		withCategory(contest.Values, docs),
		lookups(dir),
		decodings(dir, short),
	), nil
}

// tokenDocuments returns the number of documents in the Tokens category. These are the last of the
// n documents.
func tokenDocuments(short bool, n int) int {
	if short {
		return 2 // the documents "twitter" and its escaped form
	}
	return n
}

func withCategory(c contest.Category, ins []Input) []Input {
	out := slices.Clone(ins)
	for i := range out {
		out[i].Category = c
	}
	return out
}
