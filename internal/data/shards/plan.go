package shards

import (
	"fmt"
	"io"
	"sort"
	"unicode/utf8"
)

// A Plan divides files into pieces, and groups the pieces into shards.
type Plan struct {
	Size   int64 // about how many bytes a shard has
	Files  []File
	Pieces []PlannedPiece // in the order of the files and offsets
	Shards int            // number of shards

	// ID identifies the plan. It is the SHA-256 of the lines before the last one, in hexadecimal digits.
	// Write and ReadPlan set it.
	ID string
}

// A File is a file of a plan.
type File struct {
	Name    string // in UTF-8
	Size    int64  // in bytes, before it is decompressed
	Version string // changes whenever the file changes; "" if that is not known
	Whole   bool   // the file must not be divided
}

// A PlannedPiece is a piece of a file.
type PlannedPiece struct {
	Piece
	File  int // index in Plan.Files
	Shard int
}

// leastCost is what a file adds to the size of a shard, in bytes, even if it is shorter, because opening
// it takes time.
const leastCost = 64 << 10

// mostPieces is the largest number of pieces in a plan.
const mostPieces = 10_000_000

// NewPlan returns a plan for shards of about size bytes. Files are divided into pieces of about that size
// unless they are whole; pieces that are smaller are grouped. The names must be valid UTF-8.
func NewPlan(files []File, size int64) (*Plan, error) {
	p := &Plan{Size: size, Files: files}
	room := size
	for i, f := range files {
		if !utf8.ValidString(f.Name) {
			return nil, fmt.Errorf("%q: the name is not valid UTF-8", f.Name)
		}
		n := int64(1)
		if !f.Whole {
			n = max(1, (f.Size+size/2)/size)
		}
		if n > mostPieces-int64(len(p.Pieces)) {
			return nil, fmt.Errorf("there would be more than %d pieces; make them larger", mostPieces)
		}
		for k := range n {
			piece := Piece{From: part(f.Size, k, n), To: part(f.Size, k+1, n)}
			cost := max(piece.To-piece.From, leastCost)
			if k == n-1 {
				piece.To = Open
			}
			if p.Shards == 0 || cost > room {
				p.Shards++
				room = size
			}
			room -= cost
			p.Pieces = append(p.Pieces, PlannedPiece{Piece: piece, File: i, Shard: p.Shards - 1})
		}
	}
	return p, nil
}

// part returns size*k/n without overflow.
func part(size, k, n int64) int64 { return size/n*k + size%n*k/n }

// Shard returns the pieces of a shard, and the index of the first one in p.Pieces.
func (p *Plan) Shard(shard int) (pieces []PlannedPiece, first int) {
	first = p.search(shard)
	return p.Pieces[first:p.search(shard+1)], first
}

// search returns the index of the first piece of a shard.
func (p *Plan) search(shard int) int {
	return sort.Search(len(p.Pieces), func(i int) bool { return p.Pieces[i].Shard >= shard })
}

// Write writes the plan, and sets its ID.
func (p *Plan) Write(w io.Writer) (err error) {
	out := newLinesWriter(w)
	out.begin("plan")
	out.number("version", formatVersion)
	out.number("size", p.Size)
	out.end()
	next, bytes := 0, int64(0)
	for i, f := range p.Files {
		out.begin("file")
		out.text("file", f.Name)
		out.number("bytes", f.Size)
		out.text("version", f.Version)
		out.truth("whole", f.Whole)
		out.end()
		bytes += f.Size
		for ; next < len(p.Pieces) && p.Pieces[next].File == i; next++ {
			out.piece(&p.Pieces[next])
		}
	}
	p.ID, err = out.close(func() {
		out.number("files", int64(len(p.Files)))
		out.number("pieces", int64(len(p.Pieces)))
		out.number("shards", int64(p.Shards))
		out.number("bytes", bytes)
	})
	return err
}

func (w *linesWriter) piece(p *PlannedPiece) {
	w.begin("piece")
	w.number("shard", int64(p.Shard))
	w.number("from", p.From)
	if p.To == Open {
		w.null("to")
	} else {
		w.number("to", p.To)
	}
	w.end()
}

// formatVersion is the version of the formats of plans and parts.
const formatVersion = 1

// ReadPlan reads a plan. It returns a [*FormatError] if the plan is incomplete, has been changed or is
// not a plan.
func ReadPlan(r io.Reader) (*Plan, error) {
	l := newLines(r)
	if err := l.header("plan"); err != nil {
		return nil, err
	}
	p := &Plan{Size: l.integer("size", 1)}
	if err := l.done(); err != nil {
		return nil, err
	}
	end, bytes := int64(Open), int64(0) // where the last piece ends
	for {
		kind, err := l.next()
		switch {
		case err != nil:
			return nil, err
		case kind == "file" && end == Open:
			f := File{Name: l.text("file"), Size: l.integer("bytes", 0), Version: l.text("version"), Whole: l.truth("whole")}
			p.Files = append(p.Files, f)
			end = 0
			bytes += f.Size
		case kind == "piece" && end != Open:
			end = p.readPiece(l, end)
		case kind == "end" && end == Open:
			return p, p.readEnd(l, bytes)
		default:
			return nil, l.fail("a line of another type is expected", nil)
		}
		if err := l.done(); err != nil {
			return nil, err
		}
	}
}

// header reads the first line of a plan or a part.
func (l *lines) header(kind string) error {
	got, err := l.next()
	switch {
	case err != nil:
		return err
	case got != kind:
		return l.fail("not the start of a "+kind, nil)
	case l.integer("version", 1) != formatVersion && l.err == nil:
		return l.fail("another version of the format", nil)
	}
	return l.err
}

// readPiece reads a line with a piece, which must begin at the given offset. It returns its end.
func (p *Plan) readPiece(l *lines, from int64) (to int64) {
	n, to := l.integer("shard", 0), int64(Open)
	if v := l.member("from"); l.err == nil {
		if got, err := v.Int64(); err != nil || got != from {
			l.mustBe("from", "the end of the piece before")
		}
	}
	if v := l.member("to"); !v.IsNull() {
		n, err := v.Int64()
		if to = n; err != nil || n <= from || n > mostNumber || p.Files[len(p.Files)-1].Whole {
			l.mustBe("to", "a place after the start of the piece, in a file that is not whole")
		}
	}
	switch n {
	case int64(p.Shards):
		p.Shards++
	case int64(p.Shards) - 1:
	default:
		l.mustBe("shard", "that of the piece before, or the next one")
	}
	p.Pieces = append(p.Pieces, PlannedPiece{Piece{from, to}, len(p.Files) - 1, int(n)})
	return to
}

// readEnd reads the last line.
func (p *Plan) readEnd(l *lines, bytes int64) (err error) {
	for _, n := range []struct {
		name string
		want int64
	}{{"files", int64(len(p.Files))}, {"pieces", int64(len(p.Pieces))}, {"shards", int64(p.Shards)}} {
		if l.integer(n.name, 0) != n.want {
			l.mustBe(n.name, "the number of lines")
		}
	}
	if n, err := l.member("bytes").Int64(); err != nil || n != bytes {
		l.mustBe("bytes", "the sum of the files")
	}
	p.ID, err = l.checkSum()
	return err
}
