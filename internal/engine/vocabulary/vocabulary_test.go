package vocabulary

import (
	"testing"

	"github.com/assayjson/assay/document"
)

func TestMeant(t *testing.T) {
	for _, c := range []struct {
		draft            Draft
		name, value, typ string
		want             string
	}{
		{Draft2020, "requird", `["a"]`, "", "required"},
		{Draft2020, "requird", `true`, "", ""},
		{Draft2020, "propertis", `{}`, "", "properties"},
		{Draft2020, "property", `{}`, "", "properties"},
		{Draft2020, "min", `1`, "string", "minLength"},
		{Draft2020, "min", `1`, "array", "minItems"},
		{Draft2020, "max", `1`, "integer", "maximum"},
		{Draft2020, "max", `1`, "", ""},
		{Draft2020, "x-requird", `["a"]`, "", ""},
		{Draft2020, "example", `["a"]`, "", ""},
		{Draft2020, "prefixItem", `[true]`, "", "prefixItems"},
		{Draft7, "prefixItem", `[true]`, "", ""},
		{Draft2020, "typ", `"string"`, "", "type"},
		{Draft2020, "typ", `["string", "null"]`, "", "type"},
		{Draft2020, "typ", `"text"`, "", ""},
		{Draft2020, "typ", `["text"]`, "", "type"},
	} {
		doc, err := document.Parse([]byte(c.value))
		if err != nil {
			t.Fatal(err)
		}
		if got := c.draft.Meant(c.name, doc.Root(), c.typ); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}

// Each keyword is in the table once, and is what is meant by itself if its value is one that it may have.
func TestKeywords(t *testing.T) {
	for i, k := range keywords {
		if Find(k.Name) != &keywords[i] || k.First > k.Last {
			t.Errorf("%s: the row is not found, or is in no draft", k.Name)
		}
	}
	if Find("requird") != nil {
		t.Error("a name that is not a keyword is found")
	}
}
