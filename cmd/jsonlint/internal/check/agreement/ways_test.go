package agreement

import (
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/lint"
)

// A way is a way to ask about an input.
type way struct {
	name  string
	of    func(in *input) bool // the inputs that it can be asked about; nil for all
	knows aspects

	// unlike says why the way knows less than the command, cannot be asked about all inputs, or must give another answer.
	unlike string

	want func(r *reference) answer // what it must answer; nil for the same as the command
	ask  func(a *asker) answer
}

func ofRecords(in *input) bool  { return in.isOfRecords() }
func ofLines(in *input) bool    { return in.dialect == lint.NDJSON }
func ofDocument(in *input) bool { return !in.isOfRecords() }
func ofJSON(in *input) bool     { return in.dialect == lint.JSON || in.dialect == lint.IJSON }

// seemsRecords reports whether the first lines of a text show that it has records, and seemsDocument whether those of a document do not.
func seemsRecords(in *input) bool {
	return ofLines(in) && command.HasRecords(in.text[:min(len(in.text), command.DeclaredWithin)])
}
func seemsDocument(in *input) bool {
	return in.dialect == lint.JSON && !command.HasRecords(in.text[:min(len(in.text), command.DeclaredWithin)])
}

func formats(in *input) bool { return in.dialect != lint.JSONSeq }

// ways are all ways.
func ways() []way {
	var all []way
	for _, some := range [][]way{commandWays, recordWays, editorWays, lintWays, libraryWays} {
		all = append(all, some...)
	}
	return all
}
