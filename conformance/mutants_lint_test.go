package conformance

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"unicode/utf8"

	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/tokenizer"
	"github.com/assayjson/assay/utf8check"
)

// mostlyJSON has all dialects, and JSON more often than the others.
var mostlyJSON = append(lint.Dialects(), lint.JSON, lint.JSON)

func randomLintOptions(rng *rand.Rand) lint.Options {
	o := lint.Options{
		Dialect:     pick(rng, mostlyJSON),
		MaxProblems: pick(rng, []int{0, -1, 1, 2, 5, 1000}),
		KeyOrder:    pick(rng, []string{"", "asc", "desc", "natural"}),
	}
	if rng.IntN(6) == 0 {
		o.MaxDepth = 1 + rng.IntN(12)
	}
	if rng.IntN(4) == 0 {
		o.NestingLimit = 1 + rng.IntN(6)
	}
	if rng.IntN(2) == 0 {
		o.Severities = map[string]lint.Severity{}
		for _, r := range lint.Rules() {
			if rng.IntN(2) == 0 {
				o.Severities[r.Name] = lint.Severity(rng.IntN(4))
			}
		}
	}
	return o
}

// tryLint checks that CheckReader agrees with Check, that findings agree with the documentation of
// Diagnostic, and that the tokenizer accepts fixed texts.
func (t *trial) tryLint() {
	o := randomLintOptions(t.rng)
	if err := o.Validate(); err != nil {
		t.fail("Validate", "%v", err)
	}
	l := lint.New(o)
	report := l.Check(t.data)
	t.soundReport(o, report)
	t.tryFixes(o, report)
	r, name, done := t.reader()
	streamed, err := l.CheckReader(context.Background(), r)
	done()
	if err != nil {
		t.fail("CheckReader: error", "%v of a %s", err, name)
	}
	if t.hasLongLine() {
		dropFixes(report)
		dropFixes(streamed)
	}
	if streamed.Bytes < report.Bytes && t.isTooDeep(o) {
		streamed.Bytes = report.Bytes // CheckReader stops reading when a document is too deep
	}
	if !reflect.DeepEqual(report, streamed) {
		t.differentReports(o, name, streamed, report)
	}
	t.tryVerdict()
}

// hasLongLine reports whether findings of CheckReader may lack fixes.
func (t *trial) hasLongLine() bool {
	for line := range bytes.Lines(t.data) {
		if len(line) > 256<<10 {
			return true
		}
	}
	return false
}

// isTooDeep reports whether the text is nested too deeply. A stream with such a text need not be
// read to its end.
func (t *trial) isTooDeep(o lint.Options) bool {
	if o.MaxDepth == 0 {
		return false
	}
	opts := []tokenizer.TokenizerOption{tokenizer.MaxDepth(o.MaxDepth), tokenizer.AllowBOM(), tokenizer.KeepGoing()}
	for _, err := range tokenizer.New(t.data, opts...).All() {
		var bad *tokenizer.SyntaxError
		if errors.As(err, &bad) && bad.Kind == tokenizer.TooDeep {
			return true
		}
	}
	return false
}

func dropFixes(r *lint.Report) {
	for i := range r.Diagnostics {
		r.Diagnostics[i].Fix = nil
	}
}

func (t *trial) differentReports(o lint.Options, name string, got, want *lint.Report) {
	if got.Bytes != want.Bytes || got.Omitted != want.Omitted || len(got.Diagnostics) != len(want.Diagnostics) {
		t.fail("CheckReader: counts", "%+v, %s: got %d bytes, %d and %d findings, want %d, %d and %d\ngot  %+v\nwant %+v", o, name,
			got.Bytes, len(got.Diagnostics), got.Omitted, want.Bytes, len(want.Diagnostics), want.Omitted, got.Diagnostics, want.Diagnostics)
	}
	for i, d := range got.Diagnostics {
		if !reflect.DeepEqual(d, want.Diagnostics[i]) {
			t.fail("CheckReader: finding of "+d.Rule, "%+v, %s:\ngot  %+v\nwant %+v", o, name, d, want.Diagnostics[i])
		}
	}
	t.fail("CheckReader", "%+v, %s: got %+v, want %+v", o, name, got, want)
}

func (t *trial) soundReport(o lint.Options, r *lint.Report) {
	counts := 0
	for _, s := range []lint.Severity{lint.Info, lint.Warning, lint.Error} {
		counts += r.Count(s)
	}
	if r.Bytes != int64(len(t.data)) || counts != len(r.Diagnostics)+r.Omitted {
		t.fail("Report", "%+v: %d bytes, %d left out of %d", o, r.Bytes, r.Omitted, counts)
	}
	if most := o.MaxProblems; most > 0 && len(r.Diagnostics) > most || most == 0 && len(r.Diagnostics) > 100 {
		t.fail("MaxProblems", "%+v: %d findings", o, len(r.Diagnostics))
	}
	for i, d := range r.Diagnostics {
		t.soundDiagnostic(o, d)
		if i > 0 && d.Offset < r.Diagnostics[i-1].Offset {
			t.fail("order of findings", "%+v: %+v after %+v", o, d, r.Diagnostics[i-1])
		}
	}
}

func (t *trial) soundDiagnostic(o lint.Options, d lint.Diagnostic) {
	if _, ok := lint.RuleOf(d.Rule); !ok || o.SeverityOf(d.Rule) != d.Severity || d.Severity == lint.Off {
		t.fail("severity", "%+v: %+v", o, d)
	}
	if _, ok := lint.Explain(d.Rule); !ok || d.Message == "" || !utf8.ValidString(d.Message) || !utf8.ValidString(d.Hint) || !utf8.ValidString(d.Pointer) {
		t.fail("texts of a finding", "%+v: %+v", o, d)
	}
	if d.ContextOffset < 0 || d.ContextOffset+int64(len(d.Context)) > int64(len(t.data)) || !bytes.Equal(d.Context, t.data[d.ContextOffset:][:len(d.Context)]) {
		t.fail("context", "%+v: %d bytes at %d", o, len(d.Context), d.ContextOffset)
	}
	spans := []lint.Span{d.Span}
	for _, r := range d.Related {
		spans = append(spans, r.Span)
	}
	for _, s := range spans {
		if s.Offset < 0 || s.Length < 0 || s.Offset+s.Length > int64(len(t.data)) {
			t.fail("span", "%+v: %+v of %+v", o, s, d)
		}
		lines := o.Dialect == lint.NDJSON || o.Dialect == lint.JSONSeq // end with LF only
		if !lines && (s.Start != tokenizer.Locate(t.data, s.Offset) || s.End != tokenizer.Locate(t.data, s.Offset+s.Length)) {
			t.fail("position", "%+v: %+v of %+v", o, s, d)
		}
	}
	if d.Fix != nil {
		t.soundFix(d.Fix)
	}
}

func (t *trial) soundFix(f *lint.Fix) {
	end := int64(0)
	for _, e := range f.Edits {
		if e.Offset < end || e.Length < 0 || e.Offset+e.Length > int64(len(t.data)) {
			t.fail("edits", "%+v", f)
		}
		end = e.Offset + e.Length
	}
	if f.Title == "" {
		t.fail("title of a fix", "%+v", f)
	}
}

// tryVerdict checks that there is a finding at or before the first error of the tokenizer.
func (t *trial) tryVerdict() {
	l := lint.New(lint.Options{MaxProblems: -1})
	err := tokenizer.Check(t.data)
	found := slices.DeleteFunc(l.Check(t.data).Diagnostics, func(d lint.Diagnostic) bool { return d.Severity != lint.Error })
	if (err == nil) != (len(found) == 0) {
		t.fail("verdict", "%d errors, first %+v; Check says %v", len(found), found[:min(1, len(found))], err)
	}
	if err != nil && found[0].Offset > err.(*tokenizer.SyntaxError).Offset {
		t.fail("first finding", "%+v; Check says %v", found[0], err)
	}
}

// tryFixes applies all available fixes and checks the results.
func (t *trial) tryFixes(o lint.Options, r *lint.Report) {
	fixed, n := lint.Apply(t.data, r.Diagnostics)
	if n == 0 && !bytes.Equal(fixed, t.data) {
		t.fail("Apply", "no fix, but another text")
	}
	lint.New(o).Check(fixed)
	if n > 0 && tokenizer.Valid(t.data) && !tokenizer.Valid(fixed) && o.Dialect <= lint.IJSON {
		t.fail("Apply: broken", "%+v: %q", o, fixed)
	}
	all := func(f *lint.Fix) []byte {
		if f == nil {
			return t.data
		}
		t.soundFix(f)
		b, _ := lint.Apply(t.data, []lint.Diagnostic{{Fix: f}})
		return b
	}
	want, _ := utf8check.AppendValid(nil, t.data, utf8check.Replace)
	if got := all(lint.ReplaceInvalidUTF8(t.data)); !bytes.Equal(got, want) {
		t.fail("ReplaceInvalidUTF8", "%q, want %q", got, want)
	}
	if got := all(lint.ConvertWindows1252(t.data)); !utf8.Valid(got) {
		t.fail("ConvertWindows1252", "%q", got)
	}
	all(lint.ConvertWindows1252Lines(t.data))
	for form := utf8check.CESU8; form <= utf8check.NonShortest; form++ {
		if got := all(lint.ConvertLegacy(t.data, form)); utf8.Valid(t.data) && !bytes.Equal(got, t.data) {
			t.fail("ConvertLegacy", "%v: %q", form, got)
		}
	}
}
