package dialect

import (
	"hash/maphash"
	"slices"
)

// pieceSize is the size of a typical piece in bytes. Pieces have at least half this size, except the last one. They end as soon as
// possible after this size, unless a piece that can be reused begins before twice this size.
const pieceSize = 16 << 10

// A piece is a part of a text. It begins at the start of the text, or before a bracket, colon or comma that is not in a string or
// comment, unless there may be a trailing comma before it. Therefore what a piece becomes in JSON depends on the text before it only
// through the field before and the looks of the bracketing, and on the text after it only through the next byte.
type piece struct {
	length  int
	hash    uint64
	next    int       // the byte after the piece, or -1 at the end of the text
	before  TokenKind // the kind of the last token before the piece that is not trivia
	after   TokenKind // and of the last one at its end
	changed bool      // it is different in JSON
	isShort bool      // some errors are left out because there were enough before them
	errs    []pieceError
	bracketing
	extent
}

// A pieceError is an [Error] in a piece, with offsets in the piece.
type pieceError struct {
	offset, length, token, end int
	fault                      Fault
}

// An extent is the length of the results for a part of the text.
type extent struct{ json, steps, groups, rewrites int }

// A cursor is a place between two pieces of the last text.
type cursor struct {
	index int // of the piece after it
	at    int // the offset in the new text
	oldAt int // the offset in the last text
	extent
}

// pass moves the cursor past a piece.
func (c *cursor) pass(p *piece) {
	c.index++
	c.at += p.length
	c.oldAt += p.length
	c.json += p.json
	c.steps += p.steps
	c.groups += p.groups
	c.rewrites += p.rewrites
}

// An update divides a new text into pieces. It reuses the pieces of the last text that are at its beginning. Those at its end are
// reused where they fit. What is between them is converted.
type update struct {
	lowering // dst and rewrites are the results after the pieces at the beginning, except those of the run
	lexer    Lexer
	l        *Lowerer
	old      []piece
	at       int // the end of the pieces so far
	errCount int // number of errors in these pieces

	// The old pieces from tail on are equal to the end of the new text. Those from run to tail have just been reused, and their
	// results have not been copied, because they may remain where they are.
	tail, run cursor
}

// update replaces the pieces and the results of l with those for src.
func (l *Lowerer) update(src []byte) {
	made := l.made
	made.reset()
	u := update{l: l, old: l.pieces, lexer: Lexer{src: src, dialect: l.dialect}}
	u.lowering = lowering{src: src, dialect: l.dialect, dst: l.text[:0], rewrites: &made, comma: -1}
	if u.dst == nil {
		u.dst = make([]byte, 0, min(len(src), 4*l.size)+64)
	}
	l.pieces, l.converted = l.spare[:0], 0
	head := u.reuseHead()
	u.base, u.done = head.json, head.at
	u.findTail(head)
	for u.at < len(src) {
		u.skipTo(u.at)
		if !u.tailFits(u.at) {
			u.convert()
			continue
		}
		p := &u.old[u.tail.index]
		u.reuse(p)
		u.tail.pass(p)
	}
	u.skipTo(len(src) + 1)
	l.replace(&u, head, u.run)
	clear(u.old)
	l.spare, l.text, l.made = u.old[:0], u.dst, made
	if cap(l.text) > 64*pieceSize {
		l.text, l.made = nil, rewriteList{}
	}
}

// reuseHead reuses the pieces of the last text up to the first one that is not at the same place in the new text.
func (u *update) reuseHead() (end cursor) {
	for end.index < len(u.old) {
		p := &u.old[end.index]
		if !u.has(p, end.at) || nextByte(u.src, end.at+p.length) != p.next {
			break
		}
		u.reuse(p)
		end.pass(p)
	}
	return end
}

// findTail sets u.tail, which is not before from.
func (u *update) findTail(from cursor) {
	index, at := len(u.old), len(u.src)
	for index > from.index {
		p := &u.old[index-1]
		if at-p.length < from.at || !u.has(p, at-p.length) {
			break
		}
		index, at = index-1, at-p.length
	}
	for from.index < index {
		from.pass(&u.old[from.index])
	}
	u.tail = from
	u.tail.at = at
	u.run = u.tail
}

// has reports whether the text of p is at an offset in the new text.
func (u *update) has(p *piece, at int) bool {
	return p.length <= len(u.src)-at && u.l.hash(u.src[at:at+p.length]) == p.hash
}

func (l *Lowerer) hash(text []byte) uint64 { return maphash.Bytes(l.seed, text) }

// nextByte returns the byte of src at an offset, or -1 at the end.
func nextByte(src []byte, at int) int {
	if at == len(src) {
		return -1
	}
	return int(src[at])
}

// reuse adds a piece that has been converted before. It must fit.
func (u *update) reuse(p *piece) {
	u.l.pieces = append(u.l.pieces, *p)
	u.objects.pass(&p.bracketing)
	u.at += p.length
	u.before = p.after
	u.errCount += len(p.errs)
}

// tailFits reports whether the tail begins at an offset, which is that of the next token, and its first piece can be reused there.
func (u *update) tailFits(at int) bool {
	if u.tail.at != at || u.tail.index == len(u.old) {
		return false
	}
	p := &u.old[u.tail.index]
	return p.before == u.before && (!p.isShort || u.errCount+len(p.errs) >= mostErrors) && u.objects.fits(&p.bracketing)
}

// skipTo removes pieces that begin before an offset from the tail.
func (u *update) skipTo(at int) {
	for u.tail.index < len(u.old) && u.tail.at < at {
		u.tail.pass(&u.old[u.tail.index])
		u.run = u.tail
	}
}

// copyRun copies the results of the run.
func (u *update) copyRun() {
	from, to := u.run, u.tail
	if from.index == to.index {
		return
	}
	at := u.base + len(u.dst)
	if u.l.json == nil {
		u.dst = append(u.dst, u.src[from.at:to.at]...)
	} else {
		u.dst = append(u.dst, u.l.json[from.json:to.json]...)
	}
	made, all := u.rewrites, &u.l.rewrites
	for _, g := range all.groups[from.groups:to.groups] {
		g.move(from.at-from.oldAt, at-from.json, len(made.steps)-from.steps)
		made.groups = append(made.groups, g)
	}
	made.steps = append(made.steps, all.steps[from.steps:to.steps]...)
	made.count += to.rewrites - from.rewrites
	u.done, u.run = to.at, to
}

// extent returns the extent of the results so far.
func (u *update) extent() extent {
	return extent{len(u.dst), len(u.rewrites.steps), len(u.rewrites.groups), u.rewrites.count}
}

// convert adds a piece, which it converts token by token.
func (u *update) convert() {
	u.copyRun()
	begin, before := u.at, u.extent()
	p := piece{before: u.before}
	u.lexer.pos, u.changed = begin, false
	u.objects.beginPiece()
	u.rewrites.beginPiece(begin, u.base+len(u.dst))
	for {
		u.skim(&u.lexer, u.nextEnd(begin))
		if u.endsPiece(begin) {
			break
		}
		t, err := u.next(&u.lexer)
		if err != nil {
			u.addError(&p, err.(*Error), begin)
		}
		u.token(t, err == nil)
	}
	u.at = u.lexer.pos
	u.dst = append(u.dst, u.src[u.done:u.at]...)
	u.done = u.at
	p.length, p.next, p.hash = u.at-begin, nextByte(u.src, u.at), u.l.hash(u.src[begin:u.at])
	p.after, p.changed, p.bracketing = u.lowering.before, u.changed, u.objects.endPiece()
	p.extent = u.extent().minus(before)
	u.l.pieces = append(u.l.pieces, p)
	u.l.converted += p.length
	u.reserve()
}

func (e extent) minus(f extent) extent {
	return extent{e.json - f.json, e.steps - f.steps, e.groups - f.groups, e.rewrites - f.rewrites}
}

// addError adds an error to the piece that begins at begin.
func (u *update) addError(p *piece, e *Error, begin int) {
	if u.errCount >= mostErrors {
		p.isShort = true
		return
	}
	u.errCount++
	p.errs = append(p.errs, pieceError{int(e.Offset) - begin, e.Length, e.token - begin, e.end - begin, e.Fault})
}

// nextEnd returns the first offset, not before that of the next token, at which the piece that begins at begin may end.
func (u *update) nextEnd(begin int) int {
	u.skipTo(max(u.lexer.pos, begin+max(u.l.size/2, 1)))
	if u.isNear(begin) {
		return u.tail.at
	}
	return min(begin+u.l.size, len(u.src))
}

// isNear reports whether the piece that begins at begin is not too long if it ends where the tail begins, or at the end of the text.
func (u *update) isNear(begin int) bool { return u.tail.at <= begin+2*u.l.size }

// endsPiece reports whether the piece that begins at begin ends before the next token.
func (u *update) endsPiece(begin int) bool {
	at := u.lexer.pos
	if at == len(u.src) {
		return true
	}
	switch u.src[at] {
	case '{', '}', '[', ']', ':', ',':
		isLong := at >= begin+u.l.size && (u.tail.at <= at || !u.isNear(begin))
		return u.comma < 0 && (isLong || u.tailFits(at))
	}
	return false
}

// reserve reserves memory for the rest of a text of which nothing can be reused. It assumes that the rest takes as much memory for
// each byte as the text so far.
func (u *update) reserve() {
	if len(u.old) > 0 || cap(u.dst)-len(u.dst) > 4*u.l.size {
		return
	}
	rest := 1.02 * float64(len(u.src)-u.at) / float64(u.at)
	u.dst = slices.Grow(u.dst, int(rest*float64(len(u.dst)))+8*u.l.size)
	u.rewrites.steps = slices.Grow(u.rewrites.steps, int(rest*float64(len(u.rewrites.steps))))
}
