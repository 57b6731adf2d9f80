package records

import "bytes"

// A search looks for objects in damaged text that are records.
type search struct {
	accepts   recognizer    // or nil
	reader    *recordReader // checks values
	maxRecord int
	inner     skeleton // of an object
	inParts   bool     // the last part that is not a record continues
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
	rest, broken := 0, -1 // an object has broken off before text[broken]
	for at := nextObject(text, 0); at < len(text) && work < mostSearches*len(text); at = nextObject(text, at) {
		s.inner.reset()
		end, stop := s.inner.scan(text, at)
		work += end - at
		if stop != stopClosed {
			broken = end
			at++
			continue
		}
		if s.reader.passes(text[at:end]) && s.accepts(text[at:end]) {
			record := recognized(&p, rest, at, end)
			if broken == at { // no value can begin here
				record.Certainty = Likely
			}
			yieldRest(&p, rest, int(record.Offset-p.Offset), yield)
			yield(record)
			rest = int(record.Offset-p.Offset) + len(record.Text)
		}
		at = end
	}
	yieldRest(&p, rest, len(text), yield)
	return work
}

// nextObject returns the offset of the next object in b that begins with the name of a member, at or after the offset at, or the length
// of b.
func nextObject(b []byte, at int) int {
	for {
		i := bytes.IndexByte(b[at:], '{')
		if i < 0 {
			return len(b)
		}
		at += i
		if n := at + 1 + blanks(b[at+1:]); n < len(b) && b[n] == '"' {
			return at
		}
		at++
	}
}

// recognized returns the part with the record from p.Text[begin] to p.Text[end]. The text before the offset rest belongs to other
// parts.
func recognized(p *Salvaged, rest, begin, end int) Salvaged {
	text := p.Text
	next := end + blanks(text[end:])
	certainty := Possible
	if before := bytes.TrimRight(text[:begin], " \t\r"); len(before) == 0 || !isBeforeValue(before[len(before)-1]) ||
		next == len(text) || text[next] != ',' && text[next] != '}' && text[next] != ']' {
		certainty = Likely
	}
	if blanks(text[rest:begin]) < begin-rest { // otherwise, the white space belongs to the record
		rest = begin
	}
	to := end
	switch {
	case next == len(text):
		to = next
	case text[next] == '\n':
		to = next + 1
	}
	return Salvaged{Text: text[rest:to:to], Offset: p.Offset + int64(rest), Line: p.Line, Certainty: certainty, begin: begin - rest, end: end - rest}
}

// yieldRest yields the text of p from the offset begin to the offset end, unless there is none.
func yieldRest(p *Salvaged, begin, end int, yield func(Salvaged)) {
	if begin < end {
		s := *p
		s.Text, s.Offset = s.Text[begin:end:end], s.Offset+int64(begin)
		yield(s)
	}
}
