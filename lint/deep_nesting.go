package lint

import (
	"fmt"

	"github.com/assayjson/assay/tokenizer"
)

// checkNesting looks at a bracket that opens. The first one too deep is told, and no more.
func (d *document) checkNesting(t tokenizer.Token) {
	limit := d.options.nestingLimit()
	if t.Depth() < limit {
		return
	}
	d.nests = false
	if f := d.find(deepNesting, t.Offset(), 1); f != nil {
		f.Message = fmt.Sprintf("nested more than %d levels deep", limit)
		f.Hint = "other parsers refuse it, or run out of stack"
	}
}
