package schema

import "regexp/syntax"

// A sequence is a pattern that consists of sets of characters, each with the number of times that it
// may occur, such as ^[A-Z]{2}-[0-9]+$. Most patterns in schemas are of this form, and can be matched
// many times faster than with package regexp: one after the other, each set takes as many characters
// as it can. This is correct because no set contains a character with which what follows may begin,
// so taking fewer characters would not help.
//
// A sequence leaves some texts with characters outside ASCII to package regexp.
type sequence struct {
	steps     []step
	endOfText bool // the pattern ends with $
}

// A step matches from least to most characters of a set. If most is negative, there is no limit.
type step struct {
	set         asciiSet
	isWide      bool // there are other characters, which are not in set
	least, most int
}

// An asciiSet is a set of ASCII characters. The bit of c is in word c/64.
type asciiSet [2]uint64

func (s *asciiSet) has(c byte) bool { return c < 0x80 && s[c>>6]>>(c&63)&1 != 0 }

func (s *asciiSet) add(c rune) { s[c>>6] |= 1 << (c & 63) }

func (s *asciiSet) meets(other *asciiSet) bool { return s[0]&other[0]|s[1]&other[1] != 0 }

// newSequence converts an expression for package regexp. It returns nil if the expression is not a
// sequence, or does not begin with \A.
func newSequence(expression string) *sequence {
	tree, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		return nil
	}
	parts := []*syntax.Regexp{tree}
	if tree.Op == syntax.OpConcat {
		parts = tree.Sub
	}
	if parts[0].Op != syntax.OpBeginText {
		return nil
	}
	s := &sequence{}
	for i, part := range parts[1:] {
		if part.Op == syntax.OpEndText && i == len(parts)-2 {
			s.endOfText = true
		} else if !s.add(part) {
			return nil
		}
	}
	if !s.isDecided() {
		return nil
	}
	return s
}

// add adds a part of a pattern. It returns false if that is not possible.
func (s *sequence) add(part *syntax.Regexp) bool {
	least, most := 1, 1
	switch part.Op {
	case syntax.OpLiteral:
		for _, r := range part.Rune {
			if r >= 0x80 || part.Flags&syntax.FoldCase != 0 {
				return false
			}
			one := step{least: 1, most: 1}
			one.set.add(r)
			s.steps = append(s.steps, one)
		}
		return true
	case syntax.OpStar:
		least, most = 0, -1
	case syntax.OpPlus:
		most = -1
	case syntax.OpQuest:
		least = 0
	case syntax.OpRepeat:
		least, most = part.Min, part.Max
	case syntax.OpConcat:
		for _, sub := range part.Sub {
			if !s.add(sub) {
				return false
			}
		}
		return true
	default:
		return s.addSet(part, 1, 1)
	}
	return s.addSet(part.Sub[0], least, most)
}

// addSet adds a set of characters that may occur from least to most times.
func (s *sequence) addSet(set *syntax.Regexp, least, most int) bool {
	next := step{least: least, most: most}
	switch {
	case set.Op == syntax.OpLiteral && len(set.Rune) == 1 && set.Rune[0] < 0x80 && set.Flags&syntax.FoldCase == 0:
		next.set.add(set.Rune[0])
	case set.Op == syntax.OpCharClass:
		for i := 0; i < len(set.Rune); i += 2 {
			for r := set.Rune[i]; r <= min(set.Rune[i+1], 0x7F); r++ {
				next.set.add(r)
			}
			next.isWide = next.isWide || set.Rune[i+1] > 0x7F
		}
	default:
		return false
	}
	s.steps = append(s.steps, next)
	return true
}

// isDecided reports whether each step may take as many characters as it can: no character of its set
// may begin what follows.
func (s *sequence) isDecided() bool {
	for i := range s.steps {
		if s.steps[i].least == s.steps[i].most {
			continue
		}
		for j := i + 1; j < len(s.steps); j++ {
			next := &s.steps[j]
			if s.steps[i].set.meets(&next.set) || s.steps[i].isWide && next.isWide {
				return false
			}
			if next.least > 0 {
				break
			}
		}
	}
	return true
}

// match reports whether text matches. The result known is false if that depends on a character
// outside ASCII.
func (s *sequence) match(text string) (matched, known bool) {
	i := 0
	for j := range s.steps {
		p := &s.steps[j]
		n := 0
		for i < len(text) && (p.most < 0 || n < p.most) && p.set.has(text[i]) {
			i++
			n++
		}
		if p.isWide && i < len(text) && text[i] >= 0x80 {
			return false, false
		}
		if n < p.least {
			return false, true
		}
	}
	return !s.endOfText || i == len(text), true
}
