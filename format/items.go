package format

import "github.com/assayjson/assay/tokenizer"

// item writes the next item.
func (p *printer) item(it *item) {
	switch {
	case it.kind == end:
		p.finish(it)
		return
	case it.closes():
		p.close(it)
	default:
		p.place(it)
		if it.opens() {
			p.frames = append(p.frames, frame{it.kind == tokenizer.BeginObject, p.isFlat(it), true, it.numbers && p.width > 0})
		}
		p.text(it)
	}
	p.trail, p.keeps = it.trail(), it.keepsAfter()
}

// isFlat reports whether everything up to the closing bracket is written on one line.
func (p *printer) isFlat(it *item) bool {
	depth := len(p.frames)
	switch {
	case p.compact || depth > 0 && p.frames[depth-1].flat:
		return true
	case p.width == 0:
		return false
	}
	columns := p.column() + it.columns
	if depth > 0 && p.style != Prettier {
		columns++ // a comma
	}
	return columns <= p.width
}

// place writes everything between the previous item and a value or name, such as a comma, a line
// ending and comments.
func (p *printer) place(it *item) {
	if p.keeps || it.keepsBefore() {
		p.keepLines(it)
		return
	}
	if p.inName {
		p.afterName(it.lead())
		return
	}
	if last := len(p.frames) - 1; last >= 0 {
		f := &p.frames[last]
		p.writeBeforeComma()
		if !f.empty {
			p.dst = append(p.dst, ',')
		}
		p.writeTrail()
		p.separate(f, it)
		f.empty = false
	}
	p.writeLead(it)
}

// separate writes the white space before an element or member.
func (p *printer) separate(f *frame, it *item) {
	switch blank := linesBefore(it) == 2 && p.style != Stringify; {
	case p.compact:
	case f.fill && !f.flat && !f.empty && !blank && p.joinsItem(it):
		p.dst = append(p.dst, ' ')
	case !f.flat:
		p.line(len(p.frames), !f.empty && blank)
	case f.object && p.brace > 0 || !f.empty:
		p.dst = append(p.dst, ' ')
	}
}

// afterName writes the white space and the comments between a colon and a value.
func (p *printer) afterName(lead []comment) {
	p.inName = false
	p.space()
	for i := range lead {
		p.comment(&lead[i])
		if !p.inComment {
			p.space()
		} else if !p.compact {
			p.line(len(p.frames)+1, false)
		}
	}
}

// writeLead writes the comments before an item at the start of its line.
func (p *printer) writeLead(it *item) {
	lead := it.lead()
	for i := range lead {
		p.comment(&lead[i])
		lines := it.lines
		if i+1 < len(lead) {
			lines = lead[i+1].lines
		}
		switch {
		case p.compact:
		case p.inComment || lead[i].ownLine && !(p.style == Prettier && p.inFlat()):
			p.line(len(p.frames), lines == 2)
		default:
			p.dst = append(p.dst, ' ')
		}
	}
}

// writeTrail writes the comments after the previous item.
func (p *printer) writeTrail() {
	for i := range p.trail {
		p.space()
		p.comment(&p.trail[i])
	}
	p.trail = nil
}

// close writes a closing bracket, and everything between the previous item and the bracket.
func (p *printer) close(it *item) {
	last := len(p.frames) - 1
	if p.keeps || it.keepsBefore() {
		p.keepLines(it)
		p.frames = p.frames[:last]
		p.text(it)
		return
	}
	f := p.frames[last]
	nothing := f.empty && len(p.trail) == 0 && len(it.lead()) == 0
	if p.writeBeforeComma(); !nothing && !f.flat {
		if !f.empty && p.endsWithComma(it, false) {
			p.dst = append(p.dst, ',')
		}
	}
	p.writeTrail()
	dangling := p.style == Prettier && f.empty && isDangling(it.lead())
	if dangling {
		p.comment(&it.lead()[0])
	} else {
		p.writeOwnLines(it.lead(), f.empty)
	}
	p.frames = p.frames[:last]
	switch {
	case nothing || dangling || p.compact:
	case !f.flat:
		p.line(last, false)
	case f.object && p.brace > 0:
		p.dst = append(p.dst, ' ')
	}
	p.text(it)
}

// writeOwnLines writes comments, each on a line of its own.
func (p *printer) writeOwnLines(lead []comment, first bool) {
	for i := range lead {
		if !p.compact {
			p.line(len(p.frames), lead[i].lines == 2 && !(first && i == 0))
		}
		p.comment(&lead[i])
	}
}

// finish writes the comments and the line ending at the end of the text.
func (p *printer) finish(it *item) {
	if p.keeps || it.keepsBefore() {
		p.keepLines(it)
	} else {
		p.writeTrail()
		p.writeOwnLines(it.lead(), false)
	}
	p.inComment = false
	if p.final {
		p.newline(0)
	}
}
