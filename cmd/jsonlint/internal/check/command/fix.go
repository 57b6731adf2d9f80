package command

import (
	"bytes"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/diff"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/outputs"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/utf8check"
)

// lintAndFix checks a text, makes all safe fixes, and checks the result. With --diff, it reports
// the findings in the original text, so that their positions match the file.
func (c *Checker) lintAndFix(f input.File, h *FileSettings, src []byte, out *Outcome) error {
	o := h.Options
	fixed, n := c.FixText(o, src)
	left := fixed
	if c.Diff {
		left = src
	}
	rest := lint.New(o).Check(left) // done before anything is written, because a check may panic
	if d, found := c.diagnose(o, out.problem, left[:min(len(left), DeclaredWithin)]); found {
		rest.Insert(d)
	}
	switch {
	case c.Diff:
		if n > 0 {
			out.Text = diff.Unified(out.Name, src, fixed)
		}
	case f.Name == input.Stdin:
		out.Text = bytes.Clone(fixed) // cloned because fixed may share a buffer that is reused
	case n > 0:
		if err := outputs.Replace(f.Name, outputs.VersionOf(src), fixed); err != nil {
			return err
		}
	}
	c.addDeprecated(h, left, rest)
	out.Report, out.Fixed = rest, n
	c.addHints(f.Name, h, left, rest)
	c.suppressions.noteReport(h, rest)
	c.compareText(h, left, out)
	return nil
}

// FixText makes all safe fixes in src, and returns the fixed text and the number of fixes. If there is
// nothing to fix, it returns src itself.
func (c *base) FixText(o lint.Options, src []byte) (fixed []byte, count int) {
	src, count = c.fixBytes(o.Dialect, src)
	fixed, more := lint.New(o).Fix(src)
	return fixed, count + more
}

// ConvertWindows1252 returns a fix that converts bytes that are not UTF-8 from windows-1252. Among records, only the lines are converted that
// --from converts.
func ConvertWindows1252(in lint.Dialect, src []byte) *lint.Fix {
	if in == lint.NDJSON {
		return lint.ConvertWindows1252Lines(src)
	}
	return lint.ConvertWindows1252(src)
}

// fixBytes converts bytes that are not UTF-8 as --fix-encoding requires.
func (c *base) fixBytes(in lint.Dialect, src []byte) (fixed []byte, count int) {
	var fix *lint.Fix
	switch c.fixEncoding {
	case "replace":
		fix = lint.ReplaceInvalidUTF8(src)
	case "cesu-8":
		fix = lint.ConvertLegacy(src, utf8check.CESU8)
	case "windows-1252":
		fix = ConvertWindows1252(in, src)
	}
	if fix == nil {
		return src, 0
	}
	fixed, _ = lint.Apply(src, []lint.Diagnostic{{Fix: fix}})
	return fixed, len(fix.Edits)
}
