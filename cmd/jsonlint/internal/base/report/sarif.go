package report

import (
	"bufio"
	"slices"
	"strings"

	"github.com/assayjson/assay/lint"
)

// sarif writes findings in the Static Analysis Results Interchange Format (OASIS, version 2.1.0).
type sarif struct {
	document
	Options
	rules    []lint.Rule
	troubles []sarifNotification
}

type sarifMessage struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown,omitempty"`
}

type sarifRule struct {
	ID      string            `json:"id"`
	Short   sarifMessage      `json:"shortDescription"`
	Help    *sarifMessage     `json:"help,omitempty"`
	Default map[string]string `json:"defaultConfiguration"`
}

type sarifResult struct {
	RuleID       string            `json:"ruleId"`
	RuleIndex    int               `json:"ruleIndex"`
	Level        string            `json:"level"`
	Message      sarifMessage      `json:"message"`
	Locations    []sarifLocation   `json:"locations"`
	Related      []sarifLocation   `json:"relatedLocations,omitempty"`
	Fixes        []sarifFix        `json:"fixes,omitempty"`
	Fingerprints map[string]string `json:"partialFingerprints,omitempty"`
	Properties   *sarifProperties  `json:"properties,omitempty"`

	Suppressions []sarifSuppression `json:"suppressions,omitempty"`
}

type sarifSuppression struct {
	Kind          string `json:"kind"`
	Status        string `json:"status"`
	Justification string `json:"justification,omitempty"`
}

type sarifProperties struct {
	Code   string `json:"code,omitempty"`
	Schema string `json:"schema,omitempty"` // the URL or path of the schema of the file
}

type sarifLocation struct {
	ID       *int           `json:"id,omitempty"`
	Physical sarifPhysical  `json:"physicalLocation"`
	Logical  []sarifLogical `json:"logicalLocations,omitempty"`
	Message  *sarifMessage  `json:"message,omitempty"`
}

type sarifPhysical struct {
	Artifact sarifArtifact `json:"artifactLocation"`
	Region   *sarifRegion  `json:"region,omitempty"`
}

type sarifArtifact struct {
	URI  string `json:"uri"`
	Base string `json:"uriBaseId,omitempty"`
}

type sarifLogical struct {
	Name string `json:"fullyQualifiedName"`
	Kind string `json:"kind"`
}

type sarifRegion struct {
	StartLine   int   `json:"startLine,omitempty"`
	StartColumn int   `json:"startColumn,omitempty"`
	EndLine     int   `json:"endLine,omitempty"`
	EndColumn   int   `json:"endColumn,omitempty"`
	ByteOffset  int64 `json:"byteOffset"`
	ByteLength  int64 `json:"byteLength"`
}

type sarifFix struct {
	Description sarifMessage  `json:"description"`
	Changes     []sarifChange `json:"artifactChanges"`
}

type sarifChange struct {
	Artifact     sarifArtifact      `json:"artifactLocation"`
	Replacements []sarifReplacement `json:"replacements"`
}

type sarifReplacement struct {
	Deleted  sarifRegion   `json:"deletedRegion"`
	Inserted *sarifMessage `json:"insertedContent,omitempty"`
}

type sarifNotification struct {
	Level     string          `json:"level"`
	Message   sarifMessage    `json:"message"`
	Locations []sarifLocation `json:"locations"`
}

// sarifSchema is the URL of the JSON Schema of SARIF.
const sarifSchema = "https://json.schemastore.org/sarif-2.1.0.json"

func newSARIF(w *bufio.Writer, o Options) Format {
	kind := "unicodeCodePoints"
	if o.Unit == UTF16 {
		kind = "utf16CodeUnits"
	} else {
		o.Unit = Rune // SARIF does not define columns that count bytes
	}
	rules := lint.Rules()
	if o.Layout {
		rules = append(rules, LayoutRule)
	}
	driver := map[string]any{"name": "jsonlint", "version": o.Version, "informationUri": home, "rules": sarifRules(rules)}
	head := `{"$schema":"` + sarifSchema + `","version":"2.1.0","runs":[{"tool":` +
		string(marshal(map[string]any{"driver": driver})) + `,"columnKind":"` + kind + `",` + sarifBases(o.Root) + `"results":[`
	return &sarif{document: newDocument(w, head), Options: o, rules: rules}
}

// sarifBases returns the member with the URI of the root, or "" if there is none.
func sarifBases(r Root) string {
	if r.Folder == "" {
		return ""
	}
	folder := strings.TrimSuffix(uri(r.Folder), "/") + "/"
	return `"originalUriBaseIds":` + string(marshal(map[string]sarifArtifact{sarifRoot: {URI: folder}})) + ","
}

// home is the home page of the program.
const home = "https://github.com/assayjson/assay"

func sarifRules(rules []lint.Rule) (all []sarifRule) {
	for _, r := range rules {
		s := sarifRule{ID: r.Name, Short: sarifMessage{Text: r.Summary}, Default: map[string]string{"level": sarifLevel(r.Default)}}
		if page, ok := lint.Explain(r.Name); ok {
			s.Help = &sarifMessage{Text: page, Markdown: page}
		}
		all = append(all, s)
	}
	return all
}

func sarifLevel(s lint.Severity) string {
	switch s {
	case lint.Error:
		return "error"
	case lint.Warning:
		return "warning"
	case lint.Info:
		return "note"
	}
	return "none"
}

func (s *sarif) File(f *File) error {
	if f.Trouble != nil {
		s.troubles = append(s.troubles, sarifNotification{"error", sarifMessage{Text: f.Trouble.Error()}, []sarifLocation{{Physical: sarifPhysical{Artifact: s.artifact(f.Name)}}}})
	}
	if f.Report == nil {
		return nil
	}
	at := s.artifact(f.Name)
	for i := range f.Report.Diagnostics {
		if err := s.element(s.result(at, f.Schema, &f.Report.Diagnostics[i])); err != nil {
			return err
		}
	}
	for i := range f.Report.Suppressed {
		d := &f.Report.Suppressed[i]
		r := s.result(at, f.Schema, &d.Diagnostic)
		r.Fixes, r.Suppressions = nil, []sarifSuppression{{"external", "accepted", d.Reason}}
		if d.Source == lint.InComment {
			r.Suppressions[0].Kind = "inSource"
		}
		if err := s.element(r); err != nil {
			return err
		}
	}
	return nil
}

// result returns the result for a finding in the file at. The parameter schema is the URL or path of
// the schema of the file, or "".
func (s *sarif) result(at sarifArtifact, schema string, d *lint.Diagnostic) sarifResult {
	place := sarifLocation{Physical: sarifPhysical{at, s.region(d.Span)}}
	if d.HasPointer && d.Pointer != "" {
		place.Logical = []sarifLogical{{d.Pointer, "member"}}
	}
	r := sarifResult{
		RuleID:    d.Rule,
		RuleIndex: slices.IndexFunc(s.rules, func(r lint.Rule) bool { return r.Name == d.Rule }),
		Level:     sarifLevel(d.Severity),
		Message:   sarifMessage{Text: sentence(d)},
		Locations: []sarifLocation{place},
	}
	if d.Code != "" || schema != "" {
		r.Properties = &sarifProperties{d.Code, schema}
	}
	for i, related := range d.Related {
		r.Related = append(r.Related, sarifLocation{ID: &i, Physical: sarifPhysical{at, s.region(related.Span)}, Message: &sarifMessage{Text: related.Message}})
	}
	if d.Fix != nil && len(d.Fix.Edits) > 0 {
		r.Fixes = []sarifFix{fixOf(at, d.Fix)}
	}
	return r
}

func fixOf(at sarifArtifact, fix *lint.Fix) sarifFix {
	change := sarifChange{Artifact: at}
	for _, e := range fix.Edits {
		r := sarifReplacement{Deleted: sarifRegion{ByteOffset: e.Offset, ByteLength: e.Length}}
		if e.New != "" {
			r.Inserted = &sarifMessage{Text: e.New}
		}
		change.Replacements = append(change.Replacements, r)
	}
	return sarifFix{sarifMessage{Text: fix.Title}, []sarifChange{change}}
}

func (s *sarif) region(span lint.Span) *sarifRegion {
	return &sarifRegion{span.Start.Line, s.Unit.column(span.Start), span.End.Line, s.Unit.column(span.End), span.Offset, span.Length}
}

// artifact returns the location of a file. The URI is relative to the root if the file is inside.
func (s *sarif) artifact(name string) sarifArtifact {
	if name == StdinName {
		return sarifArtifact{URI: "stdin"}
	}
	path, isInside := s.Root.path(name)
	at := sarifArtifact{URI: uri(path)}
	if isInside {
		at.Base = sarifRoot
	}
	return at
}

// sarifRoot is the name of the root in URIs, as in the reports of most other programs.
const sarifRoot = "%SRCROOT%"

func (s *sarif) End(sum *Summary) error {
	run := map[string]any{"executionSuccessful": sum.Troubled == 0}
	if len(s.troubles) > 0 {
		run["toolExecutionNotifications"] = s.troubles
	}
	return s.end(`],"invocations":[` + string(marshal(run)) + "]}]}\n")
}
