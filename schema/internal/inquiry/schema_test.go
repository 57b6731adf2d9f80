package inquiry_test

import (
	"testing"

	"github.com/assayjson/assay/schema"
)

// A reference may lead to the root of a resource of which only a part is referred to otherwise.
func TestRecursiveAnchorOfUnreachedRoot(t *testing.T) {
	c := &schema.Compiler{Draft: schema.Draft2019, Resources: map[string][]byte{
		"http://x/outer": []byte(`{"$recursiveAnchor": true, "type": "string", "$defs": {"x": {"properties": {"a": {"$ref": "http://x/inner"}}}}}`),
		"http://x/inner": []byte(`{"$recursiveAnchor": true, "properties": {"b": {"$recursiveRef": "#"}}}`),
	}}
	s, err := c.Compile("s.json", []byte(`{"$ref": "http://x/outer#/$defs/x"}`))
	if err != nil {
		t.Fatal(err)
	}
	found, err := s.Check([]byte(`{"a": {"b": 5}}`))
	if err != nil || len(found) != 1 || found[0].Location != "http://x/outer#/type" {
		t.Errorf("%+v, %v", found, err)
	}
}
