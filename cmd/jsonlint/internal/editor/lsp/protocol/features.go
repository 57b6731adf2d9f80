package protocol

import "reflect"

// The severities of diagnostics.
const (
	SeverityError       = 1
	SeverityWarning     = 2
	SeverityInformation = 3
)

// TagUnnecessary is the tag of diagnostics about a part of the text that has no effect.
const TagUnnecessary = 1

// TagDeprecated is the tag of diagnostics about what is deprecated.
const TagDeprecated = 2

// A Diagnostic is a finding.
type Diagnostic struct {
	Range           Range            `json:"range"`
	Severity        int              `json:"severity,omitempty"`
	Code            string           `json:"code,omitempty"`
	CodeDescription *CodeDescription `json:"codeDescription,omitempty"`
	Source          string           `json:"source,omitempty"`
	Message         string           `json:"message"`
	Tags            []int            `json:"tags,omitempty"`
	Related         []Related        `json:"relatedInformation,omitempty"`
}

// A CodeDescription is a page about the code of a diagnostic.
type CodeDescription struct {
	Href string `json:"href"`
}

// Related is DiagnosticRelatedInformation: another place that explains a diagnostic.
type Related struct {
	Location Location `json:"location"`
	Message  string   `json:"message"`
}

// A Location is a range of a document.
type Location struct {
	URI   string `json:"uri"`
	Range Range  `json:"range"`
}

// PublishDiagnosticsParams are the diagnostics of a document.
type PublishDiagnosticsParams struct {
	URI         string       `json:"uri"`
	Version     *int32       `json:"version,omitempty"` // nil if the document has been closed
	Diagnostics []Diagnostic `json:"diagnostics"`
}

// DiagnosticParams are the parameters of textDocument/diagnostic.
type DiagnosticParams struct {
	TextDocument     TextDocumentIdentifier `json:"textDocument"`
	PreviousResultID string                 `json:"previousResultId"`
}

// A DiagnosticReport is the result of textDocument/diagnostic. Items is nil if the kind is unchanged.
type DiagnosticReport struct {
	Kind     string        `json:"kind"` // full or unchanged
	ResultID string        `json:"resultId"`
	Items    *[]Diagnostic `json:"items,omitempty"`
}

// CodeActionParams are the parameters of textDocument/codeAction.
type CodeActionParams struct {
	TextDocument TextDocumentIdentifier `json:"textDocument"`
	Range        Range                  `json:"range"`
	Context      struct {
		Only []string `json:"only"`
	} `json:"context"`
}

// A CodeAction is a change that the user can choose.
type CodeAction struct {
	Title       string        `json:"title"`
	Kind        string        `json:"kind"`
	Diagnostics []Diagnostic  `json:"diagnostics,omitempty"`
	IsPreferred bool          `json:"isPreferred,omitempty"`
	Edit        WorkspaceEdit `json:"edit"`
}

// HasSameEffect reports whether two actions do the same, whatever they are for.
func (a CodeAction) HasSameEffect(b CodeAction) bool {
	return a.Title == b.Title && reflect.DeepEqual(a.Edit, b.Edit)
}

// A WorkspaceEdit has the edits of documents by URI. If a file has to be created or versions matter, DocumentChanges has everything
// instead, because clients ignore Changes if there are both.
type WorkspaceEdit struct {
	Changes         map[string][]TextEdit `json:"changes,omitempty"`
	DocumentChanges []any                 `json:"documentChanges,omitempty"` // CreateFile and TextDocumentEdit
}

// A TextEdit replaces a range.
type TextEdit struct {
	Range   Range  `json:"range"`
	NewText string `json:"newText"`
}

// RangeParams are the parameters of textDocument/rangeFormatting.
type RangeParams struct {
	TextDocument TextDocumentIdentifier `json:"textDocument"`
	Range        Range                  `json:"range"`
	Options      FormattingOptions      `json:"options"`
}

// The kinds of symbols.
const (
	SymbolString  = 15
	SymbolNumber  = 16
	SymbolBoolean = 17
	SymbolArray   = 18
	SymbolObject  = 19
	SymbolNull    = 21
)

// A DocumentSymbol is a value, with the values in it.
type DocumentSymbol struct {
	Name           string            `json:"name"`
	Detail         string            `json:"detail,omitempty"`
	Kind           int               `json:"kind"`
	Range          Range             `json:"range"`
	SelectionRange Range             `json:"selectionRange"`
	Children       []*DocumentSymbol `json:"children,omitempty"`
}

// A SymbolInformation is a value, for clients that do not know DocumentSymbol.
type SymbolInformation struct {
	Name          string   `json:"name"`
	Kind          int      `json:"kind"`
	Location      Location `json:"location"`
	ContainerName string   `json:"containerName,omitempty"`
}

// A FoldingRange is a part of the text that can be folded.
type FoldingRange struct {
	StartLine      uint32  `json:"startLine"`
	StartCharacter *uint32 `json:"startCharacter,omitempty"`
	EndLine        uint32  `json:"endLine"`
	EndCharacter   *uint32 `json:"endCharacter,omitempty"`
	Kind           string  `json:"kind,omitempty"`
}

// SelectionRangeParams are the parameters of textDocument/selectionRange.
type SelectionRangeParams struct {
	TextDocument TextDocumentIdentifier `json:"textDocument"`
	Positions    []Position             `json:"positions"`
}

// A SelectionRange is a range, with the one that contains it.
type SelectionRange struct {
	Range  Range           `json:"range"`
	Parent *SelectionRange `json:"parent,omitempty"`
}

// PositionParams are the parameters of textDocument/hover.
type PositionParams struct {
	TextDocument TextDocumentIdentifier `json:"textDocument"`
	Position     Position               `json:"position"`
}

// ReferenceParams are the parameters of textDocument/references.
type ReferenceParams struct {
	PositionParams
	Context struct {
		IncludeDeclaration bool `json:"includeDeclaration"`
	} `json:"context"`
}

// FormattingParams are the parameters of textDocument/formatting.
type FormattingParams struct {
	Options FormattingOptions `json:"options"`
}

// FormattingOptions are what the editor wants, as far as the server uses it. A nil pointer means that it has not said so. Formatted text has no
// white space at the ends of lines and at most one newline at its end anyway.
type FormattingOptions struct {
	InsertFinalNewline *bool `json:"insertFinalNewline"`
}

// A Hover is what the editor shows about a place.
type Hover struct {
	Contents MarkupContent `json:"contents"`
	Range    Range         `json:"range"`
}

// MarkupContent is a text in Markdown or plain text.
type MarkupContent struct {
	Kind  string `json:"kind"` // Markdown or PlainText
	Value string `json:"value"`
}

// The kinds of a MarkupContent.
const (
	Markdown  = "markdown"
	PlainText = "plaintext"
)
