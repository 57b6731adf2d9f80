package scan

import (
	"math"
	"unicode/utf8"

	"github.com/assayjson/assay/internal/place"
	"github.com/assayjson/assay/internal/syntax"
)

// Limits are how much there may be of what an input can have too much of.
type Limits struct {
	MaxBytes   int64
	MaxString  int
	MaxNumber  int
	MaxMembers int
	MaxTokens  int64
	MaxToken   int  // of a stream
	Counting   bool // those of members and tokens are in use
}

var noLimits = Limits{math.MaxInt64, math.MaxInt, math.MaxInt, math.MaxInt, math.MaxInt64, DefaultMaxToken, false}

// IsCounted reports whether there is a limit on what is counted.
func (l *Limits) IsCounted() bool { return l.MaxMembers < math.MaxInt || l.MaxTokens < math.MaxInt64 }

// Permit reports whether all inputs of n bytes are within the limits.
func (l *Limits) Permit(n int64) bool { return l.permitButNumbers(n) && within(n, l.MaxNumber) }

// PermitText is permit for one text, which may be within more of the limits than all that are as long.
func (l *Limits) PermitText(b []byte) bool {
	n := int64(len(b))
	return l.permitButNumbers(n) && (within(n, l.MaxNumber) || !MayHaveNumber(b, l.MaxNumber+1))
}

// permitButNumbers reports whether all inputs of n bytes are within the limits but for that of
// numbers. Nothing has more bytes or tokens than there are bytes, nor more than half as many members.
func (l *Limits) permitButNumbers(n int64) bool {
	return n <= min(l.MaxBytes, l.MaxTokens) && within(n, l.MaxString) && within(n/2, l.MaxMembers)
}

func within(n int64, limit int) bool { return limit == math.MaxInt || n <= int64(limit) }

// MayHaveNumber reports whether b may have a number of n bytes or more. Of each n bytes in a row it
// looks at one, and at those around it if that may be a number's.
func MayHaveNumber(b []byte, n int) bool {
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

// limit returns the one that an error of this kind is about, or 0.
func (c *Rules) limit(kind Kind) int64 {
	switch kind {
	case TooDeep:
		return int64(c.MaxDepth)
	case InputTooLong:
		return c.MaxBytes
	case StringTooLong:
		return int64(c.MaxString)
	case NumberTooLong:
		return int64(c.MaxNumber)
	case TooManyMembers:
		return int64(c.MaxMembers)
	case TooManyTokens:
		return c.MaxTokens
	case TokenTooLong:
		return int64(c.MaxToken)
	}
	return 0
}

// A Tally is what has been counted of a document.
type Tally struct {
	Tokens  int64
	Members int // of the innermost container
}

// Tallies are the tally of now, and the members of the containers around the innermost one.
type Tallies struct {
	Tally
	outer []int
}

// Open begins to count the members of a container.
func (t *Tallies) Open() {
	t.outer = append(t.outer, t.Members)
	t.Members = 0
}

// Close goes back to the container around it.
func (t *Tallies) Close() {
	last := len(t.outer) - 1
	t.Members, t.outer = t.outer[last], t.outer[:last]
}

// token counts a token, and returns what is wrong with there being one more, or 0.
func (t *Tallies) token(l *Limits) Kind {
	if t.Tokens++; t.Tokens > l.MaxTokens {
		return TooManyTokens
	}
	return 0
}

// member counts a token that begins a member of an object, or an element of an array.
func (t *Tallies) member(l *Limits) Kind {
	if t.Members++; t.Members > l.MaxMembers {
		return TooManyMembers
	}
	return t.token(l)
}

// Value counts a token that begins a value in what is open.
func (t *Tallies) Value(l *Limits, n *Nesting) Kind {
	if n.Depth > 0 && !n.InObject() {
		return t.member(l)
	}
	return t.token(l)
}

// allow fails at pos if there is a kind of fault.
func (s *Scanner) allow(kind Kind) bool { return kind == 0 || s.Fail(kind, s.Pos, 1) }

// TooLong records that the input goes on behind the first n bytes of src. These may end in the
// middle of a character.
func (s *Scanner) TooLong(n int) bool {
	s.Pos = n
	s.Fault = Fault{InputTooLong, n, 1, place.NoPlace}
	return false
}

// limitString looks at the length of the string that src[quote] opens. The scanner has come
// to its end, or to a fault in it, which comes first if it lies within the limit.
func (s *Scanner) limitString(quote int, ok bool) bool {
	body, end := s.bodyOf(quote), s.Fault.Offset
	if ok {
		end = s.Pos - 1
	}
	if end-body <= s.MaxString {
		return ok
	}
	at := quote + 1
	n := unitLen(s.Src[at:])
	for at+n <= body+s.MaxString {
		at += n
		n = unitLen(s.Src[at:])
	}
	if s.Fail(StringTooLong, at, n); at < s.From { // an error there has been reported, and must not come again
		s.Fault = Fault{StringTooLong, at, n, place.NoPlace}
	}
	s.Fault.Related = s.quotePlace(quote)
	return false
}

// unitLen returns the length of the character or escape that b begins with, no more of it
// than there is.
func unitLen(b []byte) int {
	n := 1
	switch {
	case len(b) > 1 && b[0] == '\\' && b[1] == 'u':
		n = len(`\u0000`)
	case b[0] == '\\':
		n = 2
	case b[0] >= utf8.RuneSelf:
		_, n = utf8.DecodeRune(b)
	}
	return min(n, len(b))
}
