package locate

import "bytes"

// Margin is the largest number of bytes that an excerpt contains on each side of a position.
const Margin = 1024

// narrow is used instead of Margin after the excerpts have used up their room.
const narrow = 64

// Excerpts copies lines of a text. If the same excerpt is requested twice in a row, it is copied
// only once.
type Excerpts struct {
	src   []byte
	begin int64 // offset of src[0]
	room  int

	from, to int // the last excerpt is src[from:to]
	last     []byte
}

// NewExcerpts returns an Excerpts for src. The parameter begin is the offset of src[0]. Once all
// excerpts together have taken more than room bytes, further excerpts are shorter.
func NewExcerpts(src []byte, begin int64, room int) *Excerpts {
	return &Excerpts{src: src, begin: begin, room: room}
}

// Room returns the remaining room in bytes. It is negative if the excerpts have taken more bytes
// than there was room for.
func (e *Excerpts) Room() int { return e.room }

// At returns a copy of the line at offset, and the offset at which the copy begins. If the line is
// long, only the part around offset is copied.
func (e *Excerpts) At(offset int64) (excerpt []byte, begin int64) {
	from, to := e.around(int(offset - e.begin))
	if from != e.from || to != e.to || e.last == nil {
		e.from, e.to, e.last = from, to, append([]byte{}, e.src[from:to]...)
		e.room -= len(e.last)
	}
	return e.last, e.begin + int64(from)
}

func (e *Excerpts) around(at int) (from, to int) {
	margin := Margin
	if e.room < 0 {
		margin = narrow
	}
	from, to = max(at-margin, 0), min(at+margin, len(e.src))
	if i := bytes.LastIndexAny(e.src[from:at], "\r\n"); i >= 0 {
		from += i + 1
	}
	if i := bytes.IndexAny(e.src[at:to], "\r\n"); i >= 0 {
		to = at + i
	}
	return from, to
}
