package lint

import (
	"github.com/assayjson/assay/lint/internal/locate"
	"github.com/assayjson/assay/lint/internal/ruleset"
	"github.com/assayjson/assay/lint/internal/suspects"
	"github.com/assayjson/assay/tokenizer"
)

// checkDocument checks the document src and adds the findings to r.
func checkDocument(s *settings, r *Report, src []byte) {
	on := suspects.Find(src, s.on)
	if isClean(s, src, on) {
		return
	}
	d := newDocument(s, r, src, locate.Start)
	d.checkBOM()
	if !d.checkFormat() {
		if d.lower(); s.options.Dialect.isConverted() {
			on = suspects.Find(d.json, s.on)
		}
		d.checkText(on)
		d.checkFinalNewline(lineEnd(src))
	}
	d.addTo(r)
}

// isClean reports whether src is certain to have no findings. It decides this without a walk over
// the tokens, so it may return false for a document without findings. The parameter on is the set of
// suspects in src.
func isClean(s *settings, src []byte, on ruleset.Set) bool {
	switch {
	case on != 0, s.options.Schema != nil, len(src) == 0, s.levels[ruleset.BOM] != Off && src[0] == byteOrderMark[0],
		s.levels[ruleset.FinalNewline] != Off && src[len(src)-1] != '\n':
		return false
	}
	return tokenizer.Check(src, s.verdict...) == nil
}

// checkText checks the contents of the document, which are in JSON. It gets a verdict, and walks over
// the tokens only if necessary. If an invalid document shows signs of anything that a rule could
// find, the walk applies all rules to everything that can be read. The parameter on is the set of
// suspects if the document is valid.
func (d *document) checkText(on ruleset.Set) {
	err, unique := d.firstError()
	switch {
	case err != nil:
		d.encoding.sweep(true)
		on = suspects.FindInInvalid(d.json, d.on, int(err.Offset))
		if on&^ruleset.Verdict != 0 {
			on = d.on
		}
		d.walk(on)
	case on != 0 || !unique && tokenizer.Check(d.json, d.verdict...) != nil:
		d.walk(on)
	}
	if !d.invalid {
		d.checkSchema()
	}
}

// firstError returns the first error of the document other than equal names, or nil. The result
// unique reports whether the document is known to have no equal names that a rule would report.
func (d *document) firstError() (err *tokenizer.SyntaxError, unique bool) {
	if d.record != nil {
		switch err := d.record.Err; {
		case err == nil:
			return nil, true
		case err.Kind != tokenizer.DuplicateName && !isFraming(err.Kind):
			return err, false
		}
	}
	err, _ = tokenizer.Check(d.json, d.plain...).(*tokenizer.SyntaxError)
	return err, false
}
