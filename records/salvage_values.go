package records

import (
	"bytes"

	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/syntax"
)

// A valueSalvager divides an input in which values may span several lines into parts, for the option [Concatenated].
type valueSalvager struct {
	choice
	framer  framer
	reader  *recordReader // checks values
	search  search
	yield   func(Salvaged) bool
	stopped bool  // yield has returned false
	begun   bool  // the start of the input has been processed
	known   piece // the next piece, if it is known; its value needs more text

	around   surroundings
	settled  int64 // the values before this offset are records, unless they are invalid
	fragment bool  // the framer looks for the end of text that begins with a part of a record

	reason Reason // why the text that continues is not a record
	held   int    // the framer has found the piece before this offset, which has not been yielded
	offset int64  // of the next part
	line   int
}

func newValueSalvager(c recordConfig, chosen choice, yield func(Salvaged) bool) *valueSalvager {
	v := &valueSalvager{choice: chosen, reader: newRecordReader(c), yield: yield, line: 1}
	v.framer = framer{format: concatenated, maxRecord: chosen.maxRecord}
	v.framer.value.scanner.Rules = scan.Plain(c.MaxDepth)
	v.search = newSearch(&c, chosen, v.reader)
	v.around = surroundings{skeleton: skeleton{maxDepth: c.MaxDepth, multiline: true}, most: min(mostAhead, chosen.maxRecord), clean: true, atNewline: true}
	v.search.inner.multiline = true
	return v
}

// walk divides the text b, which begins with what the previous calls have not processed. It returns
// how many bytes it has processed, and whether to continue. If final is set, the input ends with b.
func (v *valueSalvager) walk(b []byte, final bool) (n int, goOn bool) {
	if !v.begun {
		if len(b) < len(scan.BOM) && !final {
			return 0, true
		}
		v.begun = true
		if bytes.HasPrefix(b, []byte(scan.BOM)) {
			n = v.send(Salvaged{Text: b[:len(scan.BOM):len(scan.BOM)], Reason: LeadingBOM})
		}
	}
	for n+v.held < len(b) && !v.stopped {
		rest := b[n+v.held:]
		p := v.next(rest, final)
		if p.size == 0 {
			break
		}
		if v.held > 0 && !p.rest {
			n += v.send(Salvaged{Text: b[n : n+v.held : n+v.held], Reason: v.reason})
			v.held = 0
		}
		if p.valid {
			known := false
			if p, known = v.judge(rest, p, final); !known {
				v.known = p
				break
			}
			if p.size == 0 {
				break
			}
		}
		after := rest[p.size:]
		s := v.part(b[n:], p)
		v.held, v.reason, v.fragment = 0, s.Reason, false
		if s.More = v.framer.skipping && !(final && len(after) == 0); s.More && len(after) == 0 {
			v.held = 1 // so that the part continues, whatever follows
			s.Text = s.Text[:len(s.Text)-v.held]
		}
		n += v.send(s)
	}
	if final && v.held > 0 && n+v.held == len(b) {
		n += v.send(Salvaged{Text: b[n:], Reason: v.reason})
		v.held = 0
	}
	return n, !v.stopped
}

// next returns the next piece, at the start of b. Its size is 0 if more text is needed.
func (v *valueSalvager) next(b []byte, final bool) piece {
	p := v.known
	v.known = piece{}
	switch {
	case p.size > 0:
	case b[0] == ',' && v.around.clean && v.framer.isIdle():
		p = piece{size: 1, end: 1}
	default:
		p = v.framer.next(b, final)
	}
	return p
}

// judge decides about the valid value p at the start of b. If it seems to be a part of a record, judge returns the piece that
// extends to where the next record can begin, with the size 0 if more text is needed. The result known is false if more text
// is needed to decide.
func (v *valueSalvager) judge(b []byte, p piece, final bool) (_ piece, known bool) {
	if after := b[p.size:]; v.offset < v.settled || !v.canBeRecord(b[0]) {
		return p, final || len(after) >= longestLineEnd || syntax.Spaces(after) < len(after)
	}
	end, isRecord, known := v.around.judge(b, p.end, final)
	switch {
	case !known:
		return p, false
	case isRecord:
		v.settled = v.offset + int64(end)
		return p, true
	}
	v.fragment = true
	v.framer.invalid, v.framer.searched = true, p.end
	return v.framer.next(b, final), true
}

// part returns the part at the start of b, in which p follows the text that has been held back.
func (v *valueSalvager) part(b []byte, p piece) Salvaged {
	size := v.held + p.size
	s := Salvaged{Text: b[:size:size]}
	switch {
	case p.rest:
		s.Reason = v.reason
	case v.fragment:
		s.Reason = Fragment
	case p.kind == flaw.RecordTooLong:
		s.Reason = TooLong
	case p.none:
	case p.valid:
		s.Reason = v.check(b[:p.end])
		if s.Reason == 0 {
			size += lineEnd(b[size:])
			s.Text, s.end = b[:size:size], p.end
		}
	case b[p.begin] == ',' && v.around.clean:
		s.Reason = StrayComma
	case isOpener(b[p.begin]):
		s.Reason = Torn
	default:
		s.Reason = OtherText
	}
	return s
}

// send yields a part, unless the iteration has ended, and returns its length.
func (v *valueSalvager) send(s Salvaged) int {
	s.Offset, s.Line = v.offset, v.line
	v.offset += int64(len(s.Text))
	v.line += bytes.Count(s.Text, newline)
	v.around.note(&s)
	switch {
	case len(s.Text) == 0:
	case s.Reason != 0 && v.search.accepts != nil:
		v.search.split(s, v.pass)
	default:
		v.pass(s)
	}
	return len(s.Text)
}

// pass yields a part, unless the iteration has ended.
func (v *valueSalvager) pass(s Salvaged) {
	if !v.stopped {
		v.stopped = !v.yield(s)
	}
}

// longestLineEnd is the number of bytes behind a record in which a line end belongs to it.
const longestLineEnd = 64

// lineEnd returns the length of a few spaces and a line end at the start of b, or 0 if there are none.
func lineEnd(b []byte) int {
	n := syntax.Spaces(b[:min(len(b), longestLineEnd)])
	return bytes.IndexByte(b[:n], '\n') + 1
}

// canBeRecord reports whether a valid value that begins with c can be a record.
func (v *valueSalvager) canBeRecord(c byte) bool {
	return c == '{' || c == '[' && v.kinds != onlyObjects || v.kinds == allKinds
}

// check returns the reason why a value that is valid JSON is not a record, or 0 if it is one.
func (v *valueSalvager) check(value []byte) Reason {
	switch {
	case !v.reader.passes(value):
		return Invalid
	case v.canBeRecord(value[0]):
		return 0
	case value[0] == '[':
		return OtherValue
	}
	return OtherText
}
