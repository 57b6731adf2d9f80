package openapi

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// Keywords that are probably misspelt are warnings in OpenAPI 3.1 and 3.2, whose schemas may have any keyword, and mistakes in 3.0.
func TestMisspeltKeywords(t *testing.T) {
	for _, c := range []struct{ version, schemas, want string }{
		{"3.1.1", `{A: {type: object, requird: [a]}}`, `#/components/schemas/A/requird: unknown keyword "requird"; did you mean "required"?`},
		{"3.2.0", `{A: {properties: {b: {maxLenght: 3}, requird: {}}}}`, `#/components/schemas/A/properties/b/maxLenght: unknown keyword "maxLenght"; did you mean "maxLength"?`},
		{"3.1.1", `{A: {type: string, max: 3}}`, `#/components/schemas/A/max: unknown keyword "max"; did you mean "maxLength"?`},
		{"3.1.1", `{A: {x-requird: [a], example: 1, discriminator: {propertyName: a}, xml: {}, externalDocs: {url: /}, nullable: true, xyz: 1}}`, ""},
		{"3.1.1", `{A: {requird: no list}}`, ""},
		{"3.1.1", `{A: {description: a, description_old: b, requird: [a]}}`, `#/components/schemas/A/requird: unknown keyword "requird"; did you mean "required"?`},
		{"3.1.1", `{A: {proprties: {b: {type: string}}}, B: {$ref: "#/components/schemas/A/proprties/b"}}`, ""},
		{"3.1.1", `{A: {$id: a, $schema: "https://example.com/other", requird: [a]}}`, "mistake #/components/schemas/A/$schema"},
		{"3.1.1", `{A: {$id: a, $schema: "http://json-schema.org/draft-07/schema#", dependentRequird: {a: [b]}, requird: [a]}}`, `#/components/schemas/A/requird: unknown keyword "requird"; did you mean "required"?`},
		{"3.0.4", `{A: {type: object, requird: [a]}}`, `mistake #/components/schemas/A/requird: there is no member "requird" here; did you mean "required"?`},
		{"3.1.1", `{A: {type: objct, requird: [a]}}`, `mistake #/components/schemas/A/type; #/components/schemas/A/requird: unknown keyword "requird"; did you mean "required"?`},
	} {
		text := fmt.Sprintf("openapi: %s\ninfo: {title: t, version: '1'}\npaths: {}\ncomponents: {schemas: %s}\n", c.version, c.schemas)
		d, err := Load(fstest.MapFS{"api.yaml": {Data: []byte(text)}}, "api.yaml", Options{})
		var got []string
		warn := func(all []Mistake) {
			for _, m := range all {
				got = append(got, "#"+m.Pointer+": "+m.Message)
			}
		}
		var bad *Error
		switch {
		case errors.As(err, &bad):
			for _, m := range bad.Mistakes {
				one := "mistake #" + m.Pointer
				if c.version == "3.0.4" {
					one += ": " + m.Message
				}
				got = append(got, one)
			}
			warn(bad.Warnings)
		case err != nil:
			t.Fatal(err)
		default:
			warn(d.Warnings)
		}
		if s := strings.Join(slices.Compact(got), "; "); s != c.want {
			t.Errorf("%s: %s, want %s", c.schemas, s, c.want)
		}
	}
}

// A document whose dialect is not known has no warnings, because its keywords are not known.
func TestKeywordsOfDialects(t *testing.T) {
	for dialect, want := range map[string]int{"https://spec.openapis.org/oas/3.1/dialect/base": 1, "https://json-schema.org/draft/2020-12/schema": 1, "https://example.com/dialect": 0} {
		text := "openapi: 3.1.1\ninfo: {title: t, version: '1'}\njsonSchemaDialect: " + dialect + "\ncomponents: {schemas: {A: {requird: [a]}}}\n"
		d, err := Load(fstest.MapFS{"api.yaml": {Data: []byte(text)}}, "api.yaml", Options{Tolerate: func(Mistake) bool { return true }})
		if err != nil || len(d.Warnings) != want {
			t.Errorf("%s: %v, %+v, want %d", dialect, err, d, want)
		}
	}
}
