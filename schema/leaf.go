package schema

import (
	"net/url"

	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/schema/internal/inquiry"
	"github.com/assayjson/assay/schema/internal/kind"
)

// A leaf is a reason with its position. It becomes a finding.
type leaf struct {
	inquiry.Reason

	at      span // the position in the document; set by locate
	related span // the position of the earlier of two equal items; set by locate
}

// Kinds of leaves that are not reasons of an inquiry.
type (
	hugeNumber struct{} // a number for which computations would take too long
	fixed      string   // a complete message
)

// leavesOf returns leaves for reasons.
func leavesOf(reasons []*inquiry.Reason) []leaf {
	leaves := make([]leaf, len(reasons))
	for i, r := range reasons {
		leaves[i].Reason = *r
		if _, is := r.Kind.(*kind.FalseSchema); is {
			leaves[i].Reason = falseSchema(*r)
		}
	}
	return leaves
}

// leafAt returns a leaf with a complete message.
func leafAt(path []string, keyword, message string) leaf {
	return leaf{Reason: inquiry.Reason{Path: path, Keyword: keyword, Kind: fixed(message)}}
}

// location returns the location of the keyword in the schema.
func (l leaf) location() string {
	switch {
	case l.Schema == "":
		return ""
	case l.Below == "":
		return nameOf(l.Schema)
	}
	at := l.Schema + "/" + l.Below
	if name, ok := l.Entry(); ok {
		at += "/" + url.PathEscape(place.EscapeToken(name))
	}
	return nameOf(at)
}

// A span is the part [begin, end) of a document.
type span struct{ begin, end int }

// falseSchema completes a reason of the schema "false". If that schema forbids a member, the place is the name of the member.
func falseSchema(r inquiry.Reason) inquiry.Reason {
	r.Keyword = lastKeyword(r.Schema)
	switch r.Keyword {
	case "properties", "patternProperties", "additionalProperties", "unevaluatedProperties":
		r.AtName = len(r.Path) > 0
		r.Kind = inquiry.SurplusMember{}
	}
	return r
}
