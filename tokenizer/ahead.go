package tokenizer

import (
	"math"
	"slices"

	"github.com/assayjson/assay/internal/engine/bridge"
	"github.com/assayjson/assay/internal/engine/explain"
	"github.com/assayjson/assay/internal/engine/scan"
)

// A Tokenizer for package lint looks ahead after an error; see bridge.SkipRest. If nothing is to be found in the rest of the
// text, it ends there. If nothing is to be found up to another error, it skips the tokens before that error: the inspector moves
// the Tokenizer along, as with OnlyErrors. So names, positions and the path are always known, and only the tokens are
// missing.

const (
	// mostLooks is how often a Tokenizer looks ahead without skipping much. Each time, it looks at the text up to the
	// next error, so more would only take time in a text with many errors.
	mostLooks = 8

	// leastSkipped is how many bytes must be skipped so that looking ahead does not count. They must also be at least as many as
	// those of the opening.
	leastSkipped = 128 << 10

	// perLook is the number of bytes of an opening that count as much as a look. An opening is long if an open object has many
	// names, and takes time, too.
	perLook = 1 << 20
)

// lookAhead looks at the text after the scanner's position, if it is certain how the text continues. It returns true if nothing
// in that text needs to be read. Otherwise, it may make the Tokenizer skip tokens.
func (t *Tokenizer) lookAhead() (ended bool) {
	k, at, isInList := &t.skipping, t.InputOffset(), t.isBetweenDocuments()
	if k.looks == 0 || !t.isCertain() || t.recovery.trailed && !isInList {
		return false
	}
	before := k.looks
	k.looks--
	most := k.ahead.MostOpening(at)
	if most == 0 {
		return false
	}
	opening, ok := t.opening(isInList, most)
	if !ok {
		return false
	}
	k.looks = max(k.looks-len(opening)/perLook, 0)
	n := k.ahead.Look(opening, at)
	switch {
	case n == bridge.WholeRest:
		return true
	case n > 0 && !t.mode.onlyErrors:
		k.from, k.to = at, at+min(n, math.MaxInt64-at)
		if n >= int64(max(leastSkipped, len(opening))) {
			k.looks = before
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
// text, or only one of more than about the given number of bytes. A list without its opening bracket ends like an array: the
// closing bracket is not reported, because that error would follow from the one after which the list began.
func (t *Tokenizer) opening(isInList bool, most int) (text []byte, ok bool) {
	if !isInList {
		return appendOpening(nil, &t.scanner, most)
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
// returns the extended buffer. It returns false if there is no such text, or only one of more than about the given number of bytes.
func appendOpening(dst []byte, s *scan.Scanner, most int) (text []byte, ok bool) {
	objects, depth := 0, s.Nesting.Depth
	if depth == 0 || depth > most || s.Names.Size() > most {
		return nil, false
	}
	dst = slices.Grow(dst, s.Names.Size())
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
