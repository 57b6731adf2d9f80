package shapes

import (
	"io"
	"iter"
	"slices"
	"unicode/utf8"

	"github.com/assayjson/assay/bench/internal/shapes"
	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/format"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/schema"
	"github.com/assayjson/assay/tokenizer"
	"github.com/assayjson/assay/utf8check"
)

// An operation is a public operation that is measured: a row of the results.
type operation struct {
	name  string
	bar   float64               // how fast the slowest text must be, relative to the median
	token float64               // the nanoseconds that a token of a dense text may take; 0 for an operation that takes no documents
	on    func(s *subject) bool // selects the texts to which the operation applies
	work  func() work           // returns a function that does the operation on one text
	want  oracle                // the right results

	// items returns how much time in nanoseconds is allowed for the items that the operation
	// returns one by one, in addition to the time for the bytes. The argument of items is the
	// result of the operation. The field may be nil.
	items func(r result) float64
}

// The bars for most operations, relative to the median.
const (
	verdictBar = 0.4
	otherBar   = 0.25
)

// The nanoseconds that a token may take.
const (
	verdictToken = 1  // to check it
	walkToken    = 6  // to visit or write it, or to compare it if it is a name
	valueToken   = 13 // to convert it as well
	nameToken    = 35 // to sort it, or apply all rules to it
)

// operations returns all operations, in the order of the report.
func operations() []operation {
	return slices.Concat(verdicts(), tokenOperations(), recordOperations(), lintOperations(), formatOperations(), stringOperations(), otherOperations())
}

func verdicts() []operation {
	deep := tokenizer.MaxDepth(1 << 30)
	checkReader := func(opts ...tokenizer.ReaderOption) func() work {
		return streamed(func(r io.Reader) bool { return tokenizer.CheckReader(background, r, opts...) == nil })
	}
	validReader := streamed(func(r io.Reader) bool {
		valid, err := tokenizer.ValidReader(background, r)
		return valid && err == nil
	})
	return []operation{
		{name: "Valid", bar: verdictBar, token: verdictToken, on: anyDocument, work: verdict(tokenizer.Valid), want: accepted(0)},
		{name: "Check", bar: verdictBar, token: verdictToken, on: anyDocument, work: check(), want: accepted(0)},
		{name: "CheckReader", bar: verdictBar, token: verdictToken, on: anyDocument, work: checkReader(), want: accepted(0)},
		{name: "ValidReader", bar: verdictBar, token: verdictToken, on: anyDocument, work: validReader, want: accepted(0)},
		{name: "Checker", bar: verdictBar, token: verdictToken, on: anyDocument, work: written, want: accepted(0)},
		{name: "Check, UniqueNames", bar: otherBar, token: walkToken, on: anyDocument, work: check(tokenizer.UniqueNames()), want: accepted(shapes.Duplicates)},
		{name: "CheckReader, UniqueNames", bar: otherBar, token: walkToken, on: anyDocument, work: checkReader(tokenizer.UniqueNames()), want: accepted(shapes.Duplicates)},
		{name: "Check, IJSON", bar: otherBar, token: walkToken, on: anyDocument, work: check(tokenizer.IJSON()), want: accepted(shapes.Duplicates | shapes.NotIJSON)},
		{name: "Check, ServiceLimits", bar: otherBar, token: walkToken, on: withinLimits, work: check(tokenizer.ServiceLimits()), want: accepted(shapes.Duplicates)},
		{name: "Check, any depth", bar: otherBar, token: verdictToken, on: unlimitedDepth, work: check(deep), want: accepted(0)},
	}
}

func tokenOperations() []operation {
	deep := tokenizer.MaxDepth(1 << 30)
	return []operation{
		{name: "Tokens", bar: otherBar, token: walkToken, on: validDocument, work: tokens(nil), want: tokensOf(nil)},
		{name: "Tokens, reader", bar: otherBar, token: walkToken, on: validDocument, work: streamedTokens(), want: tokensOf(nil)},
		{name: "Tokens, any depth", bar: otherBar, token: walkToken, on: unlimitedDepth, work: tokens(nil, deep), want: tokensOf(nil)},
		{name: "Tokens, Kind", bar: otherBar, token: walkToken, on: validDocument, work: tokens(kindOf), want: tokensOf(rawKind)},
		{name: "Tokens, Float64", bar: otherBar, token: valueToken, on: validDocument, work: tokens(floatOf), want: tokensOf(rawFloat)},
		{name: "Tokens, Int64", bar: otherBar, token: valueToken, on: validDocument, work: tokens(integerOf), want: tokensOf(rawInteger)},
		{name: "Tokens, String", bar: otherBar, token: valueToken, on: validDocument, work: tokens(textOf), want: tokensOf(rawText)},
		{name: "Parse", bar: otherBar, token: walkToken, on: validDocument, work: parsedDocument, want: parsed},
	}
}

// Time that is allowed for each record, invalid record and finding, in nanoseconds.
const (
	perRecord  = 4
	perInvalid = 100
	perFinding = 1000
)

func recordOperations() []operation {
	each := records.Each(tokenizer.UniqueNames())
	one := records.Workers(1)
	read := func(opts ...records.Option) func() work {
		return readRecords(func(r io.Reader) iter.Seq2[records.Record, error] { return records.Read(background, r, opts...) })
	}
	readBad := func(opts ...records.ReadBadOption) func() work {
		return readRecords(func(r io.Reader) iter.Seq2[records.Record, error] { return records.ReadBad(background, r, opts...) })
	}
	items := func(r result) float64 { return perRecord*float64(r.count) + perInvalid*float64(r.sum) }
	const equal = shapes.Duplicates
	return []operation{
		{name: "records.Valid", bar: verdictBar, on: ndjson, work: verdict(records.Valid), want: validRecords},
		{name: "records.All", bar: verdictBar, on: ndjson, work: allRecords(), want: recordsIn(false, 0), items: items},
		{name: "records.All, UniqueNames", bar: verdictBar, on: ndjson, work: allRecords(each), want: recordsIn(false, equal), items: items},
		{name: "records.Bad", bar: verdictBar, on: ndjson, work: badRecords(one), want: recordsIn(true, 0), items: items},
		{name: "records.Bad, UniqueNames", bar: verdictBar, on: ndjson, work: badRecords(one, each), want: recordsIn(true, equal), items: items},
		{name: "records.Read", bar: verdictBar, on: ndjson, work: read(), want: recordsIn(false, 0), items: items},
		{name: "records.Read, UniqueNames", bar: verdictBar, on: ndjson, work: read(each), want: recordsIn(false, equal), items: items},
		{name: "records.ReadBad", bar: verdictBar, on: ndjson, work: readBad(one), want: recordsIn(true, 0), items: items},
		{name: "records.ReadBad, UniqueNames", bar: verdictBar, on: ndjson, work: readBad(one, each), want: recordsIn(true, equal), items: items},
	}
}

func lintOperations() []operation {
	items := func(r result) float64 { return perFinding * float64(r.count) }
	lines := lint.Options{Dialect: lint.NDJSON}
	withFindings := func(t shapes.Text, _ []byte) result {
		r := result{valid: !t.Has(shapes.Invalid)}
		if t.Has(shapes.Invalid | shapes.Duplicates | shapes.Findings) {
			r.count = someItems
		}
		return r
	}
	anyFindings := func(t shapes.Text, _ []byte) result {
		return result{valid: !t.Has(shapes.Invalid), count: anyItems}
	}
	return []operation{
		{name: "lint", bar: otherBar, token: walkToken, on: anyDocument, work: linted(lint.Options{}), want: withFindings, items: items},
		{name: "lint, reader", bar: otherBar, token: walkToken, on: anyDocument, work: streamedLint(lint.Options{}), want: withFindings, items: items},
		{name: "lint, all rules", bar: otherBar, token: nameToken, on: anyDocument, work: linted(allRules()), want: anyFindings, items: items},
		{name: "lint, NDJSON", bar: otherBar, on: ndjson, work: linted(lines), want: withFindings, items: items},
		{name: "lint, NDJSON, reader", bar: otherBar, on: ndjson, work: streamedLint(lines), want: withFindings, items: items},
	}
}

func formatOperations() []operation {
	return []operation{
		{name: "format.Append", bar: otherBar, token: walkToken, on: shallow, work: formatted(format.Options{}), want: indented},
		{name: "format.Append, compact", bar: otherBar, token: walkToken, on: validDocument, work: formatted(format.Options{Compact: true}), want: compacted},
		{name: "format.Append, canonical", bar: otherBar, token: nameToken, on: interoperable, work: formatted(format.Options{Canonical: true}), want: canonical},
		{name: "format.Write", bar: otherBar, token: walkToken, on: shallow, work: writtenFormat, want: indented},
	}
}

func stringOperations() []operation {
	quote := func(o escape.Options) func() work {
		return appended(func(dst, src []byte) ([]byte, error) { return escape.Append(dst, src, o) })
	}
	return []operation{
		{name: "escape.AppendQuote", bar: otherBar, on: quotable, work: appended(escape.AppendQuote[[]byte]), want: quotedText(false, false)},
		{name: "escape.Append", bar: otherBar, on: quotable, work: quote(escape.Options{}), want: quotedText(false, false)},
		{name: "escape.Append, ASCII", bar: otherBar, on: quotable, work: quote(escape.Options{ASCII: true}), want: quotedText(true, false)},
		{name: "escape.Append, Replace", bar: otherBar, on: quotable, work: quote(escape.Options{Invalid: escape.Replace}), want: quotedText(false, true)},
		{name: "escape.AppendUnquote", bar: otherBar, on: oneString, work: appended(escape.AppendUnquote[[]byte]), want: unquoted},
		{name: "utf8check.Valid", bar: otherBar, on: quotable, work: verdict(utf8check.Valid),
			want: func(_ shapes.Text, b []byte) result { return result{valid: utf8.Valid(b)} }},
		{name: "utf8check.RuneCount", bar: otherBar, on: quotable,
			work: func() work {
				return func(b []byte) result { return result{valid: true, count: utf8check.RuneCount(b)} }
			},
			want: func(_ shapes.Text, b []byte) result { return result{valid: true, count: utf8.RuneCount(b)} }},
		{name: "utf8check.Detect", bar: otherBar, on: quotable,
			work: verdict(func(b []byte) bool { return utf8check.Detect(b).Encoding == utf8check.UTF8 }), want: detected},
		{name: "utf8check.AppendValid", bar: otherBar, on: quotable,
			work: appended(func(dst, src []byte) ([]byte, error) { return utf8check.AppendValid(dst, src, utf8check.Replace) }),
			want: func(_ shapes.Text, b []byte) result { return result{valid: true, output: replaceIllFormed(b)} }},
	}
}

// detected reports whether a text is UTF-8 that may be cut off by the end of the text.
func detected(_ shapes.Text, b []byte) result {
	for len(b) > 0 && b[len(b)-1] >= 0xC0 {
		b = b[:len(b)-1]
	}
	return result{valid: utf8.Valid(b)}
}

// ruleSchema is a small schema that accepts every document.
const ruleSchema = `{"items": {"type": ["array", "object", "string", "number", "boolean", "null"],
	"properties": {"user": {"type": "string"}, "score": {"type": "number"}, "tags": {"type": "array", "items": {"type": "string"}}}}}`

func otherOperations() []operation {
	lower := func(d dialect.Dialect) func() work {
		return converted(func(src []byte) ([]byte, error) {
			out, _, errs := dialect.Lower(src, d)
			if len(errs) > 0 {
				return nil, errs[0]
			}
			return out, nil
		})
	}
	compiled, err := schema.Compile("rule.schema.json", []byte(ruleSchema))
	if err != nil {
		panic("BUG: " + err.Error())
	}
	schemaCheck := verdict(func(b []byte) bool {
		findings, err := compiled.Check(b)
		return err == nil && len(findings) == 0
	})
	return []operation{
		{name: "dialect.Lower, JSONC", bar: otherBar, token: verdictToken, on: jsonc, work: lower(dialect.JSONC), want: lowered},
		{name: "dialect.Lower, JSON5", bar: otherBar, token: verdictToken, on: json5, work: lower(dialect.JSON5), want: lowered},
		{name: "schema.Check", bar: otherBar, token: valueToken, on: interoperable, work: schemaCheck, want: accepted(0)},
	}
}
