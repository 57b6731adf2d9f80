package records

import (
	"bytes"

	"github.com/assayjson/assay/internal/engine/syntax"
)

// A search looks for objects in damaged text that are records.
type search struct {
	accepts   recognizer    // or nil
	reader    *recordReader // checks values
	maxRecord int
	inner     skeleton // of an object
	inParts   bool     // the last part that is not a record continues
}

func newSearch(c *recordConfig, chosen choice, r *recordReader) search {
	return search{accepts: chosen.recognizes, reader: r, maxRecord: chosen.maxRecord, inner: skeleton{maxDepth: c.MaxDepth}}
}

// blanks returns how many bytes at the start of b are white space that can be in a record.
func (s *search) blanks(b []byte) int {
	if s.inner.multiline {
		return syntax.Spaces(b)
	}
	return blanks(b)
}

// mostSearches limits how often a byte of damaged text is looked at to find objects, so that the time is linear even
// if objects that break off are inside one another.
const mostSearches = 64

// split yields a part that is not a record, and the records in it that are accepted. It returns how many bytes have been looked at.
func (s *search) split(p Salvaged, yield func(Salvaged)) (work int) {
	inParts := p.More || s.inParts
	s.inParts = p.More
	if inParts || p.Reason == TooLong || p.Reason == TooDeep || len(p.Text) > s.maxRecord {
		yield(p)
		return 0
	}
	text := p.Text
	rest, line, broken := 0, p.Line, -1 // an object has broken off before text[broken]
	for at := s.nextObject(text, 0); at < len(text) && work < mostSearches*len(text); at = s.nextObject(text, at) {
		s.inner.reset()
		end, stop := s.inner.scan(text, at)
		work += end - at
		if stop != stopClosed {
			broken = end
			at++
			continue
		}
		if s.reader.passes(text[at:end]) && s.accepts(text[at:end]) {
			record := s.recognized(&p, rest, at, end)
			if broken == at { // no value can begin here
				record.Certainty = Likely
			}
			line = s.yieldRest(&p, rest, int(record.Offset-p.Offset), line, yield)
			record.Line = line
			yield(record)
			rest = int(record.Offset-p.Offset) + len(record.Text)
			line += bytes.Count(record.Text, newline)
		}
		at = end
	}
	s.yieldRest(&p, rest, len(text), line, yield)
	return work
}

// nextObject returns the offset of the next object in b that begins with the name of a member, at or after the offset at, or the length
// of b.
func (s *search) nextObject(b []byte, at int) int {
	for {
		i := bytes.IndexByte(b[at:], '{')
		if i < 0 {
			return len(b)
		}
		at += i
		if n := at + 1 + s.blanks(b[at+1:]); n < len(b) && b[n] == '"' {
			return at
		}
		at++
	}
}

// recognized returns the part with the record from p.Text[begin] to p.Text[end]. The text before the offset rest belongs to other
// parts.
func (s *search) recognized(p *Salvaged, rest, begin, end int) Salvaged {
	text := p.Text
	next := end + s.blanks(text[end:])
	certainty := Possible
	if before := bytes.TrimRight(text[:begin], " \t\r\n"); len(before) == 0 || !isBeforeValue(before[len(before)-1]) ||
		next == len(text) || text[next] != ',' && text[next] != '}' && text[next] != ']' {
		certainty = Likely
	}
	if s.blanks(text[rest:begin]) < begin-rest { // otherwise, the white space belongs to the record
		rest = begin
	}
	to := end
	switch {
	case next == len(text):
		to = next
	case text[next] == '\n':
		to = next + 1
	}
	return Salvaged{Text: text[rest:to:to], Offset: p.Offset + int64(rest), Certainty: certainty, begin: begin - rest, end: end - rest}
}

// yieldRest yields the text of p from the offset begin to the offset end, unless there is none. The text begins on the line with a
// number. It returns the line of the text behind it.
func (s *search) yieldRest(p *Salvaged, begin, end, line int, yield func(Salvaged)) int {
	if begin == end {
		return line
	}
	rest := *p
	rest.Text, rest.Offset, rest.Line = p.Text[begin:end:end], p.Offset+int64(begin), line
	yield(rest)
	if s.inner.multiline {
		line += bytes.Count(rest.Text, newline)
	}
	return line
}
