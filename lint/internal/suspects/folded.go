package suspects

import (
	"bytes"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/unique"
)

// DifferBeyondCase reports whether all names in each object of the given lines, each of which is a valid document, differ in more
// than the case of their letters. It may return false for names that do. The last line may lack its newline.
func DifferBeyondCase(lines []byte, rules scan.Rules) bool {
	rules.IJSON, rules.UniqueNames, rules.Form = false, true, unique.AnyCase
	end := bytes.LastIndexByte(lines, '\n') + 1
	return (end == 0 || index.PassesKernels(rules, lines[:end], 0, jsonsimd.Records, nil)) &&
		(end == len(lines) || index.Passes(&rules, lines[end:], nil))
}
