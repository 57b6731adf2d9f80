package place

// A DigitCut describes digits of a number that need not be kept: Count digits, starting at offset
// From in the number.
type DigitCut struct {
	From, Count int
	Scale       int64 // the cut divides the number by ten to the power of Scale
}

// A ShortNumber is a number that lacks some of its digits in src.
type ShortNumber struct {
	at    int64 // the offset that follows from src and Base
	Begin Place // where it really begins
	Count int   // how many digits have been removed
	Scale int64 // see DigitCut
}
