package stream

import (
	"math"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/place"
)

// begin skips a byte order mark, and decides whether to use the kernels. It must be called when buf
// is long enough to recognise a byte order mark, or the document ends. It returns false if there is
// a byte order mark that is not allowed.
func (c *Checker) begin() bool {
	if c.begun {
		return true
	}
	c.begun = true
	if !c.scanner.SkipBOM() {
		return false
	}
	c.lexed, c.counted = c.scanner.Pos, place.Start
	c.counted.PassValid(c.buf[:c.lexed])
	c.lexing, c.checkpointAt = index.Knows(&c.rules) && (c.limits.wanted || c.rules.Limits.Permit(c.rules.MaxBytes)), c.lexed
	return true
}

// startKernel prepares json for a text that starts at lexed. It is not called for a short document that is
// in buf as a whole, because preparing json takes longer than checking such a document.
func (c *Checker) startKernel() {
	if c.json == nil {
		c.json = new(jsonsimd.Checker)
	}
	rules := jsonsimd.Rules(0)
	if c.rules.UniqueNames && !c.limits.wanted {
		rules |= jsonsimd.MarkNames
	}
	if c.rules.IJSON {
		rules |= jsonsimd.IJSON
	}
	c.json.Reset(c.rules.MaxDepth, rules)
	if !c.placeless {
		c.json.BeginPauses()
	}
	if c.limits.wanted {
		c.limits.enter(&c.scanner)
	}
	c.marks.reset()
	c.lexing, c.checkpointAt, c.numberCut = true, c.lexed, false
}

// resumeKernel starts the kernels in the state of the scanner. If that is not possible, the scanner
// continues, and the kernels may resume after the next segment.
func (c *Checker) resumeKernel() {
	s, t := &c.scanner, &c.positions
	begin := s.Pos
	if t.InString {
		begin++
	}
	entry, ok := index.AppendEntry(nil, s, t.InString)
	if !ok || !c.placeless && t.Here.At != begin { // between CR and LF
		return
	}
	c.lexed, c.counted = begin, t.Here.Position
	c.startKernel()
	if c.limits.wanted {
		_, c.lexing = c.json.WriteIndex(c.marks.offsets, 0, entry)
		c.lexing = c.lexing && !c.json.AtLimit()
	} else {
		c.lexing = c.json.Write(entry)
	}
	if c.lexing {
		_, c.lexing = c.json.Pause()
		c.marks.trust.Add(c.json, 0) // the marks of the entry are not used
	}
	c.followsParts = false
}

// feed writes b to the kernel, and reports whether no error is known so far. b must be the part of
// buf that starts at lexed, and its length must be a multiple of the kernel's block size. If feed
// returns false, it has moved the scanner close to the error if possible, and the kernel must not be
// used afterwards.
func (c *Checker) feed(b []byte) (ok bool) {
	ok = c.write(b)
	end := c.lexed + len(b)
	switch {
	case !c.inRange(end, false):
		ok = false
	case ok:
		c.count(b)
	default:
		c.approach(end)
	}
	return ok
}

// write writes b to the kernel, and reports whether no error is known so far, except in numbers.
func (c *Checker) write(b []byte) (ok bool) {
	m := &c.marks
	switch {
	case !c.rules.UniqueNames && !c.limits.wanted:
		return c.json.Write(b)
	case c.lexed > math.MaxInt32: // inside a very long name; marks have only 32 bits
		return false
	}
	m.offsets, ok = c.json.WriteIndex(m.offsets, uint32(c.lexed), b)
	if !ok || c.json.AtLimit() { // after an error, no marks may become trusted, because approach takes a trusted mark for a duplicate name
		return false
	}
	m.trust.Add(c.json, len(m.offsets))
	if c.limits.wanted {
		return c.limits.pass(&c.scanner, m) && len(m.offsets) <= index.MostMarks
	}
	return m.takeNames(&c.scanner, c.buf)
}

// count moves lexed past b, which was last written to the kernel, and counts its lines and
// characters.
func (c *Checker) count(b []byte) {
	c.lexed += len(b)
	if c.placeless {
		return
	}
	c.counted.PassCounted(b, c.json.Counts())
	if b[len(b)-1] != '\r' { // an LF may follow
		c.positions.Ahead = append(c.positions.Ahead, place.Mark{At: c.lexed, Position: c.counted})
	}
}

// kernelAccepts reports whether the kernels find the document valid if it ends with buf. The
// kernels are not used afterwards. If they find an error, the scanner is moved close to that error.
func (c *Checker) kernelAccepts() bool {
	if !c.lexing {
		return false
	}
	c.lexing = false
	if c.mayHoldLongName() {
		return false
	}
	rest, m := c.buf[c.lexed:], &c.marks
	var valid, known bool
	switch {
	case !c.hasCheckpoint: // nothing has been written to the kernel yet, so buf is the whole document
		if c.limits.wanted {
			return index.PassesKernels(c.rules, c.buf, c.lexed, 0, nil)
		}
		return index.PassesKernels(c.rules, c.buf, c.lexed, 0, &c.scanner)
	case c.limits.wanted:
		m.offsets, valid, known = c.json.EndIndex(m.offsets, uint32(c.lexed), rest)
		if valid && known {
			if n := len(m.offsets); n > 0 && int(m.offsets[n-1]) == len(c.buf) { // after a number or literal that is not in a container
				m.offsets = m.offsets[:n-1]
			}
			m.trust.All(len(m.offsets))
			c.limits.pass(&c.scanner, m)
		}
		return false // the scanner reads the last token
	case c.rules.UniqueNames:
		m.offsets, valid, known = c.json.EndIndex(m.offsets, uint32(c.lexed), rest)
		if valid && known {
			m.trust.All(len(m.offsets))
			valid = m.takeNames(&c.scanner, c.buf)
		}
	default:
		valid, known = c.json.End(rest)
	}
	if !c.inRange(len(c.buf), true) {
		return false
	}
	if !valid {
		c.approach(len(c.buf))
	}
	return valid && known
}
