package tokenizer

import (
	"math"
	"unicode/utf8"

	"github.com/assayjson/assay/internal/place"
	"github.com/assayjson/assay/internal/syntax"
)

// MaxBytes limits the length of the input. One in memory that is longer is not looked at.
// Of a stream, what comes before the limit is, and may have another error.
func MaxBytes(n int64) Option { return Option{set: setMaxBytes, n: max(n, 0)} }

// MaxString limits the length of strings, and of names, in bytes between the quotes, with
// escapes as they are written.
func MaxString(n int) Option { return Option{set: setMaxString, n: int64(max(n, 0))} }

// MaxNumber limits the length of numbers, in bytes.
func MaxNumber(n int) Option { return Option{set: setMaxNumber, n: int64(max(n, 0))} }

// MaxMembers limits how many members an object has, and how many elements an array.
func MaxMembers(n int) Option { return Option{set: setMaxMembers, n: int64(max(n, 0))} }

// MaxTokens limits the number of tokens, as a [Tokenizer] counts them: brackets, strings,
// names, numbers and literals, but not commas and colons. It is a limit on the memory and
// time that the document costs those who make something of it.
func MaxTokens(n int64) Option { return Option{set: setMaxTokens, n: max(n, 0)} }

// DefaultMaxToken is how long the tokens of a reader may be unless [MaxToken] says otherwise.
const DefaultMaxToken = 64 << 20

// MaxToken limits the length of the tokens that [NewReader] takes, in bytes as they are
// written, a string with its quotes; n is 64 KiB at least. With [UniqueNames] or [IJSON] it also limits
// the names that [CheckReader], [ValidReader] and a [Checker] accept, because names are compared as a
// whole; n is 2 MiB at least then. So it bounds the memory that a reader takes; it does not apply to
// documents in memory. A longer token is an error of the kind [TokenTooLong]. Without the option, the
// limit is [DefaultMaxToken].
func MaxToken(n int) Option {
	return Option{set: setMaxToken, n: int64(min(max(n, feedWindow+feedHistory), math.MaxInt/4))}
}

// ServiceLimits is for input from strangers, in a service that has others to serve: at most
// 8 MiB, 128 levels, 1 MiB a string, 1,000 bytes a number, 100,000 members or elements each,
// 1,000,000 tokens, and [UniqueNames]. Options that come after it say otherwise.
func ServiceLimits() Option { return Option{set: setServiceLimits} }

var serviceLimits = []Option{
	MaxBytes(8 << 20), MaxDepth(128), MaxString(1 << 20), MaxNumber(1000), MaxMembers(100_000), MaxTokens(1_000_000), UniqueNames(),
}

// limits are how much there may be of what an input can have too much of.
type limits struct {
	maxBytes   int64
	maxString  int
	maxNumber  int
	maxMembers int
	maxTokens  int64
	maxToken   int  // of a stream
	counting   bool // those of members and tokens are in use
}

var noLimits = limits{math.MaxInt64, math.MaxInt, math.MaxInt, math.MaxInt, math.MaxInt64, DefaultMaxToken, false}

func (o Option) applyTo(l *limits) {
	few := int(min(o.n, math.MaxInt))
	switch o.set {
	case setMaxBytes:
		l.maxBytes = o.n
	case setMaxString:
		l.maxString = few
	case setMaxNumber:
		l.maxNumber = few
	case setMaxMembers:
		l.maxMembers, l.counting = few, true
	case setMaxTokens:
		l.maxTokens, l.counting = o.n, true
	case setMaxToken:
		l.maxToken = few
	}
}

// isCounted reports whether there is a limit on what is counted.
func (l *limits) isCounted() bool { return l.maxMembers < math.MaxInt || l.maxTokens < math.MaxInt64 }

// permit reports whether all inputs of n bytes are within the limits.
func (l *limits) permit(n int64) bool { return l.permitButNumbers(n) && within(n, l.maxNumber) }

// permitText is permit for one text, which may be within more of the limits than all that are as long.
func (l *limits) permitText(b []byte) bool {
	n := int64(len(b))
	return l.permitButNumbers(n) && (within(n, l.maxNumber) || !mayHaveNumber(b, l.maxNumber+1))
}

// permitButNumbers reports whether all inputs of n bytes are within the limits but for that of
// numbers. Nothing has more bytes or tokens than there are bytes, nor more than half as many members.
func (l *limits) permitButNumbers(n int64) bool {
	return n <= min(l.maxBytes, l.maxTokens) && within(n, l.maxString) && within(n/2, l.maxMembers)
}

func within(n int64, limit int) bool { return limit == math.MaxInt || n <= int64(limit) }

// mayHaveNumber reports whether b may have a number of n bytes or more. Of each n bytes in a row it
// looks at one, and at those around it if that may be a number's.
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

// limit returns the one that an error of this kind is about, or 0.
func (c *config) limit(kind Kind) int64 {
	switch kind {
	case TooDeep:
		return int64(c.maxDepth)
	case InputTooLong:
		return c.maxBytes
	case StringTooLong:
		return int64(c.maxString)
	case NumberTooLong:
		return int64(c.maxNumber)
	case TooManyMembers:
		return int64(c.maxMembers)
	case TooManyTokens:
		return c.maxTokens
	case TokenTooLong:
		return int64(c.maxToken)
	}
	return 0
}

// A tally is what has been counted of a document.
type tally struct {
	tokens  int64
	members int // of the innermost container
}

// tallies are the tally of now, and the members of the containers around the innermost one.
type tallies struct {
	tally
	outer []int
}

func (t *tallies) open() {
	t.outer = append(t.outer, t.members)
	t.members = 0
}

func (t *tallies) close() {
	last := len(t.outer) - 1
	t.members, t.outer = t.outer[last], t.outer[:last]
}

// token counts a token, and returns what is wrong with there being one more, or 0.
func (t *tallies) token(l *limits) Kind {
	if t.tokens++; t.tokens > l.maxTokens {
		return TooManyTokens
	}
	return 0
}

// member counts a token that begins a member of an object, or an element of an array.
func (t *tallies) member(l *limits) Kind {
	if t.members++; t.members > l.maxMembers {
		return TooManyMembers
	}
	return t.token(l)
}

// value counts a token that begins a value in what is open.
func (t *tallies) value(l *limits, n *nesting) Kind {
	if n.depth > 0 && !n.inObject() {
		return t.member(l)
	}
	return t.token(l)
}

// allow fails at pos if there is a kind of fault.
func (s *scanner) allow(kind Kind) bool { return kind == 0 || s.fail(kind, s.pos, 1) }

// tooLong records that the input goes on behind the first n bytes of src. These may end in the
// middle of a character.
func (s *scanner) tooLong(n int) bool {
	s.pos = n
	s.fault = fault{InputTooLong, n, 1, place.NoPlace}
	return false
}

// limitString looks at the length of the string that src[quote] opens. The scanner has come
// to its end, or to a fault in it, which comes first if it lies within the limit.
func (s *scanner) limitString(quote int, ok bool) bool {
	body, end := s.bodyOf(quote), s.fault.offset
	if ok {
		end = s.pos - 1
	}
	if end-body <= s.maxString {
		return ok
	}
	at := quote + 1
	n := unitLen(s.src[at:])
	for at+n <= body+s.maxString {
		at += n
		n = unitLen(s.src[at:])
	}
	if s.fail(StringTooLong, at, n); at < s.from { // an error there has been reported, and must not come again
		s.fault = fault{StringTooLong, at, n, place.NoPlace}
	}
	s.fault.related = s.quotePlace(quote)
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
