package recordindex

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"

	"github.com/assayjson/assay/internal/engine/explain"
	"github.com/assayjson/assay/internal/engine/syntaxerror"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
	"github.com/assayjson/assay/utf8check"
)

// A builder writes the blocks of an index, and keeps the directory.
type builder struct {
	w         io.Writer
	at        int64 // offset in the index
	text      Text  // the text that is read
	footer    footer
	directory []byte // entries without their checksums, except those of an older version of the index

	encoding utf8check.Encoding // that the first record shows, if it is UTF-16 or UTF-32

	base   int64  // offset of the text at which the builder has begun
	held   []byte // the start of the text, as long as it may be a byte order mark
	begun  bool   // held is not needed any more
	scan   lineScanner
	piece  int64 // offset of the piece of the text that is being scanned
	queue  []queued
	block  block
	entry  entry // of the block
	last   int64 // number of newlines before the last record of the block
	buffer []byte

	// All of these are checksums of text.
	sum     uint32 // of the block up to the current piece, or up to scanned bytes in it
	scanned int    // number of bytes of the current piece that belong to sum
	before  uint32 // of the block up to the start of the current line, if the line may still be blank
	pending uint32 // of the current line up to the current piece, if it may still be blank
}

// blockSize is the size of the blocks that are written.
var blockSize = struct {
	records int
	text    int64
}{blockRecords, blockText}

// A queued is an invalid record whose text has not yet been written to the builder.
type queued struct {
	at     int64 // offset of the record
	kind   int
	offset int64 // of the error in the record
	column int64
}

// write checks the text, which begins at b.base, and writes the blocks.
func (b *builder) write(ctx context.Context, maxRecord int) error {
	b.scan = lineScanner{maxRecord: int64(maxRecord), offset: b.base, start: b.base, line: b.entry.lines}
	b.begun = b.base > 0
	earlier := b.entry.records
	var each []tokenizer.Option
	if b.base == 0 {
		each = append(each, tokenizer.AllowBOM())
	}
	none := func([]byte) bool { return false }
	totals, err := records.Split(ctx, b.text, b, nil, records.Each(each...), records.MaxRecord(maxRecord),
		records.ReadAhead(), records.Including(none), records.Judge(b.judge))
	var failed *records.WriteError
	switch {
	case errors.As(err, &failed):
		return failed.Err
	case err != nil:
		return err
	}
	if !b.begun {
		if err := b.begin(); err != nil {
			return err
		}
	}
	if n := b.entry.records + int64(len(b.block.starts)); len(b.queue) > 0 || earlier+totals.Records != n {
		return errors.New("BUG: the index and the check disagree about the records")
	}
	if len(b.footer.kinds) > mostKinds {
		return errors.New("BUG: there are too many kinds of errors")
	}
	b.footer.Text, b.footer.Lines = b.scan.offset, b.scan.line
	return b.closeBlock()
}

// judge queues an invalid record. It returns false, so that all records are written to the same writer, in order.
func (b *builder) judge(r records.Record) bool {
	if e, ok := r.AsError().(*records.RecordError); ok {
		if r.Offset == 0 && b.base == 0 {
			const around = 4096
			if encoding := explain.GuessEncoding(r.Data[:min(len(r.Data), around)]); explain.IsWide(encoding) {
				b.encoding = encoding
			}
		}
		kind := b.kindOf(e.Err)
		id := slices.Index(b.footer.kinds, kind)
		if id < 0 {
			id = len(b.footer.kinds)
			b.footer.kinds = append(b.footer.kinds, kind)
		}
		b.queue = append(b.queue, queued{b.base + r.Offset, id, e.Err.Offset, int64(e.Position().Rune)})
	}
	return false
}

// kindOf returns the name of the kind of an error, which is that in the findings of package lint.
func (b *builder) kindOf(e *tokenizer.SyntaxError) string {
	report := syntaxerror.ReportOf(e)
	if report == nil {
		return e.Kind.String()
	}
	x := explain.Explainer{Report: report, Wording: explain.Wording{Encoding: b.encoding}}
	return x.KindName(x.Habit())
}

// Write scans a part of the text. The records that begin in it have been judged.
func (b *builder) Write(p []byte) (n int, err error) {
	n = len(p)
	for !b.begun && len(p) > 0 {
		b.held = append(b.held, p[0])
		p = p[1:]
		if len(b.held) < len(mark) && string(b.held) == mark[:len(b.held)] {
			continue
		}
		if err := b.begin(); err != nil {
			return 0, err
		}
	}
	return n, b.add(p)
}

// begin scans what has been held.
func (b *builder) begin() error {
	b.begun = true
	if string(b.held) == mark {
		b.scan.start = int64(len(mark))
	}
	return b.add(b.held)
}

// add scans a piece of the text.
func (b *builder) add(p []byte) error {
	b.piece, b.scanned = b.scan.offset, 0
	err := b.scan.scan(p, func(at recordStart) error { return b.record(p, at) })
	if err != nil || len(p) == 0 {
		return err
	}
	rest := p[b.scanned:]
	switch line := b.scan.start - b.piece; {
	case b.scan.found:
	case line < int64(b.scanned):
		b.pending = crc32.Update(b.pending, castagnoli, rest)
	default:
		b.before = crc32.Update(b.sum, castagnoli, p[b.scanned:min(line, int64(len(p)))])
		b.pending = crc32.Checksum(p[min(line, int64(len(p))):], castagnoli)
	}
	b.sum = crc32.Update(b.sum, castagnoli, rest)
	return nil
}

// record adds a record, which begins in the piece p or is the first one that is not blank in it.
func (b *builder) record(p []byte, at recordStart) error {
	if n := len(b.block.starts); n == blockSize.records || n > 0 && at.offset-b.entry.text >= blockSize.text {
		if line := at.offset - b.piece; line < 0 {
			b.sum = b.before
		} else {
			b.sum = crc32.Update(b.sum, castagnoli, p[b.scanned:line])
			b.scanned, b.pending = int(line), 0
		}
		if err := b.closeBlock(); err != nil {
			return err
		}
		b.sum = b.pending
		b.openBlock(at)
	}
	if n := len(b.block.starts); n == 0 {
		b.block.first, b.block.before = at.offset-b.entry.text, at.line-b.entry.lines
	} else if blank := at.line - b.last - 1; blank > 0 {
		b.block.gaps = append(b.block.gaps, gap{n, blank})
	}
	b.last = at.line
	if len(b.queue) > 0 && b.queue[0].at == at.offset {
		q := b.queue[0]
		b.block.bad = append(b.block.bad, badRecord{len(b.block.starts), q.kind, q.offset, q.column})
		b.queue = b.queue[1:]
	}
	b.block.starts = append(b.block.starts, at.offset-b.entry.text)
	return nil
}

// openBlock begins a block with the record that begins at the given place.
func (b *builder) openBlock(at recordStart) {
	b.entry = entry{records: b.entry.records + int64(len(b.block.starts)), lines: at.line, text: at.offset, from: b.text.Before(at.offset)}
	b.block.reset()
}

// closeBlock writes the block.
func (b *builder) closeBlock() error {
	b.buffer = b.block.appendTo(b.buffer[:0])
	e := &b.entry
	e.payload, e.length = b.at, uint32(len(b.buffer))
	e.sum, e.textSum = crc32.Checksum(b.buffer, castagnoli), b.sum
	b.directory = append(e.appendTo(b.directory), 0, 0, 0, 0)
	f := &b.footer
	f.blocks++
	f.Bad += int64(len(b.block.bad))
	f.Records = e.records + int64(len(b.block.starts))
	return b.put(b.buffer)
}

// put writes to the index.
func (b *builder) put(p []byte) error {
	n, err := b.w.Write(p)
	b.at += int64(n)
	if err == nil && n < len(p) {
		err = io.ErrShortWrite
	}
	return err
}

// finish writes the directory and the footer. The entries of the first blocks have checksums. The samples have been taken before
// the text was read. If they are different by now, some of the text may be from before the change, and some from after it.
func (b *builder) finish(src *Source, complete int64) error {
	f := &b.footer
	f.Form, f.Settled, f.Size, f.ModTime = src.Form, src.Settled, src.Size, src.ModTime
	if f.Form == Plain && f.Text != f.Size {
		return &StaleError{fmt.Sprintf("the file became shorter while it was read: %d of %d bytes are left", f.Text, f.Size)}
	}
	switch sample, err := src.sample(src.Size); {
	case err != nil:
		return err
	case sample != f.sample:
		return &StaleError{"the file was changed while it was read"}
	}
	if complete == 0 {
		f.identity = b.identify()
	}
	for at := complete * entrySize; at < int64(len(b.directory)); at += entrySize {
		e := b.directory[at:][:entrySize]
		binary.LittleEndian.PutUint32(e[entrySize-4:], checksum(f.identity, e))
	}
	f.Points = b.points(src)
	f.directory = b.at
	if err := b.put(b.directory); err != nil {
		return err
	}
	return b.put(f.appendTo(nil, head()))
}

// identify returns an identity for the index, which depends on everything in it.
func (b *builder) identify() (id [8]byte) {
	h := sha256.New()
	h.Write(b.footer.sample[:])
	h.Write(binary.LittleEndian.AppendUint64(nil, uint64(b.footer.ModTime)))
	h.Write(b.directory)
	copy(id[:], h.Sum(nil))
	return id
}

// points counts the points at which reading can start.
func (b *builder) points(src *Source) (n int64) {
	if src.Form == Plain {
		return 0
	}
	last := Point{-1, -1}
	for at := 0; at < len(b.directory); at += entrySize {
		if e := parseEntry(b.directory[at:]); e.from != last {
			last = e.from
			n++
		}
	}
	return n
}
