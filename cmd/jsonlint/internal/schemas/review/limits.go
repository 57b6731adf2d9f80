package review

import (
	"fmt"
	"math/big"
	"strconv"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/tokenizer"
)

// pairs are the keywords that limit the same quantity from below and above, and the kind of values for
// which they do.
var pairs = []struct{ low, high, kind string }{
	{"minLength", "maxLength", "string"},
	{"minItems", "maxItems", "array"},
	{"minProperties", "maxProperties", "object"},
	{"minContains", "maxContains", "array"},
}

// limits finds lower limits above upper limits, which no value meets.
func (r *reviewer) limits(n *node) {
	for _, p := range pairs {
		if p.low == "minContains" && !n.get("contains").Exists() {
			continue
		}
		r.compare(bound{p.low, n.get(p.low), false}, bound{p.high, n.get(p.high), false}, p.kind)
	}
	for _, low := range n.bounds("minimum", "exclusiveMinimum") {
		for _, high := range n.bounds("maximum", "exclusiveMaximum") {
			if r.compare(low, high, "number") {
				return
			}
		}
	}
}

// A bound is a limit of numbers.
type bound struct {
	keyword     string
	value       document.Value
	isExclusive bool
}

// bounds returns the limits of numbers on one side. The keyword exclusive is a number, or says in draft 4 that the limit itself
// is not allowed.
func (n *node) bounds(inclusive, exclusive string) (all []bound) {
	limit, strict := n.get(inclusive), n.get(exclusive)
	if limit.Kind() == tokenizer.Number {
		all = append(all, bound{inclusive, limit, strict.Kind() == tokenizer.True})
	}
	if strict.Kind() == tokenizer.Number {
		all = append(all, bound{exclusive, strict, true})
	}
	return all
}

// compare adds a finding if nothing is within two limits.
func (r *reviewer) compare(low, high bound, kind string) bool {
	a, b := number(low.value), number(high.value)
	if a == nil || b == nil || a.Cmp(b) < 0 || a.Cmp(b) == 0 && !low.isExclusive && !high.isExclusive {
		return false
	}
	f := r.add(ContradictoryLimits, low.value, low.keyword, fmt.Sprintf("%q is %s, but %q is %s, so no %s is valid", low.keyword, low.value.Raw(), high.keyword, high.value.Raw(), kind))
	f.relate(high.value, fmt.Sprintf("%q is", high.keyword))
	return true
}

// maxDigits is the length of the longest number that is compared.
const maxDigits = 100

// number returns the value of a number, or nil if v is not a number, or is too long or too large to
// compare.
func number(v document.Value) *big.Rat {
	if v.Kind() != tokenizer.Number || len(v.Raw()) > maxDigits {
		return nil
	}
	if f, err := strconv.ParseFloat(string(v.Raw()), 64); err != nil || f != 0 && (f > 1e300 || f < -1e300 || -1e-300 < f && f < 1e-300) {
		return nil
	}
	x, _ := new(big.Rat).SetString(string(v.Raw()))
	return x
}
