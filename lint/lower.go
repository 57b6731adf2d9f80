package lint

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/tokenizer"
)

// dialects are those that are made JSON first.
var dialects = map[Dialect]dialect.Dialect{JSONC: dialect.JSONC, JWCC: dialect.JWCC, JSON5: dialect.JSON5}

// lower makes the text of the document JSON, if its dialect is another one, and finds what is
// wrong with its tokens.
func (d *document) lower() {
	notation, ok := dialects[d.options.Dialect]
	if !ok {
		return
	}
	var errs []*dialect.Error
	d.json, d.places, errs = dialect.Lower(d.src, notation)
	for _, e := range errs {
		d.wrong = true
		m := misreading{finding: d.found.add(syntax, e.Offset, int64(e.Length))}
		if m.begin, m.end = e.Token(); m.finding != nil {
			m.Code, m.Message = e.Fault.String(), e.Message()
		}
		d.misread = append(d.misread, m)
	}
}

// isRightInDialect reports whether the text is right in a dialect other than JSON. In JSON5, a
// string may hold NUL as it is, and look like UTF-16.
func (d *document) isRightInDialect() bool {
	notation, ok := dialects[d.options.Dialect]
	return ok && dialect.Check(d.src, notation, d.plain...) == nil
}

// A misreading is a token that is none of the dialect, and the finding of it, or nil.
type misreading struct {
	begin, end int64
	*finding
}

// isMisread reports whether an error is in a token that is none of the dialect, of which has
// been told. In which value that is shows now. Offsets rise.
func (d *document) isMisread(e *tokenizer.SyntaxError) bool {
	if len(d.misread) == 0 || e.Kind.IsUTF8() || e.Kind == tokenizer.DuplicateName {
		return false
	}
	offset := d.places.Offset(e.Offset)
	for len(d.misread) > 0 {
		m := d.misread[0]
		if end := int64(len(d.src)); offset < m.end || m.end == end && offset == end {
			if m.begin <= offset && m.finding != nil && !m.HasPointer {
				d.pointError(m.finding, e)
			}
			return m.begin <= offset
		}
		d.misread = d.misread[1:]
	}
	return false
}

// raise returns the part of the source for a part of the text.
func (d *document) raise(offset, length int64) Span {
	begin, n := d.places.Span(offset, length)
	return Span{Offset: begin, Length: n}
}

// raiseFix moves the edits of a fix to the source. If they are not the same there, it returns nil.
func (d *document) raiseFix(f *Fix) *Fix {
	if f == nil || d.places.IsIdentity() {
		return f
	}
	for i := range f.Edits {
		e := &f.Edits[i]
		s := d.raise(e.Offset, e.Length)
		before := d.json[e.Offset : e.Offset+e.Length]
		if s.Length != e.Length || !bytes.Equal(before, d.src[s.Offset:s.Offset+s.Length]) {
			return nil
		}
		e.Offset = s.Offset
	}
	return f
}

// written returns a token as it stands in the source.
func (d *document) written(t tokenizer.Token) []byte {
	if d.places.IsIdentity() {
		return t.Raw()
	}
	s := d.raise(t.Offset(), int64(len(t.Raw())))
	return d.src[s.Offset : s.Offset+s.Length]
}

// inDialect returns the message of e for those who don't write JSON: its places are those in the
// source, and it gives no advice on JSON that is none here.
func (d *document) inDialect(e *tokenizer.SyntaxError) string {
	what, hint := e.Sentences()
	if related, ok := e.Related(); ok && !d.places.IsIdentity() {
		was, _, _ := e.RelatedSpan()
		if e.HasPointer() { // or there are so many errors that it would take too long
			is := tokenizer.Locate(d.src, d.places.Offset(related))
			what = strings.Replace(what, placeName(was), placeName(is), 1)
		} else {
			what, _, _ = strings.Cut(what, " at "+placeName(was))
		}
	}
	isForeign := d.options.Dialect == JSON5 && strings.Contains(hint, "JSON") && !e.Kind.IsUTF8()
	if hint == "" || strings.Contains(hint, "comments") || isForeign {
		return d.named(what)
	}
	return d.named(what + "; " + hint)
}

// named returns a message about JSON with the right name.
func (d *document) named(message string) string {
	if d.options.Dialect == JSON5 {
		return wordsOfJSON5.Replace(message)
	}
	return message
}

func placeName(p tokenizer.Position) string { return fmt.Sprintf("line %d, column %d", p.Line, p.Rune) }

var wordsOfJSON5 = strings.NewReplacer("JSON", "JSON5", "a name in double quotes", "a name")
