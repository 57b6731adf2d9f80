package lint

import (
	"bytes"

	"github.com/assayjson/assay/internal/place"
	"github.com/assayjson/assay/lint/internal/locate"
	"github.com/assayjson/assay/lint/internal/ruleset"
	"github.com/assayjson/assay/lint/internal/suspects"
	"github.com/assayjson/assay/tokenizer"
)

// checkDocument checks the document src and adds the findings to r.
func checkDocument(s *settings, r *Report, src []byte) {
	on, valid := s.suspects(src)
	if valid && isClean(s, src, on) {
		return
	}
	d := newDocument(s, r, src, locate.Start)
	d.checkBOM()
	if !d.checkFormat() {
		if d.lower(); s.options.Dialect.isConverted() {
			on, valid = s.suspects(d.json)
		}
		d.checkText(on, valid)
		d.checkFinalNewline(lineEnd(src))
	}
	d.addTo(r)
}

// suspects returns the rules that may find something in src if src is valid, and reports whether it
// is known to be valid.
func (s *settings) suspects(src []byte) (on ruleset.Set, valid bool) {
	verdict := s.verdict
	if s.on.Has(ruleset.DeepNesting) {
		verdict.MaxDepth = min(verdict.MaxDepth, s.options.nestingLimit())
	}
	if on, valid = suspects.Find(src, s.on, verdict); valid {
		on &^= ruleset.Of(ruleset.DeepNesting)
	} else if verdict.MaxDepth < s.verdict.MaxDepth {
		on, valid = suspects.Find(src, s.on, s.verdict)
	}
	if valid && on.Has(ruleset.KeyOrder) && suspects.IsSorted(src, s.verdict, s.compare) {
		on &^= ruleset.Of(ruleset.KeyOrder)
	}
	return on, valid
}

// isClean reports whether src, which is valid, is certain to have no findings. It decides this without
// a walk over the tokens, so it may return false for a document without findings. The parameter on is
// the set of suspects in src.
func isClean(s *settings, src []byte, on ruleset.Set) bool {
	return on == 0 && s.options.Schema == nil && (s.levels[ruleset.BOM] == Off || src[0] != byteOrderMark[0]) &&
		(s.levels[ruleset.FinalNewline] == Off || src[len(src)-1] == '\n')
}

// checkText checks the contents of the document, which are in JSON. It walks over the tokens only if
// necessary. If an invalid document shows signs of anything that a rule could find, the walk applies
// all rules to everything that can be read. The parameter on is the set of suspects if the document is
// valid; valid reports whether it is known to be valid.
func (d *document) checkText(on ruleset.Set, valid bool) {
	var err *tokenizer.SyntaxError
	if !valid {
		if err = d.firstError(); err == nil {
			on = suspects.FindInValid(d.json, d.on, tokenizer.RulesOf(d.plain)) | d.on&ruleset.Of(ruleset.DuplicateKeys)
		}
	}
	switch {
	case err != nil:
		d.encoding.sweep(true)
		on = suspects.FindInInvalid(d.json, d.on, int(err.Offset))
		if on&^ruleset.Verdict != 0 {
			on = d.on
		}
		d.passBeginning(err)
		d.walk(on)
	case on != 0:
		d.walkValid(on)
	}
	if !d.invalid {
		d.checkSchema()
	}
}

// firstError returns the first error of the document other than equal names, or nil. It also sets
// equalNames if there may be equal names before that error.
func (d *document) firstError() *tokenizer.SyntaxError {
	if d.record != nil && d.record.Err.Kind != tokenizer.DuplicateName && !isFraming(d.record.Err.Kind) {
		d.equalNames = true
		return d.record.Err
	}
	err, _ := tokenizer.Check(d.json, d.unique...).(*tokenizer.SyntaxError)
	if d.equalNames = err != nil && err.Kind == tokenizer.DuplicateName; d.equalNames {
		err, _ = tokenizer.Check(d.json, d.plain...).(*tokenizer.SyntaxError)
	}
	return err
}

// passBeginning makes the walk begin shortly before the first error, if nothing can be found before it.
// An outline of the text before is made faster than a walk over that text.
func (d *document) passBeginning(err *tokenizer.SyntaxError) {
	const mostLine = 4 << 10
	valid := d.json[:err.Offset]
	if len(valid) < d.farError || d.equalNames || d.on&ruleset.Pervasive != 0 || d.options.Dialect.isConverted() || bytes.HasPrefix(valid, []byte(byteOrderMark)) {
		return
	}
	from := max(len(valid)-mostLine, 0)
	line := bytes.LastIndexByte(valid[from:], '\n') // a valid string has no newline
	if line < 0 {
		return
	}
	beginning := valid[:from+line]
	beginning = beginning[:place.LastComma(beginning)+1]
	if len(beginning) == 0 || suspects.FindInBeginning(beginning, d.on) != 0 {
		return
	}
	d.outline = new(place.Outline)
	d.outline.Begin()
	d.outline.Advance(beginning)
}
