package decode

import (
	"bytes"
	"sync"
	"unsafe"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/tape"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

// A taker decodes the records that package records finds; see [hidden.RecordTaker].
type taker[T any] struct {
	plan     *plan
	with     *settings
	rules    scan.Rules // of with
	isReused bool       // the memory of records is reused
	isLate   bool       // what becomes of records is kept for Report
	yield    func(T, error) bool

	*recordWalker    // nil unless records are being taken
	value         *T // memory for a value
	results       []result[T]
}

// A result is what has become of a record: a value, or a failure.
type result[T any] struct {
	value  T
	failed *failure
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
func isSame(a, b []byte) bool {
	return len(a) == len(b) && unsafe.SliceData(a) == unsafe.SliceData(b)
}

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

func (t *taker[T]) TakeLines(before int64, record func(begin, end, newlines int) records.Record) (n, newlines int, goOn bool) {
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
		var f *failure
		if !t.decode(i) {
			f = t.failureOf(record(begin, int(marks[next]), newlines), before+int64(n), i)
		}
		if !t.put(f) {
			return n, newlines, false
		}
		i = next
	}
	return n, newlines, true
}

func (t *taker[T]) TakeRecord(r *records.Record, number int64) (goOn bool) {
	f := &failure{record: *r, number: number}
	switch {
	case !r.Valid():
	case len(bytes.TrimLeft(r.Data, " \t\r\n")) == 0:
		f.mismatches = &Error{Mismatches: []Mismatch{{Kind: NoValue, Position: tokenizer.Position(place.Start), Type: t.plan.typ}}}
	default:
		f = t.decodeRecord(r, number)
	}
	t.forgetRecord()
	return t.put(f)
}

// decodeRecord decodes a valid record.
func (t *taker[T]) decodeRecord(r *records.Record, number int64) *failure {
	if !isSame(t.record, r.Data) {
		if err, ok := t.parse(r.Data, t.with).(*tokenizer.SyntaxError); ok { // the record is too long for a tape
			return &failure{record: *r, number: number, err: err}
		}
	}
	root := tape.Value(t.document.Root())
	t.walk.begin(root.Tape(), t.plan, t.with)
	if t.decode(root.At()) {
		return nil
	}
	return t.failureOf(*r, number, root.At())
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

// failureOf returns the failure of a record with mismatches, whose value is at the given mark.
func (t *taker[T]) failureOf(r records.Record, number int64, at uint32) *failure {
	e := t.walk.mismatches(t.plan, at, "")
	t.walk.found.reset()
	begin := uintptr(unsafe.Pointer(unsafe.SliceData(r.Data))) - uintptr(unsafe.Pointer(unsafe.SliceData(t.walk.data)))
	before, position := 0, place.Start
	for i := range e.Mismatches {
		m := &e.Mismatches[i]
		m.Offset -= int64(begin)
		offset := max(int(m.Offset), before)
		position = place.LocateByLF(r.Data[before:offset], offset-before).In(position)
		before, m.Position = offset, tokenizer.Position(position)
	}
	return &failure{record: r, number: number, mismatches: e}
}

// put yields the value that has been decoded, or a failure if there is one, or keeps it for Report.
func (t *taker[T]) put(f *failure) (goOn bool) {
	if t.isReused && f != nil {
		f.copyText()
	}
	switch {
	case !t.isLate && f == nil:
		return t.yield(*t.value, nil)
	case !t.isLate:
		return t.yield(*new(T), f.error())
	case f == nil:
		t.results = append(t.results, result[T]{value: *t.value})
	default:
		t.results = append(t.results, result[T]{failed: f})
	}
	return true
}

func (t *taker[T]) Report(before int64, locate func(*records.Record)) (goOn bool) {
	for i := range t.results {
		r := &t.results[i]
		var err error
		if f := r.failed; f != nil {
			locate(&f.record)
			f.number += before
			err = f.error()
		}
		if !t.yield(r.value, err) {
			return false
		}
	}
	clear(t.results)
	t.results = t.results[:0]
	return true
}
