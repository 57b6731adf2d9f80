package vocabulary

import "strings"

// A Draft is a version of JSON Schema.
type Draft uint8

const (
	Draft3 Draft = iota // not supported, but has keywords that people remember
	Draft4
	Draft6
	Draft7
	Draft2019
	Draft2020

	forever = Draft2020
)

// draftNames are the names of the drafts in messages.
var draftNames = [...]string{Draft3: "3", Draft4: "4", Draft6: "6", Draft7: "7", Draft2019: "2019-09", Draft2020: "2020-12"}

// String returns the name of a draft in messages.
func (d Draft) String() string { return draftNames[d] }

// DraftOf returns the draft that a "$schema" names. The result ok is false for those that are not supported.
func DraftOf(uri string) (d Draft, ok bool) {
	_, rest, _ := strings.Cut(uri, "://")
	switch strings.TrimSuffix(rest, "#") {
	case "json-schema.org/draft-04/schema":
		return Draft4, true
	case "json-schema.org/draft-06/schema":
		return Draft6, true
	case "json-schema.org/draft-07/schema":
		return Draft7, true
	case "json-schema.org/draft/2019-09/schema":
		return Draft2019, true
	case "json-schema.org/draft/2020-12/schema":
		return Draft2020, true
	}
	return 0, false
}
