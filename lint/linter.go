package lint

import (
	"context"
	"io"
	"sync"

	"github.com/assayjson/assay/internal/reading"
	"github.com/assayjson/assay/lint/internal/locate"
	"github.com/assayjson/assay/tokenizer"
)

// A Linter checks texts with the same options. It may be used by several goroutines at once. The zero Linter has
// the zero Options.
type Linter struct {
	once sync.Once // for settings
	settings
}

// New returns a Linter.
func New(options Options) *Linter {
	l := &Linter{settings: settings{options: options}}
	l.prepare()
	return l
}

// prepare makes l ready, if it is not yet.
func (l *Linter) prepare() { l.once.Do(l.configure) }

// Check checks a whole text. The report keeps no part of it.
func (l *Linter) Check(src []byte) *Report {
	l.prepare()
	return check(&l.settings, src)
}

// CheckReader is [Linter.Check] for what comes from r. The error is that of r, or of ctx, which is checked before
// each read; then the report is about what has been read, and has no findings at its end.
//
// It takes constant memory: less than 8 MiB, four times the longest token or record, and what the findings and the
// names of open objects need. Tokens may have any length; limit what r returns if memory must be bounded
// for any input. A record of NDJSON or a JSON sequence that is longer than 64 MiB
// ([records.DefaultMaxRecord]) is an error. After an error on a line of more than 256 KiB, findings may lack
// the fix that Check offers, since the start of that line is no longer in memory.
//
// If r can seek, as files can, a first pass over a document asks for a verdict, and if nothing can be found, that is
// all. Another goroutine shares the work of that pass; it has ended when CheckReader returns. Documents in JSONC, JWCC
// and JSON5, and those for a schema, are read as a whole.
func (l *Linter) CheckReader(ctx context.Context, r io.Reader) (*Report, error) {
	l.prepare()
	return checkInput(&l.settings, &input{ctx: ctx, r: reading.Reader{R: r}})
}

// Fix returns src with all fixes of its findings applied, and their number, as [Apply] does with the findings of
// [Linter.Check], again and again until nothing is left to fix, or 200 times. Fixes of rules that are off are not
// applied, and neither are those of the rule encoding: bytes that are not UTF-8 may have been
// meant as anything.
//
// A fix does not change what the text says. Where it is uncertain what is inside a string and what is outside, as
// after a missing quotation mark, nothing is changed. A valid text stays valid.
//
// Fix takes memory for two copies of src, in JSONC, JWCC and JSON5 for three, however much there is to fix. If there is
// nothing to fix, it returns src itself.
func (l *Linter) Fix(src []byte) (fixed []byte, fixes int) {
	l.prepare()
	return fix(&l.settings, src)
}

// Diagnose makes a finding of a rule that this package cannot check itself, since it reads no files: unusable-schema and
// unknown-schema. src is the text, or at least the beginning of it that includes the place. ok is false if the
// rule is off, or does not exist.
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
	d.Context, d.ContextOffset = locate.NewExcerpts(src, 0, 0).At(offset)
	return d, true
}
