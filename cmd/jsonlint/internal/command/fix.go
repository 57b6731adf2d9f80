package command

import (
	"bytes"

	"github.com/assayjson/assay/cmd/jsonlint/internal/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/report"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/utf8check"
)

// An outcome is what has been found in a file, and what has become of it.
type outcome struct {
	*report.File
	out []byte // for standard output: a diff, or what standard input has become

	problem *schemaProblem // why the schema that the file names is not asked; or nil
	schema  *report.File   // what is wrong with the schema that the flag or the settings name; or nil
}

// lintAndMend checks a text, mends what can be mended, and checks what comes of it. Of a diff,
// findings are those before, whose places are in the file.
func (c *checker) lintAndMend(f input.File, o lint.Options, src []byte, out *outcome) error {
	c.bar.Add(int64(len(src)))
	fixed, n := c.mend(o, src)
	left := fixed
	if c.diff {
		left = src
	}
	rest := lint.New(o).Check(left) // before anything is written, in case it panics
	if d, found := c.diagnose(o, out.problem, left[:min(len(left), declaredWithin)]); found {
		rest.Insert(d)
	}
	switch {
	case c.diff:
		if n > 0 {
			out.out = unifiedDiff(out.Name, src, fixed)
		}
	case f.Name == input.Stdin:
		out.out = bytes.Clone(fixed) // the buffer goes back
	case n > 0:
		if err := replaceFile(f.Name, fixed); err != nil {
			return err
		}
	}
	out.Report, out.Fixed = rest, n
	return nil
}

// mend returns src with all its safe fixes made, and their number. Without any, it is src itself.
func (c *checker) mend(o lint.Options, src []byte) (fixed []byte, count int) {
	src, count = c.mendEncoding(src)
	fixed, more := lint.New(o).Fix(src)
	return fixed, count + more
}

// fixEncodings are what --fix-encoding takes bytes for that are not UTF-8.
var fixEncodings = []string{"keep", "replace", "cesu-8", "windows-1252"}

// mendEncoding writes in UTF-8 what is not, as the flag says.
func (c *checker) mendEncoding(src []byte) (fixed []byte, count int) {
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
