package model

import (
	"embed"
	"fmt"
	"slices"
	"strings"
)

// A Draft is a version of JSON Schema. Its number is the [Schema.DraftVersion].
type Draft int

const (
	Draft4    Draft = 4
	Draft6    Draft = 6
	Draft7    Draft = 7
	Draft2019 Draft = 2019
	Draft2020 Draft = 2020
)

var draftURLs = map[Draft]string{
	Draft4:    "http://json-schema.org/draft-04/schema",
	Draft6:    "http://json-schema.org/draft-06/schema",
	Draft7:    "http://json-schema.org/draft-07/schema",
	Draft2019: "https://json-schema.org/draft/2019-09/schema",
	Draft2020: "https://json-schema.org/draft/2020-12/schema",
}

// String returns the URL of the metaschema.
func (d Draft) String() string { return draftURLs[d] }

// draftOf returns the draft whose metaschema has the given URL.
func draftOf(metaschema string) (Draft, bool) {
	at := withoutScheme(strings.TrimSuffix(metaschema, "#"))
	if at == "json-schema.org/schema" {
		return Draft2020, true
	}
	for draft, other := range draftURLs {
		if at == withoutScheme(other) {
			return draft, true
		}
	}
	return 0, false
}

func withoutScheme(at string) string {
	return strings.TrimPrefix(strings.TrimPrefix(at, "http://"), "https://")
}

// The metaschemas are published with the specification, at json-schema.org.
//
//go:embed metaschemas
var metaschemas embed.FS

// Metaschema returns the metaschema with a URL, or nil if it is not built in.
func Metaschema(at string) []byte {
	if withoutScheme(at) == "json-schema.org/schema" {
		at = Draft2020.String()
	}
	name, ok := strings.CutPrefix(withoutScheme(at), "json-schema.org/")
	if !ok || !strings.Contains(at, "://") {
		return nil
	}
	text, err := metaschemas.ReadFile("metaschemas/" + name)
	if err != nil {
		return nil
	}
	return text
}

// A Dialect is a draft, possibly with a selection of its vocabularies.
type Dialect struct {
	Draft        Draft
	Vocabularies Vocabularies // 0 if all keywords of the draft may be used
}

// Vocabularies is a set of vocabularies.
type Vocabularies uint16

const (
	core Vocabularies = 1 << iota
	applicator
	unevaluated
	validation
	metaData
	format
	formatAnnotation
	formatAssertion
	content

	removed Vocabularies = 0 // the vocabulary of keywords that have been removed from all others
)

var vocabularyNames = []string{"core", "applicator", "unevaluated", "validation", "meta-data", "format", "format-annotation", "format-assertion", "content"}

// known returns the vocabularies of a draft.
func (d Draft) known() Vocabularies {
	switch all := Vocabularies(1<<len(vocabularyNames) - 1); d {
	case Draft2019:
		return all &^ (unevaluated | formatAnnotation | formatAssertion)
	case Draft2020:
		return all &^ format
	}
	return 0
}

// vocabulary returns the vocabulary of a draft with a URL, or 0 if there is none.
func (d Draft) vocabulary(at string) Vocabularies {
	name, ok := strings.CutPrefix(at, strings.TrimSuffix(d.String(), "schema")+"vocab/")
	i := slices.Index(vocabularyNames, name)
	if !ok || i < 0 {
		return 0
	}
	return d.known() & (1 << i)
}

// has reports whether the keywords of a vocabulary have a meaning. If a schema does not choose vocabularies, all but assertions of formats
// have one, even those of removed keywords.
func (d Dialect) has(v Vocabularies) bool {
	switch {
	case d.Draft == Draft2019 && v == unevaluated:
		v = applicator
	case d.Draft < Draft2019 || v == core:
		return true
	}
	if d.Vocabularies == 0 {
		return v != format && v != formatAssertion
	}
	return d.Vocabularies&v != 0
}

// assertsFormat reports whether "format" is an assertion.
func (d Dialect) assertsFormat() bool {
	if d.Draft == Draft2020 {
		return d.has(formatAssertion)
	}
	return d.has(format)
}

// Metaschema returns a schema for the schemas of the dialect.
func (d Dialect) Metaschema() []byte {
	if d.Vocabularies == 0 {
		return fmt.Appendf(nil, `{"$schema": %q, "$ref": %[1]q}`, d.Draft)
	}
	var parts []string
	for i, name := range vocabularyNames {
		if (d.Vocabularies|core)&(1<<i) != 0 {
			parts = append(parts, fmt.Sprintf(`{"$ref": "%smeta/%s"}`, strings.TrimSuffix(d.Draft.String(), "schema"), name))
		}
	}
	anchor := `"$dynamicAnchor": "meta"`
	if d.Draft == Draft2019 {
		anchor = `"$recursiveAnchor": true`
	}
	return fmt.Appendf(nil, `{"$schema": %q, "$id": "urn:assay:metaschema", %s, "allOf": [%s]}`, d.Draft, anchor, strings.Join(parts, ","))
}
