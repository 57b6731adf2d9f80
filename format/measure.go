package format

import (
	"math"
	"slices"

	"github.com/assayjson/assay/internal/engine/mark"
)

// A measure determines which arrays and objects may fit on a line. It reads ahead of a walk, and
// computes for each opening bracket the number of columns that the whole array or object needs on
// one line. The algorithm is that of [layout], but it reads marks, and looks only for the next
// opening bracket while it is in no array or object that may fit.
type measure struct {
	width int
	sizes []int // for each mark that has been read and is an opening bracket: the columns, undecided or unbounded
	open  []undecided
	at    int // the column of the next token if the whole text were on one line
	end   int // offset in the source of the end of the last token

	prettier bool // follow the rules of the style Prettier
	started  bool // a token has been read
	waits    bool // only the comma after closed has yet to be measured
	closed   undecided
}

// An undecided array or object has been opened but not closed, and may still fit.
type undecided struct {
	mark  int  // the index of the mark of its opening bracket
	begin int  // the column of its opening bracket
	root  bool // it is the whole text
	contents
}

const undecidedSize = -1

// knows reports whether it is known if the array or object that opens at mark i may fit.
func (m *measure) knows(i int) bool {
	return m.width <= 0 || i < len(m.sizes) && m.sizes[i] != undecidedSize
}

// drop adjusts m after the first n marks have been removed.
func (m *measure) drop(n int) {
	m.sizes = m.sizes[:copy(m.sizes, m.sizes[min(n, len(m.sizes)):])]
	for i := range m.open {
		m.open[i].mark -= n
	}
	m.closed.mark -= n
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
	tokens := mark.Cursor{Text: src[base:], Marks: marks, At: i}
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
		tokens.At = i
		if tokens.Next() == 0 {
			break
		}
		end := base + tokens.End
		if len(m.open) > 0 {
			m.separate(src, begin, c)
		}
		m.end = end
		switch {
		case c|' ' == '{':
			m.sizes[i] = undecidedSize
			m.open = append(m.open, undecided{mark: i, begin: m.at, root: !m.started, contents: contents{object: c == '{'}})
			m.at++
		case c|' ' != '}':
			m.at += m.columns(src[begin:end])
		case len(m.open) > 0:
			m.close(c)
		}
		m.started = true
		m.decide()
		i = tokens.At
	}
	m.sizes = m.sizes[:i]
}

// separate adds the columns between the last token and the token at begin, which starts with c.
func (m *measure) separate(src []byte, begin int, c byte) {
	last := src[m.end-1]
	switch closes := c|' ' == '}'; {
	case last|' ' != '{' && !closes:
		m.at += len(", ")
	case closes && last|' ' != '{' && c == '}' || !closes && last == '{':
		m.at += len(" ")
	}
	gap := src[m.end:begin]
	switch {
	case last == '{' && c == '"' && countLines(0, gap) > 0:
		m.spoil(len(m.open))
	case m.prettier && c|' ' != '}' && !m.open[len(m.open)-1].add(gap, c):
		m.spoil(len(m.open))
	}
}

// columns returns the number of columns of a token.
func (m *measure) columns(token []byte) int {
	if m.prettier {
		return columnsOf(token)
	}
	columns, _ := measureText(token)
	return columns
}

// close stores the size of the innermost array or object, of which c is the closing bracket.
func (m *measure) close(c byte) {
	m.at++
	last := len(m.open) - 1
	o := m.open[last]
	if m.prettier {
		if last > 0 {
			m.open[last-1].addInner(o.contents)
		}
		if o.breaks() {
			m.spoil(len(m.open))
			return
		}
	}
	m.open = m.open[:last]
	if m.prettier && !o.root {
		m.closed, m.waits = o, true
		return
	}
	m.sizes[o.mark] = m.at - o.begin
}

// follow stores the size of the array or object that was closed last. The size includes the comma in
// the gap after it.
func (m *measure) follow(gap []byte) {
	m.waits = false
	size := m.at - m.closed.begin
	if separator(gap) == ',' {
		size++
	}
	m.sizes[m.closed.mark] = size
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
		m.sizes[o.mark] = math.MaxInt
	}
	m.open = m.open[:copy(m.open, m.open[n:])]
}
