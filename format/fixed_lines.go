package format

import (
	"bytes"
	"slices"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/internal/files/suppress"
	"github.com/assayjson/assay/tokenizer"
)

// fixedLines are the lines of a text to which comments refer that suppress findings of package lint, and the lines
// from such a comment to the line that it refers to. What is on one of these lines before a text is formatted is on one
// line afterwards, and nothing else is; otherwise the comment would suppress other findings than before. The lines are
// ranges of offsets, in order; ranges that overlap have been merged.
type fixedLines []lineRange

type lineRange struct{ begin, end int }

func fixedLinesOf(src []byte, d dialect.Dialect) (all fixedLines) {
	target, item := -1, 0
	for _, one := range suppress.Find(src, d) {
		first, last := one.Target, one.Target
		switch one.Scope {
		case suppress.NextLine:
			if target != one.Target {
				target, item = one.Target, one.Target
				if target >= 0 {
					item += firstItem(src[target:], d)
				}
			}
			first, last = one.Offset, max(one.End, item)
		case suppress.Line:
		default:
			continue
		}
		before := len(all) - 1 // the range before, in which this one begins or which it follows: comments are in order
		if before >= 0 && last < all[before].end {
			continue
		}
		lineEnd := len(src)
		if n := bytes.IndexAny(src[last:], "\r\n"); n >= 0 {
			lineEnd = last + n
		}
		if before >= 0 && first < all[before].end {
			all[before].end = lineEnd
		} else {
			all = append(all, lineRange{1 + bytes.LastIndexAny(src[:first], "\r\n"), lineEnd})
		}
	}
	return all
}

// firstItem returns the offset of the first item in a text. A comma or colon does not count, because it is moved to the line of what
// precedes it.
func firstItem(text []byte, d dialect.Dialect) int {
	for lexer := dialect.NewLexer(text, d); ; {
		token, _ := lexer.Next()
		if !token.Kind.IsTrivia() && token.Kind != dialect.Comma && token.Kind != dialect.Colon {
			return token.Begin
		}
	}
}

// at returns the number of the range that contains an offset, from 1, or 0 if there is none.
func (f fixedLines) at(offset int) int {
	i, exact := slices.BinarySearchFunc(f, offset, func(r lineRange, offset int) int { return r.begin - offset })
	if exact {
		return i + 1
	}
	if i > 0 && offset < f[i-1].end {
		return i
	}
	return 0
}

// touch reports whether a part of a token is in one of the ranges.
func (f fixedLines) touch(t dialect.Token) bool {
	if len(f) == 0 {
		return false
	}
	i, _ := slices.BinarySearchFunc(f, t.Begin, func(r lineRange, offset int) int { return r.end - 1 - offset })
	return i < len(f) && f[i].begin < t.End
}

// keepsBefore reports whether the line endings before an item stay as they are in the source.
func (it *item) keepsBefore() bool { return it.fixed || slices.ContainsFunc(it.lead(), isFixed) }

// keepsAfter reports whether the line endings after an item stay as they are in the source.
func (it *item) keepsAfter() bool { return it.fixed || slices.ContainsFunc(it.trail(), isFixed) }

func isFixed(c comment) bool { return c.fixed }

// startsLine reports whether the comments before an item, or the item, are not on the line of the previous item.
func (it *item) startsLine() bool {
	return it.breaks || slices.ContainsFunc(it.lead(), func(c comment) bool { return c.breaks })
}

// toStartLine makes an item, or the first comment before it, start a line.
func (it *item) toStartLine() {
	if lead := it.lead(); len(lead) > 0 {
		lead[0].breaks = true
	} else {
		it.breaks = true
	}
}

// splitKept is [dialectSource.trailing] for an item that precedes a gap whose line endings are kept: the comments on the line of
// the item belong to it. If the next item must not be moved away from the item before it, it becomes tied.
func (s *dialectSource) splitKept(prev *item, comments []comment) (trail int) {
	for trail < len(comments) && !comments[trail].breaks {
		trail++
	}
	side := s.side // the range at the end of what is on the line of prev
	if trail > 0 {
		side = comments[trail-1].side
	}
	s.ahead.tied = trail == len(comments) && !s.ahead.breaks || side > 0 && side == s.begins
	if prev.kind == tokenizer.Name || s.prettier && prev.opens() && !prev.fixed && !slices.ContainsFunc(comments[:trail], isFixed) {
		return 0 // as in trailing
	}
	return trail
}

// keepLines writes everything between the previous item and it, with the line endings of the source.
func (p *printer) keepLines(it *item) {
	g := keptGap{p, len(p.frames), " ", len(p.frames) == 0 && it.kind != end}
	if p.inName {
		g.depth++
		p.inName = false
	} else if last := len(p.frames) - 1; last >= 0 {
		f := &p.frames[last]
		if g.opened = f.empty; f.empty && !f.object {
			g.separator = ""
		}
		if !f.empty && (!it.closes() || !f.flat && p.endsWithComma(it, true)) {
			p.dst = append(p.dst, ',')
		}
		f.empty = false
	}
	for i := range p.trail {
		g.comment(&p.trail[i])
	}
	p.trail = nil
	for i := range it.lead() {
		g.comment(&it.lead()[i])
	}
	switch {
	case it.kind == end:
		return
	case it.closes():
		if g.depth--; g.opened || it.kind == tokenizer.EndArray {
			g.separator = ""
		}
	}
	g.separate(it.breaks, it.lines == 2 && !it.closes())
}

// A keptGap is the gap between two items that keepLines writes.
type keptGap struct {
	*printer
	depth     int
	separator string // what separates two things on one line
	opened    bool   // nothing has been written since the opening bracket, or since the start of the text
}

func (g *keptGap) comment(c *comment) {
	g.separate(c.breaks, c.lines == 2)
	g.printer.comment(c)
	g.separator, g.opened = " ", false
}

// separate writes what precedes a comment or an item.
func (g *keptGap) separate(breaks, blank bool) {
	p := g.printer
	switch {
	case g.opened && len(p.frames) == 0: // at the start of the text
	case breaks && p.compact:
		p.newline(0)
	case breaks:
		p.line(g.depth, blank && !g.opened && p.style != Stringify)
	case p.inComment: // in JSON5, U+2028 and U+2029 also end a line comment
		p.dst = append(p.dst, "\u2028"...)
		p.inComment = false
	case !p.compact:
		p.dst = append(p.dst, g.separator...)
	}
}
