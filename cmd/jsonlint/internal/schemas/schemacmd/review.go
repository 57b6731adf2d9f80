package schemacmd

import (
	"github.com/assayjson/assay/cmd/jsonlint/internal/schemas/review"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/tokenizer"
)

// reviewSchema inserts what the author of a schema has probably not meant into the report on its text.
func reviewSchema(o lint.Options, text []byte, r *lint.Report) {
	linter := lint.New(o)
	for _, f := range review.Text(text) {
		d, ok := linter.Diagnose(f.Rule, text, f.Offset, f.Length, f.Message)
		if !ok {
			continue
		}
		d.Pointer, d.HasPointer, d.Hint = f.Pointer, true, f.Hint
		if f.Related != nil {
			at := lint.Span{Offset: f.Related.Offset, Length: f.Related.Length}
			at.Start, at.End = tokenizer.Locate(text, at.Offset), tokenizer.Locate(text, at.Offset+at.Length)
			d.Related = []lint.Related{{Span: at, Message: f.Relation + " here", Lead: f.Relation}}
		}
		r.Insert(d)
	}
	switch {
	case o.MaxProblems == 0:
		r.Limit(defaultMaxProblems)
	default:
		r.Limit(o.MaxProblems)
	}
}

// defaultMaxProblems is the default of [lint.Options.MaxProblems].
const defaultMaxProblems = 100
