package tokenizer

import (
	"slices"
	"sync"

	"github.com/assayjson/assay/asm"
	"github.com/assayjson/assay/internal/scan"
	"github.com/assayjson/assay/internal/syntax"
)

// An inspector walks over marks of tokens that kernels have found valid, and holds them to the
// rules that the kernels don't know: limits, and names that must be unique. What it counts and
// remembers is the scanner's, which goes on where the inspector stops.
type inspector struct {
	nesting  scan.Nesting
	wantName bool
	seen     int // how many of the marks it has walked over

	// led, if it is not nil, comes along with the inspector, which goes ahead of it otherwise.
	led follower
}

// A follower is told what an inspector that leads it passes. Positions count from the text.
type follower interface {
	passName(begin int)                       // a name
	passEscapes(n int)                        // escapes of a string, which have marks of their own
	passOpening(begin, next int, object bool) // a bracket, and which mark comes next
	passClosing(next int)
}

// follow puts the inspector where a scanner stands, before marks that it has not seen.
func (x *inspector) follow(s *scan.Scanner) {
	x.nesting.Copy(&s.Nesting)
	x.wantName = beforeName>>s.State&1 != 0
	x.seen = 0
}

// inspect walks over the marks that it has not seen, of a text that begins at base in the source of
// the scanner. It returns false where something is not valid, which the scanner must name: in the token
// of the mark behind those that it has seen. A token that is not complete is left for later.
func (x *inspector) inspect(s *scan.Scanner, text string, base int, marks []uint32) (valid bool) {
	// What changes with each token is in variables, and all is in one function: it is much faster.
	seen, count, wantName, inObject := x.seen, s.Tally.Tally, x.wantName, x.nesting.InObject()
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
				if next = closingQuote(text, marks, seen); next == len(marks) {
					break walk
				}
				end = int(marks[next])
			}
			isMember := wantName || !inObject
			if valid = end-begin-1 <= s.MaxString && (!isMember || count.Members < s.MaxMembers) &&
				(!wantName || !s.UniqueNames || s.IsNewName(base+begin, base+end+1, next > seen+1)); !valid {
				break walk
			}
			if x.led != nil {
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
			inObject = x.nesting.InObject()
			count.Members, wantName = s.Tally.Members, inObject
		case '\n': // between records; behind a number or literal it goes with that, which does no harm
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
			if !isClosing(text[end]) { // a bracket shares its mark; see Tokenizer.Next
				next++
			}
		}
		count.Tokens++
		seen = next
	}
	s.Tally.Tally, x.wantName, x.seen = count, wantName, seen
	return valid
}

// lead leads over a string, which may be a name.
func (x *inspector) lead(begin, escapes int, isName bool) {
	if isName {
		x.led.passName(begin)
	}
	x.led.passEscapes(escapes)
}

// bracket passes text[begin], before the mark next. It returns false if there is one value too many.
func (x *inspector) bracket(s *scan.Scanner, c byte, begin, next int) (valid bool) {
	switch c {
	case '{', '[':
		before := s.Tally.Tally
		if s.Tally.Value(&s.Limits, &x.nesting) != 0 {
			s.Tally.Tally = before
			return false
		}
		if x.led != nil {
			x.led.passOpening(begin, next, c == '{')
		}
		x.open(s, c == '{')
	default:
		if x.led != nil {
			x.led.passClosing(next)
		}
		x.close(s)
	}
	return true
}

func (x *inspector) open(s *scan.Scanner, object bool) {
	x.nesting.Push(object)
	if s.Counting {
		s.Tally.Open()
	}
	if object && s.UniqueNames {
		s.Names.Open()
	}
}

func (x *inspector) close(s *scan.Scanner) {
	if x.nesting.InObject() && s.UniqueNames {
		s.Names.Close()
	}
	if s.Counting {
		s.Tally.Close()
	}
	x.nesting.Pop()
}

// moveTo moves the scanner behind the last token that has been seen, of which there must be one.
func (x *inspector) moveTo(s *scan.Scanner, text string, base int, marks []uint32) {
	s.Nesting.Copy(&x.nesting)
	last := int(marks[x.seen-1])
	c := text[last]
	switch {
	case syntax.LooksNumeric(c): // a number or literal that shares the mark behind it
		s.Pos = base + int(marks[x.seen])
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
	case x.nesting.InObject() && !x.wantName:
		s.State = scan.WantColon
	default:
		s.ValueDone()
	}
}

// A limitsCheck finds out whether a text in memory keeps to rules that kernels don't know.
type limitsCheck struct {
	inspector
	scanner scan.Scanner
}

var limitsChecks = sync.Pool{New: func() any { return new(limitsCheck) }}

// passesInspection reports whether b is valid as far as kernels and an inspector can tell. Records
// may be kept to limits that are meant for each of them. If b is not valid, s is moved; see passes.
func passesInspection(c scan.Rules, b []byte, begin int, rules asm.JSONRules, s *scan.Scanner) bool {
	check := limitsChecks.Get().(*limitsCheck)
	c.AllowBOM, c.KeepGoing = begin > 0, false
	l := &check.scanner
	l.Rules = c
	l.Reset(b)
	l.Counting = l.IsCounted() && !l.IsPlain(int64(len(b)))
	valid := l.Length() && l.SkipBOM() && check.run(rules, s != nil)
	// Records that are longer than MaxBytes together have not been walked over: they are not valid, and
	// the scanner is where the limit is.
	if !valid && s != nil && l.Pos > begin && int64(len(b)) <= c.MaxBytes {
		s.Adopt(l)
	}
	l.Src = nil
	limitsChecks.Put(check)
	return valid
}

// run checks what comes from where the scanner stands. If asked for, the scanner is moved shortly
// before what is not valid.
func (c *limitsCheck) run(rules asm.JSONRules, approach bool) bool {
	s := &c.scanner
	x := newIndex(s.Src, s.Pos, s.MaxDepth, rules)
	if x == nil {
		return false
	}
	defer x.free()
	begin := x.base
	c.inspector = inspector{nesting: scan.Nesting{Outer: c.nesting.Outer[:0]}}
	for x.more(s.Src, c.seen) {
		if !c.inspectTrusted(x, approach) {
			return false
		}
	}
	if x.right || !approach {
		return x.right
	}
	if at, _, ok := x.replay.Retreat(&x.json, s.MaxDepth, s.Src, begin, x.read, s.Pos, false); ok {
		x.trusted, _ = slices.BinarySearch(x.marks, uint32(at.Pos-x.base))
		c.inspectTrusted(x, true)
	}
	return false
}

// inspectTrusted walks over the marks that may be trusted, and moves the scanner if asked for.
func (c *limitsCheck) inspectTrusted(x *index, approach bool) (valid bool) {
	c.seen = 0
	text, marks := textOf(c.scanner.Src[x.base:]), x.marks[:x.trusted]
	valid = c.inspect(&c.scanner, text, x.base, marks)
	if approach && c.seen > 0 {
		c.moveTo(&c.scanner, text, x.base, marks)
	}
	return valid
}
