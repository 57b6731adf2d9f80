package review

import (
	"fmt"
	"strings"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/internal/engine/vocabulary"
	"github.com/assayjson/assay/tokenizer"
)

// ignored finds keywords of other drafts. Keywords that only describe are not reported, because
// editors and generators read them in all drafts.
func (r *reviewer) ignored(n *node) {
	for i := range n.members {
		mem := &n.members[i]
		k := mem.keyword
		if k == nil || k.ExistsIn(n.draft) || k.Effect == vocabulary.Describes || n.isRef || !k.Fits(mem.value) || r.isReferred(mem.value) {
			continue
		}
		others := "which exists since draft " + k.First.String()
		if k.Last < n.draft {
			others = "which exists up to draft " + k.Last.String()
		}
		f := r.add(IgnoredKeyword, mem.name, mem.key, fmt.Sprintf("draft %s ignores %q, %s", n.draft, mem.key, others))
		f.Hint = k.Instead
		if r.noDraft {
			f.Message += `; without "$schema", the draft is ` + n.draft.String()
		}
	}
}

// besideRef finds assertions beside "$ref" in draft 7 and before, which are ignored. An assertion
// that the referenced schema also has is not reported, because it would change nothing.
func (r *reviewer) besideRef(n *node) {
	if !n.isRef {
		return
	}
	target := r.targets[n]
	var first *member
	var quoted []string
	for i := range n.members {
		mem := &n.members[i]
		k := mem.keyword
		if k == nil || k.Effect == vocabulary.Describes || k.Name == "$ref" || !k.ExistsIn(n.draft) || isVacuous(mem.value) || r.says(target, mem) {
			continue
		}
		if first == nil {
			first = mem
		}
		quoted = append(quoted, fmt.Sprintf("%q", mem.key))
	}
	if first == nil {
		return
	}
	f := r.add(IgnoredBesideRef, first.name, first.key, fmt.Sprintf("draft %s ignores %s beside \"$ref\"", n.draft, listed(quoted)))
	f.Hint = `move "$ref" into "allOf", or remove what is ignored`
	f.relate(n.member("$ref").name, "the reference is")
}

// says reports whether a schema makes an assertion of another schema superfluous. If the schema is nil, nothing is known about it.
func (r *reviewer) says(n *node, mem *member) bool {
	if mem.key == "type" {
		return n == nil || r.allowed(n)&^typeSet(mem.value) == 0
	}
	if n != nil && r.allowed(n)&concerned(mem.key) == 0 {
		return true
	}
	for range maxChain {
		if n == nil {
			return false
		}
		if same := n.get(mem.key); same.Exists() {
			return areEqual(mem.keyword, same, mem.value)
		}
		n = r.targets[n]
	}
	return false
}

// isVacuous reports whether the value of a keyword allows everything.
func isVacuous(v document.Value) bool {
	return v.Kind() == tokenizer.True || v.Kind() == tokenizer.BeginObject && v.Len() == 0
}

// listed joins names, as in "a, b and c".
func listed(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}
