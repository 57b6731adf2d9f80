package review

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/internal/engine/suggest"
	"github.com/assayjson/assay/internal/engine/vocabulary"
	"github.com/assayjson/assay/tokenizer"
)

// spelling finds misspelt keywords. A name that is near that of a keyword is not one if references lead into the value.
func (r *reviewer) spelling(n *node) {
	for i := range n.members {
		mem := &n.members[i]
		if mem.keyword != nil {
			continue
		}
		name := n.draft.Meant(mem.key, mem.value, n.raw("type").String())
		isVariant := n.member(name) != nil && strings.HasPrefix(mem.key, name) // such as description_old
		if name == "" || isVariant || r.isReferred(mem.value) {
			continue
		}
		f := r.add(MisspeltKeyword, mem.name, mem.key, fmt.Sprintf("unknown keyword %q; did you mean %q?", mem.key, name))
		f.Suggestion = name
	}
}

// formats are the formats of all drafts. The others that people use are not listed, because only names near these are reported.
var formats = []string{
	"date", "date-time", "duration", "email", "hostname", "idn-email", "idn-hostname", "ipv4", "ipv6", "iri", "iri-reference",
	"json-pointer", "regex", "relative-json-pointer", "time", "uri", "uri-reference", "uri-template", "uuid",
}

// otherFormats are names of formats near others that are not misspelt.
var otherFormats = []string{"url", "uri-ref", "urn", "ip", "guid", "ulid", "uid", "id", "hash", "ipv4-address", "color"}

// format finds a misspelt format.
func (r *reviewer) format(n *node) {
	v := n.get("format")
	if v.Kind() != tokenizer.String || slices.Contains(otherFormats, v.String()) || slices.Contains(formats, v.String()) {
		return
	}
	if name := suggest.Name(v.String(), formats); name != "" {
		f := r.add(MisspeltKeyword, v, "format", fmt.Sprintf("unknown format %q; did you mean %q?", v.String(), name))
		f.Suggestion = name
	}
}

// keywordless adds a finding if the text has members, but no keyword that has an effect or contains schemas, so that it accepts everything. It
// may be a document, or have the schema in a member.
func (r *reviewer) keywordless(root *node) {
	unknown := document.Value{}
	for i := range root.members {
		mem := &root.members[i]
		switch {
		case mem.keyword != nil && (mem.keyword.Effect != vocabulary.Describes || mem.keyword.Shape != vocabulary.NoSchemas):
			return
		case mem.keyword == nil && !unknown.Exists() && !strings.HasPrefix(mem.key, "x-"):
			unknown = mem.name
		}
	}
	if unknown.Exists() && len(r.found) == 0 && len(r.led) == 0 {
		r.add(MisspeltKeyword, unknown, unknown.String(), fmt.Sprintf("%q is no keyword, and there is none that restricts anything; is this a schema?", unknown.String()))
	}
}
