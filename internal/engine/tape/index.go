package tape

import (
	"bytes"
	"slices"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/scan"
)

// Index makes the tape of t.Data with the kernels. It returns false unless the kernels find that the document
// is valid. The kernels check only the grammar and the depth.
func (t *Tape) Index(c *scan.Rules) bool {
	begin := 0
	if c.AllowBOM && bytes.HasPrefix(t.Data, []byte(scan.BOM)) {
		begin = len(scan.BOM)
	}
	x := index.New(t.Data, begin, c.MaxDepth, 0)
	if x == nil {
		return false
	}
	defer x.Free()
	marks, firsts, isNew := t.Marks[:0], t.firsts[:0], cap(t.Marks) == 0
	if isNew { // at first, use pooled memory, because the required size is not known yet
		marks, firsts = x.Marks, x.Bytes[:0]
	}
	var valid bool
	if isLong := len(t.Data) >= longDocument && jsonsimd.HasPositionsBytes(); isLong {
		marks, firsts, valid = x.WholeBytes(marks, firsts, t.Data)
	} else {
		marks, valid = x.Whole(marks, t.Data)
	}
	if isNew {
		x.Marks, x.Bytes = marks, firsts
	} else {
		t.firsts = firsts
	}
	if !valid {
		return false
	}
	marks, firsts = foldEscapes(marks, firsts, t.Data)
	if isNew {
		marks = slices.Clone(marks)
	}
	t.Marks = marks
	if len(firsts) > 0 {
		t.linkLong(firsts, x.Marks[:longMemory]) // the index no longer needs the memory of its marks
	} else {
		t.Link()
	}
	return true
}

// longDocument is the length in bytes from which on linkLong is worth its cost.
const longDocument = 1 << 10
