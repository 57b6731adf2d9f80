package agreement

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/tokenizer"
)

// A place is where an error is: the offset in bytes from 0, the line and the column in code points from 1. It is what a way
// knows of it; the rest is 0, and the offset unknown.
type place struct {
	offset       int64
	line, column int
}

// unknown is an offset, a status or a number that a way does not know.
const unknown = -1

func placeOf(offset int64, p tokenizer.Position) place { return place{offset, p.Line, p.Rune} }

// An answer is what a way says about an input.
type answer struct {
	status int     // the exit status: 0 if the input is valid, 1 if it has errors, 2 for trouble; or unknown
	errors int     // how many; or unknown
	places []place // of the errors
	more   string  // anything else that must be as stated
}

// The aspects of an answer that a way can know.
type aspects uint8

const (
	status  aspects = 1 << iota // which is the verdict
	count                       // how many errors there are
	first                       // the place of the first error
	every                       // the places of all errors
	offsets                     // places have offsets
	lines                       // places have lines and columns

	whole = status | count | every | offsets | lines
)

// on returns the answer as a text that has only some aspects.
func (a answer) on(k aspects) string {
	var b strings.Builder
	if k&status != 0 {
		fmt.Fprintf(&b, "status %d\n", a.status)
	}
	if k&count != 0 {
		fmt.Fprintf(&b, "%d errors\n", a.errors)
	}
	places := a.places
	if k&every == 0 {
		places = places[:min(len(places), 1)]
	}
	for _, p := range places {
		if k&(first|every) == 0 {
			break
		}
		b.WriteString("error")
		if k&offsets != 0 {
			fmt.Fprintf(&b, " at %d", p.offset)
		}
		if k&lines != 0 {
			fmt.Fprintf(&b, " %d:%d", p.line, p.column)
		}
		b.WriteByte('\n')
	}
	b.WriteString(a.more)
	return b.String()
}

// withErrors returns the answer of something that is valid except for errors at some places.
func withErrors(places ...place) answer {
	return answer{status: min(len(places), 1), errors: len(places), places: places}
}

// A finding is a finding of the command, which is the answer with which all others are compared.
type finding struct {
	place
	length               int64
	rule, code, severity string
}

// A reference is the answer of the command about a file.
type reference struct {
	answer
	in       *input
	findings []finding
	records  []record // if the input consists of records
}

// A record is where a record is, its first byte and the first one after it, and the place of its first error according to package
// records, if there is one.
type record struct {
	begin, end int64
	invalid    []place
}

// only returns the answer without errors of other rules.
func (r *reference) only(rules ...string) answer {
	return r.where(func(f finding) bool { return slices.Contains(rules, f.rule) })
}

// without returns the answer without errors of some rules.
func (r *reference) without(rules ...string) answer {
	return r.where(func(f finding) bool { return !slices.Contains(rules, f.rule) })
}

func (r *reference) where(holds func(finding) bool) answer {
	var places []place
	for _, f := range r.findings {
		if f.severity == "error" && holds(f) {
			places = append(places, f.place)
		}
	}
	return withErrors(places...)
}

// isForeign reports whether the text is in another format, such as UTF-16. It then has one error, in the first record, and is not checked
// further.
func (r *reference) isForeign() bool {
	if len(r.records) == 0 || r.records[0].begin > 0 || r.errors != 1 || r.places[0].offset > r.records[0].end {
		return false
	}
	return r.isWide() || slices.Contains(r.in.text[:min(len(r.in.text), 64)], 0)
}

// isWide reports whether an error says that the text is in UTF-16 or UTF-32.
func (r *reference) isWide() bool {
	return slices.ContainsFunc(r.findings, func(f finding) bool {
		return strings.HasPrefix(f.code, "utf-16") || strings.HasPrefix(f.code, "utf-32")
	})
}

// badRecords returns the first error of each record that has errors. A byte order mark before the first record belongs to no record.
// All records of a text in another format are bad.
func (r *reference) badRecords() answer {
	rest := r.without("bom").places
	var places []place
	for i, e := range r.records {
		if r.isForeign() && i > 0 {
			places = append(places, e.invalid...)
			continue
		}
		for len(rest) > 0 && rest[0].offset < e.begin {
			rest = rest[1:]
		}
		if len(rest) > 0 && rest[0].offset <= e.end {
			places = append(places, rest[0])
		}
		for len(rest) > 0 && rest[0].offset <= e.end {
			rest = rest[1:]
		}
	}
	return withErrors(places...)
}

// shownRecords returns the errors of badRecords. Of a text in another format, the first record may not begin as it should, which the
// command does not report.
func (r *reference) shownRecords() answer {
	a := r.badRecords()
	if r.isForeign() && a.errors > 0 {
		a.places[0] = r.records[0].invalid[0]
	}
	return a
}

// invalidRecords returns the errors of shownRecords where package records finds them.
func (r *reference) invalidRecords() answer { return r.atTokens(r.shownRecords()) }

// atTokens returns an answer in which missing commas are where the libraries find them: at the token before which the comma is missing.
// The command reports them at the end of an earlier line, where they belong. Another error may be at the same place, and comes first.
func (r *reference) atTokens(a answer) answer {
	places := slices.Clone(a.places)
	for i, p := range a.places {
		isHere := func(f finding) bool { return f.place == p && f.severity == "error" }
		first := slices.IndexFunc(r.findings, isHere)
		for _, earlier := range a.places[:i] {
			if earlier == p && first >= 0 {
				if next := slices.IndexFunc(r.findings[first+1:], isHere); next >= 0 {
					first += 1 + next
				}
			}
		}
		if first >= 0 && r.findings[first].code == "missing-comma" && r.findings[first].length == 0 {
			places[i] = r.afterGap(p)
		}
	}
	a.places = places
	return a
}

// afterGap returns the place after the white space and comments that follow a place.
func (r *reference) afterGap(p place) place {
	rest := r.in.text[p.offset:]
	n := 0
	for lexer := dialect.NewLexer(rest, r.in.dialect.Accepted()); ; {
		token, err := lexer.Next()
		if err != nil || !token.Kind.IsTrivia() {
			break
		}
		n = int(token.End)
	}
	at := tokenizer.Locate(rest, int64(n))
	if r.in.isOfRecords() { // only LF ends a line there
		gap := rest[:n]
		at.Line = 1 + bytes.Count(gap, []byte("\n"))
		at.Rune = n - bytes.LastIndexByte(gap, '\n')
	}
	if at.Line == 1 {
		return place{p.offset + int64(n), p.line, p.column + at.Rune - 1}
	}
	return place{p.offset + int64(n), p.line + at.Line - 1, at.Rune}
}

// valid returns the documents of the input that are valid, with their offsets.
func (r *reference) valid() (texts [][]byte, at []int64) {
	if !r.in.isOfRecords() {
		if r.only("syntax", "encoding").errors == 0 {
			return [][]byte{r.in.text}, []int64{0}
		}
		return nil, nil
	}
	if r.isForeign() {
		return nil, nil
	}
	bad := r.badRecords().places
	for _, e := range r.records {
		if len(bad) > 0 && bad[0].offset <= e.end {
			bad = bad[1:]
			continue
		}
		texts, at = append(texts, r.in.text[e.begin:e.end]), append(at, e.begin)
	}
	return texts, at
}

// inSchema returns the answer if there is a schema: documents that are nested too deeply cannot be checked against it.
func (r *reference) inSchema() answer {
	a := r.without()
	texts, at := r.valid()
	for i, text := range texts {
		if deep := tooDeep(text); deep >= 0 {
			a.places = append(a.places, place{offset: at[i] + int64(deep)})
		}
	}
	slices.SortFunc(a.places, func(a, b place) int { return int(a.offset - b.offset) })
	return withErrors(a.places...)
}

// refused is the answer with a schema that no document satisfies.
func (r *reference) refused() answer {
	a := r.without()
	texts, _ := r.valid()
	return answer{status: min(a.errors+len(texts), 1), errors: a.errors + len(texts)}
}

// tooDeep returns the offset of the first bracket in a valid text that opens level 129, or -1.
func tooDeep(text []byte) int {
	depth, inString := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '[' || c == '{':
			if depth++; depth > 128 {
				return i
			}
		case c == ']' || c == '}':
			depth--
		}
	}
	return -1
}
