package tokenizer

import (
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/unique"
)

// resume puts f and the scanner, which have just been reset, into the state that they would have at the place of o,
// which is after a comma or inside a string. The parameter before is the text before that place.
func (f *streamBuffer) resume(o *place.Outline, before []byte) {
	f.begun = true
	f.buf = append(f.buf, before...)
	f.scanner.Src = f.buf
	f.resumeAt(o, len(before))
}

// resumeAt does the work of resume. The place of o is at src[pos].
func (f *streamBuffer) resumeAt(o *place.Outline, pos int) {
	s := f.scanner
	f.trail.Path.Resume(o)
	s.Pos = pos
	for _, l := range o.Levels {
		s.Nesting.Push(l.Object)
		f.positions.Openers.Push(l.Opener.Offset, &l.Opener.Position)
	}
	f.positions.Kept = len(o.Levels)
	f.positions.Base = o.Place.Offset - int64(pos)
	if s.UniqueNames {
		names := new(unique.Exact)
		names.Restore(o, s.Form)
		s.Names = names
	}
	if o.InString {
		f.resumeString(o)
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
func (f *streamBuffer) resumeString(o *place.Outline) {
	s := f.scanner
	f.positions.InString, f.positions.Quote, f.positions.Quoted = true, o.Quote, true
	f.positions.Here = place.Mark{At: s.Pos + 1, Position: o.Place.Next().Position}
	f.indexFrom = o.Place.Offset + 1 // the scanner must read the string
	s.State = scan.WantValue
	if s.Nesting.Depth > 0 && !s.Nesting.InObject() {
		s.State = scan.WantNextElement
	}
}
