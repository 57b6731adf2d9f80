package review

import "strings"

// A draft is a version of JSON Schema.
type draft uint8

const (
	draft3 draft = iota // not supported, but has keywords that people remember
	draft4
	draft6
	draft7
	draft2019
	draft2020

	forever = draft2020
)

// draftNames are the names of the drafts in messages.
var draftNames = [...]string{draft3: "3", draft4: "4", draft6: "6", draft7: "7", draft2019: "2019-09", draft2020: "2020-12"}

func (d draft) String() string { return draftNames[d] }

// draftOf returns the draft that a "$schema" names.
func draftOf(uri string) (d draft, ok bool) {
	_, rest, _ := strings.Cut(uri, "://")
	switch strings.TrimSuffix(rest, "#") {
	case "json-schema.org/draft-04/schema":
		return draft4, true
	case "json-schema.org/draft-06/schema":
		return draft6, true
	case "json-schema.org/draft-07/schema":
		return draft7, true
	case "json-schema.org/draft/2019-09/schema":
		return draft2019, true
	case "json-schema.org/draft/2020-12/schema":
		return draft2020, true
	}
	return 0, false
}
