package place

// A DigitCut describes digits of a number that need not be kept: Count of them, from the offset From
// in the number.
type DigitCut struct {
	From, Count int
	Scale       int64 // by how many powers of ten the number is smaller without them, or larger if negative
}

// A ShortNumber is a number of which src lacks some digits.
type ShortNumber struct {
	at    int64 // its offset by what src holds
	Begin Place // where it really begins
	Count int   // number of digits that are missing
	Scale int64 // see DigitCut
}

// CutNumber adjusts t to the removal of digits from the number src[pos:].
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

// ShortenedAt returns the ShortNumber that begins at src[i], or the zero ShortNumber if there is none.
func (t *StreamPositions) ShortenedAt(i int) ShortNumber {
	if t != nil && t.number.Count > 0 && t.number.at == t.Base+int64(i) {
		return t.number
	}
	return ShortNumber{}
}
