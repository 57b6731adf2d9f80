package assaybeam

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/assayjson/assay/internal/data/shards"
)

// inOrder sorts the pieces of a file, and returns an error unless every byte of the file is in exactly one of
// them. Thus a piece that a runner has lost or repeated is never overlooked.
func inOrder(all []piece) error {
	slices.SortFunc(all, func(a, b piece) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.Bytes, b.Bytes))
	})
	at := int64(0)
	for i := range all {
		p := &all[i]
		if p.From != at || p.Bytes == 0 && len(all) > 1 {
			return fmt.Errorf("the results are incomplete or inconsistent: a piece begins at byte %d instead of %d", p.From, at)
		}
		at += p.Bytes
	}
	switch {
	case len(all) == 0:
		return fmt.Errorf("the results are incomplete: the file has not been checked")
	case all[0].FileSize >= 0 && at != all[0].FileSize:
		return fmt.Errorf("the results are incomplete or inconsistent: the pieces have %d bytes, but the file has %d", at, all[0].FileSize)
	case all[0].FileSize < 0 && len(all) > 1:
		return fmt.Errorf("the results are inconsistent: a compressed file has %d pieces", len(all))
	}
	return nil
}

// A Bad is a bad record, with its first finding among the most severe ones. The fields are those of the lines of
// the report, which docs/reference/quarantine.md describes.
type Bad struct {
	File                       string
	Record                     int64 // number of the record in the file, from 1
	Line, Column               int64 // from 1
	Offset, Length             int64 // in bytes
	Severity, Rule, Kind       string
	Message                    string
	Pointer                    string
	HasPointer                 bool // Pointer is known
	RecordOffset, RecordLength int64

	// Text is the record with its line end, or its first MiB if Cut is set.
	Text []byte
	Cut  bool
}

// A Summary has the numbers of a file or of all files.
type Summary struct {
	File                    string // empty for all files
	Files                   int64
	Records, Bad            int64
	Bytes                   int64 // decompressed
	Errors, Warnings, Infos int64 // findings, including those that belong to no record
}

func (s *Summary) add(p *piece) {
	s.Records += p.Records
	s.Bad += p.Bad
	s.Bytes += p.Bytes
	s.Errors += p.Errors
	s.Warnings += p.Warnings
	s.Infos += p.Infos
}

// resolveFn finds out where the bad records of a file are.
type resolveFn struct{}

// ProcessElement emits the bad records of a file, in order, and its summary.
func (fn *resolveFn) ProcessElement(ctx context.Context, file string, pieces func(*piece) bool, emit func(Bad), sum func(Summary)) error {
	var all []piece
	for p := (piece{}); pieces(&p); p = (piece{}) {
		all = append(all, p)
	}
	if err := inOrder(all); err != nil {
		return &FileError{file, err}
	}
	s := Summary{File: file, Files: 1}
	lines := int64(0)
	for i := range all {
		r := &resolver{file: file, records: s.Records, lines: lines, emit: emit}
		if err := all[i].readFound(ctx, r.record, r.text); err != nil {
			return named(file, err)
		}
		s.add(&all[i])
		lines += all[i].Lines
	}
	sum(s)
	return nil
}

// A resolver brings the bad records of a piece and their texts together. Records and texts are in the same order, and a
// text that comes before its record is followed by no text of other records before that.
type resolver struct {
	file           string
	records, lines int64 // before the piece
	emit           func(Bad)

	pending []Bad  // the records whose texts are incomplete
	begun   []byte // the first bytes of the text of the next record
	size    int64  // how many bytes of that text have been passed
}

// mostText is the largest length in bytes of a text in a [Bad].
const mostText = 1 << 20

// record passes a record.
func (r *resolver) record(rec *shards.Record) error {
	r.pending = append(r.pending, Bad{
		File: r.file, Record: rec.Number + r.records, Line: rec.Line + r.lines, Column: rec.Column, Offset: rec.Offset, Length: rec.Length,
		Severity: rec.Severity.String(), Rule: rec.Rule, Kind: rec.Kind, Message: message(rec.Message, r.lines),
		Pointer: rec.Pointer, HasPointer: rec.HasPointer, RecordOffset: rec.Start, RecordLength: rec.Size,
	})
	r.flush()
	return nil
}

// text passes the next part of the texts.
func (r *resolver) text(p []byte) error {
	for len(p) > 0 {
		n := int64(len(p))
		if len(r.pending) > 0 {
			n = min(n, r.pending[0].RecordLength-r.size)
		}
		r.begun = append(r.begun, p[:min(n, mostText-int64(len(r.begun)))]...)
		r.size += n
		p = p[n:]
		r.flush()
	}
	return nil
}

// flush emits the next record if its text is complete.
func (r *resolver) flush() {
	if len(r.pending) == 0 || r.size < r.pending[0].RecordLength {
		return
	}
	b := r.pending[0]
	r.pending = r.pending[1:]
	b.Text, b.Cut = r.begun, r.size > int64(len(r.begun))
	r.begun, r.size = nil, 0
	r.emit(b)
}

// message returns a message in a piece that begins after the given number of lines.
func message(m shards.Message, lines int64) string {
	text := m.Parts[0]
	for i, n := range m.Lines {
		text += strconv.FormatInt(n+lines, 10) + m.Parts[i+1]
	}
	return text
}
