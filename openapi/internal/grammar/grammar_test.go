package grammar

import (
	"fmt"
	"testing"
)

func TestFields(t *testing.T) {
	for _, c := range []struct {
		object, member string
		v              Version
		want           string
	}{
		{"document", "webhooks", V30, "none"},
		{"document", "webhooks", V31, "map, optional"},
		{"document", "paths", V30, "object paths, required"},
		{"document", "paths", V32, "object paths, optional"},
		{"pathItem", "query", V31, "none"},
		{"pathItem", "query", V32, "object operation, optional"},
		{"response", "description", V31, "string, required"},
		{"response", "description", V32, "string, optional"},
		{"parameter", "schema", V30, "schema, optional"},
		{"operation", "requestBody", V31, "object requestBody or reference, optional"},
		{"operation", "x-y", V31, "none"},
	} {
		got := "none"
		if f := Find(c.object).Field(c.member, c.v); f != nil {
			got = describe(f.Type)
			if f.Required&c.v != 0 {
				got += ", required"
			} else {
				got += ", optional"
			}
		}
		if got != c.want {
			t.Errorf("%s.%s in %s: got %s, want %s", c.object, c.member, c.v, got, c.want)
		}
	}
	for _, c := range []struct {
		object, member string
		want           bool
	}{
		{"paths", "/a", true}, {"paths", "a", false}, {"paths", "x-a", true},
		{"responses", "200", true}, {"responses", "2XX", true}, {"responses", "2xx", false}, {"responses", "600", false}, {"responses", "20", false},
		{"callback", "{$request.body#/url}", true}, {"reference", "summary", true}, {"info", "titel", false},
	} {
		if got := Find(c.object).Other(c.member) != nil; got != c.want {
			t.Errorf("%s.%s: got %v, want %v", c.object, c.member, got, c.want)
		}
	}
}

func describe(t *Type) string {
	s := [...]string{"any", "string", "boolean", "number", "integer", "array", "map", "object", "schema", "schema or boolean"}[t.Form]
	if t.Object != nil {
		s += " " + t.Object.Name
	}
	if t.MayRefer {
		s += " or reference"
	}
	return s
}

// All objects that members refer to are in the table, with at least one member each.
func TestObjectsAreComplete(t *testing.T) {
	for name, o := range objects() {
		if len(o.Fields) == 0 && o.Others == nil {
			t.Errorf("%s has no members", name)
		}
	}
}

func TestVersionOf(t *testing.T) {
	for text, want := range map[string]Version{"3.0.0": V30, "3.1.1": V31, "3.2.0": V32, "3.1": 0, "2.0": 0, "3.3.0": 0, "": 0} {
		if got := VersionOf(text); got != want {
			t.Errorf("%q: got %v, want %v", text, got, want)
		}
	}
	if got := fmt.Sprint(V30, V31, V32); got != "3.0 3.1 3.2" {
		t.Error(got)
	}
}
