package schema

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/schema/contract"
	"github.com/assayjson/assay/tokenizer"
)

// A Place is a part of a document: a value, or the name of a member.
type Place = contract.Place

// A Finding is a place where a document is not valid against a schema.
type Finding = contract.Finding

// report converts leaves to findings. The places of the leaves must be known. It sorts the leaves,
// drops those beyond the limit, and composes messages only for those that it keeps.
func report(data []byte, leaves []leaf, limit int) []Finding {
	slices.SortFunc(leaves, func(a, b leaf) int {
		return cmp.Or(compareLeaves(a, b), cmp.Compare(a.Alternatives, b.Alternatives))
	})
	leaves = slices.CompactFunc(leaves, func(a, b leaf) bool { return compareLeaves(a, b) == 0 })
	leaves = leaves[:min(len(leaves), limit)]
	findings, g := make([]Finding, len(leaves)), guesses{left: mostGuessed}
	for i, l := range leaves {
		findings[i] = l.finding(data)
		message, detail := g.of(l)
		findings[i].Message += message
		findings[i].Detail += detail
	}
	setPositions(data, findings)
	return findings
}

// compareLeaves orders leaves by place, and then by everything else that distinguishes findings.
// Equal leaves report the same problem with the same value, found on two paths through the schema.
func compareLeaves(a, b leaf) int {
	x, _ := a.Kind.(fixed)
	y, _ := b.Kind.(fixed)
	return cmp.Or(
		cmp.Compare(a.at.begin, b.at.begin),
		cmp.Compare(a.at.end, b.at.end),
		cmp.Compare(a.Schema, b.Schema),
		cmp.Compare(a.Below, b.Below),
		cmp.Compare(a.location(), b.location()),
		cmp.Compare(a.Subject, b.Subject),
		cmp.Compare(x, y),
	)
}

func (l leaf) finding(data []byte) Finding {
	f := Finding{
		Place:    Place{Offset: int64(l.at.begin), Length: l.at.end - l.at.begin, Pointer: pointerTo(l.Path)},
		Keyword:  l.Keyword,
		Location: l.location(),
	}
	if l.First != nil {
		f.Related = &Place{
			Offset:  int64(l.related.begin),
			Length:  l.related.end - l.related.begin,
			Pointer: pointerTo(l.First),
		}
	}
	f.Message, f.Detail = l.sentences(data[l.at.begin:l.at.end])
	return f
}

// setPositions sets the lines and columns of all places in one pass over data.
func setPositions(data []byte, findings []Finding) {
	var places []*Place
	for i := range findings {
		places = append(places, &findings[i].Place)
		if r := findings[i].Related; r != nil {
			places = append(places, r)
		}
	}
	slices.SortFunc(places, func(a, b *Place) int { return cmp.Compare(a.Offset, b.Offset) })
	at, position := int64(0), tokenizer.Locate(nil, 0)
	for _, p := range places {
		position = further(position, tokenizer.Locate(data[at:], p.Offset-at))
		at, p.Position = p.Offset, position
	}
}

// further converts p, a position relative to base, to a position in the whole document.
func further(base, p tokenizer.Position) tokenizer.Position {
	if p.Line == 1 {
		p.Column += base.Column - 1
		p.Rune += base.Rune - 1
		p.UTF16 += base.UTF16 - 1
	}
	p.Line += base.Line - 1
	return p
}

// An Error reports that a schema, or a schema that it refers to, is invalid or could not be read.
type Error struct {
	Name     string    // the file name or URL of the invalid schema
	Findings []Finding // what is invalid, and where; empty if the file could not be read
	Err      error     // the cause, if known: a [*dialect.Error], which usually wraps a [*tokenizer.SyntaxError], or an error of package fs
}

// Error returns the first finding on one line. The text may change between versions.
func (e *Error) Error() string {
	which := strings.TrimRight("schema "+e.Name, " ") // a schema in memory may have no name
	if len(e.Findings) == 0 {
		return fmt.Sprintf("%s: %v", which, e.Err)
	}
	f := e.Findings[0]
	s := fmt.Sprintf("%s: line %d, column %d: %s", which, f.Position.Line, f.Position.Rune, f.Detail)
	if more := len(e.Findings) - 1; more > 0 {
		s += fmt.Sprintf(" (and %s)", count(more, "more error"))
	}
	return s
}

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }

// syntaxError converts an error that package dialect has found in the text of a schema, apart from a byte order mark, to an [*Error].
func syntaxError(name string, text []byte, err error) *Error {
	e := &Error{Name: name, Err: err}
	var bad *dialect.Error
	if errors.As(err, &bad) {
		f := Finding{Place: Place{Offset: bad.Offset, Length: bad.Length, Position: tokenizer.Locate(text, bad.Offset)}, Message: bad.Message(), Detail: bad.Message()}
		var syntax *tokenizer.SyntaxError
		if errors.As(err, &syntax) {
			f.Pointer, _ = syntax.Pointer() // the pointer is known, because the whole schema is in memory
		}
		e.Findings = []Finding{f}
	}
	return e
}
