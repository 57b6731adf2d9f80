package tokenizer

import "encoding/binary"

// A placeStack holds places in rising order, each as the step from the one before: the places of open
// brackets, of which there may be millions. A step of a few bytes within a line of ASCII takes one
// byte, others some more.
type placeStack struct {
	top   place  // the last one, or the zero place
	count int    // how many there are
	steps []byte // see push
}

// A step ends with a byte from which it can be read backwards: its length in bytes of input, if that
// is also its length in columns of all kinds, or longStep and the length of the varints before it.
const longStep = 0xC0

func (s *placeStack) push(p place) {
	step := p.minus(s.top)
	if n := step.offset; 0 < n && n < longStep && step == (place{n, Position{0, int(n), int(n), int(n)}}) {
		s.steps = append(s.steps, byte(n))
	} else {
		begin := len(s.steps)
		for _, v := range [...]int64{step.offset, int64(step.Line), int64(step.Column), int64(step.Rune), int64(step.UTF16)} {
			s.steps = binary.AppendVarint(s.steps, v)
		}
		s.steps = append(s.steps, byte(longStep+len(s.steps)-begin))
	}
	s.top, s.count = p, s.count+1
}

// truncate drops all places but the first n.
func (s *placeStack) truncate(n int) {
	for s.count > n {
		s.pop()
	}
}

func (s *placeStack) pop() {
	last := len(s.steps) - 1
	n := int64(s.steps[last])
	step := place{n, Position{0, int(n), int(n), int(n)}}
	if n >= longStep {
		end := last
		last -= int(n - longStep)
		step = readStep(s.steps[last:end])
	}
	s.steps = s.steps[:last]
	s.top, s.count = s.top.minus(step), s.count-1
}

func readStep(b []byte) place {
	var v [5]int64
	for i := range v {
		var n int
		v[i], n = binary.Varint(b)
		b = b[n:]
	}
	return place{v[0], Position{int(v[1]), int(v[2]), int(v[3]), int(v[4])}}
}

// reset drops all places.
func (s *placeStack) reset() { *s = placeStack{steps: s.steps[:0]} }

// minus returns how far p is from q, field by field.
func (p place) minus(q place) place {
	return place{p.offset - q.offset, Position{p.Line - q.Line, p.Column - q.Column, p.Rune - q.Rune, p.UTF16 - q.UTF16}}
}
