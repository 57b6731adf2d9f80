package command

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"github.com/assayjson/assay/cmd/jsonlint/internal/report"
)

// unifiedDiff returns what has changed in a file, in a form that git apply and patch -p1 read.
func unifiedDiff(name string, before, after []byte) []byte {
	path := filepath.ToSlash(name)
	return []byte(udiff.Unified(patchName("a/"+path), patchName("b/"+path), string(before), string(after)))
}

// patchName returns a name as it is in a diff: with a tab behind it, where it would end at a
// space, or with octal escapes in double quotes, where a line can't hold it as it is.
func patchName(name string) string {
	if report.Path(name) == name && !strings.ContainsAny(name, `"\`) {
		if strings.Contains(name, " ") {
			return name + "\t"
		}
		return name
	}
	b := []byte{'"'}
	for _, c := range []byte(name) {
		if c < ' ' || c > '~' || c == '"' || c == '\\' {
			b = fmt.Appendf(b, `\%03o`, c)
		} else {
			b = append(b, c)
		}
	}
	return string(append(b, '"'))
}
