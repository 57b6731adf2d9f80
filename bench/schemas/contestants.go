package schemas

import (
	"fmt"

	"github.com/assayjson/assay/asm"
	"github.com/assayjson/assay/bench/internal/contest"
	"github.com/assayjson/assay/bench/internal/peers"
	"github.com/assayjson/assay/bench/internal/report"
	"github.com/assayjson/assay/bench/internal/ruler"
)

// The categories of the report. All contestants take part in the first one, and those in Go in both.
const (
	category        contest.Category = "schemas"
	categoryInvalid contest.Category = "schemas, invalid documents"
)

// The names of the contestants that bars refer to.
const (
	nameAssay    = peers.SchemaCheck
	nameSanthosh = "santhosh-tekuri/jsonschema"
	nameAJV      = "ajv, from a string"
)

// A session is a contestant that has compiled the schema of an example.
type session interface {
	ruler.Lane // a pass checks all documents of the example

	// accepts returns the verdict on a document. An error means that there is no verdict.
	accepts(doc []byte) (bool, error)

	Close() error
}

// A contestant checks documents against schemas.
type contestant struct {
	report.Contestant
	engine string // the verdicts of contestants with the same engine are checked only once
	open   func(e example) (session, error)
}

// goContestant returns the library as a contestant in this process.
func goContestant(l peers.SchemaLibrary) contestant {
	c := contestant{engine: l.Module, Contestant: report.Contestant{
		Category: category, Role: contest.Peer, Name: l.Name, Note: l.Note, Language: "Go",
		Version: peers.Version([]string{l.Module}),
	}}
	if l.Name == nameAssay {
		c.Role, c.Note = contest.Assay, "kernel "+asm.Kernel()
	}
	c.open = func(e example) (session, error) {
		verdict, err := compileSafely(l.Compile, e.schema)
		return &local{contest.Local{Work: verdict, Chunks: contest.NewChunks(e.docs)}}, err
	}
	return c
}

// compileSafely turns a panic of a compiler into an error.
func compileSafely(compile func([]byte) (contest.Verdict, error), schema []byte) (v contest.Verdict, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panics: %v", r)
		}
	}()
	return compile(schema)
}

// A local session runs in this process.
type local struct{ contest.Local }

func (l *local) accepts(doc []byte) (bool, error) {
	o := contest.Apply(l.Work, doc)
	if o.Panicked {
		return false, errPanic
	}
	return o.OK, nil
}

func (l *local) Close() error { return nil }
