package document

import (
	"github.com/assayjson/assay/internal/engine/bridge"
	"github.com/assayjson/assay/tokenizer"
)

// Package partial makes a tape while the text arrives. It then needs documents and values that refer to
// the part of that tape which is already known.
func init() {
	bridge.GrowingDocument = func(data []byte, marks, links []uint32) *Document {
		return &Document{data: data, tape: tape{marks: marks, links: links}}
	}
	bridge.DocumentValue = func(d *Document, mark uint32, isName bool) Value {
		v := d.value(mark)
		if isName {
			v.kind = tokenizer.Name
		}
		return v
	}
}
