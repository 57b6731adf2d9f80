package lint

import (
	"cmp"
	"io"
	"slices"

	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/mistake"
	"github.com/assayjson/assay/lint/internal/doubt"
	"github.com/assayjson/assay/tokenizer"
)

// A fixJudge decides which fixes in a document are safe. No fix is safe on or after the first line
// on which a quotation mark seems to be missing.
type fixJudge struct {
	*source
	notation doubt.Notation
	scanner  *doubt.Scanner // nil before the first error; after that, it has read the text before the last fix
	ahead    *doubt.Scanner // a copy of scanner that reads further, to decide which fixes are certain; nil until it is needed
	inDoubt  bool           // no fix is certain
	inRecord bool           // the document is a record on a line of its own
	unsure   []unsure       // findings in a stream with fixes that are judged at the end of the stream
	memory   *fixMemory     // of scanner and ahead; nil until it is needed

	again func(offset int64) io.Reader // reads a stream from the given offset on; nil if that is not possible
	err   error                        // the error of such a reader
}

// A fixMemory is the memory of the scanners of a fixJudge. The next document can use it.
type fixMemory struct{ scanner, ahead doubt.Scanner }

// An unsure finding has a fix that must be dropped if a doubtful line begins at or before the
// offset in the reach field.
type unsure struct {
	*finding
	reach int64
	more  *Fix // edits that are added to the fix if they are safe; nil if the fix itself is in question
}

// meet starts the search for doubtful lines at the first error. The text before that error is
// valid.
func (j *fixJudge) meet(e *tokenizer.SyntaxError) {
	if j.scanner != nil || e.Kind == tokenizer.DuplicateName {
		return
	}
	if j.memory == nil {
		j.memory = new(fixMemory)
	}
	j.scanner = &j.memory.scanner
	if j.notation == doubt.Plain {
		*j.scanner = j.scannerFrom(e)
	} else {
		*j.scanner = *doubt.New(j.notation, 0) // comments before the error may be doubtful
	}
	if j.base == 0 {
		j.scanner.SkipMark(j.src)
	}
}

// scannerFrom returns a scanner that begins at the line of the first error. If the start of that
// line is no longer in memory, the line is doubtful. There is one exception: if the error is a
// trailing comma that is no longer in memory either, only white space lies between the comma and
// the text in memory, so the line is not doubtful.
func (j *fixJudge) scannerFrom(e *tokenizer.SyntaxError) doubt.Scanner {
	line := max(e.Offset-int64(e.Position().Column)+1, 0)
	if line >= j.base {
		return *doubt.New(doubt.Plain, line)
	}
	return *doubt.NewWithin(doubt.Plain, line, j.base, e.Kind != tokenizer.TrailingComma || e.Offset >= j.base)
}

// discardTo is called before the text before offset is removed from memory. If that text can be read again, the scanner does not
// read it yet, because most errors have no fix that must be judged.
func (j *fixJudge) discardTo(offset int64) {
	if j.again == nil {
		j.readTo(offset)
	}
}

// readTo makes the scanner read the text up to offset, if there is a scanner.
func (j *fixJudge) readTo(offset int64) {
	if j.scanner == nil {
		return
	}
	if j.readAgain(min(j.base, offset)); j.err != nil {
		return
	}
	if at := j.scanner.Offset(); at < offset {
		j.scanner.Write(j.src[at-j.base : offset-j.base])
	}
}

// readAgain makes the scanner read text up to offset that is no longer in memory.
func (j *fixJudge) readAgain(offset int64) {
	left := offset - j.scanner.Offset()
	if left <= 0 {
		return
	}
	r, buf := j.again(j.scanner.Offset()), make([]byte, min(left, 64<<10))
	for ; left > 0; left -= int64(len(buf)) {
		buf = buf[:min(left, int64(len(buf)))]
		if _, err := io.ReadFull(r, buf); err != nil {
			j.err = err
			return
		}
		j.scanner.Write(buf)
	}
}

// isPlausible reports whether the fix of an error is at a plausible place: inside a string if the
// error can only occur in a string, and outside strings otherwise. It looks only at the quotation
// marks of the line. It must be called with ascending offsets.
func (j *fixJudge) isPlausible(f *Fix, e *tokenizer.SyntaxError) bool {
	if j.scanner == nil {
		return false // the error concerns the text as a whole
	}
	j.readTo(f.Edits[0].Offset)
	if e.Kind == tokenizer.ControlCharacter || e.Kind == tokenizer.BadEscape {
		return j.scanner.IsInString()
	}
	return j.scanner.IsOutside()
}

// isCertain reports whether all doubtful lines begin after offset, so that a fix at offset is safe.
// The whole document must be in memory.
func (j *fixJudge) isCertain(offset int64) bool {
	switch {
	case j.inDoubt:
		return false
	case j.scanner == nil:
		return true
	case j.ahead == nil:
		j.ahead = &j.memory.ahead
		*j.ahead = *j.scanner
	}
	return j.ahead.AllBehind(offset, j.src)
}

// fixOf returns the fix of an error at json[i], or nil.
func (j *fixJudge) fixOf(e *tokenizer.SyntaxError, i int) *Fix {
	fix := j.raiseFix(repair(j.json, i, e, j.inRecord))
	if fix == nil || !j.isPlausible(fix, e) {
		return nil
	}
	return fix
}

// restrain removes the fix of a finding if a doubtful line begins at or before the offset given by
// reach. In a stream, this is decided at the end of the stream.
func (j *fixJudge) restrain(f *finding, reach int64) {
	switch {
	case f.Fix == nil:
	case j.streams():
		j.unsure = append(j.unsure, unsure{f, reach, nil})
	case !j.isCertain(reach):
		f.Fix = nil
	}
}

// extend adds the edits of another fix to the fix of a finding, unless a doubtful line begins at or
// before the offset given by reach.
func (j *fixJudge) extend(f *finding, more *Fix, reach int64) {
	switch {
	case j.streams():
		j.unsure = append(j.unsure, unsure{f, reach, more})
	case j.isCertain(reach):
		f.extendFix(more)
	}
}

// extendFix adds the edits of another fix, which come after those of the fix of f.
func (f *finding) extendFix(more *Fix) {
	switch {
	case f.unfixable:
	case f.Fix == nil:
		f.Fix = more
	default:
		f.Fix = &Fix{"write these values as JSON", append(f.Fix.Edits, more.Edits...)}
	}
}

// resolve removes the fixes in a stream that are not safe. The whole stream must have been read.
func (j *fixJudge) resolve() {
	if j.scanner == nil || len(j.unsure) == 0 {
		return
	}
	first := j.firstDoubt(slices.MaxFunc(j.unsure, func(a, b unsure) int { return cmp.Compare(a.reach, b.reach) }).reach)
	for _, u := range j.unsure {
		switch {
		case u.more == nil && u.reach >= first:
			u.Fix = nil
		case u.more != nil && u.reach < first:
			u.extendFix(u.more)
		}
	}
}

// firstDoubt returns the offset of the first doubtful line, or a larger offset than reach if all doubtful lines begin after reach.
// The whole stream must have been read. To judge the lines up to reach, it reads no further than a little beyond them.
func (j *fixJudge) firstDoubt(reach int64) int64 {
	const little = 4 << 10
	end := j.end()
	for j.readTo(min(reach, end)); j.err == nil && !j.scanner.Knows(reach); j.readTo(min(j.scanner.Offset()+little, end)) {
		if j.scanner.Offset() == end {
			return j.scanner.End()
		}
	}
	return j.scanner.First()
}

// repair returns the fix of an error at text[i], or nil if the intended meaning is not certain.
func repair(text []byte, i int, e *tokenizer.SyntaxError, inRecord bool) *Fix {
	if e.Kind == tokenizer.TrailingData && len(text)-i > around {
		return nil // something may follow that is out of sight
	}
	r, ok := mistake.Safe(&mistake.Error{
		Kind: flaw.ErrorKind(e.Kind), Expected: flaw.Expected(e.Expected), Length: e.Length,
		Before: text[max(i-around, 0):i], After: clip(text[i:], around), InRecord: inRecord,
	})
	if !ok {
		return nil
	}
	edit := r.Edits[0]
	return oneEdit(r.Title, e.Offset+int64(edit.Begin), edit.End-edit.Begin, edit.Text)
}
