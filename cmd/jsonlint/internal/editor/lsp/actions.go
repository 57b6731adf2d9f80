package lsp

import (
	"bytes"
	"slices"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/offer"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/protocol"
	"github.com/assayjson/assay/lint"
)

// The kinds of code actions.
const (
	quickFix = "quickfix"
	repair   = "quickfix.repair" // is likely, but not safe
	fixAll   = "source.fixAll.jsonlint"
)

// mostActions is the largest number of findings in a range for which there are actions.
const mostActions = 50

// mostRemedied is the largest number of findings in a range for which there are changes of other files.
const mostRemedied = 5

// codeActions answers textDocument/codeAction.
func codeActions(t *task) (any, error) {
	var p protocol.CodeActionParams
	if err := t.read(&p); err != nil {
		return nil, err
	}
	actions := []protocol.CodeAction{}
	if asksFor(p.Context.Only, quickFix) {
		actions = append(actions, t.quickFixes(p.Range)...) // an empty list, rather than null
	}
	if asksFor(p.Context.Only, fixAll) && !t.isLarge {
		edits, err := t.fixAll()
		if err != nil {
			return nil, err
		}
		if len(edits) > 0 {
			actions = append(actions, t.action("fix all problems that jsonlint can fix", fixAll, edits))
		}
	}
	isAsked := len(p.Context.Only) > 0 || p.Range.Start.Line == 0 // elsewhere, the actions would only be in the way
	if l := t.library(); l != nil && isAsked && asksFor(p.Context.Only, addSchema) && !t.isLarge {
		actions = append(actions, t.changes(l.Schemas(t.path, t.Bytes(), t.textOf), addSchema)...)
	}
	return actions, nil
}

// asksFor reports whether a list of kinds asks for actions of one kind, or of a more general one. An empty list asks
// for all.
func asksFor(only []string, kind string) bool {
	return len(only) == 0 || slices.ContainsFunc(only, func(one string) bool { return kind == one || strings.HasPrefix(kind, one+".") })
}

func (t *task) action(title, kind string, edits []lint.Edit) protocol.CodeAction {
	return protocol.CodeAction{Title: title, Kind: kind, Edit: protocol.WorkspaceEdit{Changes: map[string][]protocol.TextEdit{t.uri: t.textEdits(edits)}}}
}

// quickFixes returns the fixes of the findings in a range, followed by their suppressions, and by changes of other files that make them
// disappear.
func (t *task) quickFixes(r protocol.Range) []protocol.CodeAction {
	begin, end := int64(t.Offset(r.Start)), int64(t.Offset(r.End))
	fixes, suppressions, remedies := []protocol.CodeAction{}, []protocol.CodeAction{}, []protocol.CodeAction{}
	library := t.library()
	found := t.check().Diagnostics
	repairable, n, toTry := offer.New(t.ctx, t.Bytes()), 0, mostOffered
	for i := range found {
		d := &found[i]
		if d.Offset > end || d.Offset+d.Length < begin {
			continue
		}
		if n++; n > mostActions {
			break
		}
		if d.Fix != nil {
			fix := t.action(d.Fix.Title, quickFix, d.Fix.Edits)
			fix.Diagnostics, fix.IsPreferred = []protocol.Diagnostic{t.diagnostic(d)}, true
			fixes = append(fixes, fix)
		} else {
			fixes = append(fixes, t.offers(repairable, d, &toTry)...)
		}
		if edit, ok := t.suppression(d); ok {
			s := t.action("suppress "+d.Rule+" on this line", quickFix, []lint.Edit{edit})
			s.Diagnostics = []protocol.Diagnostic{t.diagnostic(d)}
			suppressions = append(suppressions, s)
		}
		if library != nil && n <= mostRemedied {
			for _, remedy := range t.changes(library.Remedies(t.path, t.Bytes(), d, t.textOf), quickFix) {
				if remedy.Diagnostics = []protocol.Diagnostic{t.diagnostic(d)}; !slices.ContainsFunc(remedies, remedy.HasSameEffect) {
					remedies = append(remedies, remedy)
				}
			}
		}
	}
	return slices.Concat(fixes, suppressions, remedies)
}

// mostOffered is how many bytes of text are checked to try repairs that are not safe.
const mostOffered = 4 << 20

// bytesPerError is how many bytes of valid text take as long to check as an error.
const bytesPerError = 256

// offers returns repairs of a finding that has no safe fix, for the user to choose. Each has been tried. The parameter left is how many bytes
// of text may still be checked.
func (t *task) offers(repairable *offer.Text, d *lint.Diagnostic, left *int) (actions []protocol.CodeAction) {
	src, before := t.Bytes(), t.check()
	cost := len(src) + bytesPerError*before.Count(lint.Error)
	if *left -= cost; *left < 0 || before.Omitted > 0 {
		return nil
	}
	for _, fix := range repairable.For(d) {
		if *left -= cost; *left < 0 {
			break
		}
		tried, applied := lint.Apply(src, []lint.Diagnostic{{Fix: &fix}})
		if applied != 1 {
			continue
		}
		if after := t.engine.Check(t.ctx, t.path, tried).Report; after == nil || t.ctx.Err() != nil || !offer.HasWorked(d, &fix, before, after) {
			continue
		}
		action := t.action(fix.Title, repair, fix.Edits)
		action.Diagnostics = []protocol.Diagnostic{t.diagnostic(d)}
		actions = append(actions, action)
	}
	return actions
}

// largestTried is the largest text in bytes for which suppressions are tried.
const largestTried = 4 << 20

// suppression returns an edit that inserts a comment that suppresses a finding. It is tried: where a comment cannot be, as
// in the middle of another comment, it does not suppress anything.
func (t *task) suppression(d *lint.Diagnostic) (edit lint.Edit, ok bool) {
	src := t.Bytes()
	rule, known := lint.RuleOf(d.Rule)
	in, err := t.engine.Dialect(t.path, src)
	if !known || !rule.IsSuppressible() || err != nil || !in.Notation().HasComments() || len(src) > largestTried {
		return edit, false
	}
	start := t.span(d.Span).Start
	start.Character = 0
	at := t.Offset(start)
	line := src[at:]
	indent := line[:len(line)-len(bytes.TrimLeft(line, " \t"))]
	end := "\n"
	if n := bytes.IndexByte(src, '\n'); n > 0 && src[n-1] == '\r' {
		end = "\r\n"
	}
	edit = lint.Edit{Offset: int64(at), New: string(indent) + "// jsonlint-disable-next-line " + d.Rule + end}
	tried, applied := lint.Apply(src, []lint.Diagnostic{{Fix: &lint.Fix{Edits: []lint.Edit{edit}}}})
	after := t.engine.Check(t.ctx, t.path, tried).Report
	if applied != 1 || after == nil {
		return edit, false
	}
	moved := d.Offset + int64(len(edit.New))
	isSuppressed := slices.ContainsFunc(after.Suppressed, func(s lint.Suppressed) bool { return s.Rule == d.Rule && s.Offset == moved })
	return edit, isSuppressed
}

// fixAll returns the edits that make all safe fixes.
func (t *task) fixAll() ([]lint.Edit, error) {
	if !slices.ContainsFunc(t.check().Diagnostics, func(d lint.Diagnostic) bool { return d.Fix != nil }) && t.check().Omitted == 0 {
		return nil, nil
	}
	fixed, err := t.engine.Fix(t.path, t.Bytes())
	if err != nil {
		return nil, failure(protocol.CodeRequestFailed, err.Error())
	}
	return differences(t.Bytes(), fixed), nil
}
