package place

import "slices"

// A StreamPositions is what a scanner must remember of the input that src does not hold any more.
//
// The openers of containers are in two lists: those of containers that were open when src
// was last cut, as places, and those after, as offsets in src.
type StreamPositions struct {
	Base  int64 // offset in the input of src[0]
	Whole bool  // src is all of the input, and stays

	Openers Stack
	Kept    int   // how many of the openers are of containers that are open still
	Open    []int // openers after these

	// InString says that src[pos] counts as the opening quotation mark of a string that
	// goes on behind it. The real one is at Quote.
	InString bool
	Quote    Place
	QuoteAt  int  // offset in src of one whose place Quote is not yet, or NoPlace
	Quoted   bool // Quote is the place of that of a string with an error, before which the scanner stands

	Comma Place // the last one, where it has but white space after it

	First    Place // of two equal names
	FirstEnd Place

	Here  Mark   // where places have been told up to
	Ahead []Mark // where Here may go at once, in rising order; it may be within a character
	fault Mark   // where the last error was, if that is behind Here; a string may have many

	Excerpts Excerpts    // that errors keep
	number   ShortNumber // the last one
}

// A Mark is an offset in src, and where people find it. It is not between CR and LF.
type Mark struct {
	At int
	Position
	Damaged bool // what comes may be ill-formed
}

// MoveTo moves m on to src[i].
func (m *Mark) MoveTo(src []byte, i int) {
	if i <= m.At {
		return
	}
	if m.Damaged {
		m.Pass(src, m.At, i)
	} else {
		m.PassValid(src[m.At:i])
	}
	m.At = i
}

// Reset makes t that of another input, and keeps its memory.
func (t *StreamPositions) Reset() {
	t.Openers.Reset()
	*t = StreamPositions{Openers: t.Openers, Open: t.Open[:0], Ahead: t.Ahead[:0], QuoteAt: NoPlace, Here: Mark{Position: Start}, fault: Mark{Position: Start}}
}

// Opened takes down that the bracket src[pos] opens a container.
func (t *StreamPositions) Opened(pos int) { t.Open = append(t.Open, pos) }

// Closed forgets the innermost container that is open.
func (t *StreamPositions) Closed() {
	if n := len(t.Open); n > 0 {
		t.Open = t.Open[:n-1]
	} else {
		t.Kept--
	}
}

// MoveTo moves Here on to src[i].
func (t *StreamPositions) MoveTo(src []byte, i int) { t.MoveMark(&t.Here, src, i) }

// MoveMark moves a mark, which stands where Here does or further on, to src[i].
func (t *StreamPositions) MoveMark(m *Mark, src []byte, i int) {
	for _, ahead := range slices.Backward(t.Ahead) {
		if ahead.At <= i {
			if ahead.At > m.At {
				*m = ahead
			}
			break
		}
	}
	m.MoveTo(src, i)
}

// PlaceAt moves Here on to src[i], and returns its place.
func (t *StreamPositions) PlaceAt(src []byte, i int) Place {
	t.MoveTo(src, i)
	return Place{t.Base + int64(i), t.Here.Position}
}

// PlaceAhead returns the place of src[i], which Here has not passed. It may be within a
// character.
func (t *StreamPositions) PlaceAhead(src []byte, i int) Place {
	p := t.Here.Position
	p.Pass(src, t.Here.At, i)
	return Place{t.Base + int64(i), p}
}

// PlaceOfFault is PlaceAhead for an offset at which a character begins. It goes on from the last such
// place.
func (t *StreamPositions) PlaceOfFault(src []byte, i int) Place {
	if t.fault.At <= t.Here.At || i < t.fault.At {
		t.fault = t.Here
	}
	t.fault.Pass(src, t.fault.At, i)
	t.fault.At = i
	return Place{t.Base + int64(i), t.fault.Position}
}

// EndFirst takes the text of the first of two equal names, to tell where it ends.
func (t *StreamPositions) EndFirst(raw []byte) {
	t.FirstEnd = Place{t.First.Offset + int64(len(raw)), t.First.Position}
	t.FirstEnd.Pass(raw, 0, len(raw))
}

// Forget makes up for n bytes that have been cut off from the front of src.
func (t *StreamPositions) Forget(n int) {
	t.Base += int64(n)
	t.Here.At -= n
	t.fault.At -= n
}
