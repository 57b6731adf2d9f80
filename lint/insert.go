package lint

import (
	"cmp"
	"slices"

	"github.com/assayjson/assay/tokenizer"
)

// Diagnose makes a finding of a rule that this package has no means to check itself, since it
// reads no files: unusable-schema and unknown-schema. src is the text, or at least the beginning
// that includes the place. ok is false if the rule is off, or does not exist.
func (l *Linter) Diagnose(rule string, src []byte, offset, length int64, message string) (d Diagnostic, ok bool) {
	severity := l.options.SeverityOf(rule)
	if severity == Off {
		return Diagnostic{}, false
	}
	offset = min(max(offset, 0), int64(len(src)))
	length = min(max(length, 0), int64(len(src))-offset)
	d = Diagnostic{Rule: rule, Severity: severity, Message: message}
	d.Span = Span{
		Offset: offset, Length: length,
		Start: tokenizer.Locate(src, offset), End: tokenizer.Locate(src, offset+length),
	}
	lines := contexts{src: src}
	d.Context, d.ContextOffset = lines.at(offset)
	return d, true
}

// Insert adds a finding in its order. It counts beyond [Options.MaxProblems].
func (r *Report) Insert(d Diagnostic) {
	at, _ := slices.BinarySearchFunc(r.Diagnostics, d, func(a, b Diagnostic) int {
		return cmp.Or(cmp.Compare(a.Offset, b.Offset), cmp.Compare(a.Rule, b.Rule))
	})
	r.Diagnostics = slices.Insert(r.Diagnostics, at, d)
}
