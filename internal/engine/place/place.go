package place

// NoPlace is used in place of an offset if there is no offset.
const NoPlace = -1

// A Place is an offset in the input and its position.
type Place struct {
	Offset int64
	Position
}

// Next returns the place after the character at p, which must be an ASCII character and must not
// end a line.
func (p Place) Next() Place {
	return Place{p.Offset + 1, Position{p.Line, p.Column + 1, p.Rune + 1, p.UTF16 + 1}}
}
