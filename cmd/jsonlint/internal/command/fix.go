package command

import (
	"bytes"
	"slices"

	"github.com/assayjson/assay/cmd/jsonlint/internal/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/report"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/utf8check"
)

// An outcome is what has been found in a file, and what has become of it.
type outcome struct {
	*report.File
	out []byte // for standard output: a diff, or what standard input has become
}

// lintAndMend checks a text, mends what can be mended, and checks what comes of it. Of a diff,
// findings are those before, whose places are in the file.
func (c *checker) lintAndMend(f input.File, o lint.Options, src []byte, out *outcome) error {
	c.bar.Add(int64(len(src)))
	fixed, n := c.mend(o, src)
	left := fixed
	switch {
	case c.diff:
		left = src
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
	out.Report, out.Fixed = lint.New(o).Check(left), n
	return nil
}

// mostRounds is how often a text is mended. What is found may hide something else.
const mostRounds = 200

// mend returns src with the fixes made that leave no doubt, and how many they are. Without any,
// it is src itself.
func (c *checker) mend(o lint.Options, src []byte) (fixed []byte, count int) {
	o.MaxProblems = -1
	o.Schema = nil // which offers no fixes
	l := lint.New(o)
	fixed, count = c.mendEncoding(src)
	for range mostRounds {
		next, n := lint.Apply(fixed, certain(l.Check(fixed).Diagnostics))
		if n == 0 {
			break
		}
		fixed, count = next, count+n
	}
	return fixed, count
}

// certain returns the findings whose fixes leave what a text says as it is. What is not UTF-8
// may have been anything.
func certain(found []lint.Diagnostic) []lint.Diagnostic {
	return slices.DeleteFunc(found, func(d lint.Diagnostic) bool { return d.Rule == "encoding" })
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
