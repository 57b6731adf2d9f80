package gate

import (
	"io"
	"net/http"
	"unicode/utf8"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"github.com/assayjson/assay/openapi"
)

// logRequest writes the line about a request that does not fit. Of the request, it has the method, the template of the path, the address
// of the client, and names. The path itself is there only if the document has no operation for it, and never the query.
func (h *Handler) logRequest(r *http.Request, p *passage, o outcome) {
	first := p.reports[0]
	fields := []zap.Field{
		zap.String("outcome", string(o)), zap.String("operation", nameOf(p.operation)), zap.String("method", r.Method), pathField(r, p.operation),
		zap.Int("status", first.Status), zap.String("kind", first.Code), zap.String("detail", first.Detail), zap.String("client", client(r)),
	}
	var found findings
	isCut := false
	for _, e := range p.reports {
		found = append(found, e.Findings...)
		isCut = isCut || e.FindingsCut
	}
	fields = append(fields, found.fields(isCut)...)
	if p.start != nil {
		fields = append(fields, p.start.field())
	}
	h.journal.Warn("request", fields...)
}

// logResponse writes the line about a response that does not fit.
func (h *Handler) logResponse(r *http.Request, e *openapi.ResponseError) {
	fields := []zap.Field{
		zap.String("outcome", string(outcomeOf(e))), zap.String("operation", nameOf(e.Operation)), zap.String("method", r.Method),
		pathField(r, e.Operation), zap.Int("status", e.Status), zap.String("client", client(r)),
	}
	if e.Err != nil {
		fields = append(fields, zap.String("unchecked", e.Err.Error()))
	}
	h.journal.Warn("response", append(fields, findings(e.Findings).fields(e.FindingsCut)...)...)
}

func pathField(r *http.Request, o *openapi.Operation) zap.Field {
	if o == nil || o.Path == "*" {
		return zap.String("path", r.URL.EscapedPath())
	}
	return zap.String("path", o.Path)
}

// findings are what a line lists.
type findings []openapi.Finding

func (f findings) fields(isCut bool) []zap.Field {
	fields := []zap.Field{zap.Array("findings", f)}
	if isCut {
		fields = append(fields, zap.Bool("findings_cut", true))
	}
	return fields
}

// MarshalLogArray implements [zapcore.ArrayMarshaler].
func (f findings) MarshalLogArray(to zapcore.ArrayEncoder) error {
	for i := range f {
		if err := to.AppendObject((*finding)(&f[i])); err != nil {
			return err
		}
	}
	return nil
}

type finding openapi.Finding

// MarshalLogObject implements [zapcore.ObjectMarshaler]. The members are those of a problem document.
func (f *finding) MarshalLogObject(to zapcore.ObjectEncoder) error {
	addText(to, "in", f.In)
	addText(to, "name", f.Name)
	if f.Length > 0 || f.Position.Line > 0 {
		to.AddInt64("offset", f.Offset)
	}
	if f.Position.Line > 0 {
		to.AddInt("line", f.Position.Line)
		to.AddInt("column", f.Position.Rune)
	}
	if f.Record > 0 {
		to.AddInt64("record", f.Record)
	}
	to.AddString("pointer", f.Pointer)
	if f.PointerCut {
		to.AddBool("pointerCut", true)
	}
	addText(to, "keyword", f.Keyword)
	addText(to, "location", f.Location)
	to.AddString("detail", f.Message)
	return nil
}

// addText adds a member unless it is empty.
func addText(to zapcore.ObjectEncoder, name, text string) {
	if text != "" {
		to.AddString(name, text)
	}
}

// A beginning is a body of which the first bytes are kept for the log.
type beginning struct {
	io.ReadCloser
	most int
	kept []byte
}

func (b *beginning) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.kept = append(b.kept, p[:min(n, b.most-len(b.kept))]...)
	return n, err
}

// field returns the kept bytes as text, or in Base64 if they are not UTF-8. A character that has not been kept as a whole is left out.
func (b *beginning) field() zap.Field {
	text := b.kept
	for i := 1; i < utf8.UTFMax && i <= len(b.kept) && len(b.kept) == b.most; i++ {
		if last := b.kept[len(b.kept)-i:]; utf8.RuneStart(last[0]) && !utf8.FullRune(last) {
			text = b.kept[:len(b.kept)-i]
		}
	}
	if utf8.Valid(text) {
		return zap.String("body", string(text))
	}
	return zap.Binary("body_base64", b.kept)
}
