package program

// A Budget limits the work for one document. It is counted in steps. A step is a small part of the
// work: a cell that examines a child, or an operator of a formula. It takes a few nanoseconds.
//
// A budget of Base steps, and PerValue more for each value that has been read, allows a program to
// read documents of any length, but not to spend much more time on each value than usual.
type Budget struct {
	Base, PerValue int64
}

// bytesPerStep is how many bytes of a string are examined in a step.
const bytesPerStep = 16

// spend takes steps from the budget. If the budget is spent, r stops.
func (r *Run) spend(steps int) {
	if r.left -= int64(steps); r.left < 0 {
		r.valid = false
	}
}
