package lint

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/assayjson/assay/tokenizer"
	"github.com/assayjson/assay/utf8check"
)

// sweep finds all sequences that are not UTF-8, in what there is of the text. Those that are near
// each other on a line are one finding: who writes a letter in another encoding writes more of
// them.
func (d *document) sweep(atEnd bool) {
	for {
		d.swept += utf8check.ValidPrefix(d.src[d.swept:])
		rest := len(d.src) - d.swept
		if rest == 0 || !atEnd && rest < foreground {
			return
		}
		r := runFrom(d.src, d.swept)
		d.swept = r.end
		d.addRun(r)
	}
}

const (
	nearby     = 64       // bytes between sequences that are one finding
	mostOfRun  = 1000     // sequences in one finding, not counting those with nothing in between
	longestRun = 64 << 10 // bytes in one finding, or little more
)

// A run is some ill-formed sequences near each other.
type run struct {
	begin, end int
	count      int  // of the sequences
	last       Span // of them
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

func (d *document) addRun(r run) {
	n, kind := utf8check.Sequence(d.src[r.begin:])
	f := d.found.add(encoding, d.base+int64(r.begin), int64(n))
	if f == nil {
		return
	}
	d.encoded = append(d.encoded, f)
	f.Code = tokenizer.Kind(kind).String()
	f.Message = "invalid UTF-8: " + utf8check.Describe(d.src[r.begin:])
	if d.guessed.to <= r.begin {
		d.guessed = guess{r.begin + around, looksLike(d.src, r.begin)}
	}
	if encoding := d.guessed.encoding; encoding != "" {
		f.Message += d.named("; the input " + encoding + ", and JSON must be UTF-8")
	}
	if r.count > 1 {
		r.last.Offset += d.base
		f.Related = []Related{{r.last, fmt.Sprintf("the last of %d ill-formed sequences near by", r.count)}}
	}
	for i := range r.edits {
		e := &r.edits[i]
		e.New = replacements(d.src[e.Offset : e.Offset+e.Length])
		e.Offset += d.base
	}
	f.Fix = &Fix{"write U+FFFD for what is not UTF-8", r.edits}
}

// replacements returns U+FFFD for each ill-formed sequence of b.
func replacements(b []byte) string {
	count := 0
	for len(b) > 0 {
		n, _ := utf8check.Sequence(b)
		b = b[n:]
		count++
	}
	return strings.Repeat("\uFFFD", count)
}

// A guess is what a part of the text looks like. That is not asked for each byte.
type guess struct {
	to       int // where it ends
	encoding string
}

// around is how many bytes before and after a place the guess goes by.
const around = 4096

// looksLike guesses at the encoding of src from what stands around src[at].
func looksLike(src []byte, at int) string {
	switch e := utf8check.Detect(src[max(at-around, 0):min(at+around, len(src))]).Encoding; e {
	case utf8check.UTF16LE, utf8check.UTF16BE, utf8check.UTF32LE, utf8check.UTF32BE:
		return "is " + e.String()
	case utf8check.Windows1251, utf8check.Latin1:
		return "looks like " + e.String()
	}
	return ""
}

// A pointed place is one of which the value is known.
type pointed struct {
	offset  int64
	pointer string
}

// noteIllFormed keeps in which value an ill-formed sequence is. Of a string that is not the same
// in JSON, the first one will do: each takes time for all of it.
func (d *document) noteIllFormed(e *tokenizer.SyntaxError) {
	if d.room < 0 || !e.HasPointer() || !d.on.has(encoding) {
		return
	}
	pointer := e.Pointer()
	if n := len(d.illFormed); n > 0 && !d.places.IsIdentity() && d.illFormed[n-1].pointer == pointer {
		return
	}
	d.illFormed = append(d.illFormed, pointed{d.places.Offset(e.Offset), pointer})
	d.room -= len(pointer)
}

// pointEncoding tells in which values ill-formed sequences are that the walk has met.
func (d *document) pointEncoding() {
	known := d.illFormed
	for _, f := range d.encoded {
		offset := f.Offset - d.origin.offset + d.base
		for len(known) > 0 && known[0].offset < offset {
			known = known[1:]
		}
		if len(known) > 0 && known[0].offset == offset {
			f.Pointer, f.HasPointer = known[0].pointer, true
		}
	}
}

// isForeign reports whether the text is a file of another format, or in an encoding with wide
// units, of which everything would be wrong. That is one finding.
func (d *document) isForeign() bool {
	const beginnings = "PBS%(" // of formats with a magic number in ASCII
	if len(d.src) == 0 || '\t' <= d.src[0] && d.src[0] <= '~' && strings.IndexByte(beginnings, d.src[0]) < 0 && bytes.IndexByte(clip(d.src, around), 0) < 0 {
		return false
	}
	isWide := strings.HasPrefix(looksLike(clip(d.src, around), 0), "is ")
	if d.isRightInDialect() {
		return false
	}
	err, ok := tokenizer.Check(d.src, d.plain...).(*tokenizer.SyntaxError)
	if !ok || !isWide && d.src[0] != 0 && !isOtherFormat(err) {
		return false
	}
	d.addError(ruleOfKind(err.Kind), err)
	d.wrong = true
	return true
}

// isOtherFormat reports whether the error says that the text is a file of another format.
func isOtherFormat(e *tokenizer.SyntaxError) bool {
	_, hint := e.Sentences()
	return e.Offset == 0 && strings.HasSuffix(hint, ", not JSON") || strings.HasSuffix(hint, "binary data, not JSON")
}
