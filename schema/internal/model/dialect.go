package model

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
)

// dialectOf returns the dialect of the schema at a key that has a "$schema". The result ok is false if it cannot be known.
func (c *Compiler) dialectOf(d *document, key, declared string, around Dialect) (own Dialect, ok bool) {
	own.Draft, ok = c.draftOf(d.url, key, declared, around.Draft)
	if _, isDraft := draftOf(declared); isDraft || !ok || own.Draft < Draft2019 {
		return own, ok
	}
	at, _, _ := strings.Cut(declared, "#")
	metaschema, _ := c.Load(at) // draftOf has loaded it
	object, _ := metaschema.(map[string]any)
	chosen, ok := object["$vocabulary"].(map[string]any)
	if !ok {
		return own, true
	}
	own.Vocabularies = core
	for _, vocabulary := range slices.Sorted(maps.Keys(chosen)) {
		// Only implementations that do not know a vocabulary ignore it if its value is false (2020-12, core, section 8.1.2). The exception
		// is that formats are not asserted then in 2019-09 (validation, section 7.2).
		known := own.Draft.vocabulary(vocabulary)
		isRequired, _ := chosen[vocabulary].(bool)
		if !isRequired && known == format {
			continue
		}
		if isRequired && known == 0 {
			c.add(Mistake{Kind: Unusable, Location: d.url + "#" + key, Err: fmt.Errorf("unsupported vocabulary %q in %q", vocabulary, at)})
			return own, false
		}
		own.Vocabularies |= known
	}
	return own, true
}

// draftOf returns the draft of a schema with a "$schema". A custom metaschema chooses it with its own "$schema".
func (c *Compiler) draftOf(in, key, declared string, around Draft, seen ...string) (Draft, bool) {
	if draft, ok := draftOf(declared); ok {
		return draft, true
	}
	at, _, _ := strings.Cut(declared, "#")
	m := Mistake{Kind: Unusable, Location: in + "#" + key}
	if _, err := url.Parse(at); err != nil {
		m.Err = fmt.Errorf("invalid $schema in %q: %w", m.Location, err)
	} else if in == at && key == "" {
		m.Err = fmt.Errorf("draft %q is not supported", at)
	} else if slices.Contains(seen, at) {
		m.Err = fmt.Errorf("cycle in resolving $schema in %q", at)
	}
	var metaschema any
	if m.Err == nil {
		if metaschema, m.Err = c.Load(at); m.Err != nil {
			m.Kind, m.Keyword, m.To = Unreadable, "$schema", at
		}
	}
	if m.Err != nil {
		c.add(m)
		return around, false
	}
	object, _ := metaschema.(map[string]any)
	if declared, ok := object["$schema"].(string); ok {
		return c.draftOf(at, "", declared, around, append(seen, at)...)
	}
	return around, true
}
