//go:build !js

package diff

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
)

// Unified returns the changes to a file in a format that git apply and patch -p1 accept.
func Unified(name string, before, after []byte) []byte {
	path := filepath.ToSlash(name)
	return []byte(udiff.Unified(patchName("a/"+path), patchName("b/"+path), string(before), string(after)))
}

// patchName returns a file name as it is written in a diff. A name with spaces is followed by a
// tab. A name with characters that need octal escapes is in double quotes.
func patchName(name string) string {
	plain := report.Path(name) == name
	if plain && !strings.ContainsAny(name, `"\`) {
		if strings.Contains(name, " ") {
			return name + "\t"
		}
		return name
	}
	b := []byte{'"'}
	for _, c := range []byte(name) {
		if c < ' ' || c > '~' || c == '"' || c == '\\' || c == '#' && !plain {
			b = fmt.Appendf(b, `\%03o`, c)
		} else {
			b = append(b, c)
		}
	}
	return string(append(b, '"'))
}
