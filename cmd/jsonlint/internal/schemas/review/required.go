package review

import (
	"fmt"

	"github.com/assayjson/assay/internal/engine/suggest"
	"github.com/assayjson/assay/internal/engine/vocabulary"
	"github.com/assayjson/assay/tokenizer"
)

// required finds names in "required" that no schema for the same object declares, if the object is
// closed, another name is near, or the name is in the schema instead of in "properties". Names in "not"
// and "if" are not examined, because they may be those of members that must be missing.
func (r *reviewer) required(n *node) {
	req := n.get("required")
	if req.Kind() != tokenizer.BeginArray || n.isTested() {
		return
	}
	family := r.families.of(n)
	misplaced := map[string]bool{} // members whose names are not keywords, and which are perhaps meant to be in "properties"
	for i := range n.members {
		if m := &n.members[i]; m.keyword == nil && m.value.Kind() == tokenizer.BeginObject {
			misplaced[m.key] = true
		}
	}
	for _, e := range req.Elements() {
		name := e.String()
		if e.Kind() != tokenizer.String {
			continue
		}
		closed := r.closedTo(n, name)
		isKnown := family.isOpen || r.families.declare(family, name)
		switch {
		case !isKnown && misplaced[name]:
			r.add(UndeclaredRequired, e, name, fmt.Sprintf("%q is required, but not declared; move it into \"properties\"", name))
			continue
		case isKnown && closed == nil:
			continue
		}
		near := r.guess(name, family.names)
		if family.required[near] {
			near = "" // both names are known
		}
		switch {
		case closed != nil:
			f := r.add(UndeclaredRequired, e, name, fmt.Sprintf("%q is required, but \"additionalProperties\" does not allow it", name))
			f.relate(closed.get("additionalProperties"), `"additionalProperties" is`)
			if f.Suggestion = near; near != "" {
				f.Message += fmt.Sprintf("; did you mean %q?", near)
			}
		case near != "":
			r.add(UndeclaredRequired, e, name, fmt.Sprintf("%q is required, but not declared; did you mean %q?", name, near)).Suggestion = near
		}
	}
}

// isTested reports whether a schema is part of a condition, or of what values must not be.
func (n *node) isTested() bool {
	for ; n.via != nil && n.via.Effect != vocabulary.Descends; n = n.parent {
		if n.via.Effect == vocabulary.Tests {
			return true
		}
	}
	return false
}

// closedTo returns the schema that forbids a member of the same object, or nil.
func (r *reviewer) closedTo(n *node, name string) *node {
	for ; n != nil; n = n.parent {
		if n.get("additionalProperties").Kind() == tokenizer.False && !r.child(n.get("properties"), name).Exists() && !r.families.matches(n, name) {
			return n
		}
		if n.via == nil || n.via.Effect != vocabulary.Applies {
			return nil
		}
	}
	return nil
}

// mostGuesses is how many names are compared in one text to find out what was meant.
const mostGuesses = 1 << 20

// guess returns the name that was probably meant, or "".
func (r *reviewer) guess(name string, names []string) string {
	if r.guesses += len(names); r.guesses > mostGuesses {
		return ""
	}
	return suggest.Name(name, names)
}
