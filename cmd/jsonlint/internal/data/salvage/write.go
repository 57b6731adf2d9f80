package salvage

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"slices"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/outputs"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/encode"
	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/internal/data/unpack"
	"github.com/assayjson/assay/internal/files/joblog"
	"github.com/assayjson/assay/records"
)

// A writer writes the parts of damaged files to GOOD and REST, and their list.
type writer struct {
	good, rest salvageOutput
	list       *outputs.Writer
	lines      *encode.Writer // writes to list

	original
	piece   listEntry // the piece that has been written but not listed; its Length is 0 if there is none
	more    bool      // the last part of REST continues
	records int64     // number of records in the piece
	inFile  int64     // number of records in the file

	clues
	confusion
	files  int64       // number of files so far
	total  int64       // number of records in all files
	mixed  input.Lines // of files in other encodings
	pieces [32]int64
	bytes  [32]int64 // by reason
	found  [3]int64  // number of records by certainty

	mender

	skipped int64    // number of parts of compressed data that have been skipped
	skips   []string // messages about the first of them
}

// The original is what is known about the file that is being read.
type original struct {
	sum      hash.Hash
	offset   int64           // where the current piece begins
	recoding *input.Recoding // if the file is in another encoding; the text is then converted back
	at       int64           // number of bytes of the file so far, if it is in another encoding
	carry    []byte          // the beginning of what stands for a byte that is not valid in the encoding
	raw      bool            // the current piece has such bytes
	tail     int             // the line after a record that breaks off at the end of a line, so that it may have the rest of it; or 0
	isPacked bool            // the file is compressed, so that jsonlint --fix does not change it
	inLine   bool            // the last text ends inside a line
	unended  []byte          // a line of REST that ends with the file, unless text follows
	isUTF8   bool            // the last text was in UTF-8, although the file is in another encoding
}

// A salvageOutput is GOOD or REST.
type salvageOutput struct {
	*outputs.Writer
	at      int64
	newline bool // the last record lacks a newline after it
}

func newWriter(good, rest, list *outputs.Writer) *writer {
	lines := encode.NewWriter(joblog.NewWriter(list), encode.Options{Records: true, Strings: escape.Options{Invalid: escape.Replace, JS: true}})
	return &writer{good: salvageOutput{Writer: good}, rest: salvageOutput{Writer: rest}, list: list, lines: lines}
}

// entry writes a line of the list.
func (w *writer) entry(e listEntry) { e.write(w.lines) }

// begin begins a file.
func (w *writer) begin(name string) {
	w.entry(listEntry{File: name})
	w.original, w.inFile, w.before = original{sum: sha256.New()}, 0, 0
	w.files++
}

// end ends a file of n bytes.
func (w *writer) end(n int64) error {
	if err := w.mend(0); err != nil {
		return err
	}
	w.tryFix(w.unended, w.each)
	w.listPiece()
	w.total += w.inFile
	if w.recoding != nil {
		n = w.at
		lines := w.recoding.Lines()
		w.mixed.Converted += lines.Converted
		w.mixed.Kept += lines.Kept
	}
	w.entry(listEntry{Bytes: &n, Records: &w.inFile, SHA256: hex.EncodeToString(w.sum.Sum(nil))})
	return w.lines.Err()
}

// skip notes that a part of a compressed file is not in its text.
func (w *writer) skip(name string, s unpack.Skip) {
	const most = 20
	w.entry(listEntry{skipEntry: skipEntry{&s.Length, &s.Offset, s.Err.Error()}})
	switch w.skipped++; {
	case w.skipped < most:
		what := fmt.Sprintf("noticed at offset %d", s.Offset)
		if s.Length > 0 {
			what = fmt.Sprintf("%s skipped from offset %d on", report.Count(s.Length, "byte"), s.Offset)
		}
		w.skips = append(w.skips, fmt.Sprintf("%s: %v; %s", report.Path(name), s.Err, what))
	case w.skipped == most:
		w.skips = append(w.skips, fmt.Sprintf("%s: more parts have been skipped; the list has them", report.Path(name)))
	}
}

// recode notes that a file has been converted from an encoding to UTF-8, and lists it.
func (w *writer) recode(r *input.Recoding, name string) {
	if !r.IsExact() {
		return
	}
	name, marked := r.Encoding(name)
	w.entry(listEntry{encodingEntry: encodingEntry{From: name, Mark: marked}})
	w.recoding = r
	if marked {
		w.count([]byte("\uFEFF"), false)
	}
}

// count adds a text of the file to its checksum and, if the file is in another encoding, to its length. The list says where the encoding changes.
func (w *writer) count(text []byte, raw bool) {
	switch {
	case w.recoding == nil:
		w.sum.Write(text)
		return
	case raw:
		w.recoding.Pass(len(text) * input.RawSize)
		w.at += int64(len(text))
		w.sum.Write(text)
		return
	}
	for len(text) > 0 {
		n, isUTF8 := w.recoding.Run(len(text))
		if isUTF8 != w.isUTF8 {
			w.isUTF8 = isUTF8
			at := w.at
			w.entry(listEntry{Offset: &at, encodingEntry: encodingEntry{UTF8: &isUTF8}})
		}
		original := w.recoding.Append(nil, text[:n])
		w.at += int64(len(original))
		w.sum.Write(original)
		text = text[n:]
	}
}

// turns ends a piece of GOOD before a text with a place at which the encoding of the file changes, so that the list has the place before any long piece.
func (w *writer) turns(text []byte) {
	if w.recoding == nil || w.piece.In != "good" {
		return
	}
	if n, isUTF8 := w.recoding.Run(len(text)); n < len(text) || isUTF8 != w.isUTF8 {
		w.listPiece()
	}
}

// add writes a part of a file.
func (w *writer) add(p *records.Salvaged) error {
	if len(w.carry) == 0 && (w.recoding == nil || bytes.IndexByte(p.Text, input.RawMark) < 0) {
		return w.addText(p, false)
	}
	rest, cut := append(w.carry, p.Text...), 0
	if p.More {
		cut = input.RawCut(rest)
	}
	rest, w.carry = rest[:len(rest)-cut], slices.Clone(rest[len(rest)-cut:])
	for part := *p; len(rest) > 0; {
		before, raw := input.Raw(rest)
		part.Text, rest = rest[:before], rest[before:]
		isRaw := before == 0
		if isRaw {
			part.Text, rest = raw, rest[len(raw)*input.RawSize:]
		}
		part.More = p.More || len(rest) > 0
		if err := w.addText(&part, isRaw); err != nil {
			return err
		}
		part.Line += bytes.Count(part.Text, []byte("\n"))
	}
	return nil
}

// addText writes a part of a file, which is raw if its text has the bytes of the file, although that is in another encoding.
func (w *writer) addText(p *records.Salvaged, raw bool) error {
	at := p.Offset
	if w.recoding != nil {
		at = w.at
	}
	w.turns(p.Text)
	w.count(p.Text, raw)
	if w.waiting.how != notMended {
		if err := w.mend(firstByte(p.Text)); err != nil {
			return err
		}
	}
	defer w.note(p)
	w.noteLine(p)
	if p.Reason != 0 {
		return w.addRest(p, at, raw)
	}
	if w.good.newline {
		if err := w.finishLine(); err != nil {
			return err
		}
	}
	certainty := ""
	if p.Certainty != records.Certain {
		certainty = p.Certainty.String()
	}
	if w.piece.In != "good" || w.piece.Length == 0 || w.piece.Certainty != certainty {
		w.listPiece()
		w.startPiece(at, "good", w.good.at)
		w.piece.Certainty = certainty
	}
	if record := p.Record(); record != nil {
		if p.Certainty == records.Certain {
			w.confusion.add(record)
		}
		w.records++
		w.inFile++
		w.found[p.Certainty]++
		w.good.newline = p.Text[len(p.Text)-1] != '\n'
	}
	return w.extend(&w.good, p)
}

// noteLine tries to fix a part that is a whole line and not a record, unless the file is compressed or records may span several lines.
func (w *writer) noteLine(p *records.Salvaged) {
	ends := bytes.HasSuffix(p.Text, []byte("\n"))
	isLine := !w.inLine && !w.more && !p.More && p.Reason != 0 && !w.isPacked && !w.spans
	w.inLine, w.unended = !ends, nil
	switch {
	case isLine && ends:
		w.tryFix(p.Text, w.each)
	case isLine:
		w.unended = bytes.Clone(p.Text)
	}
}

// addRest writes a part that is not a record.
func (w *writer) addRest(p *records.Salvaged, at int64, raw bool) error {
	reason := w.reasonOf(p)
	if !w.more || raw != w.raw {
		w.listPiece()
		w.startPiece(at, "rest", w.rest.at)
		w.piece.Reason, w.piece.Line, w.piece.Raw = reason.String(), p.Line, raw
		w.raw = raw
	}
	if !w.more {
		w.pieces[reason]++
		w.clues.add(p)
	}
	if !w.more && !p.More {
		if w.waiting.record, w.waiting.how = mend(p.Text, w.each); w.isInside(w.before, 0) {
			w.waiting = mendedText{}
		}
	}
	w.more = p.More
	w.bytes[reason] += int64(len(p.Text))
	return w.extend(&w.rest, p)
}

// reasonOf returns the reason why a part is not a record. The rest of a record that breaks off at the end of a line is a fragment, although it need not
// begin like a value.
func (w *writer) reasonOf(p *records.Salvaged) records.Reason {
	const long = 64 << 10 // a part that is shorter is not divided
	text := bytes.TrimRight(p.Text, " \t\r\n,")
	isTail := p.Reason == records.OtherText && p.Line == w.tail && !w.more && !p.More && len(p.Text) < long && (bytes.HasSuffix(text, []byte("}")) || bytes.HasSuffix(text, []byte("]")))
	if w.tail = 0; p.Reason == records.Torn && bytes.HasSuffix(p.Text, []byte("\n")) {
		w.tail = p.Line + bytes.Count(p.Text, []byte("\n"))
	}
	if isTail {
		return records.Fragment
	}
	return p.Reason
}

// mend counts the record that the last part of REST stands for, if there is one, and writes it to GOOD if records are repaired.
// The parameter after is the first byte after the part that is not white space.
func (w *writer) mend(after byte) error {
	record, how, inside := w.waiting.record, w.waiting.how, w.isInside(0, after)
	w.waiting = mendedText{}
	if how == notMended || inside {
		return nil
	}
	w.mended[how]++
	if !w.repair {
		return nil
	}
	if w.good.newline {
		if err := w.writeNewline(); err != nil {
			return err
		}
	}
	w.piece.Repaired = &repairEntry{mendings[how].name, w.good.at, int64(len(record))}
	n, err := w.good.Write(append(record, '\n'))
	w.good.at += int64(n)
	return err
}

// finishLine writes the newline that the last record lacks. It is not in a piece.
func (w *writer) finishLine() error {
	w.listPiece()
	return w.writeNewline()
}

// writeNewline is like finishLine, but the piece is one of REST, or has been listed.
func (w *writer) writeNewline() error {
	w.good.newline = false
	w.good.at++
	_, err := w.good.Write([]byte("\n"))
	return err
}

// startPiece begins a piece with the text at an offset in the file.
func (w *writer) startPiece(offset int64, in string, at int64) {
	w.offset = offset
	w.piece = listEntry{Offset: &w.offset, In: in, At: &at}
}

// extend writes a part to an output, and adds it to the piece.
func (w *writer) extend(to *salvageOutput, p *records.Salvaged) error {
	n, err := to.Write(p.Text)
	to.at += int64(n)
	w.piece.Length += int64(n)
	return err
}

// listPiece writes the piece to the list.
func (w *writer) listPiece() {
	if w.piece.Length == 0 {
		return
	}
	if w.piece.In == "good" {
		n := w.records
		w.piece.Records = &n
	}
	w.entry(w.piece)
	w.piece, w.records = listEntry{}, 0
}

// finish ends the list, and writes everything that is still in memory.
func (w *writer) finish() error {
	if w.good.newline {
		if err := w.finishLine(); err != nil {
			return err
		}
	}
	w.entry(listEntry{Files: w.files})
	if err := w.lines.Close(); err != nil {
		return err
	}
	for _, to := range []*outputs.Writer{w.good.Writer, w.rest.Writer, w.list} {
		if err := to.Close(); err != nil {
			return err
		}
	}
	return nil
}
