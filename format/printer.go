package format

import (
	"bytes"
	"io"
	"strings"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/tokenizer"
	"github.com/assayjson/assay/utf8check"
)

// A printer writes items. The comments after an item and the separator after it are written only
// when the next item arrives, because a comma may have to precede the comments.
type printer struct {
	dst []byte
	w   io.Writer // receives the contents of dst from time to time; nil if dst collects the whole output
	err error     // the first error that w returned

	written int // how many bytes w has received
	skip    int // how many bytes of the output w has received already, before the output was begun again

	look
	checked bool           // the text is known to be valid
	rules   jsonsimd.Rules // of the indexes
	scratch []byte
	indents string // indent repeated for many levels

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

// A look is how a text is laid out. It does not change while the text is written.
type look struct {
	compact, canonicalForm bool

	indent  string // white space for one level of indentation
	lineEnd string
	tab     int // the number of columns of a tab
	width   int
	style   Style
	commas  TrailingCommas
	brace   int  // the number of spaces inside each brace of an object on one line
	final   bool // end the output with a line ending
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

// linesBefore returns the number of line endings between the previous item and the first comment
// before the next item. If there is no comment, it counts the line endings up to the next item
// itself.
func linesBefore(it *item) uint8 {
	if lead := it.lead(); len(lead) > 0 {
		return lead[0].lines
	}
	return it.lines
}

// endsWithComma reports whether a comma precedes the closing bracket it in an array or object that is not on one line. The parameter
// kept is set if the line endings before the bracket are kept.
func (p *printer) endsWithComma(it *item, kept bool) bool {
	if kept && !it.startsLine() {
		return false
	}
	return p.commas == AddCommas || p.commas == KeepCommas && it.comma
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

// inFlat reports whether everything up to the next closing bracket is on one line.
func (p *printer) inFlat() bool { return len(p.frames) > 0 && p.frames[len(p.frames)-1].flat }

// isAligned reports whether each line of a block comment except the first begins with an asterisk. Such
// lines are indented.
func isAligned(lines [][]byte) bool {
	for _, line := range lines[1:] {
		if !bytes.HasPrefix(bytes.TrimLeft(line, " \t"), []byte("*")) {
			return false
		}
	}
	return len(lines) > 1
}

// columns returns the number of columns of a part of a line after the indentation.
func (l *look) columns(text []byte) int {
	if l.style == Prettier {
		return columnsOf(text)
	}
	return utf8check.RuneCount(text)
}

// indentation returns the number of columns of spaces and tabs.
func (l *look) indentation(space []byte) int {
	if l.tab == 1 {
		return len(space)
	}
	return len(space) + bytes.Count(space, []byte{'\t'})*(l.tab-1)
}

// keepsBlank reports whether the gap between two tokens, which contains a comma, contains a blank line
// that is kept.
func (l *look) keepsBlank(gap []byte) bool {
	switch l.style {
	case Prettier:
		return isBlankAfterComma(gap)
	case Stringify:
		return false
	}
	return isBlank(gap)
}
