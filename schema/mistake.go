package schema

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/assayjson/assay/internal/engine/lazy"
	"github.com/assayjson/assay/internal/engine/suggest"
	"github.com/assayjson/assay/schema/internal/model"
)

func (m mistake) name() string {
	if m.file != nil {
		return m.file.Name
	}
	return nameOfFile(m.in.url)
}

func (m mistake) isNotGiven() bool { return errors.Is(m.err, ErrNotGiven) }

// error returns an [*Error] for the mistakes in the compiled schema or, if it has none, in the schema with the smallest name. References
// to schemas that are not given count only if there are no other mistakes. The result is nil if there are no mistakes.
func (s *sources) error(found []model.Mistake) *Error {
	all := slices.Concat(s.invalid, s.duplicates(found))
	for _, m := range found {
		all = append(all, s.mistake(m)...)
	}
	if slices.ContainsFunc(all, func(m mistake) bool { return !m.isNotGiven() }) {
		all = slices.DeleteFunc(all, mistake.isNotGiven)
	}
	if len(all) == 0 {
		return nil
	}
	main := nameOfFile(s.main.url)
	first := slices.MinFunc(all, func(a, b mistake) int {
		return cmp.Or(compareBool(a.name() == main, b.name() == main), strings.Compare(a.name(), b.name()))
	})
	if first.file != nil {
		return first.file
	}
	all = slices.DeleteFunc(all, func(m mistake) bool { return m.in != first.in })
	leaves := make([]leaf, len(all))
	for i, m := range all {
		leaves[i] = m.leaf
	}
	locate(newTokens(first.in.data, withDepth(nil)), leaves)
	least := 0
	for i := range leaves {
		if compareLeaves(leaves[i], leaves[least]) < 0 {
			least = i
		}
	}
	return &Error{Name: first.name(), Findings: report(first.in.original, leaves, DefaultMaxFindings), Err: all[least].err}
}

// compareBool orders true before false.
func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// mistake converts a mistake of the compiler, except for equal ids and anchors.
func (s *sources) mistake(m model.Mistake) []mistake {
	src, path := s.place(m.Location)
	message := ""
	switch m.Kind {
	case model.EqualID, model.EqualAnchor:
		return nil
	case model.Missing:
		message = fmt.Sprintf("refers to %s, which does not exist", nameOf(m.To))
		if meant := s.meant(m.To); meant != "" {
			message += fmt.Sprintf("; did you mean %q?", meant)
		}
	case model.Unreadable:
		var unusable *Error
		if errors.As(m.Err, &unusable) {
			return []mistake{{file: unusable}}
		}
		if message = unsupported(m); message != "" {
			m.Err = nil // the schema is not merely one that was not given
			break
		}
		message = fmt.Sprintf("refers to %s, which cannot be read: %v", nameOfFile(m.To), withoutCall(m.Err))
		if meant := definition(src, nameOfFile(m.To)[strings.LastIndexByte(nameOfFile(m.To), '/')+1:]); meant != "" && errors.Is(m.Err, fs.ErrNotExist) {
			message += fmt.Sprintf("; did you mean %q?", meant)
		}
	case model.Pattern:
		message = "must be a regular expression: " + m.Err.Error()
	case model.Unusable:
		message = "cannot be read as a schema: " + strings.ReplaceAll(m.Err.Error(), fileURL, "")
		src, path = s.main, nil
	}
	if m.Keyword != "" && m.Kind != model.Unusable {
		path = append(path, m.Keyword)
	}
	l := leafAt(path, last(path), message)
	if m.Keyword == "patternProperties" {
		l.Path, l.AtName, l.OfName = append(path, m.Name), true, true
	}
	return []mistake{{in: src, leaf: l, err: m.Err}}
}

// mostGuesses is the number of references for which meant looks for names.
const mostGuesses = 20

// meant returns what a reference to a place that does not exist should perhaps be: the place whose names are near, or that has $defs for
// definitions. It returns "" if there is none.
func (s *sources) meant(to string) string {
	src, path := s.place(to)
	if s.guesses++; s.guesses > mostGuesses {
		return ""
	}
	value := src.value
	for i, name := range path {
		object, ok := value.(map[string]any)
		if !ok {
			return ""
		}
		if object[name] == nil {
			path[i] = cmp.Or(suggest.Name(name, slices.Sorted(maps.Keys(object))), map[string]string{"definitions": "$defs", "$defs": "definitions"}[name])
		}
		if value = object[path[i]]; value == nil {
			return ""
		}
	}
	if len(path) == 0 {
		_, anchor, _ := strings.Cut(to, "#")
		return definition(src, anchor)
	}
	return nameOf(src.url + "#" + escapePointer(path))
}

// definition returns the place of the definition with a name, or "" if there is none. A name such as "/$defs/a" or "#a" is often that of a
// definition, although it refers to a file or an anchor.
func definition(src *source, name string) string {
	root, _ := src.value.(map[string]any)
	for _, keyword := range []string{"$defs", "definitions"} {
		if all, _ := root[keyword].(map[string]any); all[name] != nil {
			return nameOf(src.url + "#" + escapePointer([]string{keyword, name}))
		}
	}
	return ""
}

// duplicates returns the mistakes that are equal ids and anchors. Each refers to the first schema in the text with the same one.
func (s *sources) duplicates(found []model.Mistake) (all []mistake) {
	type group struct {
		kind     model.Kind
		name, to string
	}
	groups, leaves := map[*source][]group{}, map[*source][]leaf{}
	seen := map[group]bool{}
	for _, m := range found {
		if m.Kind != model.EqualID && m.Kind != model.EqualAnchor {
			continue
		}
		g, places := group{m.Kind, m.Name, m.To}, []string{m.To, m.Location}
		if seen[g] {
			places = places[1:]
		}
		seen[g] = true
		for _, location := range places {
			src, path := s.place(location)
			groups[src], leaves[src] = append(groups[src], g), append(leaves[src], leafAt(path, "", ""))
		}
	}
	for src, list := range leaves { // in any order, because the mistakes are sorted later
		locate(newTokens(src.data, withDepth(nil)), list)
		first := map[group]leaf{}
		for i, g := range groups[src] {
			if l, ok := first[g]; !ok || list[i].at.begin < l.at.begin {
				first[g] = list[i]
			}
		}
		for i, g := range groups[src] {
			what := "id"
			if g.kind == model.EqualAnchor {
				what = "anchor"
			}
			if at := nameOf(src.url + "#" + escapePointer(first[g].Path)); list[i].at != first[g].at {
				all = append(all, mistake{in: src, leaf: leafAt(list[i].Path, "", fmt.Sprintf("must not have the same %s as %s", what, at))})
			}
		}
	}
	return all
}

// unsupported returns the message for a reference to a draft that is not supported, or for a "$schema" that is not the URL of a metaschema.
// For other references it returns "".
func unsupported(m model.Mistake) string {
	found := draftNamed.Get().FindStringSubmatch(m.To)
	isSchema := m.Keyword == "$schema"
	switch {
	case isSchema && found != nil && metaschemaURLs[found[1]] != "":
		return fmt.Sprintf("refers to %s, which is not the URL of a draft of JSON Schema; did you mean %q?", nameOfFile(m.To), metaschemaURLs[found[1]])
	case found != nil && metaschemaURLs[found[1]] == "":
		return "refers to draft " + found[1] + " of JSON Schema, which is not supported; supported are 4, 6, 7, 2019-09 and 2020-12"
	case isSchema && !strings.Contains(m.To, ":"):
		return fmt.Sprintf("must be an absolute URL, but is %q", m.To)
	}
	return ""
}

// draftNamed matches URLs that name a draft of JSON Schema, even if they are not quite those of metaschemas.
var draftNamed = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp {
	return regexp.MustCompile(`^https?://(?:www\.)?json-schema\.org/(?:draft[-/]0?)?([0-9]+(?:-[0-9]+)?|next|v[0-9]+)(?:/|$)`)
}}

// metaschemaURLs has the URLs of metaschemas by how people write the draft.
var metaschemaURLs = map[string]string{
	"4":       model.Draft4.String() + "#",
	"6":       model.Draft6.String() + "#",
	"7":       model.Draft7.String() + "#",
	"2019":    model.Draft2019.String(),
	"2019-09": model.Draft2019.String(),
	"2020":    model.Draft2020.String(),
	"2020-12": model.Draft2020.String(),
}

// withoutCall removes the system call and the file name from an error about a file, because the
// message already mentions the file.
func withoutCall(err error) error {
	var unread *fs.PathError
	if errors.As(err, &unread) {
		return unread.Err
	}
	return err
}

// validate reports whether a schema is valid against the metaschema of its dialect, and notes why not. See [model.Config].
func (s *sources) validate(location string, value any, isWhole bool, d model.Dialect) bool {
	src, path := s.place(location)
	meta := metaschemaOf(d)
	if isWhole && meta.program != nil {
		if accepted, _ := meta.program.Accepts(src.data); accepted {
			return true
		}
	}
	unlimited := int64(math.MaxInt64)
	leaves, err := explain(meta.graph, meta.root, value, &unlimited)
	if err != nil {
		leaves = []leaf{leafAt(nil, "", err.Error())}
	}
	for _, l := range leaves {
		l.Path = concat(path, l.Path)
		if l.First != nil {
			l.First = concat(path, l.First)
		}
		s.invalid = append(s.invalid, mistake{in: src, leaf: l})
	}
	return len(leaves) == 0
}
