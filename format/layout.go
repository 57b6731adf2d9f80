package format

import (
	"bytes"
	"math"

	"github.com/assayjson/assay/tokenizer"
	"github.com/assayjson/assay/utf8check"
)

// A layout measures arrays and objects. It reads ahead by the width of a line, and stores in each
// opening bracket the number of columns that the whole array or object needs on one line. The
// algorithm is linear and comes from Oppen, Prettyprinting (ACM TOPLAS 2, 4, 1980). Every column is
// counted only once, and the size of an array or object is known when its closing bracket is read.
type layout struct {
	source source
	width  int
	queue  []measured // queue[head:] has been read but not yet returned
	head   int
	first  int // the number of items before queue[head] in the text
	open   []opener
	at     int // the column of the next item if the whole text were on one line
	inName bool
	keeps  bool // the line endings after the last item are kept

	printer *printer // which the layout is for
	closed  int      // with the style Prettier: the number of items before the array or object that was just closed, or -1
}

type measured struct {
	item
	begin int  // the column of the item if the whole text were on one line
	known bool // for an opening bracket: columns has been computed
}

// An opener is an array or object that has been opened but not yet closed.
type opener struct {
	number        int // the number of items before its opening bracket in the text
	empty, broken bool
	contents
}

// unbounded is the size of an array or object that must not be put on one line.
const unbounded = math.MaxInt / 2

func newLayout(s source, p *printer) *layout {
	return &layout{source: s, width: p.width, printer: p, closed: -1}
}

func (l *layout) prettier() bool { return l.printer.style == Prettier }

func (l *layout) next(it *item) error {
	for !l.decided() {
		if err := l.read(); err != nil {
			return err
		}
	}
	m := &l.queue[l.head]
	if m.opens() && !m.known {
		m.columns = unbounded
	}
	*it = m.item
	if l.prettier() && l.head+1 < len(l.queue) {
		next := &l.queue[l.head+1].item
		it.last = !l.hasComma(next, it.keepsAfter() || next.keepsBefore())
	}
	l.head++
	l.first++
	return nil
}

// decided reports whether the next item can be returned.
func (l *layout) decided() bool {
	if l.head == len(l.queue) {
		return false
	}
	m := &l.queue[l.head]
	if l.prettier() && m.kind != end && l.head+1 == len(l.queue) {
		return false // the next item shows whether a comma follows
	}
	return !m.opens() || m.known || l.at-m.begin > l.width
}

// hasComma reports whether a comma is written before the item next if it follows a value in an array
// or object that is not on one line. The parameter kept is set if the line endings before next are kept.
func (l *layout) hasComma(next *item, kept bool) bool {
	if next.closes() {
		return l.printer.endsWithComma(next, kept)
	}
	return next.kind != end
}

// follow completes the size of the array or object that was closed last, which m follows.
func (l *layout) follow(m *measured, kept bool) {
	if i := l.closed - l.first + l.head; l.closed >= 0 && i >= l.head {
		partner := &l.queue[i]
		partner.known = true
		if l.hasComma(&m.item, kept) && partner.columns < unbounded {
			partner.columns++
		}
	}
	l.closed = -1
}

// read reads another item and appends it to the queue.
func (l *layout) read() error {
	if l.head > len(l.queue)/2 {
		l.queue = l.queue[:copy(l.queue, l.queue[l.head:])]
		l.head = 0
	}
	l.queue = append(l.queue, measured{})
	m := &l.queue[len(l.queue)-1]
	if err := l.source.next(&m.item); err != nil {
		return err
	}
	l.measure(m, l.first+len(l.queue)-1-l.head)
	return nil
}

// measure adds the columns of m, which is item number n of the text.
func (l *layout) measure(m *measured, n int) {
	kept := l.keeps || m.keepsBefore()
	l.keeps = m.keepsAfter()
	l.follow(m, kept)
	if kept && m.startsLine() {
		l.spoil()
	}
	if m.closes() {
		l.close(m)
		return
	}
	if m.kind == end {
		return
	}
	l.before(m)
	m.begin = l.at
	columns, oneLine := measureText(m.text)
	if l.prettier() {
		columns = columnsOf(m.text)
	}
	l.at += columns
	if l.inName = m.kind == tokenizer.Name; l.inName {
		l.at += len(": ")
	}
	if !oneLine {
		l.spoil() // the text is a JSON5 string that continues on the next line
	}
	if m.opens() {
		l.open = append(l.open, opener{number: n, empty: true, contents: contents{object: m.kind == tokenizer.BeginObject}})
	}
	l.after(m)
}

// after adds the columns of the comments after m.
func (l *layout) after(m *measured) {
	for _, c := range m.trail() {
		if !l.prettier() || !c.isInline() {
			l.spoil()
			return
		}
		l.at += len(" ") + columnsOf(c.text)
	}
}

// measureText returns the number of columns of a token and whether the token is on a single line.
func measureText(text []byte) (columns int, oneLine bool) {
	const short = 32 // a loop is faster than a kernel up to this length
	if len(text) > short {
		return utf8check.RuneCount(text), bytes.IndexByte(text, '\n') < 0 && bytes.IndexByte(text, '\r') < 0
	}
	oneLine = true
	for _, c := range text {
		if c&0xC0 != 0x80 { // not a continuation byte
			columns++
		}
		if c == '\n' || c == '\r' {
			oneLine = false
		}
	}
	return columns, oneLine
}

// before adds the columns of the separator between m and the previous item.
func (l *layout) before(m *measured) {
	lead := m.lead()
	if len(lead) > 0 && !l.prettier() {
		l.spoil()
	}
	if l.inName || len(l.open) == 0 {
		l.lead(lead)
		return
	}
	o := &l.open[len(l.open)-1]
	switch {
	case !o.empty:
		l.at += len(", ")
	case o.object:
		l.at += l.printer.brace
		o.broken = o.broken || m.lines > 0
	}
	if l.prettier() {
		o.broken = !o.addItem(&m.item, o.empty) || o.broken
	}
	o.empty = false
	l.lead(lead)
}

// lead adds the columns of the comments before an item.
func (l *layout) lead(comments []comment) {
	if !l.prettier() {
		return
	}
	for i := range comments {
		c := &comments[i]
		if !c.isInline() || c.ownLine && c.lines > 0 && !l.inName {
			l.spoil()
			return
		}
		l.at += columnsOf(c.text) + len(" ")
	}
}

// spoil records that the innermost open array or object must not be put on one line.
func (l *layout) spoil() {
	if last := len(l.open) - 1; last >= 0 {
		l.open[last].broken = true
	}
}

// close adds the columns of a closing bracket and stores the size of the array or object in its
// opening bracket.
func (l *layout) close(m *measured) {
	last := len(l.open) - 1
	if lead := m.lead(); len(lead) > 0 && l.prettier() && l.open[last].empty && isDangling(lead) {
		l.at += columnsOf(lead[0].text)
	} else if len(lead) > 0 {
		l.spoil()
	}
	o := l.open[last]
	l.open = l.open[:last]
	if o.object && !o.empty {
		l.at += l.printer.brace
	}
	m.begin = l.at
	l.at++
	l.after(m)
	if l.prettier() {
		if o.broken = o.broken || o.breaks(); last > 0 {
			l.open[last-1].addInner(&o.contents)
		}
	}
	if i := o.number - l.first + l.head; i >= l.head {
		partner := &l.queue[i]
		if l.prettier() {
			l.closed = o.number
		} else {
			partner.known = true
		}
		if partner.columns = l.at - partner.begin; o.broken {
			partner.columns = unbounded
		}
	}
	if o.broken {
		l.spoil()
	}
}
