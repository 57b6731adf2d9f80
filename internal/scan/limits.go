package scan

import (
	"math"
	"unicode/utf8"

	"github.com/assayjson/assay/internal/place"
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

var noLimits = Limits{math.MaxInt64, math.MaxInt, math.MaxInt, math.MaxInt, math.MaxInt64, DefaultMaxToken, false}

// IsCounted reports whether there is a limit on members or tokens, which must be counted.
func (l *Limits) IsCounted() bool { return l.MaxMembers < math.MaxInt || l.MaxTokens < math.MaxInt64 }

// Permit reports whether all inputs of n bytes are within the limits.
func (l *Limits) Permit(n int64) bool { return l.permitButNumbers(n) && within(n, l.MaxNumber) }

// PermitText is like Permit for the text b alone, in which no number may be as long as the limit.
func (l *Limits) PermitText(b []byte) bool {
	n := int64(len(b))
	return l.permitButNumbers(n) && (within(n, l.MaxNumber) || !MayHaveNumber(b, l.MaxNumber+1))
}

// permitButNumbers reports whether all inputs of n bytes are within the limits, except for the one on
// numbers. No input has more tokens than bytes, or a container with members for more than half of them.
func (l *Limits) permitButNumbers(n int64) bool {
	return n <= min(l.MaxBytes, l.MaxTokens) && within(n, l.MaxString) && within(n/2, l.MaxMembers)
}

func within(n int64, limit int) bool { return limit == math.MaxInt || n <= int64(limit) }

// MayHaveNumber reports whether b may have a number of n bytes or more. It looks at every n-th byte,
// and at the bytes around it if it may be part of a number.
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

// limit returns the limit that an error of this kind is about, or 0.
func (c *Rules) limit(kind ErrorKind) int64 {
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

// A Tally counts the parts of a document.
type Tally struct {
	Tokens  int64
	Members int // of the innermost container
}

// Tallies are the current Tally, and the numbers of members of the containers around the innermost one.
type Tallies struct {
	Tally
	outer []int
}

// Open starts to count the members of a container.
func (t *Tallies) Open() {
	t.outer = append(t.outer, t.Members)
	t.Members = 0
}

// Close returns to the count of the container around the innermost one.
func (t *Tallies) Close() {
	last := len(t.outer) - 1
	t.Members, t.outer = t.outer[last], t.outer[:last]
}

// token counts a token, and returns TooManyTokens if that exceeds the limit, or 0.
func (t *Tallies) token(l *Limits) ErrorKind {
	if t.Tokens++; t.Tokens > l.MaxTokens {
		return TooManyTokens
	}
	return 0
}

// member counts a token that begins a member of an object or an element of an array, and returns
// the kind of the limit that it exceeds, or 0.
func (t *Tallies) member(l *Limits) ErrorKind {
	if t.Members++; t.Members > l.MaxMembers {
		return TooManyMembers
	}
	return t.token(l)
}

// Value counts a token that begins a value in the innermost container of n, and returns the kind
// of the limit that it exceeds, or 0. The value of a member of an object is not another member.
func (t *Tallies) Value(l *Limits, n *Nesting) ErrorKind {
	if n.Depth > 0 && !n.InObject() {
		return t.member(l)
	}
	return t.token(l)
}

// allow fails at Pos unless kind is 0.
func (s *Scanner) allow(kind ErrorKind) bool { return kind == 0 || s.Fail(kind, s.Pos, 1) }

// TooLong records that the input does not end after the first n bytes of Src, and returns false.
// These may end in the middle of a character.
func (s *Scanner) TooLong(n int) bool {
	s.Pos = n
	s.Fault = Fault{InputTooLong, n, 1, place.NoPlace}
	return false
}

// limitString checks the length of the string that Src[quote] opens. The scanner has reached
// its end, or, if ok is false, a fault in it, which takes precedence if it is within the limit.
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

// unitLen returns the length of the character or escape that b begins with, or of the part of
// it that b has.
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
