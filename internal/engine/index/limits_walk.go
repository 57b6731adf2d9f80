package index

import (
	"slices"
	"sync"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/mark"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/syntax"
)

// An Inspector walks over the marks of tokens that kernels have found valid, and checks the rules
// that the kernels do not check: limits and unique names. It keeps counts and names in the scanner,
// which continues where the inspector stops.
type Inspector struct {
	Nesting  scan.Nesting
	wantName bool
	Seen     int // how many of the marks have been walked over

	// Led, if not nil, follows the inspector.
	Led Follower
}

// A Follower is called for each token that an inspector walks over. Offsets count from the start of
// the text.
type Follower interface {
	PassName(begin int)                       // for a name; a call of PassEscapes follows
	PassEscapes(n int)                        // for a string; n is the number of marks of its escapes
	PassOpening(begin, next int, object bool) // for an opening bracket; next is the index of the mark after it
	PassClosing(next int)                     // for a closing bracket; next is the index of the mark after it
}

// Follow moves the inspector to the position of the scanner. All marks from that position on are
// unseen.
func (x *Inspector) Follow(s *scan.Scanner) {
	x.Nesting.Copy(&s.Nesting)
	x.wantName = BeforeName>>s.State&1 != 0
	x.Seen = 0
}

// Inspect walks over the marks that it has not seen. The marks are relative to text, which starts
// at base in the source of the scanner. Inspect returns false if the token at the first unseen mark
// violates a rule; the scanner must report that error. It leaves an incomplete token for later.
func (x *Inspector) Inspect(s *scan.Scanner, text string, base int, marks []uint32) (valid bool) {
	// This is one function with its state in local variables, and without a [mark.Cursor], because that is much faster.
	seen, count, wantName, inObject := x.Seen, s.Tally.Tally, x.wantName, x.Nesting.InObject()
	valid = true
walk:
	for seen+1 < len(marks) {
		begin, end, next := int(marks[seen]), int(marks[seen+1]), seen+1
		c := text[begin]
		if valid = count.Tokens < s.MaxTokens; !valid {
			break
		}
		switch c {
		case '"':
			if text[end] != '"' || text[end-1] == '\\' {
				if next = mark.ClosingQuote(text, marks, seen); next == len(marks) {
					break walk
				}
				end = int(marks[next])
			}
			isMember := wantName || !inObject
			if valid = end-begin-1 <= s.MaxString && (!isMember || count.Members < s.MaxMembers) &&
				(!wantName || !s.UniqueNames || scan.AddName(s, base+begin, base+end+1, next > seen+1)); !valid {
				break walk
			}
			if x.Led != nil {
				x.lead(begin, next-seen-1, wantName)
			}
			if isMember {
				count.Members++
			}
			wantName = inObject && !wantName
			next++
		case '{', '[', '}', ']':
			s.Tally.Tally = count
			if valid = x.bracket(s, c, begin, next); !valid {
				break walk
			}
			inObject = x.Nesting.InObject()
			count.Members, wantName = s.Tally.Members, inObject
		case '\n': // a newline between records, except right after a number or literal: that newline has been skipped as the end of the token, which does no harm
			count, seen = scan.Tally{}, next
			continue
		default:
			if valid = (end-begin <= s.MaxNumber || !syntax.IsNumberStart(c)) && (inObject || count.Members < s.MaxMembers); !valid {
				break walk
			}
			if !inObject {
				count.Members++
			}
			wantName = inObject
			if !syntax.IsClosing(text[end]) { // a closing bracket shares its mark with the token before it
				next++
			}
		}
		count.Tokens++
		seen = next
	}
	s.Tally.Tally, x.wantName, x.Seen = count, wantName, seen
	return valid
}

// lead moves Led past a string, which may be a name.
func (x *Inspector) lead(begin, escapes int, isName bool) {
	if isName {
		x.Led.PassName(begin)
	}
	x.Led.PassEscapes(escapes)
}

// bracket processes the bracket c, which is text[begin]; next is the index of the mark after it. It
// returns false if the container exceeds a limit.
func (x *Inspector) bracket(s *scan.Scanner, c byte, begin, next int) (valid bool) {
	if syntax.IsClosing(c) {
		if x.Led != nil {
			x.Led.PassClosing(next)
		}
		if c == '}' && s.UniqueNames {
			s.Names.Close()
		}
		if s.Counting {
			s.Tally.Close()
		}
		x.Nesting.Pop()
		return true
	}
	before := s.Tally.Tally
	if s.Tally.Value(&s.Limits, &x.Nesting) != 0 {
		s.Tally.Tally = before
		return false
	}
	if x.Led != nil {
		x.Led.PassOpening(begin, next, c == '{')
	}
	x.Nesting.Push(c == '{')
	if s.Counting {
		s.Tally.Open()
	}
	if c == '{' && s.UniqueNames {
		s.OpenNames()
	}
	return true
}

// MoveTo moves the scanner to the end of the last seen token. At least one mark must have been
// seen.
func (x *Inspector) MoveTo(s *scan.Scanner, text string, base int, marks []uint32) {
	s.Nesting.Copy(&x.Nesting)
	last := int(marks[x.Seen-1])
	c := text[last]
	switch {
	case syntax.LooksNumeric(c): // a number or literal whose end is marked by the first mark of the next token
		s.Pos = base + int(marks[x.Seen])
	case c == ',' || syntax.IsSpace(c):
		s.Pos = base + last
	default:
		s.Pos = base + last + 1
	}
	switch {
	case c == '{':
		s.State = scan.WantFirstName
	case c == '[':
		s.State = scan.WantFirstElement
	case x.Nesting.InObject() && !x.wantName:
		s.State = scan.WantColon
	default:
		s.ValueDone()
	}
}

// A limitsCheck checks a text in memory against the rules that kernels do not check.
type limitsCheck struct {
	Inspector
	scanner scan.Scanner
}

var limitsChecks = sync.Pool{New: func() any { return new(limitsCheck) }}

// passesInspection reports whether the kernels and an inspector find b valid. For records, each
// limit except MaxBytes applies to every record. If it returns false, passesInspection moves s; see
// [Passes].
func passesInspection(c scan.Rules, b []byte, begin int, rules jsonsimd.Rules, s *scan.Scanner) bool {
	check := limitsChecks.Get().(*limitsCheck)
	c.AllowBOM = begin > 0
	l := &check.scanner
	l.Rules = c
	l.Reset(b)
	l.Counting = l.IsCounted() && !l.IsPlain(int64(len(b)))
	valid := l.Length() && l.SkipBOM() && check.run(rules, s != nil)
	// If the records together exceed MaxBytes, no marks have been walked over, and l is at the
	// limit. In that case, s must not adopt the state of l.
	if !valid && s != nil && l.Pos > begin && int64(len(b)) <= c.MaxBytes {
		s.Adopt(l)
	}
	l.Src = nil
	limitsChecks.Put(check)
	return valid
}

// run checks the text from the position of the scanner to the end. If approach is set, it moves the
// scanner to a position shortly before the error.
func (c *limitsCheck) run(rules jsonsimd.Rules, approach bool) bool {
	s := &c.scanner
	x := New(s.Src, s.Pos, s.MaxDepth, rules)
	if x == nil {
		return false
	}
	defer x.Free()
	begin := x.Base
	c.Inspector = Inspector{Nesting: scan.Nesting{Outer: c.Nesting.Outer[:0]}}
	for x.More(s.Src, c.Seen) {
		if !c.inspectTrusted(x, approach) {
			return false
		}
	}
	if x.Valid || !approach {
		return x.Valid
	}
	if at, _, ok := x.replay.Retreat(&x.json, s.MaxDepth, s.Src, begin, x.Read, s.Pos, false); ok {
		x.Trusted, _ = slices.BinarySearch(x.Marks, uint32(at.Pos-x.Base))
		c.inspectTrusted(x, true)
	}
	return false
}

// inspectTrusted walks over the trusted marks. If approach is set, it also moves the scanner.
func (c *limitsCheck) inspectTrusted(x *Index, approach bool) (valid bool) {
	c.Seen = 0
	text, marks := TextOf(c.scanner.Src[x.Base:]), x.Marks[:x.Trusted]
	valid = c.Inspect(&c.scanner, text, x.Base, marks)
	if approach && c.Seen > 0 {
		c.MoveTo(&c.scanner, text, x.Base, marks)
	}
	return valid
}
