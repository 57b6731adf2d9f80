package schemacmd

import (
	"github.com/assayjson/assay/cmd/jsonlint/internal/schemas/profile"
	"github.com/assayjson/assay/cmd/jsonlint/internal/schemas/suite"
	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/lint"
)

// checkProfiles inserts what profiles do not allow in a schema into the report on its text.
func checkProfiles(profiles []*profile.Profile, text []byte, r *lint.Report) {
	if len(profiles) == 0 {
		return
	}
	doc, err := document.Parse(suite.Plain(text))
	if err != nil {
		return // which has been reported
	}
	for _, p := range profiles {
		for _, m := range p.Check(doc.Root()) {
			d, _ := lint.New(lint.Options{}).Diagnose("schema", text, m.Offset(), int64(len(m.Raw())), m.Message)
			d.Rule, d.Code = "profile", p.Name
			d.Pointer, d.HasPointer = m.Pointer(), true
			if !m.IsCertain {
				d.Severity = lint.Warning
			}
			r.Insert(d)
		}
	}
}
