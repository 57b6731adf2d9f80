package lint

import (
	"bytes"
	"context"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/assayjson/assay/internal/testing/fuzzing"
)

// A finding that is inserted later is suppressed, too, and the comment is then not unused.
func TestInsertIsSuppressed(t *testing.T) {
	src := []byte("// jsonlint-disable-file unknown-schema -- offline\n{\"$schema\": \"https://example.com/x\"}")
	l := New(Options{Dialect: JSONC, SuppressInComments: true, Severities: map[string]Severity{"unknown-schema": Info}})
	r := l.Check(src)
	if len(r.Diagnostics) != 1 || r.Diagnostics[0].Code != "unused" {
		t.Fatal(describe(r))
	}
	d, ok := l.Diagnose("unknown-schema", src, 63, 23, "unknown")
	if r.Insert(d); !ok || len(r.Diagnostics) != 0 || len(r.Suppressed) != 1 || r.Suppressed[0].Reason != "offline" || r.Suppressed[0].Source != InComment {
		t.Error(describe(r))
	}
}

// Fix does not fix what is suppressed, and still fixes everything else.
func TestFixKeepsSuppressed(t *testing.T) {
	for _, c := range []struct {
		options   Options
		src, want string
	}{
		{
			Options{Dialect: JSONC, SuppressInComments: true},
			"// jsonlint-disable-next-line trailing-commas\n[[1,],\n[True,],]", "// jsonlint-disable-next-line trailing-commas\n[[1,],\n[true]]",
		},
		{Options{Suppressions: []Suppression{{Rules: []string{"bom"}}}}, "\uFEFF[1,]", "\uFEFF[1]"},
		{Options{Dialect: JSONC, SuppressInComments: true}, "// jsonlint-disable-file bom\n[1,]", "// jsonlint-disable-file bom\n[1]"},
	} {
		if fixed, n := New(c.options).Fix([]byte(c.src)); string(fixed) != c.want || n == 0 {
			t.Errorf("%q: %q, %d fixes", c.src, fixed, n)
		}
	}
}

// Suppressed findings do not count for the limit, and do not end the check.
func TestSuppressedAreNotLimited(t *testing.T) {
	src := "[" + strings.Repeat(`{"a": 1, "a": 2},`, 1000) + `"\ud800"]`
	o := Options{Suppressions: []Suppression{{Rules: []string{"duplicate-keys"}, Pointer: "/*/a"}}, MaxProblems: 1, StopAt: Warning}
	for _, check := range []func(*Linter) (*Report, error){
		func(l *Linter) (*Report, error) { return l.Check([]byte(src)), nil },
		func(l *Linter) (*Report, error) { return l.CheckReader(context.Background(), strings.NewReader(src)) },
	} {
		r, err := check(New(o))
		if err != nil || len(r.Suppressed) != 1000 || len(r.Diagnostics) != 1 || r.Diagnostics[0].Rule != "lone-surrogates" || r.Omitted != 0 {
			t.Errorf("%v: %d suppressed\n%s", err, len(r.Suppressed), describe(&Report{Diagnostics: r.Diagnostics}))
		}
	}
}

func TestSuppressionsAreValidated(t *testing.T) {
	o := Options{Suppressions: []Suppression{{Rules: []string{"bom"}, Pointer: "/a/*"}}}
	if err := o.Validate(); err != nil {
		t.Error(err)
	}
	for _, s := range []Suppression{{Rules: []string{"bmo"}}, {Rules: []string{"syntax"}}, {Pointer: "a"}, {Pointer: "/~"}} {
		o.Suppressions = []Suppression{s}
		if o.Validate() == nil {
			t.Errorf("%+v is valid", s)
		}
	}
}

// The caller can suppress findings, and limit their number.
func TestSuppressAndLimit(t *testing.T) {
	r := New(Options{}).Check([]byte(`[{"a": 1, "a": 2}, 1e999, "\ud800", x]`))
	r.Suppress(func(d *Diagnostic) (string, bool) { return "old", d.Rule == "duplicate-keys" })
	if len(r.Suppressed) != 1 || r.Suppressed[0].Source != ByCaller || r.Count(Warning) != 2 {
		t.Error(describe(r))
	}
	if r.Limit(2); len(r.Diagnostics) != 2 || r.Omitted != 1 || r.Count(Warning) != 2 || r.Count(Error) != 1 {
		t.Error(describe(r))
	}
	if r.Limit(-1); len(r.Diagnostics) != 2 {
		t.Error("a negative limit")
	}
}

// Suppressions move findings, and neither lose nor change any of them.
func FuzzSuppressions(t *testing.F) {
	f := fuzzing.Of(t)
	for _, rows := range tables(f) {
		for _, row := range rows {
			f.Add(row.input, uint8(row.options.Dialect))
		}
	}
	f.Fuzz(func(t *testing.T, src []byte, d uint8) {
		o := Options{Dialect: Dialects()[int(d)%len(dialects)], Severities: severitiesOf(func(Rule) Severity { return Warning }), MaxProblems: -1}
		var want []string
		for _, one := range New(o).Check(src).Diagnostics {
			want = append(want, describe(&Report{Diagnostics: []Diagnostic{one}}))
		}
		o.SuppressInComments = true
		o.Suppressions = []Suppression{{Rules: []string{"duplicate-keys", "key-order", "trailing-commas", "syntax"}, Pointer: "/*/a"}, {Rules: []string{"lone-surrogates"}}}
		var got []string
		r := examine(t, o, src)
		for _, one := range r.Suppressed {
			if rule, _ := RuleOf(one.Rule); !rule.IsSuppressible() {
				t.Errorf("%q: %s is suppressed", src, one.Rule)
			}
			r.Diagnostics = append(r.Diagnostics, one.Diagnostic)
		}
		for _, one := range r.Diagnostics {
			if one.Rule != "unused-suppression" {
				got = append(got, describe(&Report{Diagnostics: []Diagnostic{one}}))
			}
		}
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%q: found\n%s\nwant\n%s", src, got, want)
		}
	})
}

// A suppression in a long file that can be read twice is reported if it is unused, even if there is nothing
// else to find.
func TestUnusedSuppressionInLongFiles(t *testing.T) {
	text := append(long(`"a%d": 1`, `"z": 0`), "// jsonlint-disable-file bidi-characters\n"...)
	for _, o := range []Options{{Dialect: JSONC, SuppressInComments: true}, {Dialect: JSONC}} {
		l := newSmall(o)
		got, err := l.CheckReader(t.Context(), bytes.NewReader(text))
		if want := l.Check(text); err != nil || describe(got) != describe(want) || (len(got.Diagnostics) > 0) != o.SuppressInComments {
			t.Errorf("%v\n%s\nwant\n%s", err, describe(got), describe(want))
		}
	}
}

// A suppression is not unused if the text with its finding could not be read.
func TestSuppressionBeforeReadingFails(t *testing.T) {
	const text = "{\"a\": 1, // jsonlint-disable-file duplicate-keys\n"
	l := New(Options{Dialect: JSONC, SuppressInComments: true})
	r, err := l.CheckReader(t.Context(), io.MultiReader(strings.NewReader(text), iotest.ErrReader(io.ErrClosedPipe)))
	if err != io.ErrClosedPipe || len(r.Diagnostics) > 0 {
		t.Errorf("%v\n%s", err, describe(r))
	}
}

// A comment that is not closed and as short as possible is not cut twice.
func TestSuppressionBeforeShortComment(t *testing.T) {
	l := New(Options{Dialect: JSONC, SuppressInComments: true})
	const text = "[1] // jsonlint-disable-line key-order\n/*/"
	if r := l.Check([]byte(text)); len(r.Diagnostics) != 1 || r.Diagnostics[0].Rule != "syntax" {
		t.Error(describe(r))
	}
	if fixed, n := l.Fix([]byte(text)); string(fixed) != text || n > 0 {
		t.Errorf("%d fixes: %q", n, fixed)
	}
}
