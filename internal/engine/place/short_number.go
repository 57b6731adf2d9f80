package place

// A DigitCut describes digits of a number that need not be kept: Count digits, starting at offset
// From in the number.
type DigitCut struct {
	From, Count int
	Scale       int64 // removing the digits divides the number by ten to the power of Scale
}

// A ShortNumber is a number from which digits have been removed in src.
type ShortNumber struct {
	at    int64 // the offset of the number, as computed from src and Base
	Begin Place // where the number begins in the input
	Count int   // how many digits have been removed
	Scale int64 // see DigitCut
}
