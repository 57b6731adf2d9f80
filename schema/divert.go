package schema

import (
	"bytes"
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// A detour makes a copy of a schema with diverted references.
type detour struct {
	*sources
	in      *source
	base    *url.URL // of the whole schema
	isWhole bool     // it is the base of all references, because no other schema inside has an id
	isOld   bool     // a schema inside may be of draft 4, where the keyword for an id is "id"
	anchors map[string]bool
}

// divert returns a copy of what the engine gets of a source, with diverted references. The others exist, or only the engine knows
// whether they do, such as those in a schema with an id inside another schema.
func (s *sources) divert(src *source) any {
	d := detour{sources: s, in: src, base: src.base(nil), anchors: map[string]bool{}}
	root, _ := src.value.(map[string]any)
	_, hasOldID := root["id"].(string) // an id in draft 4 only
	_, refers := root["$ref"]          // hides an id before draft 2019-09
	d.isWhole = !hasOldID && d.base.Fragment == "" && !(refers && hasID(root))
	d.isOld = s.compiler.draft() == jsonschema.Draft4 || bytes.Contains(src.data, []byte("draft-04"))
	visit(src.value, nil, func(object map[string]any, path []string) {
		d.isWhole = d.isWhole && (len(path) == 0 || !d.hasID(object) || isData(path))
		for _, keyword := range []string{"$anchor", "$dynamicAnchor"} {
			if anchor, ok := object[keyword].(string); ok {
				d.anchors[anchor] = true
			}
		}
	})
	return d.copy(src.left, nil)
}

// hasID reports whether an object may be a schema with an id.
func (d *detour) hasID(object map[string]any) bool {
	if d.isOld {
		return hasID(object)
	}
	_, is := object["$id"].(string)
	return is
}

// isData reports whether a path in a schema is that of data, in which the engine looks for no schemas with ids.
func isData(path []string) bool {
	named := false // the next element of the path is a name, not a keyword
	for _, element := range path {
		switch {
		case named:
			named = false
		case slices.Contains([]string{"const", "default", "enum", "examples"}, element):
			return true
		default:
			named = slices.Contains([]string{"$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties", "properties"}, element)
		}
	}
	return false
}

// copy returns a copy of the value at a path, with diverted references.
func (d *detour) copy(value any, path []string) any {
	path = slices.Clip(path)
	switch v := value.(type) {
	case map[string]any:
		if len(path) > 0 && d.hasID(v) {
			return v
		}
		c := make(map[string]any, len(v))
		for name, member := range v {
			ref, isString := member.(string)
			if isString && (name == "$ref" || name == "$dynamicRef") {
				c[name] = d.instead(ref, append(path, name))
			} else {
				c[name] = d.copy(member, append(path, name))
			}
		}
		return c
	case []any:
		c := make([]any, len(v))
		for i, item := range v {
			c[i] = d.copy(item, append(path, strconv.Itoa(i)))
		}
		return c
	}
	return value
}

// instead returns the reference that the engine gets instead of the one at a path.
func (d *detour) instead(ref string, path []string) string {
	name, fragment, _ := strings.Cut(ref, "#")
	to, isHere := d.resolve(name)
	switch {
	case isHere:
		to = d.dangling(fragment)
	case to != "":
		to += "#" + fragment
	}
	if to == "" {
		return ref
	}
	instead := "assay-diversion:///" + strconv.Itoa(len(d.diverted))
	d.diverted[instead] = &diversion{in: d.in, path: path, to: to, isMissing: isHere}
	return instead
}

// resolve returns the URL of a reference, without its fragment, if it is certainly to a schema that must be loaded. It also
// reports whether the reference certainly leads to the schema itself.
func (d *detour) resolve(name string) (to string, isHere bool) {
	if name == "" {
		return "", true
	}
	u, err := url.Parse(name)
	if err != nil || !d.isWhole {
		return "", false
	}
	u = d.base.ResolveReference(u)
	if to = u.String(); to == d.in.url || to == d.base.String() {
		return "", true
	}
	if strings.HasSuffix(u.Hostname(), "json-schema.org") {
		return "", false // perhaps a metaschema that is built in
	}
	return to, false
}

// dangling returns the URL of a reference in this schema if there is certainly nothing at that URL.
func (d *detour) dangling(fragment string) string {
	if path, ok := pathOfFragment(fragment); ok {
		if exists(d.in.value, path) {
			return ""
		}
		return d.in.url + "#" + escapePointer(path)
	}
	anchor, err := url.PathUnescape(fragment)
	if err != nil || !d.isWhole || d.anchors[anchor] || strings.ContainsAny(anchor, "/~") {
		return ""
	}
	return d.base.String() + "#" + url.PathEscape(anchor)
}

// pathOfFragment returns the path in the fragment of a URL, if it is a JSON Pointer.
func pathOfFragment(fragment string) (path []string, ok bool) {
	pointer, err := url.PathUnescape(fragment)
	isEscaped := strings.Count(pointer, "~") == strings.Count(pointer, "~0")+strings.Count(pointer, "~1")
	if err != nil || !isEscaped || pointer != "" && pointer[0] != '/' {
		return nil, false
	}
	return pathOf(pointer), true
}

// exists reports whether there is a value at a path.
func exists(value any, path []string) bool {
	if len(path) == 0 {
		return true
	}
	end := len(path) - 1
	switch v := lookUp(value, path[:end]).(type) {
	case map[string]any:
		_, ok := v[path[end]]
		return ok
	case []any:
		i, err := strconv.Atoi(path[end])
		return err == nil && i >= 0 && i < len(v)
	}
	return false
}

// follow returns the schema that the engine gets when it reaches a diverted reference, and notes whether the reference leads nowhere.
func (s *sources) follow(d *diversion) any {
	if d.isMissing {
		d.message = missing(d.to)
		return map[string]any{}
	}
	name, fragment, _ := strings.Cut(d.to, "#")
	if d.err = s.fetch(name); d.err != nil {
		d.message = unread(name, d.err)
		return map[string]any{}
	}
	target := s.byURL[name]
	if path, ok := pathOfFragment(fragment); ok && !exists(target.value, path) {
		d.message = missing(name + "#" + escapePointer(path))
		return map[string]any{}
	}
	if target.isRemoved {
		return map[string]any{}
	}
	return map[string]any{"$ref": d.to}
}

// astray returns the mistakes at diverted references that the engine has reached and that lead nowhere.
func (s *sources) astray() (all []mistake) {
	type group struct {
		in       *source
		notGiven bool
	}
	leaves, errs := map[group][]leaf{}, map[string]error{}
	for _, d := range s.diverted {
		var unusable *Error
		switch g := (group{d.in, errors.Is(d.err, ErrNotGiven)}); {
		case d.message == "":
		case errors.As(d.err, &unusable):
			all = append(all, mistake{Error: unusable, in: d.in})
		default:
			leaves[g] = append(leaves[g], leafAt(d.path, last(d.path), d.message))
			errs[d.in.url+"#"+pointerTo(d.path)] = d.err
		}
	}
	for g := range leaves {
		e := g.in.errors(leaves[g], nil)
		e.Err = errs[g.in.url+"#"+e.Findings[0].Pointer]
		all = append(all, mistake{Error: e, in: g.in})
	}
	return all
}

// Load returns the schema at a URL. The engine calls Load when it meets a reference.
func (s *sources) Load(at string) (any, error) {
	if d := s.diverted[at]; d != nil {
		return s.follow(d), nil
	}
	if err := s.fetch(at); err != nil {
		return nil, err
	}
	value := s.byURL[at].left
	if s.diverted != nil {
		value = s.divert(s.byURL[at])
	}
	return withKnownVocabularies(value), nil
}
