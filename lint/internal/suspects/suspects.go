package suspects

import (
	"iter"
	"math/bits"

	"github.com/assayjson/assay/asm/search"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/lint/internal/names"
	"github.com/assayjson/assay/lint/internal/ruleset"
)

// underflow stands for those findings of the number-range rule that I-JSON does not exclude: numbers
// that become zero.
const underflow = ruleset.Count

// beside returns what the given rules may find in a document that conforms to the rules of the verdict.
func beside(on ruleset.Set, verdict *scan.Rules) ruleset.Set {
	if names.Excludes(verdict.Form) {
		on &^= ruleset.Names
	}
	if !verdict.IJSON {
		return on
	}
	if on.Has(ruleset.NumberRange) {
		on |= ruleset.Of(underflow)
	}
	return on &^ ruleset.Profile
}

// findInPart is like Find, but for a part of a document. Escapes that begin before src[seen] were
// examined with the previous part, and src may lack their start. Anything that begins at src[open]
// or later must be examined again with the next part, because src may lack its end. The rules about names may find something if a name has a character outside ASCII.
func findInPart(src []byte, on ruleset.Set, seen int) (s ruleset.Set, open int) {
	if on&(ruleset.Characters|ruleset.Numbers|ruleset.Of(underflow)) == 0 {
		return on & ruleset.Pervasive, len(src)
	}
	var deletes, digits, exponent, isLong bool
	ranged := on&ruleset.Of(ruleset.NumberRange, underflow) != 0
	escapes := escapeSearch{src: src, seen: seen, open: len(src)}
	runs := runSearch{src: src, on: on, open: len(src)}
	for at := 0; at < len(src); at += search.SignWindow {
		signs := search.FindSigns(src[at:])
		for unit := range units(signs.NonASCII | signs.Escapes) {
			runs.extend(at+unit, min(at+unit+search.SignUnit+longestEscape, len(src)))
		}
		deletes = deletes || signs.Deletes != 0
		digits = digits || signs.Digits
		if !exponent && ranged {
			for unit := range units(signs.Exponents) {
				exponent = exponent || hasLargeExponent(src, at+unit, at+unit+search.SignUnit, !on.Has(ruleset.NumberRange))
			}
		}
		if !isLong && on.Has(ruleset.NumberPrecision) {
			for unit := range units(signs.Exponents) {
				isLong = isLong || hasLongExponent(src, at+unit, at+unit+search.SignUnit)
			}
		}
		if on&ruleset.Of(ruleset.LoneSurrogates, ruleset.Noncharacters) != 0 {
			for unit := range units(signs.Escapes) {
				escapes.look(at+unit, at+unit+search.SignUnit)
			}
		}
	}
	runs.endRun()
	s, open = ruleset.Pervasive|escapes.suspects|runs.suspects, min(escapes.open, runs.open)
	if deletes {
		s |= ruleset.Of(ruleset.ControlCharacters)
	}
	s &= on
	if ranged && (exponent || digits && hasManyDigits(src)) {
		s |= ruleset.Of(ruleset.NumberRange)
	}
	if on&ruleset.LongNumbers != 0 && (isLong || hasLongNumber(src)) {
		s |= on & ruleset.LongNumbers
	}
	return s, open
}

// Overlap is the number of bytes that two parts of a text must share so that [Signs] misses
// nothing. It is larger than any sign, and large enough for the digits that make a long number a
// sign.
const Overlap = 512

// Signs returns the rules that may find something in src, regardless of the structure of src.
func Signs(src []byte) ruleset.Set {
	s := ruleset.Pervasive
	var digits, exponent bool
	for at := 0; at < len(src); at += search.SignWindow {
		signs := search.FindSigns(src[at:])
		if signs.NonASCII|signs.Escapes|signs.Deletes != 0 {
			s |= ruleset.Characters
		}
		for unit := range units(signs.Exponents) {
			exponent = exponent || hasLongExponent(src, at+unit, at+unit+search.SignUnit)
		}
		digits = digits || signs.Digits
	}
	if exponent || digits && hasManyDigits(src) {
		s |= ruleset.Of(ruleset.NumberRange)
	}
	if exponent || hasLongNumber(src) {
		s |= ruleset.LongNumbers
	}
	return s
}

// units yields the index of the first byte of each unit whose bit in mask is set.
func units(mask uint64) iter.Seq[int] {
	return func(yield func(int) bool) {
		for ; mask != 0; mask &= mask - 1 {
			if !yield(bits.TrailingZeros64(mask) * search.SignUnit) {
				return
			}
		}
	}
}
