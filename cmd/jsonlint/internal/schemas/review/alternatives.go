package review

import (
	"fmt"
	"slices"
)

// alternatives finds alternatives that accept nothing, or nothing that others do not accept.
func (r *reviewer) alternatives(n *node) {
	for _, keyword := range []string{"anyOf", "oneOf"} {
		all := r.schemasIn(n.get(keyword))
		if len(all) < 2 || slices.Contains(all, nil) {
			continue
		}
		for _, a := range all {
			r.impossible(n, keyword, a)
		}
		r.equal(keyword, all)
		if keyword == "oneOf" {
			r.contained(all)
		}
	}
}

// impossible finds an alternative that no value is valid against.
func (r *reviewer) impossible(n *node, keyword string, a *node) {
	set, context := r.allowed(a), typeSet(n.get("type"))
	switch {
	case set == 0:
		r.add(UselessAlternative, a.Value, keyword, fmt.Sprintf("no value is valid against this alternative of %q", keyword))
	case context != 0 && set&context == 0:
		f := r.add(UselessAlternative, a.Value, keyword, fmt.Sprintf("this alternative of %q is for the type %s, but \"type\" allows only %s", keyword, typeList(set), typeList(context)))
		f.relate(n.get("type"), `"type" is`)
	}
}

// equal finds alternatives that are equal to an earlier one. In "anyOf", they may differ in their
// descriptions, which editors show.
func (r *reviewer) equal(keyword string, all []*node) {
	first := map[string]*node{}
	for _, a := range all {
		text := string(appendSchema(nil, a.Value))
		if keyword == "anyOf" {
			text = string(appendCanonical(nil, a.Value))
		}
		earlier, again := first[text]
		if !again {
			first[text] = a
			continue
		}
		message := fmt.Sprintf("this alternative of %q is equal to an earlier one", keyword)
		if keyword == "oneOf" {
			message += ", so values that are valid against them are refused"
		}
		r.add(UselessAlternative, a.Value, keyword, message).relate(earlier.Value, "the earlier one is")
	}
}

// contained finds alternatives of "oneOf" whose values are all valid against another alternative,
// which only restricts the type. They are never valid against exactly one.
func (r *reviewer) contained(all []*node) {
	first := map[types]*node{} // the first alternative that allows all values of certain types
	var sets []types
	for _, a := range all {
		if set, ok := r.onlyType(a); ok && first[set] == nil {
			first[set] = a
			sets = append(sets, set)
		}
	}
	for _, a := range all {
		set := r.allowed(a)
		for _, s := range sets {
			own, isPlain := r.onlyType(a)
			if set == 0 || set&^s != 0 || first[s] == a || isPlain && own == s {
				continue // see impossible and equal
			}
			f := r.add(UselessAlternative, a.Value, "oneOf", "values that are valid against this alternative of \"oneOf\" are refused, because they are also valid against another one")
			f.relate(first[s].Value, "the other alternative is")
			f.Hint = `use "anyOf"`
			break
		}
	}
}
