package lint

import "github.com/assayjson/assay/tokenizer"

// checkEqual looks at a name that its object may have already (RFC 8259, section 4). That is
// what the last error has told.
func (d *document) checkEqual(t tokenizer.Token) {
	first := d.equal
	if d.equal = nil; first == nil {
		return
	}
	if f := d.find(duplicateKeys, t.Offset(), int64(len(t.Raw()))); f != nil {
		f.Code = tokenizer.DuplicateName.String()
		f.Message = "duplicate name " + quote(t.AppendString(nil))
		f.Hint = "most programs keep the last one, some the first; remove or rename one"
		f.Related = []Related{{*first, "the first one is here"}}
	}
}

// spanOf returns the place of a token, for later.
func (d *document) spanOf(t tokenizer.Token) Span {
	s := d.raise(t.Offset(), int64(len(t.Raw())))
	if d.flow != nil {
		d.flow.place(&s)
	}
	return s
}
