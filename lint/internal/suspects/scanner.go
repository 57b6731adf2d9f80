package suspects

import (
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/lint/internal/ruleset"
)

// A Scanner looks for suspects in a document that arrives in parts. It examines the text in small
// pieces soon after they have arrived, so that they are still in the caches.
type Scanner struct {
	on     ruleset.Set
	window int
	begin  int64  // the offset in the document of the text in unseen, and of what Scan still has to examine
	unseen []byte // all text from the first token that may be incomplete
	enough int    // text is examined as soon as unseen and the next part together have this many bytes
	seen   int    // number of bytes of unseen that have been examined, but are still needed to examine the text after them
	found  ruleset.Set
}

// NewScanner returns a Scanner for the given rules. The Scanner does not look for what the rules of the verdict
// exclude; see [Find]. It examines between window/64
// and window/8 bytes at a time. A string of more than window/2 bytes is suspect if it contains
// anything to examine.
func NewScanner(on ruleset.Set, verdict *scan.Rules, window int) *Scanner {
	return &Scanner{on: beside(on, verdict), window: window}
}

// Begin prepares s for a document.
func (s *Scanner) Begin() {
	s.begin, s.unseen, s.enough, s.seen, s.found = 0, s.unseen[:0], s.least(), 0, 0
}

// Examined returns the offset in the document up to which there are no suspects, even if there are later ones.
func (s *Scanner) Examined() int64 { return s.begin }

func (s *Scanner) least() int { return s.window / 64 }
func (s *Scanner) most() int  { return s.window / 8 }

// Scan examines the next part, and reports whether there are no suspects so far.
func (s *Scanner) Scan(part []byte) (clean bool) {
	const joint = 4 << 10 // a token that is split between two parts usually ends within this many bytes
	if s.on&^ruleset.Verdict == 0 {
		return true
	}
	for len(s.unseen)+len(part) >= s.enough {
		if len(s.unseen) == 0 {
			done, clean := s.look(part[:min(len(part), max(s.most(), s.enough))])
			if !clean {
				return false
			}
			part, s.begin = part[done:], s.begin+int64(done)
			continue
		}
		n := min(len(part), max(joint, len(s.unseen)))
		s.unseen = append(s.unseen, part[:n]...)
		done, clean := s.look(s.unseen)
		if !clean {
			return false
		}
		s.begin += int64(done)
		if rest := len(s.unseen) - done; rest <= n {
			s.unseen, part = s.unseen[:0], part[n-rest:]
		} else {
			s.unseen, part = s.unseen[:copy(s.unseen, s.unseen[done:])], part[n:]
		}
	}
	s.unseen = append(s.unseen, part...)
	return true
}

// look examines text, and returns the number of bytes that need not be examined again.
func (s *Scanner) look(text []byte) (done int, clean bool) {
	const (
		overlap = 256                 // longer than any sign that is not a string
		pair    = len(`\uD800\uDC00`) // a pair of escapes may be split between two parts
	)
	open := s.find(text)
	done = max(min(open, len(text)-overlap)-pair, 0)
	for done > 0 && text[done-1] == '\\' {
		done--
	}
	if done > 0 {
		s.seen = pair
	}
	rest := len(text) - done
	s.enough = max(s.least(), 2*rest)
	return done, s.found == 0 && rest < s.window/2 // if the rest is longer, it belongs to a very long string, which is suspect
}

// find looks for suspects in text. See findInPart for the result open.
func (s *Scanner) find(text []byte) (open int) {
	s.found, open = findInPart(text, s.on, s.seen)
	return open
}

// End examines the last part, and reports whether there are no suspects.
func (s *Scanner) End() (clean bool) {
	s.find(s.unseen)
	return s.found == 0
}
