package dialect

import (
	"slices"
)

// An update divides a new text into pieces. It reuses the pieces of the last text that are at its beginning. Those at its end are
// reused where they fit. What is between them is converted.
type update struct {
	lowering // dst and rewrites are the results after the pieces at the beginning, except those of the run
	lexer    Lexer
	kept     *kept
	old      []piece
	at       int // the end of the pieces so far
	errCount int // number of errors in these pieces

	// The old pieces from tail on are equal to the end of the new text. Those from run to tail have just been reused, and their
	// results have not been copied, because they may remain where they are.
	tail, run cursor
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
	return p.length <= len(u.src)-at && u.kept.hash(u.src[at:at+p.length]) == p.hash
}

// reuse adds a piece that has been converted before. It must fit.
func (u *update) reuse(p *piece) {
	u.kept.pieces = append(u.kept.pieces, *p)
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
	if u.kept.json == nil {
		u.dst = append(u.dst, u.src[from.at:to.at]...)
	} else {
		u.dst = append(u.dst, u.kept.json[from.json:to.json]...)
	}
	made, all := u.rewrites, &u.kept.rewrites
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
	p.length, p.next, p.hash = u.at-begin, nextByte(u.src, u.at), u.kept.hash(u.src[begin:u.at])
	p.after, p.changed, p.bracketing = u.lowering.before, u.changed, u.objects.endPiece()
	p.extent = u.extent().minus(before)
	u.kept.pieces = append(u.kept.pieces, p)
	u.kept.converted += p.length
	u.reserve()
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
	u.skipTo(max(u.lexer.pos, begin+max(u.kept.size/2, 1)))
	if u.isNear(begin) {
		return u.tail.at
	}
	return min(begin+u.kept.size, len(u.src))
}

// isNear reports whether the piece that begins at begin is not too long if it ends where the tail begins, or at the end of the text.
func (u *update) isNear(begin int) bool { return u.tail.at <= begin+2*u.kept.size }

// endsPiece reports whether the piece that begins at begin ends before the next token.
func (u *update) endsPiece(begin int) bool {
	at := u.lexer.pos
	if at == len(u.src) {
		return true
	}
	switch u.src[at] {
	case '{', '}', '[', ']', ':', ',':
		isLong := at >= begin+u.kept.size && (u.tail.at <= at || !u.isNear(begin))
		return u.comma < 0 && (isLong || u.tailFits(at))
	}
	return false
}

// reserve reserves memory for the rest of a text of which nothing can be reused. It assumes that the rest takes as much memory for
// each byte as the text so far.
func (u *update) reserve() {
	if len(u.old) > 0 || cap(u.dst)-len(u.dst) > 4*u.kept.size {
		return
	}
	rest := 1.02 * float64(len(u.src)-u.at) / float64(u.at)
	u.dst = slices.Grow(u.dst, int(rest*float64(len(u.dst)))+8*u.kept.size)
	u.rewrites.steps = slices.Grow(u.rewrites.steps, int(rest*float64(len(u.rewrites.steps))))
}
