package place

import "encoding/binary"

// A Stack holds the places of open brackets in increasing order. There may be millions of them, so
// each place is stored as the step from the previous one. A short step within a line of ASCII text
// takes one byte; any other step takes a few bytes.
type Stack struct {
	Top   Place // the place that was pushed last; the zero Place if the stack is empty
	Count int   // number of places
	steps pile  // see longStep
}

// Each step ends with a byte that makes it possible to read the step backwards. If a step stays
// within a line, is shorter than longStep, and has the same length in bytes and in all kinds of
// columns, that byte is its length. Otherwise the byte is longStep plus the length of the varints
// before it; see Push.
const longStep = 0xC0

// Push adds the place at the given offset and position, which must be after Top.
//
// It copies the fields one by one. There may be thousands of places in a row, and a load that needs
// the results of several stores has to wait for them.
func (s *Stack) Push(offset int64, p *Position) {
	top := &s.Top
	bytes := offset - top.Offset
	n := int(bytes)
	s.steps.reserve(5*binary.MaxVarintLen64 + 1)
	steps := s.steps.top
	if 0 < bytes && bytes < longStep && p.Line == top.Line && p.Column-top.Column == n && p.Rune-top.Rune == n && p.UTF16-top.UTF16 == n {
		steps = append(steps, byte(n))
	} else {
		step := Place{offset, *p}.minus(*top)
		begin := len(steps)
		for _, v := range [...]int64{step.Offset, int64(step.Line), int64(step.Column), int64(step.Rune), int64(step.UTF16)} {
			if -64 <= v && v < 64 { // most steps have only such numbers
				steps = append(steps, byte(v<<1^v>>63))
			} else {
				steps = binary.AppendVarint(steps, v)
			}
		}
		steps = append(steps, byte(longStep+len(steps)-begin))
	}
	s.steps.top = steps
	top.Offset, top.Line, top.Column, top.Rune, top.UTF16 = offset, p.Line, p.Column, p.Rune, p.UTF16
	s.Count++
}

// Truncate removes all places except the first n.
func (s *Stack) Truncate(n int) {
	for s.Count > n {
		s.pop()
	}
}

func (s *Stack) pop() {
	steps := s.steps.top
	last := len(steps) - 1
	n := int64(steps[last])
	step := Place{n, Position{0, int(n), int(n), int(n)}}
	if n >= longStep {
		end := last
		last -= int(n - longStep)
		step = readStep(steps[last:end])
	}
	s.steps.truncate(s.steps.below + last)
	s.Top, s.Count = s.Top.minus(step), s.Count-1
}

func readStep(b []byte) Place {
	var v [5]int64
	for i := range v {
		var n int
		v[i], n = binary.Varint(b)
		b = b[n:]
	}
	return Place{v[0], Position{int(v[1]), int(v[2]), int(v[3]), int(v[4])}}
}

// Reset removes all places and keeps the memory.
func (s *Stack) Reset() {
	s.steps.reset()
	*s = Stack{steps: s.steps}
}

// minus returns the difference of p and q, field by field.
func (p Place) minus(q Place) Place {
	return Place{p.Offset - q.Offset, Position{p.Line - q.Line, p.Column - q.Column, p.Rune - q.Rune, p.UTF16 - q.UTF16}}
}
