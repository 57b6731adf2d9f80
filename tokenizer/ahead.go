package tokenizer

import (
	"sort"

	"github.com/assayjson/assay/internal/bridge"
	"github.com/assayjson/assay/internal/explain"
	"github.com/assayjson/assay/internal/place"
	"github.com/assayjson/assay/internal/scan"
)

// A Tokenizer for package lint looks ahead after an error; see bridge.SkipRest. If nothing is to be found in the rest of the
// text, it ends there. If nothing is to be found up to another error, it skips the tokens before that error: the inspector moves
// the Tokenizer along, as with OnlyErrors. So names, positions and the path are always known, and only the tokens are
// missing.

const (
	// mostLooks is how often a Tokenizer looks ahead without skipping much. Each time, it looks at the text up to the
	// next error, so more would only take time in a text with many errors.
	mostLooks = 8

	// leastSkipped is how many bytes must be skipped so that looking ahead does not count.
	leastSkipped = 128 << 10
)

// lookAhead looks at the text after the scanner's position, if it is certain how the text continues. It returns true if nothing
// in that text needs to be read. Otherwise, it may make the Tokenizer skip tokens.
func (t *Tokenizer) lookAhead() (ended bool) {
	s, r, k, positions := &t.scanner, &t.recovery, &t.skipping, &t.buffer.positions
	isInList := t.isBetweenDocuments()
	if k.looks == 0 || k.to > 0 || r.at == 0 || r.trailed && !isInList || r.conflict || positions.InString || positions.Quoted || !s.UniqueNames {
		return false
	}
	k.looks--
	opening, ok := appendOpening(nil, s)
	if isInList {
		opening, ok = t.openingOfList()
	}
	if !ok {
		return false
	}
	n := k.ahead.Look(opening, t.InputOffset())
	switch {
	case n == bridge.WholeRest && !isInList:
		return true
	case n > 0 && !t.mode.onlyErrors:
		k.from, k.to = t.InputOffset(), t.InputOffset()+min(n, never-t.InputOffset())
	}
	if n >= leastSkipped {
		k.looks++
	}
	return false
}

// isBetweenDocuments reports whether the scanner is between documents of a list without brackets; see isInList.
func (t *Tokenizer) isBetweenDocuments() bool {
	return t.recovery.listed && t.scanner.Nesting.Depth == 0 && t.scanner.State == scan.WantEnd
}

// openingOfList is like appendOpening, for a place between documents. A list without its opening bracket ends like an array.
func (t *Tokenizer) openingOfList() (text []byte, ok bool) {
	switch explain.FirstSolid(t.scanner.Src[t.scanner.Pos:]) {
	case 0:
		return nil, false
	case ',':
		return []byte("[0"), true
	}
	return []byte("["), true
}

// skipTokens skips tokens up to the end of the text from which none are needed, and returns the next token or error.
func (t *Tokenizer) skipTokens() (Token, error) {
	k := &t.skipping
	for t.InputOffset() < k.to {
		t.inspector.Led, t.inspector.wanted = led{t}, true
		if t.err == nil && t.refill() {
			continue
		}
		if t.err == nil {
			t.separators()
		}
		if t.err != nil || t.InputOffset() >= k.to {
			break
		}
		if _, err := t.scan(); err != nil {
			t.endSkipping()
			return Token{}, err
		}
	}
	t.endSkipping()
	return t.Next()
}

// cutMarks removes the marks of tokens that begin too late: behind the text that is examined (see isBeyond), or behind the text
// that is skipped. It keeps one mark after them, which may end the last token before.
func (t *Tokenizer) cutMarks() {
	end := int64(never)
	if r := &t.recovery; r.until > 0 {
		end = r.until + 1
	}
	if to := t.skipping.to; to > 0 {
		end = min(end, to)
	}
	if end -= t.offset; end <= int64(t.marks[len(t.marks)-1]) {
		n := sort.Search(len(t.marks), func(i int) bool { return int64(t.marks[i]) >= end })
		t.marks = t.marks[:min(n+1, len(t.marks))]
	}
}

// endSkipping makes the Tokenizer return tokens again.
func (t *Tokenizer) endSkipping() {
	k, s := &t.skipping, &t.scanner
	t.inspector.Led, t.inspector.wanted = nil, !s.IsPlain(s.MaxBytes)
	t.settleAt(s.Pos)
	o, kept := t.outline(k.from)
	k.from, k.to = 0, 0
	k.ahead.Skipped(kept, o)
}

// outline returns an outline with the open containers, and with those of their names that begin at the given offset in the
// input or later. The result kept is the number of the containers that begin before that offset. The positions must have been
// settled.
func (t *Tokenizer) outline(from int64) (o *place.Outline, kept int) {
	s, positions := &t.scanner, &t.buffer.positions
	o, names := new(place.Outline), &s.Names
	o.Begin()
	openers := positions.OpenerPlaces()
	objects := 0
	for level := 1; level <= s.Nesting.Depth; level++ {
		isObject := s.Nesting.IsObject(level)
		o.Enter(openers[level-1], isObject)
		if openers[level-1].Offset < from {
			kept = level
		}
		if !isObject {
			continue
		}
		if objects++; objects >= len(names.Firsts) {
			break // an error has confused the structure
		}
		first, end := names.Firsts[objects], len(names.Keys)
		if objects+1 < len(names.Firsts) {
			end = names.Firsts[objects+1]
		}
		for i := first; i < end; i++ {
			if at := names.Place(i); at.Offset >= from {
				o.Add(names.Raw(s.Src, i), at)
			}
		}
	}
	o.Place = positions.PlaceAt(s.Src, s.Pos)
	return o, kept
}

// appendOpening appends a text after which a scanner is in the state of s, with the same names in open objects, and
// returns the extended buffer. It returns false if there is no such text, or only a long one.
func appendOpening(dst []byte, s *scan.Scanner) (text []byte, ok bool) {
	const mostText = 64 << 10
	objects, depth := 0, s.Nesting.Depth
	if depth == 0 || depth > mostText {
		return nil, false
	}
	for level := 1; level <= depth; level++ {
		if !s.Nesting.IsObject(level) {
			dst = append(dst, '[')
			continue
		}
		dst = append(dst, '{')
		if objects++; objects >= len(s.Names.Firsts) {
			return nil, false
		}
		first, end := s.Names.Firsts[objects], len(s.Names.Keys)
		if objects+1 < len(s.Names.Firsts) {
			end = s.Names.Firsts[objects+1]
		}
		isLast := level == depth
		if isLast && s.State == scan.WantFirstName {
			return dst, first == end
		}
		if first == end {
			dst = append(dst, `""`...) // the member has no name
		}
		for i := first; i < end; i++ {
			if i > first {
				dst = append(dst, ":0,"...)
			}
			dst = append(dst, s.Names.Raw(s.Src, i)...)
			if len(dst) > mostText {
				return nil, false
			}
		}
		if !isLast {
			dst = append(dst, ':')
		}
	}
	return append(dst, lastOfOpening[s.State]...), objects == max(len(s.Names.Firsts)-1, 0)
}

// lastOfOpening maps each state inside a container to the text that appendOpening appends after the bracket or the last name.
var lastOfOpening = [scan.NumStates]string{
	scan.WantNextElement: "0,", scan.AfterElement: "0", scan.WantNextName: ":0,", scan.WantValue: ":", scan.AfterMember: ":0",
}
