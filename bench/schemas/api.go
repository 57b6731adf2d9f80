package schemas

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// apis returns the description of a web API with 80 resources.
func apis() [][]byte {
	return several(1, func(r *rand.Rand, _ int) []byte {
		var paths, schemas, tags object
		var names array
		for i := range 80 {
			name := fmt.Sprintf("%s%s%d", strings.ToUpper(letters(r, 1, lower)), letters(r, 6, lower), i)
			paths = append(paths, resourcePaths(r, name)...)
			schemas = append(schemas, name, resourceSchema(r))
			names = append(names, object{"name", name, "description", sentence(r, 6)})
		}
		schemas = append(schemas, "Error", object{"type", "object", "required", array{"code"}, "properties", object{"code", object{"type", "integer"}}})
		tags = object{"tags", names}
		return indented(append(object{
			"openapi", "3.1.0",
			"info", object{"title", "Shop", "description", sentence(r, 30), "version", "1.2.0", "license", object{"name", "MIT", "url", "https://example.org/license"}},
			"servers", array{object{"url", "https://api.example.org/v1", "description", "production"}},
			"security", array{object{"key", array{}}},
			"paths", paths,
			"components", object{
				"schemas", schemas,
				"parameters", object{"page", object{"name", "page", "in", "query", "required", false, "schema", object{"type", "integer"}}},
				"responses", object{"failure", object{"description", "It failed.", "content", jsonContent("Error")}},
				"securitySchemes", object{"key", object{"type", "apiKey", "name", "X-Key", "in", "header"}}},
			"x-generator", "by hand"}, tags...))
	})
}

func jsonContent(name string) object {
	return object{"application/json", object{"schema", object{"$ref", "#/components/schemas/" + name}}}
}

// resourcePaths returns the two paths of a resource, with five operations.
func resourcePaths(r *rand.Rand, name string) object {
	operation := func(verb string, more ...any) object {
		return append(object{"tags", array{name}, "summary", sentence(r, 4), "description", sentence(r, 14), "operationId", verb + name}, more...)
	}
	responses := func(status string, content object) object {
		return object{status, object{"description", sentence(r, 3), "content", content}, "404", object{"$ref", "#/components/responses/failure"},
			"default", object{"$ref", "#/components/responses/failure"}}
	}
	body := object{"required", true, "content", jsonContent(name)}
	path := "/" + strings.ToLower(name)
	filter := object{"name", "filter", "in", "query", "description", sentence(r, 5), "schema", object{"type", "string"}}
	return object{
		path, object{
			"get", operation("list", "parameters", array{object{"$ref", "#/components/parameters/page"}, filter}, "responses", responses("200", jsonContent(name))),
			"post", operation("create", "requestBody", body, "responses", responses("201", jsonContent(name)), "x-limit", 10)},
		path + "/{id}", object{
			"parameters", array{object{"name", "id", "in", "path", "required", true, "schema", object{"type", "integer", "minimum", 1}}},
			"get", operation("read", "responses", responses("200", jsonContent(name))),
			"put", operation("replace", "requestBody", body, "responses", responses("2XX", jsonContent(name))),
			"delete", operation("remove", "deprecated", false, "responses", object{"204", object{"description", "It is removed."}})}}
}

// resourceSchema returns the schema of a resource.
func resourceSchema(r *rand.Rand) object {
	properties := object{"id", object{"type", "integer", "minimum", 1}}
	for range 8 {
		properties = append(properties, letters(r, 8, lower), object{"type", pick(r, "string", "number", "boolean"), "description", sentence(r, 6)})
	}
	return object{"type", "object", "description", sentence(r, 10), "required", array{"id"}, "properties", properties}
}
