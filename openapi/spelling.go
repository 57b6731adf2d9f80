package openapi

import (
	"slices"
	"strings"

	"github.com/assayjson/assay/internal/engine/vocabulary"
	"github.com/assayjson/assay/openapi/internal/source"
)

// A suspect is a name in a schema that is probably a misspelt keyword, unless references lead into its value.
type suspect struct {
	name, value node
	meant       string
}

// draftOf returns the draft that a "$schema" or "jsonSchemaDialect" names. A document that names none uses 2020-12. The keywords of a dialect
// that is not known are not known either.
func draftOf(name node) (d vocabulary.Draft, unknown bool) {
	if !name.Exists() || strings.HasPrefix(name.text(), oasDialect) {
		return vocabulary.Draft2020, false
	}
	d, known := vocabulary.DraftOf(name.text())
	return d, !known
}

// checkSpelling notes names in a schema of a resource that are probably misspelt keywords.
func (l *loader) checkSpelling(t task, r *resource) {
	draft, unknown := l.draft, l.noDraft
	if own := r.member("$schema"); own.Exists() {
		draft, unknown = draftOf(own)
	}
	if unknown {
		return
	}
	kind, has := t.member("type").text(), map[string]bool{}
	for name := range t.Members() {
		has[name.String()] = true
	}
	for name, v := range t.Members() {
		key := name.String()
		if vocabulary.Find(key) != nil || len(l.suspects) == MaxMistakes {
			continue
		}
		meant := draft.Meant(key, v, kind)
		isVariant := has[meant] && strings.HasPrefix(key, meant) // such as description_old
		if meant != "" && !isVariant {
			l.suspects = append(l.suspects, suspect{node{t.file, name}, node{t.file, v}, meant})
		}
	}
}

// warnings returns the warnings about keywords that are probably misspelt.
func (l *loader) warnings() []Mistake {
	var found mistakes
	led := map[*source.File][]int64{} // the offsets of all schemas that have been checked
	if l.suspects != nil {
		for s := range l.seen {
			led[s.file] = append(led[s.file], s.offset)
		}
		for _, offsets := range led {
			slices.Sort(offsets)
		}
	}
	for _, s := range l.suspects {
		i, _ := slices.BinarySearch(led[s.value.file], s.value.Offset())
		if offsets := led[s.value.file][i:]; len(offsets) > 0 && offsets[0] < s.value.Offset()+int64(len(s.value.Raw())) {
			continue
		}
		found.add(s.name.file, s.name.Value, "unknown keyword %q; did you mean %q?", s.name.String(), s.meant)
	}
	return found.sorted()
}

// failure returns an [*Error] with the warnings, or nil if there are no mistakes.
func (l *loader) failure() error {
	if len(l.list) == 0 {
		return nil
	}
	return &Error{Mistakes: l.sorted(), Warnings: l.warnings()}
}
