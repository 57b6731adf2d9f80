package partial

import (
	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/syntaxerror"
)

// A fault is why the text is not the beginning of a valid document. The zero fault means that it is.
type fault struct {
	report  *flaw.Report // on the first length bytes of the text
	length  int
	err     error // for report
	settled bool  // err is final
}

// fails determines the fault of the text so far, which must be invalid. Nothing is read afterwards.
func (c *core) fails() fault {
	r := index.Check(&c.Rules, c.buf)
	if r == nil {
		panic("BUG: package partial rejects a valid document")
	}
	c.phase, c.errorAt = failed, int(r.Offset)
	return fault{r, len(c.buf), syntaxerror.New(r), r.IsCertain(len(c.buf))}
}
