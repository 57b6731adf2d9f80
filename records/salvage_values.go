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
		p := v.known
		if p.size == 0 {
			p = v.framer.next(rest, final)
		}
		if p.size == 0 {
			break
		}
		v.known = piece{}
		after := rest[p.size:]
		if p.valid && !final && len(after) < longestLineEnd && syntax.Spaces(after) == len(after) {
			v.known = p
			break
		}
		if v.held > 0 && !p.rest {
			n += v.send(Salvaged{Text: b[n : n+v.held : n+v.held], Reason: v.reason})
			v.held = 0
		}
		s := v.part(b[n:], p)
		v.held, v.reason = 0, s.Reason
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

// part returns the part at the start of b, in which p follows the text that has been held back.
func (v *valueSalvager) part(b []byte, p piece) Salvaged {
	size := v.held + p.size
	s := Salvaged{Text: b[:size:size]}
	switch {
	case p.rest:
		s.Reason = v.reason
	case p.kind == flaw.RecordTooLong:
		s.Reason = TooLong
	case p.none:
	case p.valid:
		s.Reason = v.check(b[:p.end])
		if s.Reason == 0 {
			size += lineEnd(b[size:])
			s.Text, s.end = b[:size:size], p.end
		}
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

// check returns the reason why a value that is valid JSON is not a record, or 0 if it is one.
func (v *valueSalvager) check(value []byte) Reason {
	switch {
	case !v.reader.passes(value):
		return Invalid
	case value[0] == '{' || value[0] == '[' && v.kinds != onlyObjects || v.kinds == allKinds:
		return 0
	case value[0] == '[':
		return OtherValue
	}
	return OtherText
}
