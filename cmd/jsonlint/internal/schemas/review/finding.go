package review

import (
	"github.com/assayjson/assay/document"
)

// The rules. Package lint has their severities and pages.
const (
	MisspeltKeyword     = "misspelt-keyword"
	IgnoredKeyword      = "ignored-keyword"
	IgnoredBesideRef    = "ignored-beside-ref"
	ContradictoryLimits = "contradictory-limits"
	UselessValue        = "useless-value"
	UselessAlternative  = "useless-alternative"
	UndeclaredRequired  = "undeclared-required"
	UnusedDefinition    = "unused-definition"
	InvalidDefault      = "invalid-default"
	SlowPattern         = "slow-pattern"
)

// Rules are the names of all rules.
var Rules = []string{
	MisspeltKeyword, IgnoredKeyword, IgnoredBesideRef, UndeclaredRequired, ContradictoryLimits, UselessValue, UselessAlternative, InvalidDefault, SlowPattern, UnusedDefinition,
}

// A Place is a part of a schema's text.
type Place struct {
	Offset, Length int64  // in bytes
	Pointer        string // the JSON Pointer of the value, or of the member if the place is a name
}

// A Finding is something in a schema that its author has probably not meant.
type Finding struct {
	Place
	Rule       string
	Name       string // the keyword or the member that the finding is about
	Suggestion string // the name that was probably meant; or ""
	Related    *Place // another place, which explains the finding; or nil
	Relation   string // what is at the related place, such as "the first one is"
	Message    string // a sentence on a single line, which may quote the schema
	Hint       string // what to do; or ""
}

// placeOf returns the place of a value or name.
func placeOf(v document.Value) Place {
	return Place{v.Offset(), int64(len(v.Raw())), v.Pointer()}
}

// A reviewer collects findings.
type reviewer struct {
	*model
	found    []Finding
	families families
	guesses  int // see mostGuesses
	steps    int // see mostSteps
}

func (r *reviewer) add(rule string, at document.Value, name, message string) *Finding {
	r.found = append(r.found, Finding{Place: placeOf(at), Rule: rule, Name: name, Message: message})
	return &r.found[len(r.found)-1]
}

// relate adds a second place to a finding.
func (f *Finding) relate(at document.Value, relation string) {
	place := placeOf(at)
	f.Related, f.Relation = &place, relation
}
