package agreement

import (
	"bytes"
	"context"
	"errors"
	"io"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/encode"
	"github.com/assayjson/assay/format"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/partial"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

// lintWays ask package lint.
var lintWays = []way{
	{name: "lint.Check", knows: whole, ask: func(a *asker) answer { return reported(a.linter(lint.Options{}).Check(a.in.text), nil) }},
	{name: "lint.Check, workers", knows: whole, ask: func(a *asker) answer { return reported(a.linter(lint.Options{Workers: 4}).Check(a.in.text), nil) }},
	{name: "lint.CheckReader", knows: whole, ask: func(a *asker) answer {
		return reported(a.linter(lint.Options{}).CheckReader(context.Background(), a.pieces()))
	}},
	{name: "lint.CheckReader, a file", knows: whole, ask: func(a *asker) answer {
		return reported(a.linter(lint.Options{}).CheckReader(context.Background(), a.open()))
	}},
	{name: "lint.CheckReader, one finding", knows: status | count | first | offsets | lines, unlike: "keeps only the first error", ask: func(a *asker) answer {
		return reported(a.linter(lint.Options{MaxProblems: 1}).CheckReader(context.Background(), a.pieces()))
	}},
	{name: "lint.Split", of: ofRecords, knows: whole, unlike: "divides records", ask: func(a *asker) answer {
		report, _, err := a.linter(lint.Options{}).Split(context.Background(), a.pieces(), lint.Division{})
		return reported(report, err)
	}},
}

// linter returns a linter for the input, which finds all errors unless the options have a limit.
func (a *asker) linter(o lint.Options) *lint.Linter {
	o.Dialect, o.SuppressInComments = a.in.dialect, true
	if o.MaxProblems == 0 {
		o.MaxProblems = -1
	}
	return lint.New(o)
}

// reported returns the answer of a report.
func reported(r *lint.Report, err error) answer {
	if err != nil {
		return answer{errors: unknown, more: err.Error()}
	}
	got := answer{errors: r.Count(lint.Error)}
	got.status = min(got.errors, 1)
	for _, d := range r.Diagnostics {
		if d.Severity == lint.Error {
			got.places = append(got.places, placeOf(d.Offset, d.Start))
		}
	}
	return got
}

const (
	firstError = status | first | offsets | lines
	onlyFirst  = "finds only the first error, and a missing comma at the token after it"
)

// firstToken is the answer of a way that reads JSON. It finds a missing comma at the token after it.
func firstToken(r *reference) answer { return r.atTokens(r.answer) }

// grammarAtTokens is like grammar for such a way.
func grammarAtTokens(r *reference) answer { return r.atTokens(grammar(r)) }

// inNotation is like firstToken for a way that reads dialects. A byte order mark is white space in JSON5.
func inNotation(r *reference) answer {
	if r.in.dialect == lint.JSON5 {
		return r.atTokens(grammar(r))
	}
	return firstToken(r)
}

// libraryWays ask the other packages.
var libraryWays = []way{
	{name: "tokenizer.Valid", of: func(in *input) bool { return in.dialect == lint.JSON }, knows: status, unlike: "knows only whether a text is JSON", ask: func(a *asker) answer {
		return verdict(tokenizer.Valid(a.in.text), nil)
	}},
	{name: "tokenizer.Check", of: ofJSON, knows: firstError, unlike: onlyFirst, want: firstToken, ask: func(a *asker) answer {
		return failed(tokenizer.Check(a.in.text, a.options()...))
	}},
	{name: "tokenizer.Check, workers", of: ofJSON, knows: firstError, unlike: onlyFirst, want: firstToken, ask: func(a *asker) answer {
		return failed(tokenizer.Check(a.in.text, append(a.options(), tokenizer.Workers(3))...))
	}},
	{name: "tokenizer.CheckReader", of: ofJSON, knows: firstError, unlike: onlyFirst, want: firstToken, ask: func(a *asker) answer {
		return failed(tokenizer.CheckReader(context.Background(), a.pieces(), tokenizer.JoinOptions(a.options()...)))
	}},
	{name: "tokenizer.CheckReader, a file", of: ofJSON, knows: firstError, unlike: onlyFirst, want: firstToken, ask: func(a *asker) answer {
		return failed(tokenizer.CheckReader(context.Background(), a.open(), tokenizer.JoinOptions(a.options()...), tokenizer.ReadAhead()))
	}},
	{name: "tokenizer.ValidReader", of: ofJSON, knows: status, unlike: "returns only the verdict", ask: func(a *asker) answer {
		return verdict(tokenizer.ValidReader(context.Background(), a.pieces(), tokenizer.JoinOptions(a.options()...)))
	}},
	{name: "tokenizer.Checker", of: ofJSON, knows: firstError, unlike: onlyFirst, want: firstToken, ask: func(a *asker) answer {
		c := tokenizer.NewChecker(tokenizer.JoinOptions(a.options()...))
		_, err := io.Copy(struct{ io.Writer }{c}, a.pieces())
		if closed := c.Close(); err == nil {
			err = closed
		}
		return failed(err)
	}},
	{name: "tokenizer.New", of: ofJSON, knows: firstError, unlike: onlyFirst, want: firstToken, ask: func(a *asker) answer {
		return walked(tokenizer.New(a.in.text, tokenizer.JoinOptions(a.options()...)))
	}},
	{name: "tokenizer.NewReader", of: ofJSON, knows: firstError, unlike: onlyFirst, want: firstToken, ask: func(a *asker) answer {
		return walked(tokenizer.NewReader(a.pieces(), tokenizer.JoinOptions(a.options()...)))
	}},
	{name: "document.Parse", of: ofJSON, knows: firstError, unlike: onlyFirst, want: firstToken, ask: func(a *asker) answer {
		_, err := document.Parse(a.in.text, a.options()...)
		return failed(err)
	}},
	{name: "partial.Parser", of: ofJSON, knows: firstError, unlike: onlyFirst, want: firstToken, ask: func(a *asker) answer {
		p := partial.New(a.options()...)
		_, err := io.Copy(p, a.pieces())
		if err == nil {
			err = p.Close()
		}
		return failed(err)
	}},
	{name: "encode.CopyReader", of: func(in *input) bool { return in.dialect == lint.JSON }, knows: firstError, unlike: onlyFirst, want: firstToken, ask: func(a *asker) answer {
		w := encode.NewWriter(io.Discard, encode.Options{})
		for range w.CopyReader(context.Background(), a.pieces(), "no such name") {
		}
		return failed(w.Err())
	}},
	{name: "dialect.Check", of: ofDocument, knows: firstError, unlike: onlyFirst + ", and trailing commas in JSONC are warnings of the command", want: inNotation, ask: func(a *asker) answer {
		return failed(dialect.Check(a.in.text, a.notation(), a.options()...))
	}},
	{name: "dialect.Parse", of: ofDocument, knows: firstError, unlike: "as dialect.Check", want: inNotation, ask: func(a *asker) answer {
		_, _, err := dialect.Parse(a.in.text, a.notation(), a.options()...)
		return failed(err)
	}},
	{name: "format.Append", of: formats, knows: firstError, unlike: "as fmt", want: grammarAtTokens, ask: func(a *asker) answer {
		_, err := format.Append(nil, a.in.text, a.layout())
		return failed(err)
	}},
	{name: "format.Copy", of: formats, knows: firstError, unlike: "as fmt", want: grammarAtTokens, ask: func(a *asker) answer {
		return failed(format.Copy(context.Background(), io.Discard, bytes.NewReader(a.in.text), a.layout()))
	}},
	{name: "format.Copy, a file", of: formats, knows: firstError, unlike: "as fmt", want: grammarAtTokens, ask: func(a *asker) answer {
		return failed(format.Copy(context.Background(), io.Discard, a.open(), a.layout()))
	}},
	{name: "records.Check", of: ofRecords, knows: firstError, unlike: onlyFirst + ", and allows a byte order mark", want: (*reference).invalidRecords, ask: func(a *asker) answer {
		return failed(records.Check(a.in.text, a.recordOptions()))
	}},
	{name: "records.All", of: ofRecords, knows: whole, unlike: "finds the first error of each record, and allows a byte order mark", want: (*reference).invalidRecords, ask: func(a *asker) answer {
		var places []place
		for r := range records.All(a.in.text, a.recordOptions()) {
			places = append(places, failed(r.AsError()).places...)
		}
		return withErrors(places...)
	}},
	{name: "records.Read", of: ofRecords, knows: whole, unlike: "as records.All", want: (*reference).invalidRecords, ask: func(a *asker) answer {
		var places []place
		for r, err := range records.Read(context.Background(), a.pieces(), a.recordOptions()) {
			if err != nil {
				return failed(err)
			}
			places = append(places, failed(r.AsError()).places...)
		}
		return withErrors(places...)
	}},
	{name: "records.Bad", of: ofRecords, knows: whole, unlike: "as records.All", want: (*reference).invalidRecords, ask: func(a *asker) answer {
		var places []place
		for r := range records.Bad(a.in.text, a.recordOptions(), records.Workers(2)) {
			places = append(places, failed(r.AsError()).places...)
		}
		return withErrors(places...)
	}},
	{name: "records.ReadBad", of: ofRecords, knows: whole, unlike: "as records.All", want: (*reference).invalidRecords, ask: func(a *asker) answer {
		var places []place
		for r, err := range records.ReadBad(context.Background(), a.pieces(), a.recordOptions(), records.Workers(2)) {
			if err != nil {
				return failed(err)
			}
			places = append(places, failed(r.AsError()).places...)
		}
		return withErrors(places...)
	}},
	{name: "records.Split", of: ofRecords, knows: whole, unlike: "as records.All", want: (*reference).invalidRecords, ask: func(a *asker) answer {
		var places []place
		_, err := records.Split(context.Background(), a.pieces(), nil, nil, a.recordOptions(), records.Reporting(func(r *records.Rejected) error {
			places = append(places, failed(r.AsError()).places...)
			return nil
		}))
		if err != nil {
			return failed(err)
		}
		return withErrors(places...)
	}},
}

// verdict is the answer of a function that returns only whether a text is valid.
func verdict(valid bool, err error) answer {
	switch {
	case err != nil:
		return answer{status: unknown, more: err.Error()}
	case valid:
		return answer{}
	}
	return answer{status: 1}
}

// failed is the answer of a function that returns the first error.
func failed(err error) answer {
	var inDialect *dialect.Error
	var inRecord *records.RecordError
	var bad *tokenizer.SyntaxError
	switch {
	case err == nil:
		return answer{}
	case errors.As(err, &inDialect):
		return withErrors(placeOf(inDialect.Offset, inDialect.Position()))
	case errors.As(err, &inRecord):
		return withErrors(placeOf(inRecord.ErrorOffset(), inRecord.Position()))
	case errors.As(err, &bad):
		return withErrors(placeOf(bad.Offset, bad.Position()))
	}
	return answer{status: unknown, more: err.Error()}
}

// walked reads all tokens.
func walked(t *tokenizer.Tokenizer) answer {
	for _, err := range t.All() {
		if err != nil {
			return failed(err)
		}
	}
	return answer{}
}

// options returns the options for a document in the dialect of the input.
func (a *asker) options() []tokenizer.Option {
	if a.in.dialect == lint.IJSON {
		return []tokenizer.Option{tokenizer.IJSON()}
	}
	return nil
}

// notation returns the dialect of the input. Trailing commas in JSONC are not errors.
func (a *asker) notation() dialect.Dialect {
	if a.in.dialect == lint.JSONC {
		return dialect.JWCC
	}
	return a.in.dialect.Notation()
}

// layout returns options for formatting the input.
func (a *asker) layout() format.Options {
	return format.Options{Dialect: a.notation(), Records: a.in.dialect == lint.NDJSON}
}
