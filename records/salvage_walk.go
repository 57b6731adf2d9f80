package records

import (
	"bytes"
	"math/bits"

	"github.com/assayjson/assay/internal/engine/scan"
)

// A salvager divides an input into parts. Each line that the kernels find valid is a part. All other
// lines are left to a divider.
type salvager struct {
	divider
	begun    bool // the start of the input has been processed
	told     int  // the reader knows that the text before this offset has been processed
	searched int  // there is no newline between the divider and this offset
}

func newSalvager(c recordConfig, chosen choice, yield func(Salvaged) bool) *salvager {
	d := divider{reader: newRecordReader(c), choice: chosen, yield: yield, line: 1, fresh: true}
	d.skeleton.maxDepth = c.MaxDepth
	d.search = newSearch(&c, chosen, d.reader)
	return &salvager{divider: d}
}

// walk divides the text b, which begins with what the previous calls have not processed. It returns
// how many bytes it has processed, and whether to continue. If final is set, the input ends with b.
func (s *salvager) walk(b []byte, final bool) (n int, goOn bool) {
	if !s.begun && !s.start(b, final) {
		return 0, true
	}
	for !s.stopped && (s.at < len(b) || final && !s.isIdle()) {
		if !s.isIdle() {
			s.divide(b, final, s.at)
		} else if s.hasLine(b, final) {
			s.lines(b, final)
		} else {
			break
		}
		if !s.isIdle() || s.at == s.told {
			break // more text is needed, or there is no more
		}
		s.reader.pass(s.at - s.told)
		s.told = s.at
	}
	n = s.from
	s.told -= n
	s.searched -= n
	s.drop(n)
	return n, !s.stopped
}

// start passes over the byte order mark at the start of the input, if there is one. It returns false
// if b is too short to decide.
func (s *salvager) start(b []byte, final bool) bool {
	if len(b) < len(scan.BOM) && !final && string(b) == scan.BOM[:len(b)] {
		return false
	}
	s.begun = true
	if bytes.HasPrefix(b, []byte(scan.BOM)) {
		s.at = len(scan.BOM)
		s.pass(Salvaged{Text: b[:s.at:s.at], Reason: LeadingBOM})
		s.from, s.told = s.at, s.at
	}
	return true
}

// hasLine reports whether the next line can be divided: it is complete, or it is so long that the divider
// should not wait for the rest, or it is probably not a record.
func (s *salvager) hasLine(b []byte, final bool) bool {
	rest := b[max(s.at, s.searched):]
	if final || len(b)-s.at > s.maxRecord || bytes.IndexByte(rest, '\n') >= 0 || bytes.IndexByte(rest, 0) >= 0 {
		return true
	}
	const long = 64 << 10
	if len(b)-s.at > long && s.kinds != allKinds && classes[b[s.at]] != classBlank && !isOpener(b[s.at]) {
		return true
	}
	s.searched = len(b)
	return false
}

// lines divides one or more lines. The divider is idle.
func (s *salvager) lines(b []byte, final bool) {
	r := s.reader
	if r.trusted == 0 && r.untrusted == 0 {
		r.trust(b[s.at:], final)
	}
	if r.trusted > 0 {
		s.validLines(b[:s.at+r.trusted])
		return
	}
	for until := min(s.at+max(r.untrusted, 1), len(b)); s.at < until && !s.stopped; {
		if s.singleLine(b, final) {
			continue
		}
		at := s.at
		if s.divide(b, final, at+1); !s.isIdle() || s.at == at {
			return // more text is needed
		}
	}
}

// singleLine yields the next line if it is a record. Kernels check it sooner than a divider finds its end.
func (s *salvager) singleLine(b []byte, final bool) bool {
	begin := s.at
	if !s.beginsRecord(b[begin]) {
		return false
	}
	end, next := len(b), len(b)
	if i := bytes.IndexByte(b[begin:], '\n'); i >= 0 {
		end, next = begin+i, begin+i+1
	} else if !final {
		return false
	}
	s.examined += int64(next - begin)
	if end-begin > s.maxRecord {
		return false
	}
	for classes[b[end-1]] == classBlank {
		end--
	}
	if !s.reader.passes(b[begin:end]) {
		return false
	}
	s.pass(Salvaged{Text: b[begin:next:next], end: end - begin})
	s.from, s.at = next, next
	s.line++
	return true
}

// validLines divides lines that are known to be valid, up to the end of b.
func (s *salvager) validLines(b []byte) {
	for s.at < len(b) && !s.stopped {
		if s.beginsRecord(b[s.at]) {
			s.plainLines(b)
		} else {
			s.divide(b, b[len(b)-1] != '\n', s.at+1)
		}
	}
}

// beginsRecord reports whether a valid line that begins with c is a record.
func (s *salvager) beginsRecord(c byte) bool {
	return c == '{' || c == '[' && s.kinds != onlyObjects
}

// plainLines yields the valid lines up to one that is not a record. It does as little as possible for each line,
// because records may be very short.
func (s *salvager) plainLines(b []byte) {
	for searched := s.at; s.at < len(b); {
		var found uint64
		found, searched = lineEnds(b, searched)
		for ; found != 0; found &= found - 1 {
			begin := s.at
			if s.stopped || !s.beginsRecord(b[begin]) {
				return
			}
			stop := searched - word + bits.TrailingZeros64(found)/8
			end, next := stop, min(stop+1, len(b))
			for classes[b[end-1]] == classBlank {
				end--
			}
			s.pass(Salvaged{Text: b[begin:next:next], end: end - begin})
			s.from, s.at = next, next
			s.line++
		}
	}
}
