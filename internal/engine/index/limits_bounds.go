package index

import (
	"bytes"
	"math/bits"
	"sync"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/scan"
)

// Few texts exceed a limit. Therefore the functions in this file look for a cheap proof that a valid
// text is within the limits. Only if there is none, the tokens are counted one by one.

// A tokenCount records how many tokens the kernel finds while it checks a text in windows. The zero
// value is ready for the beginning of a text.
type tokenCount struct {
	found   int // number of tokens, as counted by [jsonsimd.Checker.Tokens]
	gap     int // how many bytes at the end of the text so far are in windows without the start of a token
	longest int // the largest value that gap has had
}

// add adds the n bytes that were last written to json.
func (t *tokenCount) add(json *jsonsimd.Checker, n int) {
	found, _ := json.Tokens()
	if found > t.found {
		t.found, t.gap = found, 0
		return
	}
	t.gap += n
	t.longest = max(t.longest, t.gap)
}

// proves reports whether the counts of the valid text b, which may consist of records, prove that b
// is within the limits. The windows must not have been longer than indexed.
func (t *tokenCount) proves(l *scan.Limits, b []byte) bool {
	return int64(len(b)) <= l.MaxBytes && t.provesStrings(l.MaxString, b) && t.provesTokens(l.MaxTokens, b) &&
		t.provesMembers(l.MaxMembers, b) && l.PermitNumbers(b)
}

// provesStrings reports whether no string is longer than most. A string may begin in the window
// before a gap, and end in the window after it.
func (t *tokenCount) provesStrings(most int, b []byte) bool {
	return len(b) <= most || most-2*indexed >= t.longest
}

// provesTokens reports whether there are at most as many tokens as the parameter most says. The
// kernel also counts commas, colons and parts of numbers. A value is the first one in a container,
// or follows a comma, and a name is followed by a colon. So if there are c containers, at most
// (found+1)/2+c tokens are left without commas and colons.
func (t *tokenCount) provesTokens(most int64, b []byte) bool {
	return int64(t.found) <= most ||
		int64(t.found/2+1) <= most && int64(t.found/2+1+bytes.Count(b, []byte("]"))+bytes.Count(b, []byte("}"))) <= most
}

// provesMembers reports whether no container has more members than the parameter most says. At most
// half of the tokens that the kernel counts are members.
func (t *tokenCount) provesMembers(most int, b []byte) bool {
	return t.found/2 <= most || hasSmallContainers(b, most)
}

// hasSmallContainers reports whether no container of the valid text b has more members than the
// parameter most says. It stops as soon as there are too few commas left for a container with more
// members.
func hasSmallContainers(b []byte, most int) bool {
	left := bytes.Count(b, []byte(","))
	if left < most {
		return true
	}
	w := commaWalks.Get().(*commaWalk)
	defer commaWalks.Put(w)
	w.Tallies.Reset()
	w.most = 0
	blocks := place.Blocks{Text: b}
	for w.most+left >= most {
		m, ok := blocks.Next()
		if !ok {
			return w.most < most
		}
		left -= bits.OnesCount64(m.Commas)
		w.block(m)
	}
	return true
}

// A commaWalk counts the commas in each container of a valid text.
type commaWalk struct {
	scan.Tallies     // the number of commas takes the place of the number of members
	most         int // the largest number of commas in one container so far
}

var commaWalks = sync.Pool{New: func() any { return new(commaWalk) }}

// block counts the commas of the next block.
func (w *commaWalk) block(m place.Block) {
	commas := m.Commas
	for brackets := m.Opens | m.Closes; brackets != 0; brackets &= brackets - 1 {
		bracket := brackets & -brackets
		w.Members += bits.OnesCount64(commas & (bracket - 1))
		commas &^= bracket - 1
		w.most = max(w.most, w.Members)
		if m.Opens&bracket != 0 {
			w.Open()
		} else {
			w.Close()
		}
	}
	w.Members += bits.OnesCount64(commas)
	w.most = max(w.most, w.Members)
}
