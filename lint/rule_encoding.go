package lint

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/assayjson/assay/internal/engine/explain"
	"github.com/assayjson/assay/lint/internal/ruleset"
	"github.com/assayjson/assay/tokenizer"
	"github.com/assayjson/assay/utf8check"
)

// An encodingSearch finds sequences that are not UTF-8. It reads bytes instead of tokens, so it can
// run before the text is checked and while a stream arrives.
type encodingSearch struct {
	*source
	found   *findings
	dialect Dialect

	swept     int        // number of bytes of src that have been searched
	guessed   guess      // the last guess at the encoding
	made      []*finding // in order
	illFormed []pointed  // ill-formed sequences that the walk has found, in order
}

// sweep searches the text that is in memory. Ill-formed sequences near each other on a line are one
// finding, because a text with one letter in another encoding usually contains more such letters. A
// sequence near the end of src is left for the next call, unless atEnd is set, which means that the
// text ends there.
func (s *encodingSearch) sweep(atEnd bool) {
	for {
		s.swept += utf8check.ValidPrefix(s.src[s.swept:])
		rest := len(s.src) - s.swept
		if rest == 0 || !atEnd && rest < foreground {
			return
		}
		r := runFrom(s.src, s.swept)
		s.swept = r.end
		s.addRun(r)
	}
}

// forget adjusts offsets after n bytes have been removed from the start of the text.
func (s *encodingSearch) forget(n int) {
	s.swept -= n
	s.guessed.to -= n
}

// foreground is the number of bytes after an ill-formed sequence that must be in memory before the
// sequence is examined.
const foreground = longestRun + 2*around

const (
	nearby     = 64       // two sequences less than this number of bytes apart are one finding
	mostOfRun  = 1000     // largest number of sequences in one finding; adjacent sequences count as one
	longestRun = 64 << 10 // approximate maximum length in bytes of one finding
)

// A run consists of ill-formed sequences near each other.
type run struct {
	begin, end int
	count      int  // number of sequences
	last       Span // the last sequence
	edits      []Edit
}

// runFrom returns the run that begins at src[begin].
func runFrom(src []byte, begin int) run {
	r := run{begin: begin}
	for at := begin; len(r.edits) < mostOfRun && at < begin+longestRun; {
		stretch := at
		for at < min(len(src), begin+longestRun) {
			n, kind := utf8check.Sequence(src[at:])
			if kind == utf8check.WellFormed {
				break
			}
			r.last = Span{Offset: int64(at), Length: int64(n)}
			r.count++
			at += n
		}
		r.edits = append(r.edits, Edit{int64(stretch), int64(at - stretch), ""})
		r.end = at
		n := utf8check.ValidPrefix(src[at:min(at+nearby+utf8.UTFMax, len(src))])
		if n >= nearby || at+n == len(src) || bytes.ContainsAny(src[at:at+n], "\r\n") {
			break
		}
		at += n
	}
	return r
}

// addRun adds the finding of a run.
func (s *encodingSearch) addRun(r run) {
	n, kind := utf8check.Sequence(s.src[r.begin:])
	f := s.found.add(ruleset.Encoding, s.base+int64(r.begin), int64(n))
	if f == nil {
		return
	}
	s.made = append(s.made, f)
	w := wordingOf(s.dialect)
	f.Message = w.InvalidUTF8(s.src[r.begin:])
	if s.guessed.to <= r.begin {
		s.guessed = guess{r.begin + around, guessAt(s.src, r.begin)}
	}
	f.Code = cmp.Or(explain.EncodingKind(s.guessed.encoding), tokenizer.ErrorKind(kind).String())
	if looks := explain.LooksLike(s.guessed.encoding); looks != "" {
		f.Message += "; the input " + looks + ", but " + notationOf(s.dialect) + " must be UTF-8"
	}
	if r.count > 1 {
		r.last.Offset += s.base
		f.Related = []Related{{Span: r.last, Message: fmt.Sprintf("the last of %d invalid sequences nearby", r.count)}}
	}
	for i := range r.edits {
		e := &r.edits[i]
		e.New = replacements(s.src[e.Offset : e.Offset+e.Length])
		e.Offset += s.base
	}
	f.Fix = &Fix{"replace invalid UTF-8 with U+FFFD", r.edits}
}

// wordingOf returns the wording of messages about a document in dialect d.
func wordingOf(d Dialect) (w explain.Wording) {
	if d == NDJSON || d == JSONSeq {
		w.Whole = "the record"
	}
	return w
}

// replacements returns one U+FFFD for each ill-formed sequence in b.
func replacements(b []byte) string {
	count := 0
	for len(b) > 0 {
		n, _ := utf8check.Sequence(b)
		b = b[n:]
		count++
	}
	return strings.Repeat("\uFFFD", count)
}

// A guess is the apparent encoding of a part of the text. It is used for all sequences in that
// part.
type guess struct {
	to       int // the end of the part of the text that the guess is used for
	encoding utf8check.Encoding
}

// around is the number of bytes before a position, and also after it, from which the encoding at
// that position is guessed.
const around = 4096

// guessAt guesses the encoding of src from the bytes around src[at].
func guessAt(src []byte, at int) utf8check.Encoding {
	return explain.GuessEncoding(src[max(at-around, 0):min(at+around, len(src))])
}

// A pointed is an offset in the text, with the JSON Pointer to the value at that offset.
type pointed struct {
	offset  int64
	pointer string
}

// note records the pointer of an ill-formed sequence that the walk has found. If a string has been
// converted to JSON, note records only the first pointer for it, because converting each offset
// takes time linear in the length of the string.
func (s *encodingSearch) note(e *tokenizer.SyntaxError) {
	if s.found.room < 0 || s.found.levels[ruleset.Encoding] == Off {
		return
	}
	pointer, ok := e.Pointer()
	if n := len(s.illFormed); !ok || n > 0 && !s.places.IsIdentity() && s.illFormed[n-1].pointer == pointer {
		return
	}
	s.illFormed = append(s.illFormed, pointed{s.places.Offset(e.Offset), pointer})
	s.found.room -= len(pointer)
}

// point sets the pointer of each finding whose ill-formed sequence the walk has found. The
// positions of the findings must have been set.
func (s *encodingSearch) point() {
	known := s.illFormed
	for _, f := range s.made {
		offset := f.Offset - s.origin.Offset + s.base
		for len(known) > 0 && known[0].offset < offset {
			known = known[1:]
		}
		if len(known) > 0 && known[0].offset == offset {
			f.Pointer, f.HasPointer = known[0].pointer, true
		}
	}
}
