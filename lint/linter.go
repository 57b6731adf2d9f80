package lint

import (
	"cmp"
	"context"
	"io"
	"slices"
	"sync"

	"github.com/assayjson/assay/internal/engine/reading"
	"github.com/assayjson/assay/internal/files/suppress"
	"github.com/assayjson/assay/lint/internal/locate"
	"github.com/assayjson/assay/lint/internal/ruleset"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

// A Linter checks texts with the same options. Multiple goroutines may use it at the same time. The zero Linter has the zero Options.
type Linter struct {
	once sync.Once // guards the initialization of settings
	settings
}

// New returns a Linter with the given options. New does not report mistakes in options; see
// [Options.Validate].
func New(options Options) *Linter {
	l := &Linter{settings: settings{options: options}}
	l.prepare()
	return l
}

// prepare initializes l if that has not been done yet.
func (l *Linter) prepare() { l.once.Do(l.configure) }

// Check checks a whole text. The report does not refer to the memory of src.
func (l *Linter) Check(src []byte) *Report {
	s := l.startingWith()
	return l.suppress(check(s, src), true)
}

// CheckContext is like [Linter.Check], but ends early if ctx is done. It then returns the error of ctx, and a
// report that lacks findings. Some steps cannot be interrupted; they read the text faster than the rules do.
func (l *Linter) CheckContext(ctx context.Context, src []byte) (*Report, error) {
	if err := ctx.Err(); err != nil {
		return new(Report), err
	}
	s := l.startingWith()
	r := checkInto(s, &Report{ctx: ctx}, src)
	r.ctx = nil
	err := ctx.Err()
	return l.suppress(r, err == nil), err
}

// startingWith returns the settings with which a check begins.
func (l *Linter) startingWith() *settings {
	if l.prepare(); len(l.options.Suppressions) > 0 {
		return l.forSuppressions()
	}
	return &l.settings
}

// suppress applies the suppressions to a report, and then the limit on the number of findings. It
// returns the report. The parameter complete means that the whole text has been read.
func (l *Linter) suppress(r *Report, complete bool) *Report {
	if l.silence(r, complete) {
		r.Limit(l.limit)
	}
	return r
}

// silence applies the suppressions to a report, and reports whether there are any. See suppress for the
// parameter complete.
func (l *Linter) silence(r *Report, complete bool) bool {
	s, _ := r.taker.(*silencer)
	if len(l.options.Suppressions) > 0 {
		if s == nil {
			s = new(silencer)
		}
		s.list, r.taker = l.options.Suppressions, s
	}
	if s == nil {
		return false
	}
	s.apply(r, &l.settings, complete)
	return true
}

// ErrChanged is the error of [Linter.CheckReader] for a text that is not the same each time it is read,
// because it has been changed in the meantime.
var ErrChanged = reading.ErrChanged

// CheckReader is like [Linter.Check], but reads the text from r. It checks ctx before each read,
// and returns the error of ctx or of r. After such an error, the report covers the text that has
// been read, but has no findings at the end of that text. If r is read more than once, and does not
// return the same text each time, the error is [ErrChanged].
//
// The memory that CheckReader takes does not depend on the length of the text. It is less than 8
// MiB, plus four times the size of the longest token or record, plus the memory for the findings
// and for the names of open objects. Up to 4 MiB of it are kept for the next call. Tokens may have
// any length, so the input must be limited if memory must be bounded for any input. A record of
// NDJSON or of a JSON text sequence that is longer than 64 MiB ([records.DefaultMaxRecord]) is an
// error. After a syntax error on a line of more than 256 KiB, findings may lack a fix that Check
// offers, because the start of that line is no longer in memory.
//
// A document of less than 4 MiB is read into memory as a whole, and so are records of less than 2
// MiB in total. If r can seek, as files can, a fast pass over a document first decides whether
// there can be findings. If there can be findings, the document is read once more, or twice if equal names are its only errors. Then, and if r cannot seek, the parts of
// the document in which nothing can be found are checked quickly, up to the first error. The tokens
// after that are read one by one, which is several times slower, unless the fast pass has seen that only
// further errors can be found there. Tokens are also read one by one from a token of more than 4 MiB on, unless that token is a
// string without findings, of which only a part is in memory at a time, and from two names in an object on
// that look alike, even if they are single characters, which are no finding. If an object has about a hundred thousand names or more, and the
// fast pass has found nothing but names that are equal or look alike, all tokens are read one by one, so that few names must be kept. Another goroutine reads ahead; it has ended when CheckReader returns.
//
// Documents in JSONC, JWCC and JSON5 are read into memory as a whole, unless r can seek and they are
// clean JSON except for comments of at most 64 KiB each that suppress nothing, and the rules empty-keys and key-order are off. Documents that are
// checked against a schema are also read into memory as a whole, unless r can seek and the schema is a
// [contract.StreamSchema] that accepts the document in a pass of its own.
func (l *Linter) CheckReader(ctx context.Context, r io.Reader) (*Report, error) {
	report, err := checkInput(l.startingWith(), &input{ctx: ctx, r: reading.Reader{R: r}})
	return l.suppress(report, err == nil), err
}

// Split is like [Linter.CheckReader], but also divides the records of a text in the dialect [NDJSON]
// or [JSONSeq] between two outputs. See [records.Split] for what exactly is written, for the totals,
// and for the errors. Other dialects are not supported.
//
// Findings that concern no record, such as a byte order mark or a missing newline at the end of the
// text, are in the report, but make no record bad. [Options.StopAt] has no effect.
func (l *Linter) Split(ctx context.Context, r io.Reader, to Division) (*Report, records.Totals, error) {
	s := l.startingWith()
	in := &input{ctx: ctx, r: reading.Reader{R: r}}
	c := newRecordsCheck(s)
	c.judge = &judge{check: c, failOn: cmp.Or(to.FailOn, Error), brief: to.Brief, objects: to.Objects}
	head, err := in.head(nil, around)
	totals := records.Totals{}
	if err == nil {
		totals, err = c.split(in, head, to)
	}
	c.report.Bytes = in.bytes
	if err != nil {
		c.report.dropEnd(false)
	}
	c.report.compact()
	return l.suppress(c.report, err == nil), totals, err
}

// Fix returns src with the fixes of its findings applied, and the number of fixes. It repeats
// [Linter.Check] and [Apply] until nothing is left to fix, at most 200 times. It does not apply
// fixes of rules that are off. It does not apply fixes of the encoding rule either, because bytes
// that are not UTF-8 can have several meanings. It does not apply fixes of suppressed findings.
//
// Fixes do not change the meaning of the text. If it is uncertain what is inside a string, as after
// a missing quotation mark, nothing is changed. A valid text stays valid.
//
// Fix takes memory for two copies of src, or three in JSONC, JWCC and JSON5, regardless of the
// number of fixes. If there is nothing to fix, it returns src itself.
func (l *Linter) Fix(src []byte) (fixed []byte, fixes int) {
	l.prepare()
	if l.suppressesFixes(src) {
		return l.fixUnsuppressed(src)
	}
	return fix(&l.settings, src)
}

// suppressesFixes reports whether findings with fixes may be suppressed in src.
func (l *Linter) suppressesFixes(src []byte) bool {
	for _, s := range l.options.Suppressions {
		if slices.ContainsFunc(s.Rules, func(name string) bool { r, _ := RuleOf(name); return r.Fixable }) {
			return true
		}
	}
	return l.options.SuppressInComments && len(suppress.Find(src, l.options.Dialect.Notation())) > 0
}

// fixUnsuppressed is like fix, but does not fix suppressed findings.
func (l *Linter) fixUnsuppressed(src []byte) (fixed []byte, fixes int) {
	fixed = src
	for range mostRounds {
		r := check(l.forSuppressions(), fixed)
		l.silence(r, true)
		r.Diagnostics = slices.DeleteFunc(r.Diagnostics, func(d Diagnostic) bool { return d.Rule == rules[ruleset.Encoding].Name })
		next, n := Apply(fixed, r.Diagnostics)
		if n == 0 {
			break
		}
		fixed, fixes = next, fixes+n
	}
	return fixed, fixes
}

// Diagnose returns a finding of a rule about something outside of the text, such as unusable-schema or
// unknown-schema. Package lint cannot check these rules itself, because it does not read files. The
// parameter src is the text, or at least its beginning up to the end of the finding. The result ok is
// false if the rule is off or does not exist.
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
