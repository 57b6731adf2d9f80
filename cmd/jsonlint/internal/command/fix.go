package command

import (
	"bytes"

	"github.com/assayjson/assay/cmd/jsonlint/internal/diff"
	"github.com/assayjson/assay/cmd/jsonlint/internal/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/outputs"
	"github.com/assayjson/assay/cmd/jsonlint/internal/progress"
	"github.com/assayjson/assay/cmd/jsonlint/internal/report"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/utf8check"
)

// An Outcome holds the findings in a file and the fixed text.
type Outcome struct {
	*report.File
	out []byte // what to print: a diff, or the fixed text of standard input

	problem    *schemaProblem // why the schema named by the file is not used, or nil
	chosen     string         // why Schema is used
	SchemaFile *report.File   // findings in the schema named by --schema or the settings, or nil
	unknown    error          // why the baseline cannot be used, or nil
	part       *progress.Part // counts what has been read; nil if there is no bar
}

// lintAndMend checks a text, makes all safe fixes, and checks the result. With --diff, it reports
// the findings in the original text, so that their positions match the file.
func (c *Checker) lintAndMend(f input.File, h *FileSettings, src []byte, out *Outcome) error {
	o := h.Options
	fixed, n := c.Mend(o, src)
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
			out.out = diff.Unified(out.Name, src, fixed)
		}
	case f.Name == input.Stdin:
		out.out = bytes.Clone(fixed) // cloned because fixed may share a buffer that is reused
	case n > 0:
		if err := outputs.Replace(f.Name, fixed); err != nil {
			return err
		}
	}
	c.addDeprecated(h, left, rest)
	out.Report, out.Fixed = rest, n
	c.addHints(f.Name, h.Dialect, rest)
	c.suppressions.noteReport(h, rest)
	c.compareText(h, left, out)
	return nil
}

// Mend makes all safe fixes in src, and returns the fixed text and the number of fixes. If there is
// nothing to fix, it returns src itself.
func (c *Checker) Mend(o lint.Options, src []byte) (fixed []byte, count int) {
	src, count = c.mendEncoding(src)
	fixed, more := lint.New(o).Fix(src)
	return fixed, count + more
}

// fixEncodings are the values of --fix-encoding, which selects what to do with bytes that are not
// UTF-8.
var fixEncodings = []string{"keep", "replace", "cesu-8", "windows-1252"}

// mendEncoding converts bytes that are not UTF-8 as --fix-encoding requires.
func (c *Checker) mendEncoding(src []byte) (fixed []byte, count int) {
	var fix *lint.Fix
	switch c.fixEncoding {
	case "replace":
		fix = lint.ReplaceInvalidUTF8(src)
	case "cesu-8":
		fix = lint.ConvertLegacy(src, utf8check.CESU8)
	case "windows-1252":
		fix = lint.ConvertWindows1252(src)
	}
	if fix == nil {
		return src, 0
	}
	fixed, _ = lint.Apply(src, []lint.Diagnostic{{Fix: fix}})
	return fixed, len(fix.Edits)
}
