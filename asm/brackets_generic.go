package asm

// findBracketsGeneric is [FindBrackets] in portable Go, a word at a time.
func findBracketsGeneric(masks []BracketMasks, b []byte) {
	for i := range masks {
		var m BracketMasks
		for j := range block / wordSize {
			w, at := loadWord(b[i*block+j*wordSize:]), j*wordSize
			m.Quotes |= lanesMask(lanesExactly(w, '"')) << at
			m.Backslashes |= lanesMask(lanesExactly(w, '\\')) << at
			m.Commas |= lanesMask(lanesExactly(w, ',')) << at
			w |= eachByte * ('[' ^ '{')
			m.Opens |= lanesMask(lanesExactly(w, '{')) << at
			m.Closes |= lanesMask(lanesExactly(w, '}')) << at
		}
		masks[i] = m
	}
}

// lanesMask makes the high bits of the lanes a byte, the lowest lane's the lowest bit. The
// multiplication moves the bit of lane i from 8i to 56+i.
func lanesMask(lanes uint64) uint64 {
	const moves = 1<<56 | 1<<49 | 1<<42 | 1<<35 | 1<<28 | 1<<21 | 1<<14 | 1<<7
	return lanes >> 7 * moves >> 56
}
