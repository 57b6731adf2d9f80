package adopt

import (
	"fmt"
	"slices"
	"strings"
)

// A merger merges what the settings of several tools mean.
type merger struct {
	all   *Draft
	tools []string            // those that have been merged
	owner map[string]string   // the tool that has set what holds, by keyOf
	lists map[string][]string // what each tool ignores
}

// A part is a setting in a section.
type part struct{ name, value string }

// parts returns the settings in a section.
func (s *Section) parts() (all []part) {
	if s.Dialect != "" {
		all = append(all, part{"dialect", string(Quote(s.Dialect))})
	}
	for _, r := range s.Rules {
		value := string(Quote(r.Severity))
		if r.Option != "" {
			value = fmt.Sprintf("{\"severity\": %s, %s: %s}", value, Quote(r.Option), Quote(r.Value))
		}
		all = append(all, part{"rules." + r.Name, value})
	}
	for _, l := range s.Format {
		all = append(all, part{"format." + l.Name, l.Value})
	}
	return all
}

// value returns the value of a setting, or "".
func (s *Section) value(name string) string {
	for _, p := range s.parts() {
		if p.name == name {
			return p.value
		}
	}
	return ""
}

// unset removes a setting.
func (s *Section) unset(name string) {
	kind, of, _ := strings.Cut(name, ".")
	switch kind {
	case "dialect":
		s.Dialect = ""
	case "rules":
		s.Rules = slices.DeleteFunc(slices.Clone(s.Rules), func(r Rule) bool { return r.Name == of })
	case "format":
		s.Format = slices.DeleteFunc(slices.Clone(s.Format), func(l Layout) bool { return l.Name == of })
	}
}

// keyOf identifies a setting for some files, or for all.
func keyOf(files []string, setting string) string {
	return strings.Join(files, "\x00") + "\x00\x00" + setting
}

// add merges what a tool means, which takes precedence, and notes where it differs from the other tools.
func (m *merger) add(tool string, d *Draft) {
	if m.lists == nil {
		m.owner, m.lists = map[string]string{}, map[string][]string{}
	}
	held := m.held()
	for i := range d.Overrides {
		m.compareOverride(tool, &d.Overrides[i], held)
	}
	for _, p := range d.parts() {
		m.compare(tool, nil, p, &m.all.Section)
		for i := range m.all.Overrides {
			o := &m.all.Overrides[i]
			if m.compare(tool, o.Files, p, &o.Section) {
				o.unset(p.name) // it would take precedence over what holds for all files
			}
		}
	}
	for _, s := range d.Schemas {
		if i, ok := m.all.schemaAt[s.Pattern]; ok {
			m.note(tool, []string{s.Pattern}, "schema", string(Quote(m.all.Schemas[i].Name)), string(Quote(s.Name)))
		}
	}
	m.compareComments(tool, d)
	m.all.add(d)
	m.all.Overrides = slices.DeleteFunc(m.all.Overrides, func(o Override) bool { return o.isEmpty() })
	for _, p := range d.parts() {
		m.owner[keyOf(nil, p.name)] = tool
	}
	for _, o := range d.Overrides {
		for _, p := range o.parts() {
			m.owner[keyOf(o.Files, p.name)] = tool
		}
	}
	for _, s := range d.Schemas {
		m.owner[keyOf([]string{s.Pattern}, "schema")] = tool
	}
	m.tools, m.lists[tool] = append(m.tools, tool), d.Ignore
}

// compareComments compares whether comments are accepted in all files whose extension is .json.
func (m *merger) compareComments(tool string, d *Draft) {
	refusal := func(o *Override) bool {
		return o.Dialect == "json" && slices.Contains(o.Files, "*.json") && !slices.ContainsFunc(o.Files, func(p string) bool { return p[0] == '!' })
	}
	first, second := m.owner[CommentsSetting], tool
	switch {
	case d.Comments:
		for i := range m.all.Overrides {
			if o := &m.all.Overrides[i]; refusal(o) {
				m.conflict(m.owner[keyOf(o.Files, "dialect")], second, nil, CommentsSetting, "refused", Accepted)
				o.Dialect = ""
			}
		}
		m.owner[CommentsSetting] = tool
	case m.all.Comments:
		for i := range d.Overrides {
			if refusal(&d.Overrides[i]) {
				m.conflict(first, second, nil, CommentsSetting, Accepted, "refused")
				m.all.Comments = false
			}
		}
	}
}

// A holder is the override that decides about a setting for a pattern: the last one that has both.
type holder struct{ tool, value string }

// A patternSetting is a setting for a pattern.
type patternSetting struct{ pattern, setting string }

// held returns what holds for the patterns of the overrides. Patterns that exclude files do not count.
func (m *merger) held() map[patternSetting]*holder {
	all := map[patternSetting]*holder{}
	for _, o := range m.all.Overrides {
		for _, p := range o.parts() {
			h := &holder{m.owner[keyOf(o.Files, p.name)], p.value}
			for _, pattern := range o.Files {
				if pattern[0] != '!' {
					all[patternSetting{pattern, p.name}] = h
				}
			}
		}
	}
	return all
}

// compareOverride compares an override of a tool with what holds for its patterns, and otherwise with what the other tools have for all
// files.
func (m *merger) compareOverride(tool string, o *Override, held map[patternSetting]*holder) {
	for _, p := range o.parts() {
		var holders []*holder // in the order of the patterns
		both := map[*holder][]string{}
		for _, pattern := range o.Files {
			if h := held[patternSetting{pattern, p.name}]; h != nil {
				if both[h] == nil {
					holders = append(holders, h)
				}
				both[h] = append(both[h], pattern)
			}
		}
		for _, h := range holders {
			if h.value != p.value {
				m.conflict(h.tool, tool, both[h], p.name, h.value, p.value)
			}
		}
		if old := m.all.value(p.name); holders == nil && old != "" && old != p.value {
			m.conflict(m.owner[keyOf(nil, p.name)], tool, o.Files, p.name, old, p.value)
		}
	}
}

// compare notes a conflict if a section has another value for a setting, and reports whether it has.
func (m *merger) compare(tool string, files []string, p part, old *Section) bool {
	return m.note(tool, files, p.name, old.value(p.name), p.value)
}

func (m *merger) note(tool string, files []string, setting, old, new string) bool {
	if old == "" || old == new {
		return false
	}
	m.conflict(m.owner[keyOf(files, setting)], tool, files, setting, old, new)
	return true
}

func (m *merger) conflict(first, second string, files []string, setting, old, new string) {
	m.all.Conflicts = append(m.all.Conflicts, Conflict{setting, files, [2]string{first, second}, [2]string{old, new}})
}

// finish notes what only some of the tools ignore.
func (m *merger) finish() {
	has := map[string]set[string]{}
	for _, tool := range m.tools {
		var all set[string]
		for _, pattern := range m.lists[tool] {
			all.add(pattern)
		}
		has[tool] = all
	}
	for _, of := range m.tools {
		for _, other := range m.tools {
			var only []string
			for _, pattern := range m.lists[of] {
				if !has[other][pattern] {
					only = append(only, string(Quote(pattern)))
				}
			}
			if only != nil {
				m.conflict(of, other, nil, "ignore", strings.Join(only, ", "), "")
			}
		}
	}
}
