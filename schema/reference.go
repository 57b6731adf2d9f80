package schema

import (
	"net/url"
	"slices"
	"strings"
)

// reference returns the path of the first reference to a URL. If the URL has a fragment, only the
// fragments are compared. The part before the fragment cannot be compared, because errors from the
// engine have the URL of the file there, even if the file has an "$id".
func (s *source) reference(to string) (path []string, ok bool) {
	want, err := url.Parse(to)
	if err != nil {
		return nil, false
	}
	visit(s.left, nil, func(object map[string]any, at []string) {
		for _, keyword := range referring {
			if ref, isString := object[keyword].(string); isString && !ok && (refersTo(s.base(at), ref, want) || s.refersInside(at, ref, want)) {
				path, ok = concat(at, []string{keyword}), true
			}
		}
	})
	return path, ok
}

// referring are the keywords that refer to schemas.
var referring = []string{"$ref", "$dynamicRef", "$recursiveRef", "$schema"}

// refersTo reports whether ref, relative to base, refers to the URL want. The engine does not
// resolve the value of "$schema", so ref may also be equal to want without being resolved.
func refersTo(base *url.URL, ref string, want *url.URL) bool {
	u, err := url.Parse(ref)
	if err != nil || ref == want.String() {
		return err == nil
	}
	u = base.ResolveReference(u)
	if want.Fragment != "" {
		return u.Fragment == want.Fragment
	}
	u.Fragment, u.RawFragment = "", ""
	return u.String() == want.String()
}

// refersInside reports whether ref leads to the place want in a schema that has an id and is around the path at. The engine has
// joined the path of that schema and the fragment of ref.
func (s *source) refersInside(at []string, ref string, want *url.URL) bool {
	u, err := url.Parse(ref)
	if err != nil || !strings.HasPrefix(u.Fragment, "/") || !strings.HasSuffix(want.Fragment, u.Fragment) {
		return false
	}
	around := pathOf(strings.TrimSuffix(want.Fragment, u.Fragment))
	object, _ := lookUp(s.value, around).(map[string]any)
	return hasID(object) && len(around) <= len(at) && slices.Equal(around, at[:len(around)])
}

// base returns the URL against which references at path are resolved.
func (s *source) base(path []string) *url.URL {
	base, err := url.Parse(s.url)
	if err != nil {
		return &url.URL{}
	}
	for i := range len(path) + 1 {
		object, _ := lookUp(s.value, path[:i]).(map[string]any)
		for _, keyword := range []string{"$id", "id"} {
			if id, ok := object[keyword].(string); ok {
				if u, err := url.Parse(id); err == nil {
					base = base.ResolveReference(u)
				}
			}
		}
	}
	return base
}

func hasID(object map[string]any) bool {
	_, is := object["$id"].(string)
	_, isOld := object["id"].(string)
	return is || isOld
}
