package recordindex

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"time"

	"github.com/assayjson/assay/internal/engine/reading"
)

// Current returns nil if the source is, as far as its size, its modification time and its samples show, the one that has
// been indexed. Otherwise it returns a [*StaleError], or an error of reading the source.
func (x *Index) Current(src *Source) error {
	switch {
	case src.Form != x.Form:
		return &StaleError{fmt.Sprintf("the index is of a file of the form %v", x.Form)}
	case !x.Settled:
		return &StaleError{"the file was being changed when it was indexed"}
	case src.Size != x.Size:
		return &StaleError{fmt.Sprintf("the file has %d bytes, but had %d when it was indexed", src.Size, x.Size)}
	case src.ModTime != x.ModTime:
		return &StaleError{fmt.Sprintf("the file was changed at %s, after it was indexed", time.Unix(0, src.ModTime).UTC().Format(time.RFC3339Nano))}
	}
	return x.compareSample(src)
}

// compareSample compares the samples of the old part of the source.
func (x *Index) compareSample(src *Source) error {
	switch sum, err := src.sample(x.Size); {
	case err != nil:
		return err
	case sum != x.sample:
		return &StaleError{"the contents of the file have changed"}
	}
	return nil
}

// A Found is a record that has been found by an index.
type Found struct {
	Text   []byte // of the record, and of what follows it
	Offset int64  // of the record in the text
	Line   int64  // from 1
}

// ErrTooLong is the error for a record that is not read by an index, because it is among the longest that are
// supported.
var ErrTooLong = errors.New("the record is too long to be read by an index")

// mostText is the maximum length of a block from which records are read.
const mostText = limit + blockText + 1<<20

// Record returns a record, which must exist, after comparing the text around it with its checksum. The source must be
// current; see [Index.Current]. If the text has changed, the error is of the type [*StaleError].
func (x *Index) Record(src *Source, record int64) (*Found, error) {
	if record < 1 || record > x.Records {
		return nil, fmt.Errorf("there is no record %d", record)
	}
	l, err := x.find(record)
	if err != nil {
		return nil, err
	}
	if l.end-l.text > mostText {
		return nil, ErrTooLong
	}
	text, err := l.read(src)
	if err != nil {
		return nil, err
	}
	i := int(record - l.records - 1)
	at := l.starts[i]
	if at > 0 && text[at-1] != '\n' && !(l.text == 0 && string(text[:at]) == mark) {
		return nil, &Error{l.entry.payload, "a record does not begin after a newline"}
	}
	return &Found{text[at:], l.text + at, l.lines + l.line(i) + 1}, nil
}

// read returns the text of a block, after comparing its checksum.
func (l *loaded) read(src *Source) ([]byte, error) {
	begin := l.text
	if begin > l.from.Text || src.Form == Plain && begin > 0 {
		begin-- // the newline before
	}
	r, err := src.openAt(begin, l.from)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	text := make([]byte, l.end-begin)
	switch _, err := io.ReadFull(r, text); {
	case err == io.EOF || err == io.ErrUnexpectedEOF:
		return nil, &StaleError{"the text is shorter than it was"}
	case err != nil:
		return nil, err
	case begin < l.text && text[0] != '\n':
		return nil, &StaleError{fmt.Sprintf("the text at byte %d has changed", begin)}
	}
	if text = text[l.text-begin:]; crc32.Checksum(text, castagnoli) != l.textSum {
		return nil, &StaleError{fmt.Sprintf("the text between byte %d and byte %d has changed", l.text, l.end)}
	}
	return text, nil
}

// Verify compares all of the indexed text with its checksums. The source may be longer.
func (x *Index) Verify(ctx context.Context, src *Source) error {
	text, err := src.openText(Point{})
	if err != nil {
		return err
	}
	defer text.Close()
	for l, err := range x.blocksFrom(0) {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		sum := crc32.New(castagnoli)
		n, err := io.CopyN(sum, text, l.end-l.text)
		switch {
		case err == io.EOF:
			return &StaleError{fmt.Sprintf("the text ends after %d bytes", l.text+n)}
		case err != nil:
			return err
		case sum.Sum32() != l.textSum:
			return &StaleError{fmt.Sprintf("the text between byte %d and byte %d has changed", l.text, l.end)}
		}
	}
	return nil
}

// An Extension is the result of [Index.Extend].
type Extension struct {
	Unchanged bool  // nothing has been appended, and nothing has been written
	From      int64 // the records that begin at this offset or later are new, or continued; the others are as before
}

// Extend checks what has been appended to the source since it was indexed, and writes the index of the whole source to w.
// If the last record was incomplete, it is checked again.
//
// The time depends on how much was appended, not on how long the source is, except that the old index is copied. Extend
// compares the samples of the old part of the source, and the last block of the old text. It does not see
// bytes that were overwritten elsewhere in the old part, unless full is set: then it compares all of the old text with its
// checksums. It
// also does so if the source has the same size as before but another modification time. If the source has changed, the error
// is a [*StaleError].
func (x *Index) Extend(ctx context.Context, w io.Writer, src *Source, full bool) (Extension, error) {
	return x.extend(ctx, w, src, full, limit)
}

func (x *Index) extend(ctx context.Context, w io.Writer, src *Source, full bool, maxRecord int) (Extension, error) {
	sample, err := src.sample(src.Size)
	if err != nil {
		return Extension{}, err
	}
	from, err := x.prepare(ctx, src, full)
	if err != nil {
		return Extension{}, err
	}
	if src.Size == x.Size && src.ModTime == x.ModTime && src.Settled == x.Settled {
		return Extension{true, x.Text}, nil
	}
	b, err := x.continued(w, src)
	if err != nil {
		return Extension{}, err
	}
	defer b.text.Close()
	b.footer.sample = sample
	if err := b.write(ctx, maxRecord); err != nil {
		return Extension{}, err
	}
	if b.footer.Text == x.Text {
		from = x.Text // nothing has been appended to the text
	}
	return Extension{From: from}, b.finish(src, x.blocks-1)
}

// HasGrown reports whether the source, for which the index is not current, seems to have only grown since it was indexed, so that
// Extend would accept it. It reads only samples.
func (x *Index) HasGrown(ctx context.Context, src *Source) bool {
	if src.Size == x.Size {
		return src.ModTime == x.ModTime && x.compareSample(src) == nil
	}
	_, err := x.prepare(ctx, src, false)
	return err == nil
}

// prepare compares the old part of the source. It returns the offset of the last line that was not ended.
func (x *Index) prepare(ctx context.Context, src *Source, full bool) (from int64, err error) {
	switch {
	case src.Form != x.Form:
		return 0, &StaleError{fmt.Sprintf("the index is of a file of the form %v", x.Form)}
	case src.Size < x.Size:
		return 0, &StaleError{fmt.Sprintf("the file has %d bytes, but had %d when it was indexed", src.Size, x.Size)}
	}
	if err := x.compareSample(src); err != nil {
		return 0, err
	}
	if full || src.Size == x.Size && (src.ModTime != x.ModTime || !x.Settled) {
		if err := x.Verify(ctx, src); err != nil {
			return 0, err
		}
	}
	l := &loaded{}
	if err := x.load(l, x.blocks-1); err != nil {
		return 0, err
	}
	r, err := src.openAt(l.text, l.from)
	if err != nil {
		return 0, err
	}
	defer r.Close()
	return l.lastLine(r)
}

// lastLine compares the text of the last block, which r returns, and returns the offset of the last line, which has not
// ended.
func (l *loaded) lastLine(r io.Reader) (from int64, err error) {
	sum, at := uint32(0), l.text
	from = at
	buffer := make([]byte, min(l.end-at, 64<<10))
	for at < l.end {
		n, err := reading.Some(r, buffer[:min(l.end-at, int64(len(buffer)))])
		if i := bytes.LastIndexByte(buffer[:n], '\n'); i >= 0 {
			from = at + int64(i) + 1
		}
		sum = crc32.Update(sum, castagnoli, buffer[:n])
		if at += int64(n); err != nil && at < l.end {
			if err == io.EOF {
				err = &StaleError{fmt.Sprintf("the text ends after %d bytes", at)}
			}
			return 0, err
		}
	}
	if sum != l.textSum {
		return 0, &StaleError{fmt.Sprintf("the text between byte %d and byte %d has changed", l.text, l.end)}
	}
	return from, nil
}

// continued returns a builder that has all blocks except the last one, which begins again.
func (x *Index) continued(w io.Writer, src *Source) (*builder, error) {
	last := x.blocks - 1
	b := &builder{w: w, footer: footer{identity: x.identity, blocks: last, kinds: slices.Clip(x.kinds)}}
	old := &loaded{}
	if err := x.load(old, last); err != nil {
		return nil, err
	}
	b.directory = make([]byte, last*entrySize)
	if err := readFull(x.r, b.directory, x.directory); err != nil {
		return nil, err
	}
	b.footer.Records, b.footer.Bad = old.records, x.footer.Bad-int64(len(old.bad))
	n, err := io.Copy(w, io.NewSectionReader(x.r, 0, old.entry.payload))
	if err == nil && n < old.entry.payload {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return nil, err
	}
	b.at, b.base = n, old.text
	b.entry = entry{records: old.records, lines: old.lines, text: old.text, from: old.from}
	b.text, err = src.openAt(old.text, old.from)
	return b, err
}
