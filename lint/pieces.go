package lint

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"math"
	"slices"

	"github.com/assayjson/assay/internal/engine/parallel"
	"github.com/assayjson/assay/internal/engine/place"
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

// A pieceCheck checks a document a piece at a time. It keeps the text until it is known to be valid, and then looks for suspects in
// it. Only pieces with suspects are walked over. Each piece ends with a comma or inside a long string without suspects, so that a walk
// can continue after it; the outline is what the walk must know of the text before.
type pieceCheck struct {
	*lintWindow
	outline   place.Outline // of the text before the current piece
	suspects  suspects.Pieces
	tokens    *tokenizer.Tokenizer // for walks over pieces; nil until it is needed
	isUnclear bool                 // the rest of the document must be walked over
	isWhole   bool                 // the string that the current piece contains must not be divided
	clean     int64                // up to this offset, nothing can be found except equal names and names that look alike
	quoted    []byte               // memory for textTo
}

// A chunk is a part of a document, with the verdict on the document up to the end of the chunk.
type chunk struct {
	text     []byte // empty for the beginning of the document, which has been read before
	progress stream.Progress
	err      error // of the document or of its reader; io.EOF at the end of a valid document
}

// A chunkReader reads a document, and checks whether it is valid, while another goroutine examines the chunks before.
type chunkReader struct {
	head    []byte // the beginning of the document, until it has been checked
	in      io.Reader
	verdict *stream.Checker
	size    int
	made    int // number of chunks
	last    [chunksAhead][]byte
	ended   bool
}

// chunksAhead is how many chunks there are at a time.
const chunksAhead = 3

// next reads the next chunk.
func (r *chunkReader) next(ctx context.Context, c *chunk) (made bool) {
	if r.ended {
		return false
	}
	var read error
	if c.text = c.text[:0]; r.head == nil {
		c.text, read = readSome(ctx, r.in, c.text, r.size)
	}
	_, err := r.verdict.Write(r.head)
	if r.head = nil; err == nil {
		_, err = r.verdict.Write(c.text)
	}
	if err == nil && read == io.EOF {
		err = r.verdict.Close()
	}
	c.progress, c.err = r.verdict.Progress, cmp.Or(err, read)
	r.last[r.made%chunksAhead] = c.text
	r.made, r.ended = r.made+1, c.err != nil
	return true
}

// readSome reads up to size bytes into the memory of buf, and only a few if the reader has no more at the moment, or if ctx is done.
func readSome(ctx context.Context, in io.Reader, buf []byte, size int) (text []byte, err error) {
	const few = 32 << 10 // fewer bytes are not passed to the kernels
	text = slices.Grow(buf, size)[:size]
	n := 0
	for n < min(size, few) && err == nil && (n == 0 || ctx.Err() == nil) {
		var more int
		more, err = in.Read(text[n:])
		n += more
	}
	return text[:n], err
}

// runInPieces checks the document. If it is invalid, the walk begins with the piece that has the
// first error, and continues to the end of the document. This walk applies the rules that may find something
// from there on.
func (w *lintWindow) runInPieces(ctx context.Context, known prospect) error {
	p := &pieceCheck{lintWindow: w, suspects: suspects.NewPieces(w.on, &w.verdict), clean: known.clean}
	p.behind, p.full = max(p.behind, w.window/4), w.window
	p.outline.Begin()
	rules := w.verdict
	rules.MaxToken = math.MaxInt / 4 // tokens may have any length
	verdict := stream.NewVerdict(stream.Config{Rules: rules, Names: stream.ByKeys, Segment: w.segment})
	r := &chunkReader{head: w.src, in: w.in, verdict: verdict, size: max(w.window/8, 1<<10)}
	received, err := 0, error(nil)
	for c := range parallel.Ahead(ctx, chunksAhead, r.next) {
		received++
		err = c.err
		if p.take(c); err != nil || p.isUnclear || p.found.stopped {
			break
		}
	}
	switch {
	case err == io.EOF && !p.isUnclear && !p.found.stopped:
		p.look(len(p.src), io.EOF)
		return nil
	case p.found.stopped:
		return nil
	}
	for n := r.made; n > received; n-- {
		w.in = io.MultiReader(bytes.NewReader(r.last[(n-1)%chunksAhead]), w.in)
	}
	return p.walkRest(p.restOf(known))
}

// begin returns the index in src at which the current piece begins.
func (p *pieceCheck) begin() int { return int(p.outline.Place.Offset - p.base) }

// take adds a chunk, and looks at what is known to be valid.
func (p *pieceCheck) take(c *chunk) {
	p.receive(c.text)
	p.advance(c.progress)
	if p.isUnclear = p.isUnclear || len(p.src)-p.begin() > p.mostPiece; !p.isUnclear && len(p.src) >= p.full {
		p.slide(p.outline.Place.Offset)
		p.full = max(p.window, 2*len(p.src))
	}
}

// advance looks at the text that is known to be valid, up to its last comma or up to the end of a
// part of a long string.
func (p *pieceCheck) advance(known stream.Progress) {
	begin, valid, end := p.begin(), int(known.Valid-p.base), int(known.InString-p.base)
	if valid > begin {
		p.advanceTo(valid)
	}
	if begin = p.begin(); end > valid && end-begin > p.window/2 && !p.isUnclear && !p.isWhole {
		p.advanceInto(begin, max(valid, begin), end+1)
	}
}

// textTo returns the beginning of the current piece, up to src[end]. If the piece begins inside a string, the text begins with a
// quotation mark instead of its first byte.
func (p *pieceCheck) textTo(end int) []byte {
	text := p.src[p.begin():end]
	if len(text) == 0 || !p.outline.InString {
		return text
	}
	p.quoted = append(append(p.quoted[:0], '"'), text[1:]...)
	return p.quoted
}

// advanceTo looks at the current piece up to its last comma before src[valid].
func (p *pieceCheck) advanceTo(valid int) {
	begin := p.begin()
	end := begin + place.LastComma(p.src[begin:valid]) + 1
	if end > begin && p.look(end, nil) {
		p.outline.Advance(p.textTo(end))
		p.encoding.swept, p.isWhole = end, false
	}
}

// advanceInto looks at src[begin:end], which ends inside the string that begins at src[quote]. A
// string that is a name or has suspects is not divided.
func (p *pieceCheck) advanceInto(begin, quote, end int) {
	p.isWhole = !p.outline.InString && !p.outline.PrecedesValue(p.src[begin:quote]) || p.suspects.InString(p.src[quote+1:end])
	if !p.isWhole && p.look(quote, nil) {
		p.outline.EnterString(p.src[begin:end], quote-begin)
		p.encoding.swept = p.begin() + 1 // the piece may begin with the last byte of a character
	}
}

// look looks for suspects in the current piece, which is valid and ends at src[end], and walks over the piece if there are any. The
// parameter err is the error of a reader at the end of the piece, or nil if the document goes on. If a walk would take too long, look
// sets isUnclear and returns false.
func (p *pieceCheck) look(end int, err error) (ok bool) {
	piece := p.textTo(end)
	switch {
	case len(piece) == 0:
		return true
	case p.base+int64(end) <= p.clean:
		return true
	}
	on := p.suspects.Find(piece)
	if p.isUnclear = err == nil && p.isTooLarge(on); p.isUnclear {
		return false
	}
	if on != 0 {
		p.walkPiece(p.src[p.begin():end], on, cmp.Or(err, errUnclear))
	}
	return true
}

// isTooLarge reports whether a walk over a piece that applies the given rules would take too long,
// because it begins with all levels of the outline.
func (p *pieceCheck) isTooLarge(on ruleset.Set) bool {
	const mostLevels = 1 << 15
	return on != 0 && len(p.outline.Levels) > mostLevels
}

// walkPiece walks over a piece, which is valid. The parameter end is the error of a reader at the end of the piece.
func (p *pieceCheck) walkPiece(piece []byte, on ruleset.Set, end error) {
	r, o := p.readerOf(io.MultiReader(bytes.NewReader(piece), failed{end}))
	if p.tokens == nil {
		p.tokens = tokenizer.NewReader(r, p.walking...)
	} else {
		p.tokens.ResetReader(r)
	}
	_ = newTokenWalk(p.document, p.tokens, on, o).run() // the only error is that of the reader
}

// restOf returns the rules that may find something in the current piece or after it. To find that out, it reads up to the offset from
// which on the document is known to be plain, unless that is far away.
func (p *pieceCheck) restOf(known prospect) ruleset.Set {
	if known.plain == 0 || p.on&ruleset.Names != 0 && slices.ContainsFunc(p.outline.Names(), isOdd) {
		return known.on
	}
	buf := make([]byte, 64<<10)
	for p.end() < known.plain+suspects.Overlap {
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
func (p *pieceCheck) walkRest(on ruleset.Set) error {
	w, text, begin := p.lintWindow, p.src, p.begin()
	w.in = io.MultiReader(bytes.NewReader(text[begin:]), w.in)
	r, o := p.readerOf(w)
	w.hold(bytes.Clone(text[:begin])) // because Read overwrites what is behind it
	w.behind, w.full = background, w.window/4
	return w.run(newTokenWalk(w.document, tokenizer.NewReader(r, w.walkingFor(on)...), on&w.on, o))
}

// readerOf returns a reader of r for a Tokenizer, and the outline of the text before it, or nil if there is no such text. r begins with the
// current piece.
func (p *pieceCheck) readerOf(r io.Reader) (io.Reader, *place.Outline) {
	if p.outline.Place.Offset == 0 {
		return r, nil
	}
	return &laterPiece{r, p}, &p.outline
}

// A laterPiece is a reader of a document from a piece on that is not the first one.
type laterPiece struct {
	r io.Reader
	p *pieceCheck
}

// Resume implements [place.Resumer].
func (l *laterPiece) Resume() (o *place.Outline, before []byte) {
	begin := l.p.begin()
	return &l.p.outline, l.p.src[max(begin-background, 0):begin]
}

func (l *laterPiece) Read(b []byte) (n int, err error) { return l.r.Read(b) }

// errUnclear is the error of a reader at the end of a piece that is not the last one.
var errUnclear = errors.New("lint: the document goes on")

// A failed reader returns an error.
type failed struct{ error }

func (f failed) Read([]byte) (n int, err error) { return 0, f.error }
