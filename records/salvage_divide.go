package records

import (
	"bytes"

	"github.com/assayjson/assay/internal/engine/syntax"
)

// A divider divides text into parts, as the documentation of [Salvage] defines. The text arrives in
// pieces: divide is called with more of it each time, and drop forgets what has been yielded. All
// offsets are in the text that is passed to divide. The total time is linear, because no byte is
// looked at more than a few times.
//
// A value inside a record is never taken for a record if its line is damaged in one place. Unless the damage is before the
// value, the skeleton follows the record that contains the value. Otherwise the value is followed by
// a comma or a closing bracket, and settle takes it for a fragment.
//
// A run is a value that begins with a bracket, and all that follow it with commas between them. What
// follows a run decides whether its values are records.
type divider struct {
	reader *recordReader // checks values
	choice
	search  search
	yield   func(Salvaged) bool
	stopped bool // yield has returned false

	b     []byte
	final bool  // the input ends with b
	base  int64 // offset of b in the input
	line  int   // the line of the text at from

	from   int    // the text before from has been yielded
	at     int    // the text before at has been looked at
	reason Reason // why the text at from is not a record; 0 if it is white space
	mode   mode
	comma  bool // there is a comma before at, after undamaged text
	fresh  bool // there is only white space on the line before at
	cut    bool // a control character before at may have replaced a part of a string
	before byte // in damaged text, the last byte before at that is not white space

	skeleton skeleton
	valueRun

	examined int64 // number of bytes that have been looked at; for tests
}

// A mode is what a divider is looking for.
type mode uint8

const (
	seekStart      mode = iota // a value, where a record may begin
	seekOpener                 // a bracket that may begin a record, in damaged text
	seekEnd                    // the end of a value
	seekNext                   // what follows a value
	seekAfterComma             // what follows a value and a comma
	seekLineEnd                // the end of a line that may be a string, number or literal
	seekBoundary               // the next control character
)

// isIdle reports whether the divider is at the start of a line and has yielded everything before it.
func (d *divider) isIdle() bool { return d.mode == seekStart && d.fresh && d.from == d.at }

// divide continues with the text b, which begins with what drop has not dropped. It stops when it
// needs more text, or when it is idle at the offset until or after it.
func (d *divider) divide(b []byte, final bool, until int) {
	d.b, d.final = b, final
	for !d.stopped && (d.at < until || !d.isIdle()) {
		at := d.at
		more := d.step()
		d.examined += int64(max(d.at-at, 1))
		if !more {
			break
		}
	}
	switch {
	case d.stopped:
	case d.final && !d.isIdle():
		d.emit(len(b))
		d.at = len(b)
	case !d.final:
		d.flush()
	}
	d.b = nil
}

// step continues in the current mode. It returns false if more text is needed.
func (d *divider) step() (more bool) {
	switch d.mode {
	case seekStart:
		return d.findStart()
	case seekOpener:
		return d.findOpener()
	case seekEnd:
		return d.findEnd()
	case seekNext, seekAfterComma:
		return d.findNext()
	case seekLineEnd:
		return d.findLineEnd()
	default:
		if d.at = nextBoundary(d.b, d.at); d.at < len(d.b) {
			d.mode = seekStart
		}
		return d.at < len(d.b)
	}
}

// drop forgets the first n bytes of the text, which have been yielded. They will not be passed again.
func (d *divider) drop(n int) {
	d.base += int64(n)
	d.from, d.at = d.from-n, d.at-n
	d.valueRun.drop(n)
	if d.skeleton.opener >= 0 {
		d.skeleton.opener -= n
	}
}

// flush yields a long text that will not become a record, even though it may continue.
func (d *divider) flush() {
	const long = 64 << 10
	end := d.at - 1 // one byte less, so that the part continues
	switch d.mode {
	case seekEnd, seekNext, seekAfterComma:
		if end = d.at - lookback; !d.tooLong {
			return
		}
	case seekLineEnd:
		return
	}
	if end-d.from >= long && (d.search.accepts == nil || d.reason == 0 || end-d.from > d.maxRecord) {
		d.pass(Salvaged{Text: d.b[d.from:end:end], Reason: d.reason, More: d.reason != 0})
		d.from = end
	}
}

// emit yields the text before end, which is not a record. What follows is white space unless damaged
// is called.
func (d *divider) emit(end int) {
	if end > d.from {
		d.pass(Salvaged{Text: d.b[d.from:end:end], Reason: d.reason})
		d.from = end
	}
	d.reason = 0
}

// pass yields a part that begins at from.
func (d *divider) pass(s Salvaged) {
	s.Offset, s.Line = d.base+int64(d.from), d.line
	if s.Reason != 0 && d.search.accepts != nil {
		d.examined += int64(d.search.split(s, d.send))
		return
	}
	d.send(s)
}

// send yields a part, unless the iteration has ended.
func (d *divider) send(s Salvaged) {
	if !d.stopped {
		d.stopped = !d.yield(s)
	}
}

// damaged notes that the text at offset at is not a record. White space and commas before it belong
// to it.
func (d *divider) damaged(at int, reason Reason) {
	if d.reason == NUL {
		d.emit(at)
	}
	if d.reason == 0 || d.reason == StrayComma {
		d.reason = reason
	}
	d.fresh = false
}

// findStart looks at the next byte at a place where a record may begin.
func (d *divider) findStart() (more bool) {
	if d.at == len(d.b) {
		return false
	}
	switch c := d.b[d.at]; classes[c] {
	case classBlank:
		d.at += blanks(d.b[d.at:])
	case classBoundary:
		d.passBoundary(c)
	case classComma:
		d.damaged(d.at, StrayComma)
		d.at++
		d.comma = true
	case classObject, classArray:
		return d.beginRun(begin{clean: true, sure: !d.cut, comma: d.comma})
	default:
		if d.fresh && d.kinds == allKinds && syntax.BeginsValue(c) {
			d.run, d.mode = d.at, seekLineEnd
			return true
		}
		d.damaged(d.at, OtherText)
		d.mode, d.before = seekOpener, 0
	}
	return true
}

// nextBoundary returns the offset of the first control character of b, at or after the offset at, that
// no record contains, or the length of b.
func nextBoundary(b []byte, at int) int {
	for at < len(b) && classes[b[at]] != classBoundary {
		at++
	}
	return at
}

// passBoundary moves past a control character, which is c.
func (d *divider) passBoundary(c byte) {
	d.comma = false
	switch c {
	case '\n':
		d.at++
		d.emit(d.at)
		d.line++
		d.fresh, d.cut = true, false
	case 0:
		if d.reason != NUL && d.reason != 0 {
			d.emit(d.at)
		}
		d.reason, d.fresh, d.cut = NUL, false, true
		d.at += zeros(d.b[d.at:])
	default:
		d.damaged(d.at, OtherText)
		d.at++
		d.cut = true
	}
}

// findOpener looks for a bracket that may begin a record, in damaged text.
func (d *divider) findOpener() (more bool) {
	for ; d.at < len(d.b); d.at++ {
		if n := plainText(d.b[d.at:]); n > 0 {
			d.passText(n)
			if d.at == len(d.b) {
				return false
			}
		}
		switch c := d.b[d.at]; classes[c] {
		case classBlank:
			continue
		case classBoundary:
			d.mode = seekStart
			return true
		case classObject, classArray:
			begins, short := beginsRecord(d.b[d.at:])
			if short && !d.final {
				return false
			}
			if begins {
				return d.beginRun(begin{nested: isBeforeValue(d.before)})
			}
			fallthrough
		default:
			d.before = lastOf(d.before, c)
		}
	}
	return false
}

// passText moves past n bytes of damaged text.
func (d *divider) passText(n int) {
	if text := trimBlanks(d.b[d.at : d.at+n]); len(text) > 0 {
		last := len(text) - 1
		if rest := trimBlanks(text[:last]); text[last] == ':' && len(rest) > 0 {
			d.before = rest[len(rest)-1]
		}
		d.before = lastOf(d.before, text[last])
	}
	d.at += n
}

// trimBlanks returns b without the spaces, tabs and CRs at its end.
func trimBlanks(b []byte) []byte {
	for len(b) > 0 && classes[b[len(b)-1]] == classBlank {
		b = b[:len(b)-1]
	}
	return b
}

// lastOf returns the field before of a divider after the byte c, which comes after the byte before. A colon that no name can end
// before is that of other text, like any letter.
func lastOf(before, c byte) byte {
	if c == ':' && before != 0 && before != '"' {
		return 'x'
	}
	return c
}

// beginRun begins a run. It returns false if more text is needed.
func (d *divider) beginRun(known begin) (more bool) {
	begins, short := beginsRecord(d.b[d.at:])
	if short && !d.final {
		return false
	}
	d.begin, d.weak, d.tooLong, d.comma = known, !begins, false, false
	d.nested = d.nested || d.weak && !(d.clean && d.sure)
	d.run, d.end = d.at, d.at
	d.beginValue()
	return true
}

// beginValue begins the next value of the run.
func (d *divider) beginValue() {
	d.value = d.at
	d.skeleton.reset()
	d.mode = seekEnd
}

// findEnd looks for the end of a value.
func (d *divider) findEnd() (more bool) {
	end, stop := d.skeleton.scan(d.b, d.at)
	d.at = end
	d.limit()
	switch stop {
	case stopShort:
		if d.final {
			d.breakOff(Torn)
		}
		return false
	case stopClosed:
		d.end, d.mode = d.at, seekNext
	case stopBoundary:
		d.breakOff(Torn)
		d.mode = seekStart
	case stopDeep:
		d.breakOff(TooDeep)
		d.mode = seekBoundary
	default:
		return d.resume()
	}
	return true
}

// limit checks the length of the run.
func (d *divider) limit() {
	if !d.tooLong && d.at-d.run > d.maxRecord {
		d.damaged(d.run, TooLong)
		d.tooLong = true
	}
}

// resume continues the search after a value that breaks off before the next byte.
func (d *divider) resume() (more bool) {
	at := d.at
	inString := d.skeleton.opener >= 0
	if inString {
		at = d.skeleton.opener // the string before the next byte ends with the first bytes of a record
	}
	begins, short := beginsRecord(d.b[at:])
	if short && !d.final {
		return false
	}
	d.breakOff(Torn)
	// Outside strings, the next byte cannot begin a value inside the one that breaks off, even after a comma.
	nested := inString && isBeforeValue(byteBefore(d.b, at))
	if d.at = at; begins || d.sure && isOpener(d.b[at]) {
		return d.beginRun(begin{nested: nested})
	}
	d.mode, d.before = seekOpener, 0
	return true
}

// lookback is how many bytes before the next one are kept, even if they will not become a record.
const lookback = 64

// byteBefore returns the last byte before b[at] that is not white space. There must be one. If there
// is too much white space, it returns a comma, because what follows is probably a value in another one.
func byteBefore(b []byte, at int) byte {
	const most = lookback / 2
	for i := at - 1; i >= at-most; i-- {
		if classes[b[i]] != classBlank {
			return b[i]
		}
	}
	return ','
}

// breakOff ends a run whose last value is not complete. The values before it are complete.
func (d *divider) breakOff(reason Reason) {
	switch {
	case d.tooLong:
	case d.end > d.run && d.clean && !d.nested:
		d.accept(d.end)
		d.damaged(d.value, reason)
	default:
		d.damaged(d.run, reason)
	}
}

// findNext looks for the byte that decides whether the values of the run are records.
func (d *divider) findNext() (more bool) {
	d.at += blanks(d.b[d.at:])
	d.limit()
	if d.at == len(d.b) {
		if d.final {
			d.settle(followedByEnd)
		}
		return d.final
	}
	switch c := d.b[d.at]; {
	case c == ',' && d.mode == seekNext:
		d.at++
		d.mode = seekAfterComma
	case isOpener(c) && d.mode == seekAfterComma:
		d.beginValue()
	case isOpener(c), c == ',', classes[c] == classBoundary:
		d.settle(followedByEnd)
	case c == '}', c == ']', d.mode == seekAfterComma:
		d.settle(followedByMore)
	default:
		d.settle(followedByText)
	}
	return true
}

// settle ends a run whose values are all complete. The next byte is what follows the run.
func (d *divider) settle(by following) {
	last := byte('}')
	if d.mode == seekAfterComma {
		last = ','
	}
	hasComma := d.begin.comma || d.value > d.run || last == ','
	switch {
	case d.tooLong && by == followedByEnd:
		d.mode, d.cut = seekStart, false
	case d.tooLong:
		d.mode, d.before = seekOpener, last
	case d.isRecord(by, hasComma):
		d.settleRecords(by)
	case d.nested || hasComma || by == followedByMore:
		d.damaged(d.run, Fragment)
		d.mode, d.before = seekOpener, last
	default:
		d.damaged(d.run, OtherText)
		d.mode, d.before = seekOpener, last
	}
}

// settleRecords yields the values of a run. If nothing else is on the line, the rest of the line belongs
// to the last value.
func (d *divider) settleRecords(by following) {
	textEnd, isLine := d.end, false
	if by == followedByEnd && d.mode == seekNext {
		switch {
		case d.at == len(d.b):
			textEnd = d.at
		case d.b[d.at] == '\n':
			textEnd, isLine = d.at+1, true
		}
	}
	isRecord := d.accept(textEnd)
	if d.at = textEnd; isRecord || d.clean {
		d.mode, d.cut = seekStart, false
	} else {
		d.mode, d.before = seekOpener, '}'
	}
	if isLine {
		d.emit(textEnd)
		d.line++
		d.mode, d.fresh, d.cut = seekStart, true, false
	}
}

// accept yields the complete values of the run. The text up to textEnd belongs to the last one. It
// reports whether the last value is a record.
func (d *divider) accept(textEnd int) (isRecord bool) {
	for value := d.run; ; {
		end := d.end
		if d.run != d.value {
			d.skeleton.reset()
			end, _ = d.skeleton.scan(d.b[:d.end], value)
			d.examined += int64(end - value)
		}
		to := end
		if end == d.end {
			to = textEnd
		}
		reason := d.check(d.b[value:end])
		if reason == 0 {
			d.record(value, end, to)
		} else {
			d.damaged(value, reason)
		}
		if end == d.end {
			return reason == 0
		}
		d.damaged(end, StrayComma)
		value = end + blanks(d.b[end:]) + 1
		value += blanks(d.b[value:])
	}
}

// check returns the reason why a complete value is not a record, or 0 if it is one.
func (d *divider) check(value []byte) Reason {
	d.examined += int64(len(value))
	switch {
	case !d.reader.passes(value):
		return Invalid
	case value[0] != '{' && d.kinds == onlyObjects || !isOpener(value[0]) && d.kinds != allKinds:
		return OtherValue
	}
	return 0
}

// record yields the record from b[value] to b[end]. The text up to textEnd belongs to it.
func (d *divider) record(value, end, textEnd int) {
	if d.reason != 0 {
		d.emit(value)
	}
	d.pass(Salvaged{Text: d.b[d.from:textEnd:textEnd], begin: value - d.from, end: end - d.from})
	d.from, d.fresh = textEnd, false
}

// findLineEnd looks for the end of a line that may be a string, number or literal. If the line is
// something else, it is damaged text.
func (d *divider) findLineEnd() (more bool) {
	d.at = nextBoundary(d.b, d.at)
	tooLong := d.at-d.run > d.maxRecord
	atEnd := d.at == len(d.b)
	if atEnd && !d.final && !tooLong {
		return false
	}
	value := bytes.TrimRight(d.b[d.run:d.at], " \t\r")
	mayBeCut := atEnd && syntax.IsNumberStart(value[0])
	switch {
	case tooLong || !atEnd && d.b[d.at] != '\n' || d.check(value) != 0:
		d.damaged(d.run, OtherText)
		d.at, d.mode, d.before = d.run, seekOpener, 0
		return true
	case mayBeCut:
		d.damaged(d.run, Torn)
		d.mode = seekStart
		return true
	}
	d.end, d.mode = d.run+len(value), seekNext
	d.value, d.begin, d.tooLong = d.run, begin{clean: true, sure: true}, false
	d.settle(followedByEnd)
	return true
}
