package stream

import (
	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/syntax"
)

// If a document may exceed a limit, the kernels mark all tokens. An inspector walks over the marks of those that are known to be
// valid, counts them, and moves the scanner along. At a checkpoint, the last tokens, which the kernels have not judged, are replayed, so
// that the inspector walks over them, too. Where the kernels or the inspector stop, the scanner continues, and reports what is wrong. At
// the next checkpoint, the kernels resume.

// An inspection is the walk over the marks of a document that may exceed a limit. It knows the path to the scanner, so that errors
// have a JSON Pointer although the text before them is gone. Only the values of a name that was too long to be kept as a whole have none.
type inspection struct {
	wanted    bool // the document may exceed a limit; otherwise, nothing else is used
	inspector index.Inspector

	trail index.Trail // up to at
	at    int         // offset in buf

	afterColon bool // the last token before at is a colon
	inString   bool // at is inside a string, like the position of the scanner, and the byte there takes the place of the quotation mark
}

// begin prepares w for another document.
func (w *inspection) begin(s *scan.Scanner, wanted bool) {
	w.wanted = wanted
	if !wanted {
		return
	}
	w.trail.Reset(s.Positions)
	w.at, w.afterColon, w.inString = 0, false, false
}

// enter makes the inspector start at the position of the scanner.
func (w *inspection) enter(s *scan.Scanner) {
	w.inspector.Follow(s)
	w.inspector.Led = &w.trail
}

// pass walks over those of the marks that may be used, and moves the scanner along. It returns false before a token that violates a
// rule.
func (w *inspection) pass(s *scan.Scanner, m *pendingMarks) (valid bool) {
	x, text, marks := &w.inspector, index.TextOf(s.Src), m.offsets[:m.trust.Trusted]
	valid = x.Inspect(s, text, 0, marks)
	if n := x.Seen; n > 0 {
		x.MoveTo(s, text, 0, marks)
		w.trail.CountTo(n)
		w.trail.Begin()
		m.drop(n)
		x.Seen, w.at, w.afterColon = 0, s.Pos, false
	}
	return valid
}

// passText moves the trail past the tokens before src[end], which the scanner has found valid without the inspector.
func (w *inspection) passText(src []byte, end int) {
	path := &w.trail.Path
	for w.at < end {
		begin, n, isWhole := w.at, 1, true
		c := src[begin]
		switch {
		case w.inString || c == '"':
			n, isWhole = syntax.StringLen(src[begin:])
		case syntax.LooksNumeric(c):
			for begin+n < end && syntax.LooksNumeric(src[begin+n]) {
				n++
			}
		}
		if begin+n > end || !isWhole {
			return
		}
		switch isValue := !path.InObject() || w.afterColon; {
		case !w.inString && (c == '{' || c == '['):
			path.Open(c == '{', 0)
		case !w.inString && syntax.IsClosing(c):
			path.Close()
		case n == 1 && !w.inString && !syntax.LooksNumeric(c): // white space, a comma or a colon
			w.afterColon = c == ':' || w.afterColon && c != ','
			w.at++
			continue
		case isValue:
			path.Count(1)
		case w.inString:
			path.LoseName() // its beginning is gone
		default:
			path.Named(begin)
		}
		w.at, w.afterColon, w.inString = begin+n, false, false
	}
}

// settle moves the trail to the scanner and copies the names on the path, so that the text before the scanner may be dropped.
func (w *inspection) settle(s *scan.Scanner) {
	t, end := s.Positions, s.Pos
	if t.InString {
		end = max(t.QuoteAt, w.at) // if the quotation mark is gone, nothing else has been passed since
	}
	w.passText(s.Src, end)
	if t.InString {
		w.at, w.inString = s.Pos, true
	}
	w.trail.Path.Settle(s.Src)
}

// locate sets the JSON Pointer of a report on the scanner's fault.
func (w *inspection) locate(s *scan.Scanner, r *scan.StreamReport) {
	end := s.Fault.Offset
	for end > w.at && syntax.LooksNumeric(s.Src[end-1]) {
		end-- // the fault may be inside this number; if it is behind the number, its pointer is that of the container
	}
	w.passText(s.Src, end)
	r.SetPointer(&w.trail.Path, s)
}
