package records

import (
	"bytes"

	"github.com/assayjson/assay/internal/engine/index"
)

// attempts determines how many lines are checked together. In an attempt, many lines are checked together.
// If they are valid, the next attempt takes more lines; otherwise it takes fewer lines. If even an attempt
// with few lines fails, some lines are checked one by one before the next attempt. After each such failure, a
// larger number of lines is checked one by one, so that failed attempts do not cost much.
//
// The next attempt is made when trusted and untrusted are 0.
type attempts struct {
	trusted   int // number of bytes that are known to be valid records, apart from equal names if there is a taker
	untrusted int // number of bytes to check line by line before the next attempt
	together  int // number of bytes for the next attempt
	apart     int // the next value of untrusted, if an attempt with few lines fails
	most      int // the largest value of together and apart
}

// leastTogether is the minimum number of bytes of records that are checked together.
const leastTogether = 4 << 10

func newAttempts(most int) attempts {
	return attempts{together: min(mostTogether, most), apart: min(leastTogether, most), most: most}
}

// least returns the smallest number of bytes for an attempt.
func (a *attempts) least() int { return min(leastTogether, a.most) }

// forget records that n bytes have been processed.
func (a *attempts) forget(n int) {
	a.trusted = max(a.trusted-n, 0)
	a.untrusted = max(a.untrusted-n, 0)
}

// succeed records that an attempt has found n bytes of valid records; see trusted.
func (a *attempts) succeed(n int) {
	a.trusted = n
	a.together = min(2*a.together, a.most)
	a.apart = a.least()
}

// trustUpTo records that an attempt has found n bytes of valid records, and that the next attempt begins after the
// first untrusted bytes, which contain an error.
func (a *attempts) trustUpTo(n, untrusted int) {
	a.trusted, a.untrusted = n, untrusted
	a.together = min(max(2*n, leastTogether), a.most)
}

// fail records that an attempt with n bytes has found nothing, although it was meant to take only size bytes. The
// parameter all is the number of bytes there are. If untrusted is 0 afterwards, the next attempt takes fewer lines.
func (a *attempts) fail(n, size, all int) {
	least := a.least()
	switch {
	case n == 0: // there is at most one line
		a.untrusted = all
	case n > size: // a single line, which may contain many values
		a.untrusted = n
	case a.together == least || n <= least:
		a.untrusted = a.apart
		a.together = least
		a.apart = min(2*a.apart, a.most)
	}
	if a.untrusted == 0 {
		a.together = max(min(a.together, n)/4, least)
	}
}

// fewBytes is a length in bytes below which lines are checked faster one by one than together.
const fewBytes = 512

// passSingly reports whether b has only a few bytes, and each line of it is found valid by the kernels, one by one.
func (c *recordConfig) passSingly(b []byte) bool {
	if len(b) >= fewBytes {
		return false
	}
	for line := range bytes.Lines(b) {
		if !index.Passes(&c.Rules, line, nil) {
			return false
		}
	}
	return true
}
