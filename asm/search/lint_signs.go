package search

// FindSigns returns the signs in the first [SignWindow] bytes of b. A sign that begins in these
// bytes may end after them. A row of digits that crosses the edge between two windows is found in
// at least one of them.
func FindSigns(b []byte) Signs {
	b = b[:min(len(b), SignWindow+signLength-1)]
	if !hasSignKernel() {
		return findSignsGeneric(b)
	}
	var s Signs
	whole := max(len(b)-signLength+1, 0) / SignUnit
	if whole > 0 {
		s = findSigns(&b[0], whole)
	}
	for b = b[whole*SignUnit:]; len(b) > 0 && whole < SignWindow/SignUnit; whole++ {
		var unit [SignUnit + signLength - 1]byte
		n := copy(unit[:], b)
		s.add(findSigns(&unit[0], 1), whole)
		b = b[min(n, SignUnit):]
	}
	return s
}
