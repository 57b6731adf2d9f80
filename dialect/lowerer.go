package dialect

import (
	"cmp"
	"hash/maphash"
	"slices"

	"github.com/assayjson/assay/internal/engine/hidden"
)

// A Lowerer converts a text to JSON again and again while the text is edited. Its method Lower has the same results as the
// function [Lower], but converts only the part of the text around an edit. The two may map an offset inside an escape to
// different places; all other offsets are mapped to the same ones. The zero Lowerer is ready to use. A Lowerer must not be used
// concurrently, nor copied after its first use.
//
// The text is divided into pieces of about 16 KiB; a piece with a long token is longer. A Lowerer does not keep the text. It
// recognizes a piece by a hash of 64 bits with a random seed, so it overlooks a change in a piece with a probability of
// 1 in 2^64. It keeps the JSON text, a few bytes for each token that differs in JSON, and a few hundred bytes for each piece.
type Lowerer struct {
	dialect Dialect
	kept

	// Memory for the next update.
	spare []piece
	text  []byte
	made  rewriteList

	sizeForTests
}

// sizeForTests is the size in bytes of the new pieces, or 0 for pieceSize. The texts of tests would otherwise be a single piece.
type sizeForTests = hidden.Part[int]

// Lower is like the function [Lower]. The texts of two calls may differ in any way. If src is similar to the last text, Lower
// hashes src once, moves the part of the JSON text after the first change, and converts a few pieces. The results json and m share
// memory with the Lowerer and are valid until the next call; errs remains valid as long as src does not change. The Lowerer does not
// keep src.
//
// As long as no text has errors, or tokens that are written differently in JSON, nothing is kept, and Lower does the same as the
// function.
func (l *Lowerer) Lower(src []byte, d Dialect) (json []byte, m Map, errs []*Error) {
	if l.size == 0 {
		l.size = cmp.Or(*hidden.Of(&l.sizeForTests), pieceSize)
	}
	if d != l.dialect {
		*l = Lowerer{dialect: d, kept: kept{seed: l.seed, size: l.size}}
	}
	if d == JSON {
		return src, Map{src: src}, nil
	}
	if len(l.pieces) == 0 {
		if json := lowerInPlace(src, d); json != nil {
			return json, Map{src: src}, nil
		}
	}
	if l.seed == (maphash.Seed{}) {
		l.seed = maphash.MakeSeed()
	}
	l.update(src)
	if json = l.json; json == nil {
		json = src
	}
	return json, Map{src, l.rewrites}, l.errors(src)
}

// update replaces the pieces and the results of l with those for src.
func (l *Lowerer) update(src []byte) {
	made := l.made
	made.reset()
	u := update{kept: &l.kept, old: l.pieces, lexer: Lexer{src: src, dialect: l.dialect}}
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

// errors returns the first errors in src.
func (l *Lowerer) errors(src []byte) (all []*Error) {
	at := 0
	for i := range l.pieces {
		p := &l.pieces[i]
		for _, e := range p.errs {
			if len(all) == mostErrors {
				return all
			}
			all = append(all, &Error{Offset: int64(at + e.offset), Length: e.length, Fault: e.fault, src: src, token: at + e.token, end: at + e.end})
		}
		at += p.length
	}
	return all
}

// replace replaces the results for the old pieces between two cursors with those that u has made. l.pieces are already those of the
// new text.
func (l *Lowerer) replace(u *update, from, to cursor) {
	isWhole := from.index == 0 && to.index == len(u.old)
	switch {
	case !slices.ContainsFunc(l.pieces, func(p piece) bool { return p.changed }):
		l.json = nil
	case isWhole:
		l.json, u.dst = u.dst, nil
	case l.json == nil: // the old pieces are the same in JSON
		l.json = make([]byte, 0, roomFor(from.at+len(u.dst)+len(u.src)-to.at))
		l.json = append(append(append(l.json, u.src[:from.at]...), u.dst...), u.src[to.at:]...)
	default:
		l.json = splice(l.json, from.json, to.json, u.dst)
	}
	made, all := u.rewrites, &l.rewrites
	if isWhole {
		*all, *made = *made, rewriteList{}
		return
	}
	for i := range made.groups {
		made.groups[i].move(0, 0, from.steps)
	}
	later := all.groups[to.groups:]
	for i := range later {
		later[i].move(to.at-to.oldAt, u.base+len(u.dst)-to.json, from.steps+len(made.steps)-to.steps)
	}
	all.steps = splice(all.steps, from.steps, to.steps, made.steps)
	all.groups = splice(all.groups, from.groups, to.groups, made.groups)
	all.count += made.count - (to.rewrites - from.rewrites)
}

// splice replaces s[from:to]. It uses the memory of s if that is neither too short nor far too long.
func splice[E any](s []E, from, to int, with []E) []E {
	if n := len(s) - (to - from) + len(with); n > cap(s) || cap(s)-n > n+pieceSize {
		return append(append(append(make([]E, 0, roomFor(n)), s[:from]...), with...), s[to:]...)
	}
	return slices.Replace(s, from, to, with...)
}

// roomFor returns the capacity of memory for n bytes or elements, so that a few more can be added later.
func roomFor(n int) int { return n + n/64 + 256 }
