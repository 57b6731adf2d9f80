package lsp

import (
	"fmt"
	"maps"
	"slices"

	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/protocol"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/text"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/tokenizer"
)

// pages is the folder of the pages about the rules.
const pages = "https://github.com/assayjson/assay/blob/main/lint/rules/"

// check returns the findings in the text. If the last check was of the same text, its result is returned again.
func (t *task) check() *lint.Report {
	last := t.checked
	if last.serial != t.serial || last.generation != t.generation || last.Report == nil {
		*last = checked{t.serial, t.generation, t.engine.Check(t.ctx, t.path, t.Bytes())}
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
	if m := t.checked.Mistake; m != nil && m.Path == t.path {
		all = append(all, m.diagnostic(t.Encoding))
	}
	return all
}

// diagnostic returns the diagnostic of a mistake. Editors show an empty range as the word there.
func (m *Mistake) diagnostic(e text.Encoding) protocol.Diagnostic {
	at := place(e, m.Position)
	return protocol.Diagnostic{
		Range: protocol.Range{Start: at, End: at}, Severity: protocol.SeverityError, Code: "settings", Source: "jsonlint",
		Message: "the settings are not used: " + m.Message, CodeDescription: &protocol.CodeDescription{Href: settingsPage},
	}
}

// settingsPage describes the settings.
const settingsPage = "https://github.com/assayjson/assay/blob/main/docs/reference/cli.md#settings-file"

// mark publishes the diagnostic of a mistake in a settings file that is not open. If the file is open, its own check finds the mistake.
func (s *server) mark(m *Mistake) {
	if m == nil || s.marked[m.Path] == *m || slices.ContainsFunc(slices.Collect(maps.Values(s.documents)), func(d *document) bool { return d.path == m.Path }) {
		return
	}
	s.marked[m.Path] = *m
	s.publish(protocol.PublishDiagnosticsParams{URI: protocol.URI(m.Path), Diagnostics: []protocol.Diagnostic{m.diagnostic(s.encoding)}})
}

// unmark removes the diagnostic that mark has published for a file.
func (s *server) unmark(path string) {
	if _, isMarked := s.marked[path]; isMarked {
		delete(s.marked, path)
		s.publish(protocol.PublishDiagnosticsParams{URI: protocol.URI(path), Diagnostics: []protocol.Diagnostic{}})
	}
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

var severities = [...]int{
	lint.Error: protocol.SeverityError, lint.Warning: protocol.SeverityWarning, lint.Info: protocol.SeverityInformation,
}

// span converts the positions of a finding, which begin at 1.
func (t *task) span(s lint.Span) protocol.Range {
	return protocol.Range{Start: place(t.Encoding, s.Start), End: place(t.Encoding, s.End)}
}

func place(e text.Encoding, p tokenizer.Position) protocol.Position {
	column := p.UTF16
	switch e {
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
