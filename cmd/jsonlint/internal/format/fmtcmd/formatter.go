package fmtcmd

import (
	"bytes"
	"io"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/lint"
)

// byteOrderMark is U+FEFF in UTF-8.
const byteOrderMark = "\uFEFF"

// A formatter is one run of jsonlint fmt. A checker finds files and settings, and reports the findings.
type formatter struct {
	*command.Checker
	fmt *flags
}

// fails reports why a text cannot be formatted. The finding otherwise is reported if the text is valid.
func (f formatter) fails(name string, h *command.FileSettings, src io.Reader, otherwise lint.Diagnostic, out *command.Outcome) error {
	r, err := f.FirstError(name, h, src)
	if err != nil {
		return err
	}
	if len(r.Diagnostics) == 0 {
		r.Insert(otherwise)
	}
	out.Report = r
	return nil
}

// differs reports that a text with the given size is not formatted. The finding says where it differs from the formatted text.
func (f formatter) differs(size int64, d lint.Diagnostic, out *command.Outcome) {
	if len(f.fmt.layoutFlags) == 0 && f.fmt.to == "" { // otherwise more flags would be needed
		d.Hint = "use " + command.ProgramName() + " fmt --write"
	}
	out.Unformatted, out.Report = true, &lint.Report{Bytes: size, Diagnostics: []lint.Diagnostic{d}}
}

// isText reports whether a file is to be read from standard input or from memory.
func isText(file input.File) bool { return file.Held || file.Name == input.Stdin }

// commonPrefix returns the number of bytes at the start of a and b that are equal.
func commonPrefix(a, b []byte) int {
	n := min(len(a), len(b))
	if bytes.Equal(a[:n], b[:n]) {
		return n
	}
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}
