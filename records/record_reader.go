package records

import (
	"bytes"
	"math/bits"
	"slices"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/fastscan"
	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/syntax"
	"github.com/assayjson/assay/internal/engine/syntaxerror"
)

// A recordReader walks over records. If possible, it checks many records at a time.
type recordReader struct {
	config  recordConfig // without AllowBOM, because only the first record may have a byte order mark
	framer  framer
	onlyBad bool // valid records are not wanted, except those that config.wants selects

	pairs func(Record, error) bool // the function to which yield passes records, or nil; calling it directly saves time

	// For Split, the reader also reports where records are. A walk begins with the bytes that belong
	// to a record that is too long and began in an earlier walk.
	numbers  bool                              // number must be correct, even if valid records are skipped; only with onlyBad
	number   int64                             // number of records so far, including the one that is being yielded
	rest     int                               // number of bytes at the start of the walk that belong to a record from an earlier walk
	pieceEnd int64                             // offset in the input of the end of the last piece that the framer has found
	text     []byte                            // the text passed to walk
	walked   func(b []byte, n int) (goOn bool) // called by read after walk has processed n bytes of b; or nil

	begun  bool           // the start of the input has been processed, so no byte order mark can follow
	offset int64          // offset in the input of the text passed to walk
	at     place.Position // line and columns at offset count in the text passed to walk
	count  int            // offset in the text passed to walk up to which lines and columns have been counted

	attempts              // to check many lines together
	scout    scan.Scanner // stops shortly before the error that an attempt has found; a field so that its memory is reused

	// If first is set, the walk ends with the first invalid record, and no text is scanned twice.
	// The field near is then either nil or a scanner that has stopped shortly before the error. If
	// near is not nil, the record with the error starts nearIn bytes after the text processed so
	// far.
	first  bool
	near   *scan.Scanner
	nearIn int

	checker // checks single records
}

func newRecordReader(c recordConfig) *recordReader {
	w := new(recordReader)
	w.begin(c)
	return w
}

// begin prepares w, which must be zero, to walk over an input.
func (w *recordReader) begin(c recordConfig) {
	w.config, w.begun, w.at, w.attempts = c, !c.AllowBOM, place.Start, newAttempts(c.chunk)
	w.framer.format, w.framer.maxRecord = c.format, c.maxRecord
	w.config.AllowBOM = false
	w.checker.rules, w.checker.oneLine = &w.config.Rules, c.format == lines
	w.framer.value.scanner.Rules = scan.Plain(c.MaxDepth)
}

// walk walks over the records of b, which must start where the last processed record ended. It
// returns how many bytes it has processed: all of b, or the part before an incomplete record. If
// final is set, the input ends with b. If yield returns false, walk stops and returns false for
// goOn.
//
// If the caller calls walk again, it must first call settle.
func (w *recordReader) walk(b []byte, final bool, yield func(Record) bool) (n int, goOn bool) {
	w.rest, w.text = 0, b
	if !w.begun {
		if n = w.byteOrderMark(b, final); !w.begun {
			return 0, true
		}
	}
	for n < len(b) {
		rest := b[n:]
		if blank := w.blankLines(rest); blank > 0 {
			n += w.pass(blank)
			continue
		}
		if w.trusted == 0 && w.untrusted == 0 && w.framer.searched == 0 && !w.framer.skipping {
			w.trust(rest, final)
		}
		if w.trusted > 0 && (w.config.blank != RejectBlank || w.config.format == concatenated) {
			if !w.isWanted(b[n:][:w.trusted]) {
				if w.numbers {
					w.number += int64(linesIn(b[n:][:w.trusted], w.config.format == lines && w.config.blank == YieldBlank))
				}
				n += w.pass(w.trusted)
				continue
			}
			if n, goOn = w.validLines(b, n, yield); !goOn {
				return n, false
			}
			continue
		}
		if w.untrusted > 0 && w.config.format == lines && w.framer.searched == 0 && !w.framer.skipping {
			begin := n
			if n, goOn = w.singleLines(b, n, yield); !goOn {
				return n, false
			}
			if n > begin {
				continue
			}
		}
		p := w.framer.next(rest, final)
		if p.size == 0 {
			break
		}
		if p.rest {
			w.rest += p.size
		}
		w.pieceEnd = w.offset + int64(n+p.size)
		var r Record
		if w.record(&r, rest, p) {
			w.countTo(b, n+p.begin)
			r.Offset = w.offset + int64(n+p.begin)
			r.setStart(w.at)
			if !yield(r) {
				return n + w.pass(p.size), false
			}
		}
		n += w.pass(p.size)
	}
	return n, true
}

// validLines walks over the lines from b[n] on that are known to be valid. It does as little as
// possible for each line, because records may be very short.
func (w *recordReader) validLines(b []byte, n int, yield func(Record) bool) (end int, goOn bool) {
	if w.taker != nil {
		return w.takeLines(b, n)
	}
	w.countTo(b, n)
	begin, valid := n, b[:n+w.trusted]
	r := Record{} // set field by field, because copying bytes that have just been written is slow
	r.setStart(w.at)
	for goOn = true; goOn && n < len(valid); {
		if !w.onlyBad && r.column == 1 && r.details == nil {
			if n, r.Line, goOn = w.plainLines(valid, n, r.Line, yield); !goOn || n == len(valid) {
				break
			}
		}
		if blank := w.blankLines(valid[n:]); blank > 0 {
			r.Line += bytes.Count(valid[n:n+blank], newline)
			n += blank
		} else {
			n, goOn = w.validLine(&r, valid, n, yield)
		}
		r.column, r.details = 1, nil
	}
	w.count = begin + syntax.LastIndex(b[begin:n], '\n') + 1
	if r.Line > w.at.Line {
		w.at = place.Position{Line: r.Line, Column: 1, Rune: 1, UTF16: 1}
	}
	w.pass(n - begin)
	return n, goOn
}

// takeLines passes the lines from b[n] on that are known to be valid, apart from equal names, to the taker.
func (w *recordReader) takeLines(b []byte, n int) (end int, goOn bool) {
	w.countTo(b, n)
	lines, at := b[n:][:w.trusted], w.at
	if !w.index(lines) {
		w.trusted, w.untrusted = 0, max(w.untrusted, len(lines))
		return n, true
	}
	records, newlines, end, goOn := w.taker.TakeLines(w.number, w.offset+int64(n), func(begin, end, newlines int) Record {
		r := Record{Data: withoutEnd(lines[begin:end:end]), Offset: w.offset + int64(n+begin)}
		if newlines > 0 {
			at = place.Position{Line: w.at.Line + newlines, Column: 1, Rune: 1, UTF16: 1}
		}
		r.setStart(at)
		if w.config.format == concatenated {
			r.trim()
		}
		if w.config.UniqueNames {
			if d := w.errorIn(r.Data); d != nil {
				at := r.begin()
				r.details = d
				r.setStart(at)
			}
		}
		return r
	})
	w.number += int64(records)
	w.at, w.count = place.Position{Line: w.at.Line + newlines, Column: 1, Rune: 1, UTF16: 1}, n+end
	return n + w.pass(end), goOn
}

// plainLines walks over valid lines from b[n] on, up to one that begins with white space. All valid
// records must be wanted. The number of the first line is given; plainLines returns that of the line
// after the last one.
func (w *recordReader) plainLines(b []byte, n, line int, yield func(Record) bool) (end, nextLine int, goOn bool) {
	r, offset := Record{Line: line, column: 1}, w.offset // only what changes is written for each record
	for searched := n; n < len(b); {
		var found uint64
		found, searched = lineEnds(b, searched)
		for ; found != 0; found &= found - 1 {
			if b[n] <= ' ' {
				return n, r.Line, true
			}
			stop := searched - word + bits.TrailingZeros64(found)/8
			r.Data, r.Offset = b[n:stop:stop], offset+int64(n)
			if b[stop-1] <= ' ' {
				r.Data = w.trimEnd(r.Data)
			}
			if w.pairs != nil {
				goOn = w.pairs(r, nil)
			} else {
				goOn = yield(r)
			}
			if stop == len(b) { // the last line has no newline
				return stop, r.Line, goOn
			}
			n = stop + 1
			r.Line++
			if !goOn {
				return n, r.Line, false
			}
		}
	}
	return n, r.Line, true
}

// trimEnd removes the CR at the end of a valid line. In concatenated values, it removes all white space at
// the end. The line must not be blank.
func (w *recordReader) trimEnd(line []byte) []byte {
	if w.config.format == lines {
		return withoutEnd(line)
	}
	n := len(line)
	for syntax.IsSpace(line[n-1]) {
		n--
	}
	return line[:n:n]
}

// validLine passes the valid line at b[n] to yield if it is a record that is wanted. It returns the
// offset of the next line, and moves r to that line.
func (w *recordReader) validLine(r *Record, b []byte, n int, yield func(Record) bool) (end int, goOn bool) {
	stop := len(b)
	if i := bytes.IndexByte(b[n:], '\n'); i >= 0 {
		stop = n + i
	}
	r.Data, r.Offset = withoutEnd(b[n:stop:stop]), w.offset+int64(n)
	goOn = true
	isRecord := w.config.format == lines && b[n] > ' ' || w.hasRecord(r)
	if isRecord {
		w.number++
	}
	switch {
	case !isRecord || !w.isWanted(r.Data):
	case w.pairs != nil:
		goOn = w.pairs(*r, nil)
	default:
		goOn = yield(*r)
	}
	if stop == len(b) { // the last line has no newline
		return stop, goOn
	}
	r.Line++
	return stop + 1, goOn
}

// hasRecord reports whether the valid line in r.Data is a record, rather than a blank line to skip.
// In concatenated values, it removes the white space around the value.
func (w *recordReader) hasRecord(r *Record) bool {
	isConcatenated := w.config.format == concatenated
	if (isConcatenated || w.config.blank == SkipBlank) && isBlank(r.Data) {
		return false
	}
	if isConcatenated {
		r.trim()
	}
	return true
}

// singleLines checks lines from b[n] on one by one. It processes only untrusted lines that end in b,
// are short enough for a record and do not begin with white space. The other lines are left to the
// framer, which would find the same lines, but takes longer.
func (w *recordReader) singleLines(b []byte, n int, yield func(Record) bool) (end int, goOn bool) {
	w.countTo(b, n)
	for goOn = true; goOn && w.untrusted > 0 && n < len(b); {
		rest := b[n:]
		size := bytes.IndexByte(rest, '\n') + 1
		p := piece{size: size, end: len(withoutEnd(rest[:size]))}
		if size == 0 || syntax.IsSpace(rest[0]) || p.end > w.config.maxRecord {
			break
		}
		var r Record
		if w.record(&r, rest, p) {
			r.Offset = w.offset + int64(n)
			r.setStart(w.at)
			goOn = yield(r)
		}
		n += w.pass(size)
		w.at.Line++
		w.count = n
	}
	return n, goOn
}

// blankLines returns the length of the blank lines at the start of b, if lines are records and
// blank lines are skipped. Skipping these lines costs little more than finding the end of the white
// space. A line that is too long is left to the framer, which may see such a line in pieces.
func (w *recordReader) blankLines(b []byte) int {
	if w.config.format != lines || w.config.blank != SkipBlank || len(b) == 0 || !syntax.IsSpace(b[0]) || w.framer.searched > 0 || w.framer.skipping {
		return 0
	}
	n := bytes.LastIndexByte(b[:syntax.Spaces(b)], '\n') + 1
	if n > w.config.maxRecord {
		n = w.shortLines(b[:n])
	}
	return n
}

// shortLines returns the length of the lines before the first one that is too long for a record.
func (w *recordReader) shortLines(b []byte) int {
	n := 0
	for n < len(b) {
		line := b[n:][:bytes.IndexByte(b[n:], '\n')+1]
		if len(withoutEnd(line)) > w.config.maxRecord {
			break
		}
		n += len(line)
	}
	return n
}

// isWanted reports whether a text of valid records may contain a record that is wanted.
func (w *recordReader) isWanted(text []byte) bool {
	return !w.onlyBad || w.config.wants != nil && w.config.wants(text)
}

// byteOrderMark returns the length of the byte order mark at the start of b, or 0. If b is too
// short to decide, w.begun stays false.
func (w *recordReader) byteOrderMark(b []byte, final bool) int {
	if n := len(scan.BOM); len(b) >= n || final || string(b) != scan.BOM[:len(b)] {
		w.begun = true
		if len(b) >= n && string(b[:n]) == scan.BOM {
			w.count = n // the byte order mark does not count in columns
			return n
		}
	}
	return 0
}

// pass moves w past n bytes that have been processed, and returns n.
func (w *recordReader) pass(n int) int {
	w.attempts.forget(n)
	w.checker.pass(n)
	w.nearIn -= n
	return n
}

// trust checks the next records together if possible. Otherwise it leaves the first of these
// records to the framer. No line is checked more than a few times, however many values the line
// contains.
func (w *recordReader) trust(b []byte, final bool) {
	c := &w.config
	if c.format == textSequence || c.IJSON || w.taker != nil && c.format == lines && c.blank != SkipBlank {
		w.untrusted = len(b)
		return
	}
	if w.repeats && w.judgeTogether(b) {
		return
	}
	for {
		size := min(w.together, c.maxRecord)
		n := linesTogether(b, size, final && w.taker == nil)
		if !c.IsPlain(int64(n)) {
			n = syntax.LastIndex(b[:n], '\n') + 1
		}
		near := &w.scout
		near.Reset(b[:n])
		near.Rules = c.Rules
		if 0 < n && n <= c.maxRecord && w.areValid(b[:n], near) {
			w.succeed(n)
			return
		}
		if fastscan.IsBeforeName(near) && w.judgeTogether(b[:n]) || w.trustBefore(b[:n], near) {
			return
		}
		if w.fail(n, size, len(b)); w.untrusted > 0 {
			return
		}
	}
}

// areValid reports whether the lines of b are valid records, apart from equal names if there is a taker. If not, it moves near; see
// [index.PassesKernels].
func (w *recordReader) areValid(b []byte, near *scan.Scanner) bool {
	c := &w.config
	if w.taker == nil && c.format == lines && c.passSingly(b) {
		return true
	}
	return !c.IJSON && c.Form == nil && c.PermitText(b) && w.index(b) || index.PassesKernels(c.Rules, b, 0, jsonsimd.Records, near)
}

// index makes the taker, if there is one, index whole lines. It returns false if they may be invalid, except that names may be equal, which
// the taker finds.
func (w *recordReader) index(lines []byte) bool {
	return w.taker != nil && lines[len(lines)-1] == '\n' && w.taker.IndexLines(lines)
}

// judgeTogether judges a few thousand bytes of lines at the start of b; see [checker.judge], which finds blank lines valid.
func (w *recordReader) judgeTogether(b []byte) bool {
	const most = 32 << 10
	n := linesTogether(b, min(most, w.config.chunk, w.config.maxRecord), false)
	if w.first || w.config.format != lines || w.config.blank == RejectBlank || n == 0 || n > min(most, w.config.maxRecord) || !w.judge(b[:n]) {
		w.repeats = false
		return false
	}
	if w.repeats {
		w.untrusted = n
	} else {
		w.trusted = n
	}
	return true
}

// trustBefore trusts the lines of b that come before the line that contains the position of near.
// The position of near is shortly before an error, and its line must be checked separately. If
// there are too few lines before it, trustBefore trusts nothing and returns false, because an
// attempt that finds an error costs as much as checking a few kilobytes.
func (w *recordReader) trustBefore(b []byte, near *scan.Scanner) bool {
	at := max(near.Pos, near.From) // the scanner may continue inside a string
	n := syntax.LastIndex(b[:at], '\n') + 1
	switch {
	case w.first && at > 0:
		// The error may be in one of the next lines, if these are very short.
		at = min(at+jsonsimd.IndexUnit, len(b))
		// If near is in a container, the container belongs to the record in this line, so near can
		// continue in the record. That is not possible if the scanner keeps names or tallies,
		// because these come from all lines.
		if w.config.format == lines && near.Nesting.Depth > 0 && !near.UniqueNames && !near.Counting {
			copied := *near
			copied.Pos, copied.From = near.Pos-n, near.From-n
			copied.Nesting.Outer = slices.Clone(near.Nesting.Outer)
			w.near, w.nearIn = &copied, n
		}
	case n < leastTogether && 2*n < len(b) || n == 0:
		return false
	}
	untrusted := len(b)
	if end := bytes.IndexByte(b[at:], '\n'); end >= 0 {
		untrusted = at + end + 1
	}
	w.trustUpTo(n, untrusted)
	return true
}

// linesTogether returns the total length of the whole lines at the start of b, up to size bytes. If
// the first line is longer than size, it returns the length of that line. The last line of b is
// whole if it ends with a newline or if final is set.
func linesTogether(b []byte, size int, final bool) int {
	if len(b) <= size {
		if final {
			return len(b)
		}
		return syntax.LastIndex(b, '\n') + 1
	}
	if end := syntax.LastIndex(b[:size], '\n') + 1; end > 0 {
		return end
	}
	end := bytes.IndexByte(b[size:], '\n')
	switch {
	case end >= 0:
		return size + end + 1
	case final:
		return len(b)
	}
	return 0
}

// record sets r to the record in the piece p, except for its offset and position. It reports
// whether the record is wanted.
func (w *recordReader) record(r *Record, b []byte, p piece) (wanted bool) {
	if p.none {
		return false
	}
	r.Data = b[p.begin:p.end:p.end]
	blank := p.kind != flaw.RecordTooLong && isBlank(r.Data)
	if blank && w.config.blank == SkipBlank {
		return false
	}
	w.number++
	if blank && w.config.blank == YieldBlank {
		return w.isWanted(r.Data)
	}
	if valid := w.trusted > 0 || p.valid && w.config.IsPlain(int64(len(r.Data))); !valid || blank {
		w.check(r, b, p)
	}
	return !r.Valid() || w.isWanted(r.Data)
}

// check sets the details of r, the record in the piece p of b, if it is invalid.
func (w *recordReader) check(r *Record, b []byte, p piece) {
	kind := p.kind
	if kind == 0 {
		if near := w.near; near != nil && w.nearIn == 0 && max(near.Pos, near.From) <= len(r.Data) {
			w.near, near.Src = nil, r.Data
			r.details = w.continueFrom(near)
		} else {
			r.details = w.findError(r.Data)
		}
		if r.details != nil {
			return
		}
		switch {
		case p.invalid: // the record was cut off at the limit
			kind = flaw.RecordTooLong
		case w.config.format == textSequence && isUndelimited(b[p.begin:p.size]):
			kind = flaw.UndelimitedRecord
		default:
			return
		}
	}
	data := r.Data
	if w.reused {
		data = bytes.Clone(data)
	}
	r.details = &details{err: syntaxerror.Copy(framingError(data, kind)), reused: w.reused, oneLine: w.oneLine}
}

// framingError returns a report on an error that is not in the text of a record.
func framingError(data []byte, kind flaw.ErrorKind) *flaw.Report {
	e := &flaw.Report{Kind: kind, Offset: int64(len(data)), Text: data, Related: place.NoPlace}
	if kind == flaw.MissingSeparator {
		e.Offset, e.Length = 0, min(1, len(data))
	}
	return e
}

// isBlank reports whether b is empty or only white space.
func isBlank(b []byte) bool {
	return len(b) == 0 || b[0] <= ' ' && syntax.Spaces(b) == len(b)
}

// isUndelimited reports whether a valid text ends directly after a number or literal.
func isUndelimited(text []byte) bool { return syntax.LooksNumeric(text[len(text)-1]) }

// countTo moves w.at and w.count to b[n].
func (w *recordReader) countTo(b []byte, n int) {
	passed := b[w.count:n]
	if w.config.format == lines {
		w.at.Line += bytes.Count(passed, newline)
	} else {
		w.at = place.LocateByLF(passed, len(passed)).In(w.at)
	}
	w.count = n
}

// settle prepares w for a walk that starts at b[n]. The walk before it must have processed n bytes
// of b.
func (w *recordReader) settle(b []byte, n int) {
	w.countTo(b, n)
	w.count = 0
	w.offset += int64(n)
}
