package format

import (
	"math"
	"slices"
)

// A measure determines which arrays and objects may fit on a line. It reads ahead of a walk, and
// computes for each opening bracket the number of columns that the whole array or object needs on
// one line. The algorithm is that of [layout], but it reads marks, and looks only for the next
// opening bracket while it is in no array or object that may fit.
type measure struct {
	width   int
	sizes   []size // for each mark that has been read and is an opening bracket
	open    []undecided
	at      int // the column of the next token if the whole text were on one line
	end     int // offset in the source of the end of the last token
	changed int // index of the mark of the token after the last gap that is not written like its source

	prettier        bool // follow the rules of the style Prettier
	brace           int  // the number of spaces inside each brace of an object on one line
	started         bool // a token has been read
	waits           bool // only the comma after closed has yet to be measured
	closed          int  // the index of the mark of its opening bracket
	columnsOfClosed int
}

// An undecided array or object has been opened but not closed, and may still fit.
type undecided struct {
	mark  int  // the index of the mark of its opening bracket
	begin int  // the column of its opening bracket
	root  bool // it is the whole text
	contents
}

// A size describes an array or object on one line.
type size struct {
	columns int  // undecidedSize if it may still fit, and math.MaxInt if it does not
	marks   int  // from the mark of its opening bracket to that of the closing one
	same    bool // it is written like its source
}

const undecidedSize = -1

// knows reports whether it is known if the array or object that opens at mark i may fit.
func (m *measure) knows(i int) bool {
	return m.width <= 0 || i < len(m.sizes) && m.sizes[i].columns != undecidedSize
}

// drop adjusts m after the first n marks have been removed.
func (m *measure) drop(n int) {
	m.sizes = m.sizes[:copy(m.sizes, m.sizes[min(n, len(m.sizes)):])]
	for i := range m.open {
		m.open[i].mark -= n
	}
	m.closed -= n
	m.changed -= n
}

// readFrom drops the marks before the given one, and reads the others that have not been read yet.
func (m *measure) readFrom(src []byte, marks []uint32, base, first int) {
	if m.width > 0 {
		m.drop(first)
		m.read(src, marks, base)
	}
}

// read reads the marks that it has not read yet.
func (m *measure) read(src []byte, marks []uint32, base int) {
	i := len(m.sizes)
	if n := len(marks) - i; n > 0 {
		m.sizes = slices.Grow(m.sizes, n)[:len(marks)]
	}
	for i+1 < len(marks) {
		begin := base + int(marks[i])
		c := src[begin]
		if m.waits {
			m.follow(src[m.end:begin])
		}
		if len(m.open) == 0 && c|' ' != '{' {
			i++
			continue
		}
		end, next := tokenEnd(src[base:], marks, i, c)
		if next > len(marks) {
			break
		}
		if len(m.open) > 0 {
			m.separate(src, begin, i, c)
		}
		m.end = base + end
		switch {
		case c == '"':
			m.at += m.columns(src[begin:m.end])
		case kinds[c] == scalar:
			m.at += m.end - begin
		case kinds[c] == opening:
			m.sizes[i].columns = undecidedSize
			m.open = append(m.open, undecided{})
			o := &m.open[len(m.open)-1] // set field by field, because copying fields that have just been written is slow
			o.mark, o.begin, o.root, o.object = i, m.at, !m.started, c == '{'
			m.at++
		case len(m.open) > 0:
			m.close(c, i)
		}
		m.started = true
		m.decide()
		i = next
	}
	m.sizes = m.sizes[:i]
}

// separate adds the columns between the last token and the token with mark i at begin, which starts with c.
func (m *measure) separate(src []byte, begin, i int, c byte) {
	gap, last, columns := src[m.end:begin], src[m.end-1], 0
	o := &m.open[len(m.open)-1]
	switch g := separator(gap); {
	case g != 0:
		columns = len(", ")
		if g == ',' && m.prettier && !o.add(gap, c) {
			m.spoil(len(m.open))
		}
	case kinds[c] == closing:
		if c == '}' && last != '{' {
			columns = m.brace
		}
	default:
		if m.prettier {
			o.add(nil, c)
		}
		if last == '{' {
			columns = m.brace
			if hasLines(gap) {
				m.spoil(len(m.open))
			}
		}
	}
	if columns != len(gap) || columns > 0 && gap[columns-1] != ' ' {
		m.changed = i
	}
	m.at += columns
}

// columns returns the number of columns of a string.
func (m *measure) columns(token []byte) int {
	if m.prettier {
		return columnsOf(token)
	}
	columns, _ := measureText(token)
	return columns
}

// close stores the size of the innermost array or object, of which c is the closing bracket, with mark i.
func (m *measure) close(c byte, i int) {
	m.at++
	last := len(m.open) - 1
	o := &m.open[last]
	if m.prettier {
		if last > 0 {
			m.open[last-1].addInner(&o.contents)
		}
		if o.breaks() {
			m.spoil(len(m.open))
			return
		}
	}
	m.open = m.open[:last]
	s := &m.sizes[o.mark]
	s.marks, s.same = i-o.mark, o.mark >= m.changed
	if m.prettier && !o.root {
		m.closed, m.columnsOfClosed, m.waits = o.mark, m.at-o.begin, true
		return
	}
	s.columns = m.at - o.begin
}

// follow stores the size of the array or object that was closed last. The size includes the comma in
// the gap after it.
func (m *measure) follow(gap []byte) {
	m.waits = false
	size := &m.sizes[m.closed]
	size.columns = m.columnsOfClosed
	if separator(gap) == ',' {
		size.columns++
	}
}

// decide drops the arrays and objects that have become too wide. They are the outermost ones,
// because an array or object is wider than everything in it.
func (m *measure) decide() {
	n := 0
	for n < len(m.open) && m.at-m.open[n].begin > m.width {
		n++
	}
	if n > 0 {
		m.spoil(n)
	}
}

// spoil records that the outermost n undecided arrays and objects do not fit on a line.
func (m *measure) spoil(n int) {
	for _, o := range m.open[:n] {
		m.sizes[o.mark].columns = math.MaxInt
	}
	m.open = m.open[:copy(m.open, m.open[n:])]
}
