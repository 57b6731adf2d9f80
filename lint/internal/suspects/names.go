package suspects

import (
	"slices"

	"sync"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/syntax"
	"github.com/assayjson/assay/lint/internal/names"
	"github.com/assayjson/assay/lint/internal/ruleset"
)

// nameBefore returns the name before the colon at src[at] as it is written, without quotation marks. It
// returns false if there is no name.
func nameBefore(src []byte, at int) (name []byte, ok bool) {
	for at > 0 && syntax.IsSpace(src[at-1]) {
		at--
	}
	if at == 0 || src[at-1] != '"' {
		return nil, false
	}
	begin := syntax.LastQuote(src[:at-1], 0) + 1
	return src[begin : at-1 : at-1], begin > 0
}

// A nameSearch determines which rules about names may find something in a document. A kernel finds
// the names, and a vocabulary judges each distinct name once. Two names in an object can only look
// alike if two names of the document do. If there are many distinct names, a [names.Proof] may show
// that none of them look alike.
//
// The vocabulary is kept for the next document, which often has the same names.
type nameSearch struct{ words names.Vocabulary }

var nameSearches = sync.Pool{New: func() any { return new(nameSearch) }}

// mostKept is the largest size of a vocabulary in bytes that is kept for the next document.
const mostKept = 256 << 10

// judgeNames returns those of the given rules about names that may find something in src. It also
// reports whether src is known to be a valid document according to the given rules of the grammar,
// and to have unique names. If valid is false, the names have not been judged. The parameter records
// is 0, or [jsonsimd.Records] if src consists of records; see [index.VisitNames]. The parameter signs
// may be nil; see [index.Visitor].
func judgeNames(src []byte, on ruleset.Set, rules scan.Rules, records jsonsimd.Rules, signs func(src []byte, from, to int, signs jsonsimd.Signs) bool) (found ruleset.Set, valid bool) {
	on &= ruleset.Names
	s := nameSearches.Get().(*nameSearch)
	defer nameSearches.Put(s)
	before, isLarge := s.begin(), false
	valid = index.VisitNames(rules, src, records, index.Visitor{Signs: signs, Names: func(src []byte, marks []uint32) bool {
		isLarge = s.words.Len()-before > manyNames
		return !isLarge && s.judge(src, marks)
	}})
	all := index.Visitor{Signs: signs, Names: s.judge}
	if isLarge {
		switch valid, failed := proveNames(src, rules, records, signs); {
		case valid:
			return 0, true
		case !failed:
			return on, false
		}
		valid = index.VisitNames(rules, src, records, all)
	}
	if valid && before > 0 && s.suspects()&on != 0 {
		s.words.Reset() // one of two names that look alike may belong to an earlier document
		valid = index.VisitNames(rules, src, records, all)
	}
	if !valid {
		return on, false
	}
	return s.suspects() & on, true
}

// manyNames is the number of different names in a document from which on it is worthwhile to look
// for a proof.
const manyNames = 1000

// proveNames tries to prove that no rule about names finds anything in src. If the proof has failed,
// the names must be judged in another way.
func proveNames(src []byte, rules scan.Rules, records jsonsimd.Rules, signs func(src []byte, from, to int, signs jsonsimd.Signs) bool) (valid, failed bool) {
	var p names.Proof
	valid = index.VisitNames(rules, src, records, index.Visitor{Signs: signs, Names: func(src []byte, marks []uint32) bool {
		failed = !addNames(&p, src, marks)
		return !failed
	}})
	return valid, failed
}

// addNames adds the names before the marks to a proof. It returns false if the proof has failed.
func addNames(p *names.Proof, src []byte, marks []uint32) (ok bool) {
	for _, mark := range marks {
		at := int(mark)
		if src[at] != ':' || at > 0 && src[at-1] == '"' && p.HasBefore(src, at-1) {
			continue
		}
		if name, ok := nameBefore(src, at); !ok || !p.Add(name) {
			return false
		}
	}
	return true
}

// begin prepares s for a document. It returns the number of names that s remembers from earlier
// documents.
func (s *nameSearch) begin() (before int) {
	if s.words.Size() > mostKept || s.words.Found() != 0 {
		s.words.Reset()
	}
	return s.words.Len()
}

// suspects returns the rules that may find something in the names so far.
func (s *nameSearch) suspects() (on ruleset.Set) {
	if s.words.Found()&names.Unnormalized != 0 {
		on |= ruleset.Of(ruleset.UnnormalizedKeys)
	}
	if s.words.Found()&names.Alike != 0 {
		on |= ruleset.Of(ruleset.ConfusableKeys)
	}
	return on
}

// indexed is the number of bytes that are indexed at a time.
const indexed = 32 * jsonsimd.IndexUnit

// judge judges the names before the marks. It returns false if there is a colon without a name. This
// can happen only if src is invalid or lacks the start of a name.
func (s *nameSearch) judge(src []byte, marks []uint32) (ok bool) {
	for _, mark := range marks {
		if src[mark] == ':' && !s.words.AddBefore(src, int(mark)) {
			return false
		}
	}
	return true
}

// A nameWindow finds the names in a document that arrives in parts.
type nameWindow struct {
	json  jsonsimd.Checker
	marks []uint32
	text  []byte // the end of the text that has been indexed, followed by the text that has not been indexed
	base  int64  // the offset in the document of text
	done  int    // number of bytes of text that have been indexed
}

// longestName is the approximate length in bytes of the longest name that a nameWindow finds.
const longestName = 4 << 10

// reset prepares w for a document.
func (w *nameWindow) reset() {
	w.json.Reset(scan.DefaultMaxDepth, jsonsimd.MarkNames)
	w.text, w.base, w.done = w.text[:0], 0, 0
}

// next adds a part to the text. If there is enough text, it indexes all of it and returns the marks;
// the caller must then call forget. The rest of the part must be passed to the next call. If the text is
// invalid, failed is set.
func (w *nameWindow) next(part []byte) (marks []uint32, rest []byte, failed bool) {
	n := min(len(part), w.done+indexed-len(w.text))
	w.text = append(w.text, part[:n]...)
	if len(w.text) < w.done+indexed {
		return nil, nil, false
	}
	var ok bool
	w.marks, ok = w.json.WriteIndex(w.marks[:0], uint32(w.done), w.text[w.done:])
	w.done = len(w.text)
	return w.marks, part[n:], !ok
}

// isDone reports whether all text has been indexed.
func (w *nameWindow) isDone() bool { return w.done == len(w.text) }

// forget removes text that has been indexed, except for a name that may have begun. It returns false
// if it finds no place where the remaining text may begin.
func (w *nameWindow) forget() (ok bool) {
	begin := max(len(w.text)-longestName, 0)
	for begin > 0 && w.text[begin-1] == '\\' { // the kept text must not begin after a backslash, because its first byte might then be escaped
		begin--
	}
	w.text = w.text[:copy(w.text, w.text[begin:])]
	w.base += int64(begin)
	w.done = len(w.text)
	return begin > 0
}

// end indexes the rest of the document and returns the marks. It returns false if the document is not
// known to be valid.
func (w *nameWindow) end() (marks []uint32, ok bool) {
	marks, valid, known := w.json.EndIndex(w.marks[:0], uint32(w.done), w.text[w.done:])
	w.marks = marks
	return marks, valid && known
}

// A nameStream judges the names in a document that arrives in parts. If the vocabulary becomes too
// large, the proof replaces it.
type nameStream struct {
	nameSearch
	nameWindow
	proof  *names.Proof // nil while there is a vocabulary
	judged int64        // the offset in the document of the last colon after a name that has been judged
}

// begin prepares s for a document.
func (s *nameStream) begin() {
	s.words.Reset()
	s.proof, s.judged = nil, 0
	s.nameWindow.reset()
}

// scan judges the names in the next part. It returns false if it cannot, or if a rule may find
// something.
func (s *nameStream) scan(part []byte, on ruleset.Set) (clean bool) {
	for len(part) > 0 {
		var (
			marks  []uint32
			failed bool
		)
		marks, part, failed = s.next(part)
		if failed || !s.judge(s.text, marks) || s.suspects()&on != 0 {
			return false
		}
		for _, mark := range slices.Backward(marks) {
			if s.text[mark] == ':' {
				s.judged = s.base + int64(mark)
				break
			}
		}
		if s.isDone() && !s.forget() {
			return false
		}
	}
	return true
}

// judge is like the method of nameSearch. It also returns false if the vocabulary is too large and
// the proof fails.
func (s *nameStream) judge(src []byte, marks []uint32) (ok bool) {
	if s.proof != nil {
		return addNames(s.proof, src, marks)
	}
	if !s.nameSearch.judge(src, marks) {
		return false
	}
	if s.words.Size() <= mostOfStream {
		return true
	}
	s.proof = new(names.Proof)
	ok = s.words.AddTo(s.proof)
	s.words.Reset()
	return ok
}

// mostOfStream is the largest size in bytes of the vocabulary of a document that is not in memory as
// a whole.
const mostOfStream = 2 << 20

// end is like scan, for the end of the document.
func (s *nameStream) end(on ruleset.Set) (clean bool) {
	marks, ok := s.nameWindow.end()
	return ok && s.judge(s.text, marks) && s.suspects()&on == 0
}
