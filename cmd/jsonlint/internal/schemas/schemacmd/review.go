package schemacmd

import (
	"net/url"
	"path/filepath"

	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/cmd/jsonlint/internal/schemas/review"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/schema/contract"
	"github.com/assayjson/assay/tokenizer"
)

// review inserts what the author of a schema has probably not meant into the report on its text.
func (l *library) review(abs string, text []byte, h *command.FileSettings, r *lint.Report) {
	o := h.Options
	linter := lint.New(o)
	for _, f := range review.Text(text, l.compiler(abs, h)) {
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

// compiler returns how a schema that refers to the one in a file is compiled: as if it were in the same folder.
func (l *library) compiler(abs string, h *command.FileSettings) review.Compiler {
	folder, base := filepath.Split(abs)
	return review.Compiler{
		Name: "./" + url.PathEscape(base),
		Compile: func(text []byte) (contract.Schema, error) {
			return l.c.Std.Schemas().Compile(filepath.Join(folder, ".jsonlint-examples.json"), text, h.SchemaName.Resources, h.SchemaName.Copies, false, 0, filepath.Clean(folder), nil)
		},
	}
}
