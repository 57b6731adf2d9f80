package report

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"

	"github.com/assayjson/assay/internal/files/joblog"
	"github.com/assayjson/assay/utf8check"
)

const (
	minWidth = 20 // columns of source that are shown even if the terminal is narrower
	cutMark  = "…"
)

// excerpt returns the source line that contains the bytes [offset, offset+length), followed by a
// line with marks below these bytes. This is an example.
//
//	12 |   "name": "caf<E9>",
//	   |               ^~~~
//
// For a long line, excerpt returns only a part around offset that fits into the given number of
// columns. If cut is true, src begins inside a line. Bytes that are not UTF-8, invisible
// characters and commands to CI services are shown as numbers, so that the source cannot control the terminal or the service. It returns "" if
// the line is blank.
func excerpt(src []byte, offset, length, line, columns int, cut bool) string {
	gutter := fmt.Sprintf("%d | ", line)
	room := max(columns-len(gutter)-1, minWidth) // one column is reserved for a mark after the end of the line
	if cut {
		room -= utf8.RuneCountInString(cutMark)
	}
	v := viewOf(src, offset, length, room)
	v.cutLeft = v.cutLeft || cut
	text := v.text()
	if strings.TrimSpace(text) == "" {
		return ""
	}
	indent := strings.Repeat(" ", len(gutter)-len("| ")) + "| "
	return gutter + text + "\n" + indent + v.marks() + "\n"
}

// A cell is a character of the source as displayed on a terminal.
type cell struct {
	text    string
	columns int
	offset  int // offset of the first byte in the source
}

// A view is the part of a line that is shown.
type view struct {
	cells             []cell
	first, last       int  // the marked cells are cells[first:last]
	cutLeft, cutRight bool // the line continues beyond the left or right end of the view
}

// viewOf returns the part of a line that is shown. The line contains the marked bytes, and the part
// fits into room columns.
func viewOf(src []byte, offset, length, room int) view {
	cells := cellsAround(src, offset, length, room)
	first := len(cells)
	for first > 0 && cells[first-1].offset >= offset {
		first--
	}
	from, to := fit(cells, first, room-2*utf8.RuneCountInString(cutMark))
	last := first
	for last < to && cells[last].offset < offset+length {
		last++
	}
	v := view{cells: cells[from:to], first: first - from, last: last - from}
	lineStart, lineEnd := lineBounds(src, offset)
	if n := len(v.cells); n > 0 {
		v.cutLeft = v.cells[0].offset > lineStart
		v.cutRight = endOf(src, v.cells[n-1]) < lineEnd
	}
	return v
}

// text returns the part of the source line.
func (v view) text() string {
	var b strings.Builder
	if v.cutLeft {
		b.WriteString(cutMark)
	}
	for _, c := range v.cells {
		b.WriteString(c.text)
	}
	if v.cutRight {
		b.WriteString(cutMark)
	}
	return b.String()
}

// marks returns the line of marks, which is shown below the source line.
func (v view) marks() string {
	indent := columnsOf(v.cells[:v.first])
	if v.cutLeft {
		indent++
	}
	more := max(columnsOf(v.cells[v.first:v.last])-1, 0)
	return strings.Repeat(" ", indent) + "^" + strings.Repeat("~", more)
}

// lineBounds returns the start and end of the line that contains offset, without the line ending.
func lineBounds(src []byte, offset int) (start, end int) {
	start = bytes.LastIndexAny(src[:offset], "\r\n") + 1
	if n := bytes.IndexAny(src[offset:], "\r\n"); n >= 0 {
		return start, offset + n
	}
	return start, len(src)
}

// cellsAround returns cells of the line that contains offset. There are enough cells to fill room
// columns on each side of offset, if the line is that long.
func cellsAround(src []byte, offset, length, room int) []cell {
	start, end := lineBounds(src, offset)
	reach := utf8.UTFMax * room // enough bytes to fill room columns
	if offset-start > reach {
		start = characterStart(src, offset-reach)
	}
	end = min(end, offset+reach)
	if offset+length > offset && end == offset { // the line ending itself is marked
		end = min(offset+1, len(src))
	}
	var cells []cell
	for i := start; i < end; {
		n, kind := utf8check.Sequence(src[i:])
		marked := offset <= i && i < offset+length
		switch {
		case joblog.IsCommand(src[i:]):
			cells = append(cells, numbered(fmt.Sprintf("<%02X>", src[i]), i))
		case kind != utf8check.WellFormed:
			for j := i; j < i+n; j++ {
				cells = append(cells, numbered(fmt.Sprintf("<%02X>", src[j]), j))
			}
		default:
			cells = append(cells, characterCell(src[i:i+n], i, marked))
		}
		i += n
	}
	return cells
}

// characterStart returns the first offset at or after i at which a character begins.
func characterStart(src []byte, i int) int {
	for n := 0; n < utf8.UTFMax-1 && i < len(src) && !utf8.RuneStart(src[i]); n++ {
		i++
	}
	return i
}

// characterCell returns the cell of one well-formed character.
func characterCell(b []byte, offset int, marked bool) cell {
	r, _ := utf8.DecodeRune(b)
	switch {
	case r == '\t' && !marked:
		return cell{"    ", 4, offset}
	case r < ' ' || r == 0x7F:
		return numbered(fmt.Sprintf("<%02X>", r), offset)
	case unicode.In(r, unicode.Mn, unicode.Me):
		return cell{string(b), 0, offset}
	case !unicode.IsPrint(r):
		return numbered(fmt.Sprintf("<U+%04X>", r), offset)
	}
	if kind := width.LookupRune(r).Kind(); kind == width.EastAsianWide || kind == width.EastAsianFullwidth {
		return cell{string(b), 2, offset}
	}
	return cell{string(b), 1, offset}
}

// numbered returns a cell with an ASCII text, such as the number of a character.
func numbered(text string, offset int) cell { return cell{text, len(text), offset} }

// fit returns a range of cells around the index first that fits into room columns. The cells from
// first on get up to a third of the columns, and the cells before first get the rest. Columns that
// one of the two sides does not need are available to the other side.
func fit(cells []cell, first, room int) (from, to int) {
	if columnsOf(cells) <= room {
		return 0, len(cells)
	}
	after := min(columnsOf(cells[first:]), max(room/3, room-columnsOf(cells[:first])))
	for to = first; to < len(cells) && cells[to].columns <= after; to++ {
		after -= cells[to].columns
		room -= cells[to].columns
	}
	for from = first; from > 0 && cells[from-1].columns <= room; from-- {
		room -= cells[from-1].columns
	}
	return from, to
}

func columnsOf(cells []cell) int {
	n := 0
	for _, c := range cells {
		n += c.columns
	}
	return n
}

// endOf returns the offset in src after the bytes of c.
func endOf(src []byte, c cell) int {
	n, kind := utf8check.Sequence(src[c.offset:])
	if kind != utf8check.WellFormed {
		n = 1 // each byte of an invalid sequence has its own cell
	}
	return c.offset + n
}
