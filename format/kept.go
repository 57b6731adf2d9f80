package format

import "github.com/assayjson/assay/tokenizer"

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
