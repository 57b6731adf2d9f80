package suspects

import "github.com/assayjson/assay/lint/internal/ruleset"

// A Scanner looks for suspects in a document that comes in parts. It looks at a little at a time, soon after it
// has come, so that the text is still in the caches.
type Scanner struct {
	on     ruleset.Set
	window int
	unseen []byte // what may be cut, and what has come after it
	enough int    // so many unseen bytes and bytes of the next part are worth a look
	seen   int    // so many unseen bytes have been looked at, and stay for what comes after them
}

// NewScanner returns a Scanner for the rules on. It looks at between window/64 and window/8 bytes at a time,
// except that a string may be as long as window/2: a longer one is suspect if it holds anything to look at.
func NewScanner(on ruleset.Set, window int) *Scanner { return &Scanner{on: on, window: window} }

// Begin makes s ready for a document.
func (s *Scanner) Begin() { s.unseen, s.enough, s.seen = s.unseen[:0], s.least(), 0 }

func (s *Scanner) least() int { return s.window / 64 }
func (s *Scanner) most() int  { return s.window / 8 }

// Scan looks at the next part, and reports whether there are no suspects so far.
func (s *Scanner) Scan(part []byte) (clean bool) {
	const joint = 4 << 10 // most of what is cut ends within that
	if s.on&^ruleset.Verdict == 0 {
		return true
	}
	for len(s.unseen)+len(part) >= s.enough {
		if len(s.unseen) == 0 {
			done, clean := s.look(part[:min(len(part), max(s.most(), s.enough))])
			if !clean {
				return false
			}
			part = part[done:]
			continue
		}
		n := min(len(part), max(joint, len(s.unseen)))
		s.unseen = append(s.unseen, part[:n]...)
		done, clean := s.look(s.unseen)
		if !clean {
			return false
		}
		if rest := len(s.unseen) - done; rest <= n {
			s.unseen, part = s.unseen[:0], part[n-rest:]
		} else {
			s.unseen, part = s.unseen[:copy(s.unseen, s.unseen[done:])], part[n:]
		}
	}
	s.unseen = append(s.unseen, part...)
	return true
}

// look looks at text, and returns how many of its bytes need not be looked at again.
func (s *Scanner) look(text []byte) (done int, clean bool) {
	const (
		overlap = 256                 // more than any sign except strings
		pair    = len(`\uD800\uDC00`) // what may be cut in two
	)
	suspects, open := findInPart(text, s.on, s.seen)
	done = max(min(open, len(text)-overlap)-pair, 0)
	for done > 0 && text[done-1] == '\\' {
		done--
	}
	if done > 0 {
		s.seen = pair
	}
	rest := len(text) - done
	s.enough = max(s.least(), 2*rest)
	return done, suspects == 0 && rest < s.window/2 // otherwise a string is very long
}

// End looks at the last part, and reports whether there are no suspects.
func (s *Scanner) End() (clean bool) {
	suspects, _ := findInPart(s.unseen, s.on, s.seen)
	return suspects == 0
}
