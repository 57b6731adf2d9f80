package review

import (
	"cmp"
	"regexp"
	"slices"
)

// MaxFindings is the largest number of findings in one text.
const MaxFindings = 1000

// Text returns the first [MaxFindings] findings in the text of a schema, ordered by offset and then by rule.
// There are none if the text cannot be read as JSON, is nested more than [MaxDepth] levels deep, or names a
// draft that is not supported. If c is zero, defaults and examples are not checked.
func Text(text []byte, c Compiler) []Finding {
	m := read(text)
	if m == nil || len(m.nodes) == 0 {
		return nil
	}
	r := &reviewer{model: m, families: families{model: m, patterns: map[string]*regexp.Regexp{}}, steps: mostSteps}
	for _, n := range m.nodes {
		r.spelling(n)
		r.format(n)
		r.ignored(n)
		r.besideRef(n)
		r.limits(n)
		r.values(n)
		r.alternatives(n)
		r.required(n)
		r.patterns(n)
	}
	r.keywordless(m.nodes[0])
	r.definitions()
	r.examples(c)
	slices.SortStableFunc(r.found, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Offset, b.Offset), cmp.Compare(a.Rule, b.Rule))
	})
	return r.found[:min(len(r.found), MaxFindings)]
}
