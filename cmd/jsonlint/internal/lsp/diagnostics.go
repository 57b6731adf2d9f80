package lsp

import (
	"fmt"

	"github.com/assayjson/assay/cmd/jsonlint/internal/lsp/protocol"
	"github.com/assayjson/assay/cmd/jsonlint/internal/lsp/text"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/tokenizer"
)

// pages is the folder of the pages about the rules.
const pages = "https://github.com/assayjson/assay/blob/main/lint/rules/"

// check returns the findings in the text. If the last check was of the same text, its result is returned again.
func (t *task) check() *lint.Report {
	last := t.checked
	if last.serial != t.serial || last.generation != t.generation || last.Report == nil {
		*last = checked{t.serial, t.generation, t.engine.Check(t.ctx, t.path, t.Bytes(), t.lowerer)}
		if t.ctx.Err() != nil { // the result is incomplete
			*last = checked{}
		}
	}
	if last.Report == nil {
		return new(lint.Report)
	}
	return last.Report
}

// diagnostics returns the findings as the client expects them.
func (t *task) diagnostics() []protocol.Diagnostic {
	r := t.check()
	all := make([]protocol.Diagnostic, len(r.Diagnostics))
	for i := range r.Diagnostics {
		all[i] = t.diagnostic(&r.Diagnostics[i])
	}
	return all
}

func (t *task) diagnostic(d *lint.Diagnostic) protocol.Diagnostic {
	p := protocol.Diagnostic{
		Range: t.span(d.Span), Severity: severities[d.Severity], Code: d.Rule, Source: "jsonlint", Message: d.Message,
		CodeDescription: &protocol.CodeDescription{Href: pages + d.Rule + ".md"},
	}
	if d.Code != "" {
		p.Code += "/" + d.Code
	}
	if d.Hint != "" {
		p.Message += "; " + d.Hint
	}
	switch d.Rule {
	case "unused-suppression":
		p.Tags = []int{protocol.TagUnnecessary}
	case "deprecated":
		p.Tags = []int{protocol.TagDeprecated}
	}
	for _, r := range d.Related {
		p.Related = append(p.Related, protocol.Related{Location: protocol.Location{URI: t.uri, Range: t.span(r.Span)}, Message: r.Message})
	}
	return p
}

var severities = map[lint.Severity]int{
	lint.Error: protocol.SeverityError, lint.Warning: protocol.SeverityWarning, lint.Info: protocol.SeverityInformation,
}

// span converts the positions of a finding, which begin at 1.
func (t *task) span(s lint.Span) protocol.Range {
	return protocol.Range{Start: t.place(s.Start), End: t.place(s.End)}
}

func (t *task) place(p tokenizer.Position) protocol.Position {
	column := p.UTF16
	switch t.Encoding {
	case text.UTF8:
		column = p.Column
	case text.UTF32:
		column = p.Rune
	}
	return protocol.Position{Line: uint32(p.Line - 1), Character: uint32(column - 1)}
}

// pushed returns the diagnostics to publish.
func pushed(t *task) (any, error) {
	return protocol.PublishDiagnosticsParams{URI: t.uri, Version: &t.version, Diagnostics: t.diagnostics()}, nil
}

// pulled answers textDocument/diagnostic.
func pulled(t *task) (any, error) {
	var p protocol.DiagnosticParams
	if err := t.read(&p); err != nil {
		return nil, err
	}
	id := fmt.Sprintf("%d.%d", t.serial, t.generation)
	if id == p.PreviousResultID {
		return protocol.DiagnosticReport{Kind: "unchanged", ResultID: id}, nil
	}
	all := t.diagnostics()
	return protocol.DiagnosticReport{Kind: "full", ResultID: id, Items: &all}, nil
}

// read decodes the parameters of the request.
func (t *task) read(params any) error {
	return decode(t.request, params)
}
