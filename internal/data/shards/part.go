package shards

import (
	"io"
	"strconv"

	"github.com/assayjson/assay/lint"
)

// A Header says what a part is about.
type Header struct {
	Plan  string // ID of the plan
	Shard int

	// Flags is a SHA-256, in hexadecimal digits, of everything that the results depend on except the files
	// and their settings. Parts can be merged only if it is the same.
	Flags string

	// FailOn and MaxWarnings decide about the exit status. FailOn is above [lint.Error] if no finding
	// makes it 1, and MaxWarnings is -1 for no limit.
	FailOn      lint.Severity
	MaxWarnings int64
}

// A PieceHeader precedes the results for a piece.
type PieceHeader struct {
	Index    int    // of the piece in the plan
	Settings string // a SHA-256 of the settings for the file; the same for all its pieces
	Dialect  lint.Dialect
	Mark     bool // the file begins with a byte order mark; false if the piece is not the first one
}

// A PartWriter writes a part. After the first error, all methods return that error.
type PartWriter struct {
	out    linesWriter
	pieces int64
}

// never is the value of fail_on if no finding makes the exit status 1.
const never = "none"

// NewPartWriter begins a part.
func NewPartWriter(w io.Writer, h *Header) (*PartWriter, error) {
	p := &PartWriter{out: newLinesWriter(w)}
	p.out.begin("part")
	p.out.number("version", formatVersion)
	p.out.text("plan", h.Plan)
	p.out.number("shard", int64(h.Shard))
	p.out.text("flags", h.Flags)
	if h.FailOn > lint.Error {
		p.out.text("fail_on", never)
	} else {
		p.out.text("fail_on", h.FailOn.String())
	}
	p.out.number("max_warnings", h.MaxWarnings)
	return p, p.out.end()
}

// BeginPiece begins the results for a piece.
func (p *PartWriter) BeginPiece(h *PieceHeader) error {
	p.pieces++
	p.out.begin("piece")
	p.out.number("piece", int64(h.Index))
	p.out.text("settings", h.Settings)
	p.out.text("dialect", h.Dialect.String())
	p.out.truth("mark", h.Mark)
	return p.out.end()
}

// Record writes a bad record of the piece.
func (p *PartWriter) Record(r *Record) error {
	p.out.begin("record")
	p.out.number("record", r.Number)
	p.out.number("line", r.Line)
	p.out.number("column", r.Column)
	p.out.number("offset", r.Offset)
	p.out.number("length", r.Length)
	p.out.text("severity", r.Severity.String())
	p.out.text("rule", r.Rule)
	p.out.text("kind", r.Kind)
	p.out.message(&r.Message)
	p.out.pointer(r)
	p.out.number("record_offset", r.Start)
	p.out.number("record_length", r.Size)
	p.out.number("bad_offset", r.Place)
	p.out.number("good_inserted", inserted(r))
	return p.out.end()
}

func (w *linesWriter) message(m *Message) {
	w.name("message")
	w.pending = append(w.pending, '[')
	for i, part := range m.Parts {
		if i > 0 {
			w.pending = strconv.AppendInt(append(w.pending, ','), m.Lines[i-1], 10)
			w.pending = append(w.pending, ',')
		}
		w.string(part)
	}
	w.pending = append(w.pending, ']')
}

// Kept has the SHA-256, in hexadecimal digits, of the records of a piece that are kept beside the part: those for
// the good output and those for the bad output. It is "" if they are not kept.
type Kept struct{ Good, Bad string }

// EndPiece ends the results for a piece.
func (p *PartWriter) EndPiece(s *Sums, k Kept) error {
	p.out.begin("sums")
	p.out.number("records", s.Records)
	p.out.number("bad", s.Bad)
	p.out.number("start", s.Start)
	p.out.number("bytes", s.Bytes)
	p.out.number("lines", s.Lines)
	p.out.number("good_bytes", s.GoodBytes)
	p.out.number("bad_bytes", s.BadBytes)
	p.out.truth("good_open", s.GoodOpen)
	p.out.truth("bad_open", s.BadOpen)
	p.out.number("errors", s.Errors)
	p.out.number("warnings", s.Warnings)
	p.out.number("infos", s.Infos)
	p.out.optional("good_sha256", k.Good)
	p.out.optional("bad_sha256", k.Bad)
	return p.out.end()
}

// Close ends the part. It does not close the writer below.
func (p *PartWriter) Close() error {
	_, err := p.out.close(func() { p.out.number("pieces", p.pieces) })
	return err
}
