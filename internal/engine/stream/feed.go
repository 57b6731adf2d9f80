package stream

import (
	"math"

	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/scan"
)

// feed writes b to the kernels, and reports whether no error is known so far. b must be the part of
// the text that starts at lexed, and its length must be a multiple of the kernel's block size. If feed
// returns false, it has moved the scanner close to the error if possible, and the kernels must not be
// used afterwards.
func (k *kernels) feed(s *scan.Scanner, b []byte) (ok bool) {
	ok = k.write(s, b)
	end := k.lexed + len(b)
	switch {
	case !k.inRange(s, end, false):
		ok = false
	case ok:
		k.count(s, b)
	default:
		k.approach(s, end)
	}
	return ok
}

// write writes b to json, and reports whether no error is known so far, except in numbers.
func (k *kernels) write(s *scan.Scanner, b []byte) (ok bool) {
	m := &k.marks
	switch {
	case !s.UniqueNames && !k.limits.wanted:
		return k.json.Write(b)
	case k.lexed > math.MaxInt32: // inside a very long name; marks have only 32 bits
		return false
	}
	m.offsets, ok = k.json.WriteIndex(m.offsets, uint32(k.lexed), b)
	if !ok || k.json.AtLimit() { // after an error, no marks may become trusted, because approach takes a trusted mark for a duplicate name
		return false
	}
	m.trust.Add(k.json, len(m.offsets))
	if k.limits.wanted {
		return k.limits.pass(s, m) && len(m.offsets) <= mostWaiting
	}
	return m.takeNames(s)
}

// mostWaiting is how many marks may be left after the inspector has passed all tokens that are known to be valid. It is more than the
// kernels find in the text that they get at a time. Only a long string with very many escapes needs more; the scanner passes it
// without marks.
const mostWaiting = 4 * portion

// count moves lexed past b, which was last written to json, and counts its lines and characters.
func (k *kernels) count(s *scan.Scanner, b []byte) {
	k.lexed += len(b)
	if k.placeless {
		return
	}
	k.counted.PassCounted(b, k.json.Counts())
	if b[len(b)-1] != '\r' { // an LF may follow
		s.Positions.Ahead = append(s.Positions.Ahead, place.Mark{At: k.lexed, Position: k.counted})
	}
}

// checkpoint moves the scanner to lexed, or to the beginning of a token that may continue there. If there may be an error before lexed,
// or if a token is longer than most, which is too much to be in memory as a whole, it stops the kernels.
func (k *kernels) checkpoint(s *scan.Scanner, most int) {
	switch {
	case k.limits.wanted:
		k.lexing = k.judge(s) && k.lexed-s.Pos <= most
	case !k.catchUp(s):
		k.lexing = false
		k.approach(s, k.lexed)
		return
	}
	k.checkpointAt = k.lexed
}

// judge makes the inspector walk over all tokens before lexed, instead of only those that json has judged. It returns false if one
// of them may be invalid or violates a limit.
func (k *kernels) judge(s *scan.Scanner) bool {
	known, ok := k.json.Pause()
	if !ok || known.Nesting.AtLimit() || !k.replay.Run(s.MaxDepth, &known) {
		return false
	}
	k.marks.trust.All(len(k.marks.offsets))
	return k.limits.pass(s, &k.marks)
}

// accept stops the kernels, and reports whether they find the document valid if it ends with the text. If they find an error, the
// scanner is moved close to that error.
func (k *kernels) accept(s *scan.Scanner) bool {
	if !k.lexing {
		return false
	}
	k.lexing = false
	if mayHoldLongName(s) {
		return false
	}
	rest, m := s.Src[k.lexed:], &k.marks
	var valid, known bool
	switch {
	case !k.started && k.limits.wanted: // the text is the whole document
		return index.PassesKernels(s.Rules, s.Src, k.lexed, 0, nil)
	case !k.started:
		return index.PassesKernels(s.Rules, s.Src, k.lexed, 0, s)
	case k.limits.wanted:
		m.offsets, valid, known = k.json.EndIndex(m.offsets, uint32(k.lexed), rest)
		if valid && known {
			if n := len(m.offsets); n > 0 && int(m.offsets[n-1]) == len(s.Src) { // after a number or literal that is not in a container
				m.offsets = m.offsets[:n-1]
			}
			m.trust.All(len(m.offsets))
			k.limits.pass(s, m)
		}
		return false // the scanner reads the last token
	case s.UniqueNames:
		m.offsets, valid, known = k.json.EndIndex(m.offsets, uint32(k.lexed), rest)
		if valid && known {
			m.trust.All(len(m.offsets))
			valid = m.takeNames(s)
		}
	default:
		valid, known = k.json.End(rest)
	}
	if !k.inRange(s, len(s.Src), true) {
		return false
	}
	if !valid {
		k.approach(s, len(s.Src))
	}
	return valid && known
}
