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

// metaschemas maps the URIs of metaschemas, without the scheme, to drafts.
var metaschemas = map[string]draft{
	"json-schema.org/draft-04/schema":      draft4,
	"json-schema.org/draft-06/schema":      draft6,
	"json-schema.org/draft-07/schema":      draft7,
	"json-schema.org/draft/2019-09/schema": draft2019,
	"json-schema.org/draft/2020-12/schema": draft2020,
}

// draftOf returns the draft that a "$schema" names.
func draftOf(uri string) (d draft, ok bool) {
	_, rest, _ := strings.Cut(uri, "://")
	d, ok = metaschemas[strings.TrimSuffix(rest, "#")]
	return d, ok
}
