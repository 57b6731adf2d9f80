package scan

import (
	"math"

	"github.com/assayjson/assay/internal/syntax"
)

// Limits bound the size of an input and of its parts. A limit of the largest integer is none.
type Limits struct {
	MaxBytes   int64
	MaxString  int
	MaxNumber  int
	MaxMembers int
	MaxTokens  int64
	MaxToken   int  // for streams, in bytes
	Counting   bool // whether members and tokens are counted
}

// DefaultMaxToken is how long the tokens of a reader may be unless an option says otherwise.
const DefaultMaxToken = 64 << 20

var noLimits = Limits{math.MaxInt64, math.MaxInt, math.MaxInt, math.MaxInt, math.MaxInt64, DefaultMaxToken, false}

// IsCounted reports whether there is a limit on members or tokens, which must be counted.
func (l *Limits) IsCounted() bool { return l.MaxMembers < math.MaxInt || l.MaxTokens < math.MaxInt64 }

// Permit reports whether all inputs of n bytes are within the limits.
func (l *Limits) Permit(n int64) bool { return l.permitButNumbers(n) && within(n, l.MaxNumber) }

// PermitText is like Permit for the text b alone, in which no number may be as long as the limit.
func (l *Limits) PermitText(b []byte) bool {
	n := int64(len(b))
	return l.permitButNumbers(n) && (within(n, l.MaxNumber) || !mayHaveNumber(b, l.MaxNumber+1))
}

// permitButNumbers reports whether all inputs of n bytes are within the limits, except for the one on
// numbers. No input has more tokens than bytes, or a container with members for more than half of them.
func (l *Limits) permitButNumbers(n int64) bool {
	return n <= min(l.MaxBytes, l.MaxTokens) && within(n, l.MaxString) && within(n/2, l.MaxMembers)
}

func within(n int64, limit int) bool { return limit == math.MaxInt || n <= int64(limit) }

// mayHaveNumber reports whether b may have a number of n bytes or more. It looks at every n-th byte,
// and at the bytes around it if it may be part of a number.
func mayHaveNumber(b []byte, n int) bool {
	for at := n - 1; at < len(b); at += n {
		begin, end := at, at
		for end < len(b) && syntax.IsNumberByte(b[end]) && end-begin < n {
			end++
		}
		for end > at && begin > 0 && syntax.IsNumberByte(b[begin-1]) && end-begin < n {
			begin--
		}
		if end-begin >= n {
			return true
		}
	}
	return false
}
