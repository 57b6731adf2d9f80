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
