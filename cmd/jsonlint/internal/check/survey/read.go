package survey

import (
	"bytes"
	"context"
	"io"
	"slices"

	"github.com/assayjson/assay/internal/engine/mark"
	"github.com/assayjson/assay/internal/engine/parallel"
	"github.com/assayjson/assay/internal/engine/reading"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/tape"
	"github.com/assayjson/assay/internal/engine/token"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

// Document describes a document.
func Document(r io.Reader) (*Survey, error) {
	s := New()
	t := tokenizer.NewReader(r, tokenizer.AllowBOM())
	for {
		next, err := t.Next()
		if err == io.EOF {
			return s, nil
		}
		if err != nil {
			return nil, err
		}
		s.add(token.Kind(next.Kind()), next.Raw(), next.Escaped(), next.Offset())
	}
}

// Records describes the records of NDJSON. Those that are not valid are counted and left out. The result does not depend on the number of
// workers.
func Records(ctx context.Context, r io.Reader, workers int) (*Survey, error) {
	return (&source{r: r, most: records.DefaultMaxRecord}).records(ctx, workers)
}

// records describes the records of s.
func (s *source) records(ctx context.Context, workers int) (*Survey, error) {
	all, lines := New(), int64(0)
	for c := range parallel.Ordered(ctx, workers, s.next, (*chunk).describe) {
		all.merge(c.survey, c.offset, lines)
		lines += c.lines
	}
	if s.err != io.EOF {
		return nil, s.err
	}
	return all, ctx.Err()
}

const (
	chunkSize = 1 << 20
	pieceSize = 64 << 10
)

// A source divides a text into chunks. The division depends on nothing but the text.
type source struct {
	r      io.Reader
	most   int    // the length in bytes from which a record is too long; at least chunkSize
	rest   []byte // the beginning of the next chunk
	offset int64  // of rest in the text
	err    error
}

// A chunk consists of whole lines.
type chunk struct {
	text   []byte
	offset int64 // in the input
	lines  int64
	cut    bool // the last record is too long, and is left out
	tape   tape.Tape
	survey *Survey
}

// next reads the next chunk.
func (s *source) next(_ context.Context, c *chunk) (made bool) {
	c.text, c.cut, c.offset = append(c.text[:0], s.rest...), false, s.offset
	s.rest = s.rest[:0]
	end := 0
	for size := chunkSize; end == 0 && !c.cut; size *= 2 {
		c.text = s.readTo(c.text, size)
		end = bytes.LastIndexByte(c.text, '\n') + 1
		switch {
		case s.err == io.EOF:
			end = len(c.text)
			s.offset += int64(end)
			return end > 0
		case s.err != nil:
			return false
		case end == 0 && len(c.text) >= s.most:
			c.cut = true
			s.skipLine(c)
		}
	}
	if !c.cut {
		s.rest = append(s.rest, c.text[end:]...)
		c.text = c.text[:end]
		s.offset += int64(end)
	}
	return true
}

// readTo reads until the text has the given size, or sets s.err.
func (s *source) readTo(text []byte, size int) []byte {
	text = slices.Grow(text, max(size-len(text), 0))
	for s.err == nil && len(text) < size {
		var n int
		n, s.err = reading.Some(s.r, text[len(text):size])
		text = text[:len(text)+n]
	}
	return text
}

// skipLine skips the rest of a line that is too long.
func (s *source) skipLine(c *chunk) {
	s.offset += int64(len(c.text))
	for s.err == nil {
		c.text = s.readTo(c.text[:0], chunkSize)
		if end := bytes.IndexByte(c.text, '\n') + 1; end > 0 {
			s.offset += int64(end)
			s.rest = append(s.rest, c.text[end:]...)
			break
		}
		s.offset += int64(len(c.text))
	}
	c.text = c.text[:0]
}

// describe describes the records of a chunk.
func (c *chunk) describe() {
	c.survey, c.lines = New(), 0
	if c.cut {
		c.survey.damaged(1)
		c.lines = 1
		return
	}
	begin := 0
	if c.offset == 0 && bytes.HasPrefix(c.text, []byte(scan.BOM)) {
		begin = len(scan.BOM)
	}
	if len(c.text) > 0 && c.text[len(c.text)-1] != '\n' {
		c.text = append(c.text, '\n')
	}
	for begin < len(c.text) {
		end := min(begin+pieceSize, len(c.text))
		if i := bytes.LastIndexByte(c.text[begin:end], '\n'); i >= 0 {
			end = begin + i + 1
		} else {
			end += bytes.IndexByte(c.text[end:], '\n') + 1
		}
		c.piece(c.text[begin:end], int64(begin))
		begin = end
	}
}

// piece describes the records of a part of a chunk that begins at the given offset in it. Kernels find the tokens of all lines at once,
// unless one of them is invalid.
func (c *chunk) piece(text []byte, offset int64) {
	lines := c.lines
	c.lines += int64(bytes.Count(text, []byte("\n")))
	c.tape.Begin(text, false)
	if !c.tape.IndexLines(scan.DefaultMaxDepth) {
		c.each(text, offset, lines)
		return
	}
	in := mark.Cursor{Text: text, Marks: c.tape.Marks}
	for kind := in.Next(); kind != 0; kind = in.Next() {
		if kind == token.Kind(mark.LineEnd) {
			continue
		}
		if kind == token.String && len(c.survey.stack) == MostDepth && isName(text[in.End:]) {
			kind = token.Name // the survey does not know
		}
		c.survey.add(kind, text[in.Begin:in.End], in.Escaped, offset+int64(in.Begin))
	}
}

// isName reports whether a string is the name of a member, given the text after it.
func isName(after []byte) bool {
	after = bytes.TrimLeft(after, " \t\r")
	return len(after) > 0 && after[0] == ':'
}

// each describes records of which at least one is invalid.
func (c *chunk) each(text []byte, offset, lines int64) {
	for r := range records.All(text) {
		if !r.Valid() {
			c.survey.damaged(lines + int64(r.Line))
			continue
		}
		t := tokenizer.New(r.Data)
		for next, err := t.Next(); err == nil; next, err = t.Next() {
			c.survey.add(token.Kind(next.Kind()), next.Raw(), next.Escaped(), offset+r.Offset+next.Offset())
		}
	}
}

// damaged counts a record that is not valid.
func (s *Survey) damaged(line int64) {
	if s.Damaged++; s.Damaged == 1 {
		s.FirstDamaged = line
	}
}
