package tokenizer

import (
	"math"

	"github.com/assayjson/assay/internal/bridge"
	"github.com/assayjson/assay/internal/explain"
	"github.com/assayjson/assay/internal/scan"
)

// A Tokenizer for package lint looks ahead after an error; see bridge.SkipRest. If nothing is to be found in the rest of the
// text, it ends there. If nothing is to be found up to another error, it skips the tokens before that error: the inspector moves
// the Tokenizer along, as with OnlyErrors. So names, positions and the path are always known, and only the tokens are
// missing.

const (
	// mostLooks is how often a Tokenizer looks ahead without skipping much. Each time, it looks at the text up to the
	// next error, so more would only take time in a text with many errors.
	mostLooks = 8

	// leastSkipped is how many bytes must be skipped so that looking ahead does not count.
	leastSkipped = 128 << 10
)

// lookAhead looks at the text after the scanner's position, if it is certain how the text continues. It returns true if nothing
// in that text needs to be read. Otherwise, it may make the Tokenizer skip tokens.
func (t *Tokenizer) lookAhead() (ended bool) {
	k, at, isInList := &t.skipping, t.InputOffset(), t.isBetweenDocuments()
	if k.looks == 0 || !t.isCertain() || t.recovery.trailed && !isInList {
		return false
	}
	k.looks--
	opening, ok := t.opening(isInList)
	if !ok {
		return false
	}
	n := k.ahead.Look(opening, at)
	switch {
	case n == bridge.WholeRest:
		return true
	case n > 0 && !t.mode.onlyErrors:
		k.from, k.to = at, at+min(n, math.MaxInt64-at)
		if n >= leastSkipped {
			k.looks++
		}
	}
	return false
}

// isCertain reports whether the Tokenizer has recovered from an error, is not skipping tokens, and knows how the text continues.
func (t *Tokenizer) isCertain() bool {
	r, positions := &t.recovery, &t.buffer.positions
	return r.at > 0 && t.skipping.to == 0 && !r.conflict && !positions.InString && !positions.Quoted && t.scanner.UniqueNames
}

// isBetweenDocuments reports whether the scanner is between documents of a list without brackets; see isInList.
func (t *Tokenizer) isBetweenDocuments() bool {
	return t.recovery.listed && t.scanner.Nesting.Depth == 0 && t.scanner.State == scan.WantEnd
}

// opening returns a text after which a scanner reads the same as at the current position. It returns false if there is no such
// text, or only a long one. A list without its opening bracket ends like an array: the closing bracket is not reported, because
// that error would follow from the one after which the list began.
func (t *Tokenizer) opening(isInList bool) (text []byte, ok bool) {
	if !isInList {
		return appendOpening(nil, &t.scanner)
	}
	switch explain.FirstSolid(t.scanner.Src[t.scanner.Pos:]) {
	case 0:
		return nil, false
	case ',':
		return []byte("[0"), true
	}
	return []byte("["), true
}

// appendOpening appends a text after which a scanner is in the state of s, with the same names in open objects, and
// returns the extended buffer. It returns false if there is no such text, or only a long one.
func appendOpening(dst []byte, s *scan.Scanner) (text []byte, ok bool) {
	const mostText = 64 << 10
	objects, depth := 0, s.Nesting.Depth
	if depth == 0 || depth > mostText {
		return nil, false
	}
	for level := 1; level <= depth; level++ {
		if !s.Nesting.IsObject(level) {
			dst = append(dst, '[')
			continue
		}
		dst = append(dst, '{')
		if objects++; objects >= len(s.Names.Firsts) {
			return nil, false
		}
		first, end := s.Names.Firsts[objects], len(s.Names.Keys)
		if objects+1 < len(s.Names.Firsts) {
			end = s.Names.Firsts[objects+1]
		}
		isLast := level == depth
		if isLast && s.State == scan.WantFirstName {
			return dst, first == end
		}
		if first == end {
			dst = append(dst, `""`...) // the member has no name
		}
		for i := first; i < end; i++ {
			if i > first {
				dst = append(dst, ":0,"...)
			}
			dst = append(dst, s.Names.Raw(s.Src, i)...)
			if len(dst) > mostText {
				return nil, false
			}
		}
		if !isLast {
			dst = append(dst, ':')
		}
	}
	return append(dst, lastOfOpening[s.State]...), objects == max(len(s.Names.Firsts)-1, 0)
}

// lastOfOpening maps each state inside a container to the text that appendOpening appends after the bracket or the last name.
var lastOfOpening = [scan.NumStates]string{
	scan.WantNextElement: "0,", scan.AfterElement: "0", scan.WantNextName: ":0,", scan.WantValue: ":", scan.AfterMember: ":0",
}
