package decode

import (
	"bytes"
	"sync"
	"unsafe"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/syntaxerror"
	"github.com/assayjson/assay/internal/engine/tape"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

// A taker decodes the records that package records finds; see [hidden.RecordTaker].
type taker[T any] struct {
	plan   *plan
	with   *settings
	rules  scan.Rules                  // of with
	copies bool                        // errors get a copy of the text of their record, because its memory is reused
	yield  func(T, error) bool         // the loop body
	put    func(*T, *RecordError) bool // the method report, or keep of a keeper

	*recordWalker    // nil unless records are being taken
	value         *T // memory for a value
}

// A recordWalker has the memory of lines and of a record. If a method of a type panics, it is not used again.
type recordWalker struct {
	walk      walk
	lines     tape.Tape         // of lines
	isIndexed bool              // IndexLines has made it, and the lines have not been taken yet
	document  document.Document // of a record
	record    []byte            // the text of document if IndexRecord has made it, and the record has not been taken yet
	longest   int               // the length in bytes of the longest text so far
}

var recordWalkers = sync.Pool{New: func() any { return new(recordWalker) }}

func (t *taker[T]) Begin() { t.recordWalker = recordWalkers.Get().(*recordWalker) }

func (t *taker[T]) End() {
	w := t.recordWalker
	t.recordWalker = nil
	w.walk.release()
	w.lines.Begin(nil, false)
	w.isIndexed = false
	w.forgetRecord()
	if w.longest <= mostKept {
		recordWalkers.Put(w)
	}
}

func (t *taker[T]) IndexLines(lines []byte) (ok bool) {
	if !t.isIndexed || !isSame(t.lines.Data, lines) {
		t.longest = max(t.longest, len(lines))
		t.lines.Begin(lines, false)
		t.isIndexed = t.lines.IndexLines(t.rules.MaxDepth)
	}
	return t.isIndexed
}

// isSame reports whether two texts are in the same memory. The second one must not be empty.
func isSame(a, b []byte) bool { return len(a) == len(b) && &a[0] == &b[0] }

func (t *taker[T]) IndexRecord(record []byte) (ok bool) {
	t.forgetRecord()
	if t.rules.AllowBOM && bytes.HasPrefix(record, []byte(scan.BOM)) {
		return false // only the first record may have a byte order mark, which does not belong to it
	}
	return t.parse(record, t.with) == nil
}

// parse makes the document of a record.
func (w *recordWalker) parse(record []byte, with *settings) error {
	w.longest = max(w.longest, len(record))
	err := w.document.Parse(record, with.checks...)
	if err == nil {
		w.record = record
	}
	return err
}

// forgetRecord forgets the text of a record. Another one may be in the same memory.
func (w *recordWalker) forgetRecord() {
	if w.record != nil {
		tape.Value(w.document.Root()).Tape().Data, w.record = nil, nil
	}
}

func (t *taker[T]) TakeLines(before, offset int64, record func(begin, end, newlines int) records.Record) (n, newlines, end int, goOn bool) {
	t.isIndexed = false // next time, other lines may be in the same memory
	w := &t.walk
	w.begin(&t.lines, t.plan, t.with)
	w.chunk.size = min(len(w.Data), mostChunk) / 2 // the next chunk is twice as large
	data, marks, links := w.data, w.marks, w.links
	begin := 0 // of the line
	for i := uint32(0); int(i) < len(marks); {
		at := int(marks[i] &^ tape.HasEscape)
		first := data[at]
		if first == '\n' {
			begin = at + 1
			newlines++
			i++
			continue
		}
		next := i + 2
		if first == '{' || first == '[' {
			next = links[i] + 1
		} else if data[marks[i+1]] == '\n' { // at the end of a number or literal
			next = i + 1
		}
		n++
		var e *RecordError
		if !t.decode(i) {
			e = t.mismatchesOf(record(begin, int(marks[next]), newlines), before+int64(n), i, offset)
		}
		if !t.put(t.value, e) {
			return n, newlines + 1, int(marks[next]) + 1, false
		}
		i = next
	}
	return n, newlines, len(data), true
}

func (t *taker[T]) TakeRecord(r *records.Record, number int64) (goOn bool) {
	e := t.decodeRecord(*r, number)
	t.forgetRecord()
	return t.put(t.value, e)
}

// decodeRecord decodes a record, valid or not, and returns its error if there is one.
func (t *taker[T]) decodeRecord(r records.Record, number int64) *RecordError {
	switch {
	case !r.Valid():
		return &RecordError{number, r, nil}
	case len(bytes.TrimLeft(r.Data, " \t\r\n")) == 0:
		return t.errorOf(r, number, &Error{Mismatches: []Mismatch{{Kind: NoValue, Offset: r.Offset, Position: r.Start(), Type: t.plan.typ}}})
	case !isSame(t.record, r.Data):
		if err, ok := t.parse(r.Data, t.with).(*tokenizer.SyntaxError); ok { // the record is too long for a tape
			e := t.errorOf(r, number, nil)
			syntaxerror.ReportOf(err).Text = e.Record.Data
			e.Err = &records.RecordError{Record: e.Record, Err: err}
			return e
		}
	}
	root := tape.Value(t.document.Root())
	t.walk.begin(root.Tape(), t.plan, t.with)
	if t.decode(root.At()) {
		return nil
	}
	return t.mismatchesOf(r, number, root.At(), r.Offset)
}

// decode decodes the value at a mark, and reports whether it fits.
func (t *taker[T]) decode(at uint32) (ok bool) {
	if t.plan.hasMethods {
		t.value = new(T) // a method may have kept a pointer to the last value
	} else {
		*t.value = *new(T)
	}
	t.walk.value(t.plan, unsafe.Pointer(t.value), at)
	return len(t.walk.found.list) == 0
}

// mismatchesOf returns the error of a record with mismatches, whose value is at the given mark. If one of them is that names are equal, the
// record may be invalid. The offset is that in the input of the text of the tape.
func (t *taker[T]) mismatchesOf(r records.Record, number int64, at uint32, offset int64) *RecordError {
	defer t.walk.found.reset()
	if !r.Valid() {
		return &RecordError{number, r, nil}
	}
	e := t.walk.mismatches(t.plan, at, "")
	before, position := 0, place.Position(r.Start())
	for i := range e.Mismatches {
		m := &e.Mismatches[i]
		m.Offset += offset
		n := max(int(m.Offset-r.Offset), before)
		position = place.LocateByLF(r.Data[before:n], n-before).In(position)
		before, m.Position = n, tokenizer.Position(position)
	}
	return t.errorOf(r, number, e)
}

// errorOf returns the error of a valid record.
func (t *taker[T]) errorOf(r records.Record, number int64, err error) *RecordError {
	if t.copies {
		r.Data = bytes.Clone(r.Data)
	}
	return &RecordError{number, r, err}
}

// report yields a value, or the error if there is one. An error without an Err is that of an invalid record, whose text is still in memory.
func (t *taker[T]) report(value *T, e *RecordError) (goOn bool) {
	if e == nil {
		return t.yield(*value, nil)
	}
	if e.Err == nil {
		invalid := e.Record.AsError().(*records.RecordError)
		e.Record, e.Err = invalid.Record, invalid
	}
	return t.yield(*new(T), e)
}
