package search

import "github.com/assayjson/assay/asm/internal/swar"

// findBracketsGeneric is [FindBrackets] in portable Go, one word at a time.
func findBracketsGeneric(masks []BracketMasks, b []byte) {
	for i := range masks {
		var m BracketMasks
		for j := range block / swar.WordSize {
			w, at := swar.Load(b[i*block+j*swar.WordSize:]), j*swar.WordSize
			m.Quotes |= swar.LanesMask(swar.LanesExactly(w, '"')) << at
			m.Backslashes |= swar.LanesMask(swar.LanesExactly(w, '\\')) << at
			m.Commas |= swar.LanesMask(swar.LanesExactly(w, ',')) << at
			m.Slashes |= swar.LanesMask(swar.LanesExactly(w, '/')) << at
			w |= swar.EachByte * ('[' ^ '{')
			m.Opens |= swar.LanesMask(swar.LanesExactly(w, '{')) << at
			m.Closes |= swar.LanesMask(swar.LanesExactly(w, '}')) << at
		}
		masks[i] = m
	}
}
