package lint

import (
	"bytes"
	"slices"

	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/parts"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/unique"
	"github.com/assayjson/assay/lint/internal/locate"
	"github.com/assayjson/assay/lint/internal/ruleset"
	"github.com/assayjson/assay/lint/internal/suspects"
	"github.com/assayjson/assay/tokenizer"
)

// checkDocument checks the document src and adds the findings to r.
func checkDocument(s *settings, r *Report, src []byte) {
	p := s.prospect(src)
	if p.valid && isClean(s, src, p.on) && !s.readsSource(src) {
		return
	}
	if s.options.SuppressInComments {
		if found := newSilencer(src, s.options.Dialect); found != nil {
			r.taker, s = found, s.forSuppressions()
		}
	}
	d := newDocument(s, r, src, locate.Start)
	d.checkBOM()
	if !d.checkFormat() {
		if d.lower(); s.options.Dialect.isConverted() {
			p = s.prospect(d.json)
		}
		if s.readsSource(src) {
			d.checkComments()
		}
		if d.found.look(); !d.found.stopped {
			d.checkText(p, nil)
			d.checkFinalNewline(lineEnd(src))
		}
	}
	d.addTo(r)
}

// A prospect is what is known about a text before its tokens are read.
type prospect struct {
	valid   bool                   // the text is known to be valid
	err     *tokenizer.SyntaxError // the first error of the text other than equal names, if it is known
	equals  bool                   // there may be equal names before err
	on      ruleset.Set            // the rules that may find something, if the text is valid
	clean   int64                  // up to this offset, nothing can be found except equal names and names that look alike
	repeats *unique.Repeats        // see document
	plain   int64                  // from this offset on, there is no sign of what a rule outside ruleset.Verdict could find; 0 if that is not known
}

// prospect returns what is known about src.
func (s *settings) prospect(src []byte) (p prospect) {
	limit, isShallow := s.options.nestingLimit(), false
	if verdict := s.verdict; s.on.Has(ruleset.DeepNesting) && limit < verdict.MaxDepth {
		verdict.MaxDepth = limit
		p.on, p.valid = suspects.FindByKernels(src, s.on, &verdict)
		isShallow = p.valid
		if !p.valid {
			if p.err, p.equals = s.firstError(src); p.err != nil {
				return p
			}
		}
	}
	if !p.valid {
		p.on, p.valid = suspects.Find(src, s.on, &s.verdict)
	}
	if p.valid && p.on.Has(ruleset.DeepNesting) && (isShallow || limit >= s.verdict.MaxDepth || suspects.IsShallow(src, limit)) {
		p.on &^= ruleset.Of(ruleset.DeepNesting)
	}
	if p.valid {
		p.on &^= ruleset.Of(ruleset.CaseCollision) // the verdict excludes it
	}
	if p.valid && p.on.Has(ruleset.KeyOrder) && suspects.IsSorted(src, s.verdict, s.compare) {
		p.on &^= ruleset.Of(ruleset.KeyOrder)
	}
	return p
}

// isClean reports whether src, which is valid, is certain to have no findings. It decides this without
// a walk over the tokens, so it may return false for a document without findings. The parameter on is
// the set of suspects in src.
func isClean(s *settings, src []byte, on ruleset.Set) bool {
	return on == 0 && s.options.Schema == nil && (s.levels[ruleset.BOM] == Off || src[0] != byteOrderMark[0]) &&
		(s.levels[ruleset.FinalNewline] == Off || src[len(src)-1] == '\n')
}

// checkText checks the contents of the document, which are in JSON. It walks over the tokens only if
// necessary. If the document is invalid, the walk applies the rules that may find something in it to
// everything that can be read. If w is nil, the walk reuses no memory.
func (d *document) checkText(p prospect, w *walkers) {
	var err *tokenizer.SyntaxError
	on := p.on
	if !p.valid {
		if err, d.equalNames = p.err, p.equals; err == nil {
			err = d.firstError()
		}
		if err == nil {
			on = d.withEqualNames()
			if len(d.json) >= d.farError {
				d.repeats = index.Repeats(&d.verdict, d.json)
			}
		}
	}
	borrowed := w == nil && (err != nil || on != 0)
	if borrowed {
		if w, _ = d.walkers.Get().(*walkers); w == nil {
			w = new(walkers)
		}
	}
	switch {
	case err != nil:
		d.encoding.sweep(true)
		on = suspects.FindInInvalid(d.json, d.on, int(err.Offset))
		w.walk(d, on, d.outlineBefore(err))
	case on != 0:
		w.walkValid(d, on)
	}
	if borrowed && len(d.json) <= mostReused {
		w.forget()
		d.walkers.Put(w)
	}
	if !d.invalid {
		d.checkSchema()
	}
}

// withEqualNames returns the rules that may find something in the document, whose only errors are equal names.
func (d *document) withEqualNames() ruleset.Set {
	return suspects.FindInValid(d.json, d.on, tokenizer.RulesOf(d.plain)) | d.on&ruleset.Of(ruleset.DuplicateKeys)
}

// firstError returns the first error of the document other than equal names, or nil. It also sets
// equalNames if there may be equal names before that error.
func (d *document) firstError() (err *tokenizer.SyntaxError) {
	if d.record == nil || isFraming(d.recordErr.Kind) {
		err, d.equalNames = d.settings.firstError(d.json)
		return err
	}
	if err, d.equalNames = d.recordErr, true; err.Kind == tokenizer.DuplicateName {
		err, _ = tokenizer.Check(d.json, d.plain...).(*tokenizer.SyntaxError)
	}
	return err
}

// firstError returns the first error of src other than equal names, or nil. The result equals reports whether there may be equal names
// before that error.
func (s *settings) firstError(src []byte) (err *tokenizer.SyntaxError, equals bool) {
	const short = 1 << 10
	if grammar := s.verdict; len(src) <= short {
		if grammar.UniqueNames, grammar.IJSON = false, false; parts.Accepts(&grammar, src) {
			return nil, true
		}
	}
	err, _ = tokenizer.Check(src, s.unique...).(*tokenizer.SyntaxError)
	if equals = err != nil && err.Kind == tokenizer.DuplicateName; equals {
		err, _ = tokenizer.Check(src, s.plain...).(*tokenizer.SyntaxError)
	}
	return err, equals
}

// outlineBefore returns an outline of the text up to a place shortly before the first error, or nil if something may be found in that
// text. An outline is made faster than a walk.
func (d *document) outlineBefore(err *tokenizer.SyntaxError) *place.Outline {
	const mostLine = 4 << 10
	valid := d.json[:err.Offset]
	if len(valid) < d.farError || d.equalNames || d.on&ruleset.Pervasive != 0 || bytes.HasPrefix(valid, []byte(byteOrderMark)) {
		return nil
	}
	from := max(len(valid)-mostLine, 0)
	line := bytes.LastIndexByte(valid[from:], '\n') // a valid string has no newline
	if line < 0 {
		return nil
	}
	beginning := valid[:from+line]
	beginning = beginning[:place.LastComma(beginning)+1]
	if len(beginning) == 0 {
		return nil
	}
	found := suspects.FindInBeginning(beginning, d.on)
	if found&^ruleset.Names != 0 {
		return nil
	}
	o := new(place.Outline)
	o.Begin()
	o.Advance(beginning)
	if found != 0 && !d.isCleanText(d.found.ctx, beginning, closing(o)) {
		return nil
	}
	return o
}

// closing returns a text that completes the text before an outline.
func closing(o *place.Outline) []byte {
	var text []byte
	for i, l := range slices.Backward(o.Levels) {
		isInnermost := i == len(o.Levels)-1
		switch {
		case isInnermost && l.Object:
			text = append(text, `"":0`...)
		case isInnermost:
			text = append(text, '0')
		}
		bracket := byte(']')
		if l.Object {
			bracket = '}'
		}
		text = append(text, bracket)
	}
	return text
}
