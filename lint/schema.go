package lint

// checkSchema asks the schema. The document is right otherwise.
func (d *document) checkSchema() {
	if d.levels[schema] == Off {
		return
	}
	for _, s := range d.options.Schema.Check(d.json) {
		offset := min(max(s.Offset, 0), int64(len(d.json)))
		at := d.raise(offset, min(max(s.Length, 0), int64(len(d.json))-offset))
		f := d.found.add(schema, at.Offset, at.Length)
		if f == nil {
			continue
		}
		f.Code, f.Message = s.Keyword, s.Message
		f.Pointer, f.HasPointer = s.Pointer, true
	}
}
