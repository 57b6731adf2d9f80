package tokenizer

import (
	"github.com/assayjson/assay/internal/place"
	"github.com/assayjson/assay/internal/scan"
)

// resume puts t, which has just been reset, into the state that it would have at the place of o,
// which is after a comma or inside a string. The parameter before is the text before that place.
func (t *Tokenizer) resume(o *place.Outline, before []byte) {
	f := t.buffer
	f.begun = true
	f.buf = append(f.buf, before...)
	t.scanner.Src = f.buf
	t.resumeAt(o, len(before))
}

// resumeAt does the work of resume. The place of o is at src[pos].
func (t *Tokenizer) resumeAt(o *place.Outline, pos int) {
	f, s := t.buffer, &t.scanner
	f.path.Resume(o)
	s.Pos = pos
	for _, l := range o.Levels {
		s.Nesting.Push(l.Object)
		f.positions.Openers.Push(l.Opener.Offset, &l.Opener.Position)
	}
	f.positions.Kept = len(o.Levels)
	f.positions.Base = o.Place.Offset - int64(pos)
	t.afterValue = s.Nesting.AfterValue()
	if s.UniqueNames {
		s.Names.Restore(o)
	}
	if o.InString {
		t.resumeString(o)
		return
	}
	comma := o.Place.Position // the error for a trailing comma may need the place of the comma
	comma.Column, comma.Rune, comma.UTF16 = comma.Column-1, comma.Rune-1, comma.UTF16-1
	f.positions.Here = place.Mark{At: pos - 1, Position: comma}
	s.State = scan.WantNextElement
	if s.Nesting.InObject() {
		s.State = scan.WantNextName
	}
}

// resumeString does the work of resume for a place inside a string.
func (t *Tokenizer) resumeString(o *place.Outline) {
	f, s := t.buffer, &t.scanner
	f.positions.InString, f.positions.Quote, f.positions.Quoted = true, o.Quote, true
	f.positions.Here = place.Mark{At: s.Pos + 1, Position: o.Place.Next().Position}
	f.indexFrom = o.Place.Offset + 1 // the scanner must read the string
	s.State = scan.WantValue
	if s.Nesting.Depth > 0 && !s.Nesting.InObject() {
		s.State = scan.WantNextElement
	}
}

// mostLooks is how often a Tokenizer looks ahead. Each time, it looks at the text up to the next error, so more would
// only take time in a text with many errors.
const mostLooks = 8

// skipsRest reports whether nothing in the text after the scanner's position needs to be read; see bridge.SkipRest. How
// the text continues must be certain.
func (t *Tokenizer) skipsRest() bool {
	s, r, positions := &t.scanner, &t.recovery, &t.buffer.positions
	if t.looks == 0 || r.at == 0 || r.trailed || r.conflict || positions.InString || positions.Quoted || !s.UniqueNames {
		return false
	}
	t.looks--
	opening, ok := appendOpening(nil, s)
	return ok && t.isClean(opening, s.Src[s.Pos:])
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
