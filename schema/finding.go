package schema

import (
	"cmp"
	"slices"

	"github.com/assayjson/assay/tokenizer"
)

// A Place is a part of a document: a value, or the name of a member.
type Place struct {
	Offset   int64 // in bytes, from the start of the document
	Length   int   // in bytes: a string with its quotes, an object or array with its brackets
	Position tokenizer.Position
	Pointer  string // RFC 6901, of the value, or of the member whose name it is
}

// A Finding is a place where a document does not fit a schema.
type Finding struct {
	Place

	// Related is a second place that explains the first: for "uniqueItems" the item that
	// was there before. It is nil for all other keywords.
	Related *Place

	// Keyword is the keyword that is not met, such as "required". It is empty where a
	// schema is false and nothing says so in particular, and where no schema is at fault.
	Keyword string

	// Location is where in the schema that keyword stands: the schema's name or URL, #, and
	// a JSON Pointer with the escapes of URLs. References have been followed.
	Location string

	// Message is a sentence about the value, without its subject: "must be a number, and is
	// a string". It quotes the schema, never the document.
	Message string

	// Detail is Message with what the document holds, cut short.
	Detail string
}

// DefaultMaxFindings is how many findings [Schema.Check] returns at most, unless
// [Compiler.MaxFindings] says otherwise.
const DefaultMaxFindings = 1000

// report makes findings of leaves whose places are known: order first, then as many as are
// wanted, and only then sentences.
func report(data []byte, leaves []leaf, limit int) []Finding {
	slices.SortFunc(leaves, func(a, b leaf) int {
		return cmp.Or(compareLeaves(a, b), cmp.Compare(a.alternatives, b.alternatives))
	})
	leaves = slices.CompactFunc(leaves, func(a, b leaf) bool { return compareLeaves(a, b) == 0 })
	leaves = leaves[:min(len(leaves), limit)]
	findings := make([]Finding, len(leaves))
	for i, l := range leaves {
		findings[i] = l.finding(data)
	}
	setPositions(data, findings)
	return findings
}

// compareLeaves orders by place, then by what makes findings differ. Those that are equal
// say the same of the same value, which two ways through the schema have led to.
func compareLeaves(a, b leaf) int {
	return cmp.Or(
		cmp.Compare(a.at.begin, b.at.begin),
		cmp.Compare(a.at.end, b.at.end),
		cmp.Compare(a.schema, b.schema),
		cmp.Compare(a.below, b.below),
		cmp.Compare(a.subject, b.subject),
	)
}

func (l leaf) finding(data []byte) Finding {
	f := Finding{
		Place:    Place{Offset: int64(l.at.begin), Length: l.at.end - l.at.begin, Pointer: pointerTo(l.path)},
		Keyword:  l.keyword,
		Location: l.location(),
	}
	if l.first != nil {
		f.Related = &Place{
			Offset:  int64(l.related.begin),
			Length:  l.related.end - l.related.begin,
			Pointer: pointerTo(l.first),
		}
	}
	f.Message, f.Detail = l.sentences(data[l.at.begin:l.at.end])
	return f
}

// setPositions sets the lines and columns of all places, in one pass over data.
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

// further returns the position of p, which has been counted from the one at from.
func further(from, p tokenizer.Position) tokenizer.Position {
	if p.Line == 1 {
		p.Column += from.Column - 1
		p.Rune += from.Rune - 1
		p.UTF16 += from.UTF16 - 1
	}
	p.Line += from.Line - 1
	return p
}
