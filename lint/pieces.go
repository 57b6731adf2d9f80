package lint

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"slices"
	"sync/atomic"

	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/reading"
	"github.com/assayjson/assay/internal/engine/stream"
	"github.com/assayjson/assay/lint/internal/ruleset"
	"github.com/assayjson/assay/lint/internal/suspects"
	"github.com/assayjson/assay/tokenizer"
)

// worksInPieces reports whether a document that begins with head can be checked in pieces. Pervasive
// rules must see every token, a byte order mark is always a finding, and a piece cannot end in white space,
// so much of it would have to be kept in memory.
func worksInPieces(s *settings, head []byte) bool {
	return s.on&ruleset.Pervasive == 0 && !bytes.HasPrefix(head, []byte(byteOrderMark)) && !isBlank(head[len(head)/2:])
}

// isBlank reports whether b consists of white space.
func isBlank(b []byte) bool { return len(bytes.TrimLeft(b, " \t\r\n")) == 0 }

// A pieceReader gives a document to package stream, which checks whether it is valid. It keeps the
// text until it is known to be valid, and then looks for suspects in it, a piece at a time. Only
// pieces with suspects are walked over. Each piece ends with a comma or inside a long string without
// suspects, so that a walk can continue after it; the outline is what the walk must know of the text
// before.
//
// Read and Passed are called by different goroutines, because package stream reads ahead.
type pieceReader struct {
	*lintWindow
	outline   place.Outline // of the text before the current piece
	suspects  *suspects.Pieces
	tokens    *tokenizer.Tokenizer // for walks over pieces; nil until it is needed
	given     int                  // number of bytes of src that Read has returned
	isUnclear bool                 // the rest of the document must be walked over
	valid     atomic.Int64         // the document is valid up to this offset, which is not in a string
	inString  atomic.Int64         // if this offset is greater than valid, a string begins at valid, and is valid up to and including the byte at this offset; see [reading.StringFollower]
	isWhole   bool                 // the string that the current piece contains must not be divided
	clean     int64                // up to this offset, nothing can be found except equal names
}

// errUnclear ends the check of a document if the rest of it must be walked over.
var errUnclear = errors.New("lint: this needs a closer look")

// runInPieces checks the document. If it is invalid, the walk begins with the piece that has the
// first error, and continues to the end of the document. This walk applies the rules that may find something
// from there on.
func (w *lintWindow) runInPieces(ctx context.Context, known prospect) error {
	p := &pieceReader{lintWindow: w, suspects: suspects.NewPieces(w.on, w.verdict.IJSON), clean: known.clean}
	p.behind, p.full = max(p.behind, w.window/4), w.window
	p.outline.Begin()
	p.seeLines(p.src)
	rules := w.verdict
	rules.MaxToken = math.MaxInt / 4 // tokens may have any length
	if err := stream.Verdict(ctx, p, stream.Config{Rules: rules, ReadAhead: true, Names: stream.ByKeys, Segment: w.segment}); err != nil && !w.found.stopped {
		return p.walkRest(p.restOf(known))
	}
	if !w.found.stopped {
		p.look(p.src[p.begin():], io.EOF)
	}
	return nil
}

// begin returns the index in src at which the current piece begins.
func (p *pieceReader) begin() int { return int(p.outline.Place.Offset - p.base) }

// Passed implements [reading.Follower].
func (p *pieceReader) Passed(offset reading.Offset) { p.valid.Store(int64(offset)) }

// PassedInString implements [reading.StringFollower].
func (p *pieceReader) PassedInString(offset reading.Offset) { p.inString.Store(int64(offset)) }

// Read reads more of the document, after it has looked at what is known to be valid.
func (p *pieceReader) Read(b []byte) (n int, err error) {
	p.advance()
	if p.given < len(p.src) {
		n = copy(b, p.src[p.given:])
		p.given += n
		return n, nil
	}
	if p.found.stopped || p.isUnclear || len(p.src)-p.begin() > p.mostPiece {
		return 0, errUnclear
	}
	if len(p.src) >= p.full {
		p.slide()
		p.full = max(p.window, 2*len(p.src))
	}
	n, err = p.in.Read(b)
	p.receive(b[:n])
	p.given = len(p.src)
	return n, err
}

// advance looks at the text that is known to be valid, up to its last comma or up to the end of a
// part of a long string.
func (p *pieceReader) advance() {
	if p.isUnclear {
		return
	}
	end := int(p.inString.Load() - p.base) // loaded first, because it is stored last
	begin, valid := p.begin(), int(p.valid.Load()-p.base)
	if valid > begin {
		p.advanceTo(begin, valid)
	}
	if begin = p.begin(); end > valid && end-begin > p.window/2 && !p.isUnclear && !p.isWhole {
		p.advanceInto(begin, max(valid, begin), end+1)
	}
}

// advanceTo looks at src[begin:valid], up to its last comma.
func (p *pieceReader) advanceTo(begin, valid int) {
	restore := p.quoteAt(begin)
	piece := p.src[begin:valid]
	piece = piece[:place.LastComma(piece)+1]
	restore()
	if len(piece) > 0 && p.look(piece, errUnclear) {
		restore = p.quoteAt(begin)
		p.outline.Advance(piece)
		restore()
		p.passed, p.encoding.swept, p.isWhole = p.outline.Place.Offset, begin+len(piece), false
	}
}

// advanceInto looks at src[begin:end], which ends inside the string that begins at src[quote]. A
// string that is a name or has suspects is not divided.
func (p *pieceReader) advanceInto(begin, quote, end int) {
	before := p.src[begin:quote]
	p.isWhole = !p.outline.InString && !p.outline.PrecedesValue(before) || p.suspects.InString(p.src[quote+1:end])
	if !p.isWhole && p.look(before, errUnclear) {
		p.outline.EnterString(p.src[begin:end], quote-begin)
		p.passed, p.encoding.swept = p.outline.Place.Offset, p.begin()+1 // the piece may begin with the last byte of a character
	}
}

// quoteAt replaces src[begin] with a quotation mark if the piece that begins there begins in a string.
// The caller must restore the byte before anything else reads src.
func (p *pieceReader) quoteAt(begin int) (restore func()) {
	if !p.outline.InString {
		return func() {}
	}
	first := &p.src[begin]
	before := *first
	*first = '"'
	return func() { *first = before }
}

// look looks for suspects in a piece, which is valid, and walks over the piece if there are any. The
// parameter end is the error of a reader at the end of the piece. If a walk would take too long, look
// sets isUnclear and returns false.
func (p *pieceReader) look(piece []byte, end error) (ok bool) {
	switch {
	case len(piece) == 0:
		return true
	case p.outline.Place.Offset+int64(len(piece)) <= p.clean:
		p.suspects.Skip()
		return true
	}
	restore := p.quoteAt(p.begin())
	on := p.suspects.Find(piece, &p.outline, p.mostPiece)
	restore()
	if end != io.EOF {
		if p.isUnclear = p.isTooLarge(on); p.isUnclear {
			return false
		}
	}
	p.walkPiece(piece, on, end)
	return true
}

// isTooLarge reports whether a walk over a piece that applies the given rules would take too long,
// because it begins with all levels of the outline, or compares names with all names of the outline.
func (p *pieceReader) isTooLarge(on ruleset.Set) bool {
	const mostLevels = 1 << 15
	return on != 0 && len(p.outline.Levels) > mostLevels || on&ruleset.Names != 0 && p.outline.Size() > p.mostPiece
}

// walkPiece walks over a piece, which is valid, unless on is 0. The parameter end is the error of a
// reader at the end of the piece.
func (p *pieceReader) walkPiece(piece []byte, on ruleset.Set, end error) {
	if on == 0 {
		return
	}
	r := p.readerOf(io.MultiReader(bytes.NewReader(piece), failed{end}))
	if p.tokens == nil {
		p.tokens = tokenizer.NewReader(r, p.walking...)
	} else {
		p.tokens.ResetReader(r)
	}
	_ = newTokenWalk(p.document, p.tokens, on).run() // the only error is that of the reader
	p.lookalikes = nil                               // the outline has the names of this piece that are still needed
}

// restOf returns the rules that may find something in the current piece or after it. To find that out, it reads up to the offset from
// which on the document is known to be plain, unless that is far away.
func (p *pieceReader) restOf(known prospect) ruleset.Set {
	if known.plain == 0 || p.on&ruleset.Names != 0 && slices.ContainsFunc(p.outline.Names(), isOdd) {
		return known.on
	}
	buf := make([]byte, 64<<10)
	for p.base+int64(len(p.src)) < known.plain+suspects.Overlap {
		if len(p.src)-p.begin() > 2*p.mostPiece {
			return known.on
		}
		n, err := p.in.Read(buf)
		if p.receive(buf[:n]); err != nil {
			break // walkRest meets the error again
		}
	}
	if suspects.Signs(p.src[p.begin():])&p.on != 0 {
		return known.on
	}
	return ruleset.Verdict
}

// isOdd reports whether a later name may look like n although that later name has no signs.
func isOdd(n place.Name) bool { return suspects.Signs(n.Raw)&ruleset.Names != 0 }

// walkRest walks over the current piece and everything after it.
func (p *pieceReader) walkRest(on ruleset.Set) error {
	w, text, begin := p.lintWindow, p.src, p.begin()
	w.in = io.MultiReader(bytes.NewReader(text[begin:]), w.in)
	r := p.readerOf(w)
	w.src = bytes.Clone(text[:begin]) // because Read overwrites what is behind it
	w.json, w.behind = w.src, background
	return w.run(newTokenWalk(w.document, tokenizer.NewReader(r, w.walkingFor(on)...), on&w.on))
}

// readerOf returns a reader of r for a Tokenizer. r begins with the current piece.
func (p *pieceReader) readerOf(r io.Reader) io.Reader {
	if p.outline.Place.Offset == 0 {
		return r
	}
	p.document.outline = &p.outline
	return &laterPiece{r, p}
}

// A laterPiece is a reader of a document from a piece on that is not the first one.
type laterPiece struct {
	r io.Reader
	p *pieceReader
}

// Resume implements [place.Resumer].
func (l *laterPiece) Resume() (o *place.Outline, before []byte) {
	begin := l.p.begin()
	return &l.p.outline, l.p.src[max(begin-background, 0):begin]
}

func (l *laterPiece) Read(b []byte) (n int, err error) { return l.r.Read(b) }

// Passed implements [reading.Follower].
func (l *laterPiece) Passed(offset reading.Offset) {
	if f, ok := l.r.(reading.Follower); ok {
		f.Passed(offset)
	}
}

// A failed reader returns an error.
type failed struct{ error }

func (f failed) Read([]byte) (n int, err error) { return 0, f.error }
