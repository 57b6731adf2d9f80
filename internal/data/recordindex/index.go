package recordindex

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"iter"
	"sort"
)

// An Index is an open index.
type Index struct {
	r io.ReaderAt
	footer
}

// Open opens an index of size bytes. It reads only the header and the footer, which are at most 9 KiB. An error of
// the format is of the type [*Error].
func Open(r io.ReaderAt, size int64) (*Index, error) {
	if size < headSize+tailSize {
		return nil, &Error{size, "it is too short"}
	}
	var first [headSize]byte
	var tail [tailSize]byte
	if err := readFull(r, first[:], 0); err != nil {
		return nil, err
	}
	if err := readFull(r, tail[:], size-tailSize); err != nil {
		return nil, err
	}
	switch {
	case string(first[:len(headMagic)]) != headMagic:
		return nil, &Error{0, "it is not an index of records"}
	case string(first[:]) != string(head()):
		return nil, &Error{int64(len(headMagic)), fmt.Sprintf("its version is not %d", version)}
	case string(tail[8:]) != tailMagic:
		return nil, &Error{size - 8, "its end is missing"}
	}
	length := int64(binary.LittleEndian.Uint32(tail[:]))
	if length < fixedBody || length > mostBody || length > size-headSize-tailSize {
		return nil, &Error{size - tailSize, "the length of the footer is wrong"}
	}
	begin := size - tailSize - length
	body := make([]byte, length)
	if err := readFull(r, body, begin); err != nil {
		return nil, err
	}
	sum := crc32.Update(crc32.Checksum(first[:], castagnoli), castagnoli, body)
	if crc32.Update(sum, castagnoli, tail[:4]) != binary.LittleEndian.Uint32(tail[4:]) {
		return nil, &Error{begin, "the checksum of the footer is wrong"}
	}
	f, err := parseFooter(body, begin)
	if err != nil {
		return nil, err
	}
	return &Index{r, *f}, nil
}

// readFull reads len(b) bytes at an offset.
func readFull(r io.ReaderAt, b []byte, at int64) error {
	n, err := r.ReadAt(b, at)
	if n == len(b) {
		return nil
	}
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return err
}

// Info returns a description of the index.
func (x *Index) Info() Info { return x.footer.Info }

// entryAt reads the entry of a block, and checks it.
func (x *Index) entryAt(block int64) (entry, error) {
	var b [entrySize]byte
	at := x.directory + block*entrySize
	if err := readFull(x.r, b[:], at); err != nil {
		return entry{}, err
	}
	return x.checkEntry(b[:], at)
}

// checkEntry parses and checks an entry that is at the given offset.
func (x *Index) checkEntry(b []byte, at int64) (entry, error) {
	e := parseEntry(b)
	switch {
	case checksum(x.identity, b) != e.entrySum:
		return e, &Error{at, "the checksum of an entry is wrong"}
	case min(e.records, e.lines, e.text, e.from.Source, e.from.Text, e.payload) < 0,
		e.records > x.Records, e.lines > x.Lines, e.text > x.Text,
		e.from.Source > x.Size, e.from.Text > e.text:
		return e, &Error{at, "the numbers of an entry contradict the footer"}
	case e.length > mostPayload, e.payload < headSize, e.payload > x.directory-int64(e.length):
		return e, &Error{at, "a block is outside of the index"}
	}
	return e, nil
}

// A loaded is a block with its entry.
type loaded struct {
	entry
	block
	number  int64 // from 0
	end     int64 // offset in the text where the block ends
	payload []byte
}

// load reads a block. It reuses the memory of l.
func (x *Index) load(l *loaded, number int64) (err error) {
	l.number = number
	if l.entry, err = x.entryAt(number); err != nil {
		return err
	}
	next := entry{records: x.Records, text: x.Text}
	if number+1 < x.blocks {
		if next, err = x.entryAt(number + 1); err != nil {
			return err
		}
	}
	return x.loadBetween(l, next)
}

// loadBetween reads the block of l.entry. The next entry is given.
func (x *Index) loadBetween(l *loaded, next entry) error {
	at := x.directory + l.number*entrySize
	if l.number == 0 && l.records|l.lines|l.text != 0 || next.text < l.text || next.records < l.records {
		return &Error{at, "the numbers of two entries contradict each other"}
	}
	l.end = next.text
	if cap(l.payload) < int(l.length) {
		l.payload = make([]byte, l.length)
	}
	l.payload = l.payload[:l.length]
	if err := readFull(x.r, l.payload, l.entry.payload); err != nil {
		return err
	}
	if crc32.Checksum(l.payload, castagnoli) != l.sum {
		return &Error{l.entry.payload, "the checksum of a block is wrong"}
	}
	if err := parseBlock(&l.block, l.payload, l.entry.payload, l.end-l.text, len(x.kinds)); err != nil {
		return err
	}
	if int64(len(l.starts)) != next.records-l.records {
		return &Error{l.entry.payload, "a block has the wrong number of records"}
	}
	return nil
}

// find reads the block that has a record, which must exist.
func (x *Index) find(record int64) (*loaded, error) {
	var failed error
	after := sort.Search(int(x.blocks), func(i int) bool {
		e, err := x.entryAt(int64(i))
		if err != nil {
			failed = err
		}
		return e.records >= record
	})
	if failed != nil {
		return nil, failed
	}
	l := &loaded{}
	if err := x.load(l, int64(max(after-1, 0))); err != nil {
		return nil, err
	}
	if i := record - l.records; i < 1 || i > int64(len(l.starts)) {
		return nil, &Error{x.directory, "the numbers of records are not in order"}
	}
	return l, nil
}

// A Bad is an invalid record.
type Bad struct {
	Record int64  // the number of the record, from 1
	Offset int64  // of the record in the text
	Line   int64  // from 1
	Column int64  // of the error in its line, in code points from 1
	Error  int64  // offset of the error in the text
	Kind   string // of the error, as the findings of package lint name it
}

// blocksFrom returns an iterator over blocks. Each block is valid until the next iteration.
func (x *Index) blocksFrom(first int64) iter.Seq2[*loaded, error] {
	return func(yield func(*loaded, error) bool) {
		begin := x.directory + first*entrySize
		r := bufio.NewReaderSize(io.NewSectionReader(x.r, begin, (x.blocks-first)*entrySize), 64<<10)
		read := func(number int64) (entry, error) {
			if number == x.blocks {
				return entry{records: x.Records, text: x.Text}, nil
			}
			var b [entrySize]byte
			if _, err := io.ReadFull(r, b[:]); err != nil {
				return entry{}, err
			}
			return x.checkEntry(b[:], x.directory+number*entrySize)
		}
		l := &loaded{}
		next, err := read(first)
		for n := first; n < x.blocks && err == nil; n++ {
			l.number, l.entry = n, next
			if next, err = read(n + 1); err == nil {
				err = x.loadBetween(l, next)
			}
			if err == nil && !yield(l, nil) {
				return
			}
		}
		if err != nil {
			yield(nil, err)
		}
	}
}

// Bad returns an iterator over the invalid records that begin at an offset in the text or later. An error ends the
// iteration.
func (x *Index) Bad(from int64) iter.Seq2[Bad, error] {
	return func(yield func(Bad, error) bool) {
		if x.footer.Bad == 0 {
			return
		}
		var failed error
		first := sort.Search(int(x.blocks), func(i int) bool {
			e, err := x.entryAt(int64(i))
			if err != nil {
				failed = err
			}
			return e.text > from
		})
		if failed != nil {
			yield(Bad{}, failed)
			return
		}
		for l, err := range x.blocksFrom(int64(max(first-1, 0))) {
			if err != nil {
				yield(Bad{}, err)
				return
			}
			for i := range l.bad {
				if b := x.badIn(l, i); b.Offset >= from && !yield(b, nil) {
					return
				}
			}
		}
	}
}

// badIn describes an invalid record of a block.
func (x *Index) badIn(l *loaded, i int) Bad {
	b := l.bad[i]
	at := l.text + l.starts[b.record]
	return Bad{
		Record: l.records + int64(b.record) + 1, Offset: at, Line: l.lines + l.line(b.record) + 1,
		Column: b.column, Error: at + b.offset, Kind: x.kinds[b.kind],
	}
}

// Check reads all of the index. It returns an error if any part of it is damaged.
func (x *Index) Check() error {
	bad, at := int64(0), int64(headSize)
	for l, err := range x.blocksFrom(0) {
		switch {
		case err != nil:
			return err
		case l.entry.payload != at:
			return &Error{x.directory + l.number*entrySize, "the blocks are not in order"}
		}
		bad += int64(len(l.bad))
		at += int64(l.length)
	}
	if bad != x.footer.Bad || at != x.directory {
		return &Error{x.directory, "the blocks contradict the footer"}
	}
	return nil
}
