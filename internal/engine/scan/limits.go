package scan

import (
	"math"

	"github.com/assayjson/assay/internal/engine/syntax"
)

// Limits bounds the size of an input and of its parts. Sizes are in bytes. The largest value of a
// field's type means that there is no limit.
type Limits struct {
	MaxBytes   int64
	MaxString  int
	MaxNumber  int
	MaxMembers int
	MaxTokens  int64
	MaxToken   int  // maximum length of a token that must be in memory as a whole; only for streams
	Counting   bool // whether members and tokens are counted
}

// DefaultMaxToken is the maximum length in bytes of a token from a reader unless an option sets
// another limit.
const DefaultMaxToken = 64 << 20

var noLimits = Limits{math.MaxInt64, math.MaxInt, math.MaxInt, math.MaxInt, math.MaxInt64, DefaultMaxToken, false}

// IsCounted reports whether members or tokens are limited and therefore must be counted.
func (l *Limits) IsCounted() bool { return l.MaxMembers < math.MaxInt || l.MaxTokens < math.MaxInt64 }

// Permit reports whether all inputs of n bytes are within the limits.
func (l *Limits) Permit(n int64) bool { return l.permitButNumbers(n) && within(n, l.MaxNumber) }

// PermitText reports whether the text b is within the limits. Unlike Permit, it reads b if b is
// long enough to contain a number that exceeds MaxNumber.
func (l *Limits) PermitText(b []byte) bool {
	return l.permitButNumbers(int64(len(b))) && l.PermitNumbers(b)
}

// PermitNumbers reports whether b has no number that exceeds MaxNumber. It returns false if a part
// of a string may be such a number.
func (l *Limits) PermitNumbers(b []byte) bool {
	return within(int64(len(b)), l.MaxNumber) || !mayHaveNumber(b, l.MaxNumber+1)
}

// permitButNumbers reports whether all inputs of n bytes are within all limits except MaxNumber. An
// input has at most as many tokens as bytes, and a container has at most half as many members as
// bytes.
func (l *Limits) permitButNumbers(n int64) bool {
	return n <= min(l.MaxBytes, l.MaxTokens) && within(n, l.MaxString) && within(n/2, l.MaxMembers)
}

func within(n int64, limit int) bool { return limit == math.MaxInt || n <= int64(limit) }

// mayHaveNumber reports whether b may contain a number of n bytes or more. It looks at every n-th
// byte, and at the bytes around it if that byte can be part of a number.
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
