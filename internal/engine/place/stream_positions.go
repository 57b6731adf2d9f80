package place

import "slices"

// A StreamPositions holds what a scanner must remember of the input that is no longer in src, the
// part of the input in memory.
//
// The opening brackets of open containers are in two lists. Brackets of containers that were open
// when src was last shortened are stored as places, and later brackets as offsets in src.
type StreamPositions struct {
	Base  int64 // offset in the input of src[0]
	Whole bool  // src is all of the input, and stays in memory

	Openers Stack
	Kept    int   // how many of the places in Openers belong to containers that are still open
	Open    []int // offsets in src of the opening brackets after those in Openers

	// If InString is set, the scanner's position is inside a string, and the byte at that position
	// takes the place of the opening quotation mark. The real quotation mark is at Quote.
	InString bool
	Quote    Place
	QuoteAt  int  // offset in src of a quotation mark that is still to be stored in Quote, or NoPlace
	Quoted   bool // Quote belongs to a string with an error, and the scanner has not passed the rest of that string yet

	Comma Place  // the last comma, if only white space follows it
	End   Place  // where the last token before Here ends
	EndAt int    // offset in src of End; negative if it is no longer there
	Last  []byte // the text before End, as much of it as guesses about an error need, if a part of that is no longer in src

	First    Place // where the first of two equal names begins
	FirstEnd Place // where the first of two equal names ends

	Here  Mark   // how far positions have been counted
	Ahead []Mark // marks that Here can jump to, in increasing order; they may be inside a character
	fault Mark   // the place that PlaceOfFault returned last, if it is after Here; the next error in the same string is counted from there

	Excerpts Excerpts    // copies of text from the stream that errors refer to
	number   ShortNumber // the last shortened number
}

// A Mark is an offset in src and its position. It is never between CR and LF.
type Mark struct {
	At int
	Position
	Damaged bool // whether the text that follows may be ill-formed
}

// MoveTo moves m forward to src[i]. It does nothing if m is at or after src[i].
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

// Reset prepares t for another input. It keeps the memory of t.
func (t *StreamPositions) Reset() {
	t.Openers.Reset()
	*t = StreamPositions{Openers: t.Openers, Open: t.Open[:0], Ahead: t.Ahead[:0], QuoteAt: NoPlace, End: Place{Position: Start}, Last: t.Last[:0], Here: Mark{Position: Start}, fault: Mark{Position: Start}}
}

// fewLevels is how many levels the first memory of Open and of [Path] has room for. Few documents are
// deeper.
const fewLevels = 12

// Opened records that the bracket src[pos] opens a container.
func (t *StreamPositions) Opened(pos int) {
	if t.Open == nil {
		t.Open = make([]int, 0, fewLevels)
	}
	t.Open = append(t.Open, pos)
}

// Closed records that the innermost open container is closed.
func (t *StreamPositions) Closed() {
	if n := len(t.Open); n > 0 {
		t.Open = t.Open[:n-1]
	} else {
		t.Kept--
	}
}

// MoveTo moves Here forward to src[i].
func (t *StreamPositions) MoveTo(src []byte, i int) { t.MoveMark(&t.Here, src, i) }

// MoveMark moves m, which must be at or after Here, forward to src[i].
func (t *StreamPositions) MoveMark(m *Mark, src []byte, i int) {
	if i-m.At > fewBytes {
		for _, ahead := range slices.Backward(t.Ahead) {
			if ahead.At <= i {
				if ahead.At > m.At {
					*m = ahead
				}
				break
			}
		}
	}
	m.MoveTo(src, i)
}

// PlaceAt moves Here forward to src[i], and returns the place of src[i].
func (t *StreamPositions) PlaceAt(src []byte, i int) Place {
	t.MoveTo(src, i)
	return Place{t.Base + int64(i), t.Here.Position}
}

// KeepOpener moves Here forward to the opening bracket src[i], and adds its place to Openers.
func (t *StreamPositions) KeepOpener(src []byte, i int) {
	t.MoveTo(src, i)
	t.Openers.Push(t.Base+int64(i), &t.Here.Position)
}

// PlaceAhead returns the place of src[i] without moving Here, which must be at or before src[i].
// src[i] may be inside a character.
func (t *StreamPositions) PlaceAhead(src []byte, i int) Place {
	p := t.Here.Position
	p.Pass(src, t.Here.At, i)
	return Place{t.Base + int64(i), p}
}

// PlaceOfFault is like PlaceAhead, but src[i] must be the start of a character. It continues from
// the last place that it has returned, so that a string with many errors takes linear time.
func (t *StreamPositions) PlaceOfFault(src []byte, i int) Place {
	if t.fault.At <= t.Here.At || i < t.fault.At {
		t.fault = t.Here
	}
	t.fault.Pass(src, t.fault.At, i)
	t.fault.At = i
	return Place{t.Base + int64(i), t.fault.Position}
}

// EndFirst sets FirstEnd. raw is the first of two equal names, and begins at First.
func (t *StreamPositions) EndFirst(raw []byte) {
	t.FirstEnd = Place{t.First.Offset + int64(len(raw)), t.First.Position}
	t.FirstEnd.Pass(raw, 0, len(raw))
}

// Forget adjusts t after the first n bytes of src have been removed.
func (t *StreamPositions) Forget(n int) {
	t.Base += int64(n)
	t.Here.At -= n
	t.EndAt -= n
	t.fault.At -= n
}

// CutNumber adjusts t before digits are removed from the number at src[pos].
func (t *StreamPositions) CutNumber(src []byte, pos int, cut DigitCut) {
	begin := t.PlaceAt(src, pos)
	if t.number.Count == 0 || t.number.at != begin.Offset {
		t.number = ShortNumber{Begin: begin}
	}
	t.number.Count += cut.Count
	t.number.Scale += cut.Scale
	t.Base += int64(cut.Count)
	t.number.at = t.Base + int64(pos)
	t.Here.Column += cut.Count
	t.Here.Rune += cut.Count
	t.Here.UTF16 += cut.Count
}

// ShortenedAt returns the ShortNumber that begins at src[i], or the zero ShortNumber if there is
// none. t may be nil.
func (t *StreamPositions) ShortenedAt(i int) ShortNumber {
	if t != nil && t.number.Count > 0 && t.number.at == t.Base+int64(i) {
		return t.number
	}
	return ShortNumber{}
}
