package asm

// BracketMasks tell which of 64 bytes are brackets and commas, in strings or not, and what
// tells whether they are. The first byte's bit is the lowest.
type BracketMasks struct {
	Quotes      uint64 // quotation marks
	Backslashes uint64
	Opens       uint64 // [ and {
	Closes      uint64 // ] and }
	Commas      uint64
}

// FindBrackets sets the masks, each to those of the next 64 bytes of b.
func FindBrackets(masks []BracketMasks, b []byte) {
	const most = window / block
	for len(masks) > most {
		findBrackets(masks[:most], b[:window])
		masks, b = masks[most:], b[window:]
	}
	if len(masks) > 0 {
		findBrackets(masks, b[:len(masks)*block])
	}
}
