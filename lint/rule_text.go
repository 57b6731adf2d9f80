package lint

import (
	"bytes"
	"cmp"
	"errors"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/lint/internal/ruleset"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/schema/contract"
	"github.com/assayjson/assay/tokenizer"
)

// checkBOM looks for a byte order mark at the start of the text (RFC 8259, section 8.1).
func (d *document) checkBOM() {
	var bad *tokenizer.SyntaxError
	if bytes.HasPrefix(d.src, []byte(byteOrderMark)) && errors.As(tokenizer.Check([]byte(byteOrderMark)), &bad) {
		d.addMark(ruleset.BOM, bad)
	}
}

// checkRecordBOM looks for a byte order mark at the start of a record that is not the first one. No
// setting allows it there, because programs that read the file skip at most the mark at its start.
func (d *document) checkRecordBOM(e *tokenizer.SyntaxError) {
	if e != nil && e.Kind == tokenizer.ByteOrderMark {
		d.addMark(ruleset.Syntax, e)
		d.invalid = true
	}
}

// addMark adds the finding of the byte order mark at the start of the document.
func (d *document) addMark(id ruleset.ID, e *tokenizer.SyntaxError) {
	if f := d.found.addWhole(id, 0, int64(e.Length)); f != nil {
		f.Code, f.Message, f.Fix = e.Kind.String(), e.Message(), markFix(d.src)
		if d.record != nil {
			f.Message = (&records.RecordError{Record: *d.record, Err: e}).Message()
			d.fixes.restrain(f, 0)
		}
	}
}

// markFix returns a fix that removes the byte order mark at the start of a text, or nil if there is none.
func markFix(src []byte) *Fix {
	if !bytes.HasPrefix(src, []byte(byteOrderMark)) {
		return nil
	}
	return oneEdit("remove the byte order mark", 0, len(byteOrderMark), "")
}

// checkFinalNewline checks that the text ends with a newline. The parameter newline is what a fix
// adds.
func (d *document) checkFinalNewline(newline string) {
	fix := d.newlineFix(newline)
	if fix == nil {
		return
	}
	end := fix.Edits[0].Offset
	if f := d.found.addWhole(ruleset.FinalNewline, end, 0); f != nil {
		f.Message = "the text does not end with a newline"
		f.Fix = fix
		d.fixes.restrain(f, end)
	}
}

// newlineFix returns a fix that adds a newline to a text that does not end with one, or nil. An empty text has no lines, so it needs no
// newline.
func (d *document) newlineFix(newline string) *Fix {
	n := len(d.src)
	if n == 0 || d.src[n-1] == '\n' || d.src[n-1] == '\r' {
		return nil
	}
	return oneEdit("add a newline", d.base+int64(n), 0, newline)
}

// checkSchema checks a document without errors against the schema, if there is one.
func (d *document) checkSchema() {
	if !d.usesSchema() {
		return
	}
	if d.commas {
		d.convert(dialect.JWCC)
	}
	text := bytes.TrimPrefix(d.json, []byte(byteOrderMark))
	mark := int64(len(d.json) - len(text))
	spanOf := func(p contract.Place) Span {
		offset := mark + min(max(p.Offset, 0), int64(len(text)))
		return d.raise(offset, min(max(int64(p.Length), 0), int64(len(d.json))-offset))
	}
	found, err := d.options.Schema.Check(text)
	if err != nil {
		found = []contract.Finding{notChecked(err)}
	}
	for _, s := range found {
		at := spanOf(s.Place)
		f := d.found.add(ruleset.Schema, at.Offset, at.Length)
		if f == nil {
			continue
		}
		f.Code, f.Message = s.Keyword, cmp.Or(s.Detail, s.Message)
		f.Pointer, f.HasPointer = s.Pointer, true
		if s.Related != nil {
			f.Related = []Related{here(spanOf(*s.Related), "the earlier item is")}
		}
	}
}

// notChecked returns the finding about a document that the schema cannot check, for example because
// the document is nested too deeply.
func notChecked(err error) contract.Finding {
	var f contract.Finding
	reason := err.Error()
	var bad *tokenizer.SyntaxError
	var failed *contract.CheckError
	switch {
	case errors.As(err, &bad):
		f.Offset, f.Length = bad.Offset, bad.Length
		f.Pointer, _ = bad.Pointer()
		reason = bad.Message()
	case errors.As(err, &failed):
		reason = failed.Reason
	}
	f.Message = "not checked against the schema: " + reason
	return f
}
