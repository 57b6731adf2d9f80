package place

// NoPlace is an offset that stands for no place.
const NoPlace = -1

// A Place is an offset in the input with its position.
type Place struct {
	Offset int64
	Position
}

// Next returns the place after the character at p, which must be ASCII and not the end of a line.
func (p Place) Next() Place {
	return Place{p.Offset + 1, Position{p.Line, p.Column + 1, p.Rune + 1, p.UTF16 + 1}}
}
