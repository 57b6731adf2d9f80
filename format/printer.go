package format

import (
	"bytes"
	"io"
	"strings"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/tokenizer"
)

// A printer writes items. The comments after an item and the separator after it are written only
// when the next item arrives, because a comma may have to precede the comments.
type printer struct {
	dst []byte
	w   io.Writer // receives the contents of dst from time to time; nil if dst collects the whole output
	err error     // the first error that w returned

	written int // how many bytes w has received
	skip    int // how many bytes of the output w has received already, before the output was begun again

	compact, canonicalForm bool
	checked                bool           // the text is known to be valid
	rules                  jsonsimd.Rules // of the indexes
	scratch                []byte

	indent  string // white space for one level of indentation
	indents string // indent repeated for many levels
	lineEnd string
	tab     int // the number of columns of a tab
	width   int
	style   Style
	commas  TrailingCommas
	final   bool // end the output with a line ending

	frames    []frame
	trail     []comment // comments after the last item, not yet written
	inName    bool      // a name has been written, but its value has not
	keeps     bool      // the line endings after the last item are kept
	inComment bool      // a line comment has been written, but its line ending has not
	lineStart int       // offset in dst at which the current line starts
	counted   int       // offset in dst up to which the columns of the line have been counted; 0 if none have
	at        int       // the column of dst[counted]
}

// A frame is an array or object that has been opened but not yet closed.
type frame struct {
	object, flat, empty bool
	fill                bool // as many elements as fit are on each line
}

// use prepares p for formatting src.
func (p *printer) use(src []byte, o Options) {
	p.compact, p.canonicalForm, p.width = o.Compact || o.Canonical, o.Canonical, o.Width
	p.indent, p.commas = o.Indent, o.TrailingCommas
	if o.Detect {
		p.indent = indentOf(src, o.Dialect, o.Indent)
	}
	if p.indent == "" {
		p.indent = defaultIndent
	}
	if !o.Dialect.HasTrailingCommas() {
		p.commas = RemoveCommas
	}
	if p.style, p.tab = o.Style, o.tabWidth(); p.compact {
		p.style = Plain
	}
	if p.style == Stringify {
		p.width = 0
	}
	p.lineEnd = "\n"
	if o.LineEnd == CRLF || o.LineEnd == KeepLineEnd && lineEndOf(src, o.Dialect) == CRLF {
		p.lineEnd = "\r\n"
	}
	endsLine := bytes.HasSuffix(src, []byte("\n")) || bytes.HasSuffix(src, []byte("\r"))
	p.final = !o.Canonical && (o.FinalNewline == EnsureNewline || o.FinalNewline == KeepNewline && endsLine)
	p.startLine()
}

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

// column returns the number of columns of the current line so far. It counts each column only once.
func (p *printer) column() int {
	if p.counted == 0 {
		line := p.dst[p.lineStart:]
		space := line[:len(line)-len(bytes.TrimLeft(line, " \t"))]
		p.counted, p.at = p.lineStart+len(space), p.indentation(space)
	}
	p.at += p.columns(p.dst[p.counted:])
	p.counted = len(p.dst)
	return p.at
}

// startLine records that a line starts at the end of dst.
func (p *printer) startLine() { p.lineStart, p.counted = len(p.dst), 0 }

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
	case f.object || !f.empty:
		p.dst = append(p.dst, ' ')
	}
}

// linesBefore returns the number of line endings between the previous item and the first comment
// before the next item. If there is no comment, it counts the line endings up to the next item
// itself.
func linesBefore(it *item) uint8 {
	if lead := it.lead(); len(lead) > 0 {
		return lead[0].lines
	}
	return it.lines
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
	case f.object:
		p.dst = append(p.dst, ' ')
	}
	p.text(it)
}

// endsWithComma reports whether a comma precedes the closing bracket it in an array or object that is not on one line. The parameter
// kept is set if the line endings before the bracket are kept.
func (p *printer) endsWithComma(it *item, kept bool) bool {
	if kept && !it.startsLine() {
		return false
	}
	return p.commas == AddCommas || p.commas == KeepCommas && it.comma
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

// text writes the token of an item.
func (p *printer) text(it *item) {
	p.endComment()
	if p.canonicalForm {
		p.dst, p.scratch = appendCanonical(p.dst, it.text, p.scratch)
	} else {
		p.dst = append(p.dst, it.text...)
	}
	if it.kind == tokenizer.Name {
		p.dst = append(p.dst, ':')
		p.inName = true
	}
}

// comment writes a comment. White space at the end of a line comment is removed.
func (p *printer) comment(c *comment) {
	p.endComment()
	if c.kind == dialect.LineComment {
		p.dst = append(p.dst, bytes.TrimRight(c.text, " \t")...)
		p.inComment = true
		return
	}
	lines := splitLines(c.text)
	aligned := p.style == Prettier && !p.compact && isAligned(lines)
	for i, line := range lines {
		switch {
		case i > 0 && aligned:
			p.newline(len(p.frames))
			p.dst = append(p.dst, ' ')
			line = bytes.TrimLeft(line, " \t")
		case i > 0:
			p.dst = append(p.dst, p.lineEnd...)
			p.startLine()
		}
		if aligned {
			line = bytes.TrimRight(line, " \t")
		}
		p.dst = append(p.dst, line...)
	}
}

// splitLines splits a text at its line endings.
func splitLines(text []byte) [][]byte {
	if bytes.IndexByte(text, '\r') >= 0 {
		text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
		text = bytes.ReplaceAll(text, []byte("\r"), []byte("\n"))
	}
	return bytes.Split(text, []byte("\n"))
}

// endComment writes a line ending if the output ends with a line comment.
func (p *printer) endComment() {
	if p.inComment {
		p.newline(0)
	}
}

// space writes a space, unless the output is compact.
func (p *printer) space() {
	if !p.compact {
		p.dst = append(p.dst, ' ')
	}
}

// line starts a new line. If blank is true, it inserts a blank line before the new line.
func (p *printer) line(depth int, blank bool) {
	if blank {
		p.newline(0)
	}
	p.newline(depth)
}

// newline starts a new line and indents it by depth levels.
func (p *printer) newline(depth int) {
	p.inComment = false
	if p.w != nil && len(p.dst) >= flushFrom {
		p.flush()
	}
	p.dst = append(p.dst, p.lineEnd...)
	p.startLine()
	n := depth * len(p.indent)
	if n > len(p.indents) {
		p.indents = strings.Repeat(p.indent, 2*depth)
	}
	p.dst = append(p.dst, p.indents[:n]...)
}

const flushFrom = 64 << 10

// flush writes p.dst to w and empties it.
func (p *printer) flush() {
	again := min(p.skip, len(p.dst))
	p.skip -= again
	if p.err == nil {
		var n int
		n, p.err = p.w.Write(p.dst[again:])
		p.written += n
	}
	p.dst = p.dst[:0]
	p.startLine()
}
