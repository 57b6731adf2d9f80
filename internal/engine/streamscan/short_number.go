package streamscan

import (
	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/syntax"
)

// IsCutNumber reports whether b is a number, or the beginning of one, that may continue after b. b
// must not be empty.
func IsCutNumber(b []byte) bool {
	if b[0] != '-' && !syntax.IsDigit(b[0]) {
		return false
	}
	n, kind := scan.ConsumeNumber(b)
	return n == len(b) && (kind == 0 || kind == flaw.Truncated)
}

// SurplusDigits returns which digits of b need not be kept in memory. b must be the beginning of a
// number, and must end with digits. If ranged is set, enough significant digits remain to decide
// whether the number is in the range of binary64.
func SurplusDigits(b []byte, ranged bool) place.DigitCut {
	const many, kept, significant = 1024, 16, 2 * 309 // the integer part of the largest binary64 has 309 digits
	run := len(b) - syntax.DigitsBefore(b)
	if !ranged {
		if n := len(b) - run - 2*kept; n >= many {
			return place.DigitCut{From: run + kept, Count: n}
		}
		return place.DigitCut{}
	}
	isInteger := run == 0 || run == 1 && b[0] == '-'
	isFraction := !isInteger && b[run-1] == '.'
	zeros := run
	if !isInteger && !(isFraction && hasNonzero(b[:run])) {
		for zeros < len(b) && b[zeros] == '0' {
			zeros++
		}
	}
	cut := place.DigitCut{From: run + kept, Count: zeros - run - 2*kept}
	if cut.Count >= many {
		if isFraction {
			cut.Scale = -int64(cut.Count)
		}
		return cut
	}
	cut = place.DigitCut{From: zeros + significant, Count: len(b) - zeros - significant - kept}
	if isInteger {
		cut.Scale = int64(cut.Count)
	}
	if cut.Count < many {
		return place.DigitCut{}
	}
	return cut
}

// hasNonzero reports whether b has a digit other than 0.
func hasNonzero(b []byte) bool {
	for _, c := range b {
		if '1' <= c && c <= '9' {
			return true
		}
	}
	return false
}
