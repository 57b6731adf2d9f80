package review

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/internal/engine/lazy"
	"github.com/assayjson/assay/internal/engine/vocabulary"
	"github.com/assayjson/assay/schema/contract"
	"github.com/assayjson/assay/tokenizer"
)

// A Compiler compiles the text of a schema, which refers to the schema under review by a name.
type Compiler struct {
	Name    string // a URI reference without a fragment
	Compile func(text []byte) (contract.Schema, error)
}

// An example is a value in "default" or "examples".
type example struct {
	of      *node
	keyword string
	value   document.Value
}

// examples finds defaults and examples that the schema which has them refuses. All are checked at once:
// they become the members of one document, and a schema refers to the schema of each. Nothing is
// reported if that schema cannot be compiled, or if the check takes too long.
func (r *reviewer) examples(c Compiler) {
	all := r.listExamples()
	if len(all) == 0 || c.Compile == nil {
		return
	}
	schema, doc := []byte(`{"properties":{`), []byte("{")
	for i, e := range all {
		ref, err := json.Marshal(c.Name + "#" + (&url.URL{Fragment: e.of.Pointer()}).EscapedFragment())
		if err != nil {
			return
		}
		schema = fmt.Appendf(schema, `"%d":{"$ref":%s},`, i, ref)
		doc = append(fmt.Appendf(doc, `"%d":`, i), e.value.Raw()...)
		doc = append(doc, ',')
	}
	schema = append(bytes.TrimSuffix(schema, []byte(",")), "}}"...)
	doc = append(bytes.TrimSuffix(doc, []byte(",")), '}')
	s, err := c.Compile(schema)
	if err != nil {
		return
	}
	found, err := s.Check(doc)
	if err != nil {
		return
	}
	r.report(all, found)
}

// listExamples returns all defaults and examples, except for those that say that there is no default.
// Those inside alternatives are often meant for all alternatives together, so they are omitted.
func (r *reviewer) listExamples() (all []example) {
	for _, n := range r.nodes {
		if n.Kind() != tokenizer.BeginObject || n.isConditional() {
			continue
		}
		if v := n.raw("default"); v.Exists() && !standsForNone(v.Raw()) {
			all = append(all, example{n, "default", v})
		}
		if v := n.raw("examples"); v.Kind() == tokenizer.BeginArray {
			for _, e := range v.Elements() {
				all = append(all, example{n, "examples", e})
			}
		}
	}
	return all
}

// standsForNone reports whether raw is a default that people write if there is no default.
func standsForNone(raw []byte) bool {
	return slices.Contains([]string{"null", `""`, `"undefined"`}, string(raw))
}

// isConditional reports whether a schema is in an alternative or in a condition.
func (n *node) isConditional() bool {
	for ; n.via != nil; n = n.parent {
		if n.via.Effect == vocabulary.Tests || n.via.Name == "anyOf" || n.via.Name == "oneOf" {
			return true
		}
	}
	return false
}

// tolerated are the keywords that examples or defaults are often not meant to satisfy: they are merged
// with other values, stand for no value, or have placeholders.
var tolerated = []string{"required", "dependentRequired", "minItems", "minProperties", "minLength", "format", "pattern"}

// otherNotation matches strings that stand for numbers in notations that JSON does not have, but YAML and TOML do.
var otherNotation = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp { return regexp.MustCompile(`^"0[xob][0-9A-Fa-f_]+"$`) }}

// isProse reports whether a default is a string that describes a value of another type, such as "the number of CPUs". It is
// not prose if it is such a value in quotation marks.
func (r *reviewer) isProse(e example) bool {
	return e.value.Kind() == tokenizer.String && r.allowed(e.of)&text == 0 && !literal.Get().MatchString(e.value.String())
}

// literal matches what begins like a value other than a string.
var literal = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^(-?[0-9]|\[|\{|(true|false|null|none|yes|no)$)`)
}}

// report adds a finding for each value that is refused as a whole. What is wrong inside of a value is
// not reported, because defaults are often written by programs, and are merged with other values.
func (r *reviewer) report(all []example, found []contract.Finding) {
	last := -1
	for _, f := range found {
		name, _, isInside := strings.Cut(strings.TrimPrefix(f.Pointer, "/"), "/")
		i, err := strconv.Atoi(name)
		if err != nil || isInside || i == last || slices.Contains(tolerated, f.Keyword) {
			continue
		}
		last = i
		e := all[i]
		if otherNotation.Get().Match(e.value.Raw()) || e.keyword == "default" && r.isProse(e) {
			continue
		}
		what := "the default"
		if e.keyword == "examples" {
			what = "this example"
		}
		r.add(InvalidDefault, e.value, e.keyword, fmt.Sprintf("%s is not valid: %s", what, cmp.Or(f.Detail, f.Message)))
	}
}
