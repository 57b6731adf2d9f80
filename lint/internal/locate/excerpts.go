package locate

import "bytes"

// Margin is the largest number of bytes of a line that an excerpt contains on either side of a
// position.
const Margin = 1024

// narrow takes the place of Margin when Excerpts have used up their room.
const narrow = 64

// Excerpts copies lines of a text. If the same excerpt is requested twice in a row, it is copied
// only once.
type Excerpts struct {
	src   []byte
	begin int64 // offset of src[0]
	room  int

	from, to int // the edges of the last excerpt
	last     []byte
}

// NewExcerpts returns Excerpts of src, which begins at offset begin. After they have taken more
// than room bytes, they become shorter.
func NewExcerpts(src []byte, begin int64, room int) *Excerpts {
	return &Excerpts{src: src, begin: begin, room: room}
}

// Room returns the remaining room in bytes, which is negative if the excerpts have taken more.
func (e *Excerpts) Room() int { return e.room }

// At returns a copy of the line at offset, or of its middle, and the offset of the copy.
func (e *Excerpts) At(offset int64) (excerpt []byte, begin int64) {
	from, to := e.around(int(offset - e.begin))
	if from != e.from || to != e.to || e.last == nil {
		e.from, e.to, e.last = from, to, append([]byte(nil), e.src[from:to]...)
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
