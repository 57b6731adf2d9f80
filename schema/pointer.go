package schema

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/assayjson/assay/internal/engine/place"
)

// pointerTo returns a path as a JSON Pointer in UTF-8.
func pointerTo(path []string) string {
	var b strings.Builder
	for _, name := range path {
		b.WriteByte('/')
		b.WriteString(place.EscapeToken(readable(name)))
	}
	return b.String()
}

// pathOf returns the tokens of a JSON Pointer, with their escapes undone.
func pathOf(pointer string) []string {
	if pointer == "" {
		return nil
	}
	path := strings.Split(pointer[1:], "/")
	for i, token := range path {
		path[i] = place.UnescapeToken(token)
	}
	return path
}

// lastKeyword returns the last keyword in the location of a schema. For #/properties/items, that is
// properties, because items is the name of a member there. It returns "" for the root, and for a
// schema in $defs or definitions, because a reference may lead there directly.
func lastKeyword(location string) string {
	_, pointer, _ := strings.Cut(location, "#")
	path := pathOf(pointer)
	keyword := ""
	for len(path) > 0 {
		keyword, path = path[0], path[1:]
		if len(path) > 0 && (slices.Contains(keywordsOfMany, keyword) || isIndex(path[0])) {
			path = path[1:]
		}
	}
	if keyword == "$defs" || keyword == "definitions" {
		return ""
	}
	return keyword
}

// keywordsOfMany are the keywords whose value contains several schemas, in an object or an array.
var keywordsOfMany = []string{
	"$defs", "definitions", "properties", "patternProperties", "dependentSchemas", "dependencies",
	"allOf", "anyOf", "oneOf", "prefixItems",
}

// isIndex reports whether a token is the index of an array element. Before 2020-12, the value of
// "items" could be an array.
func isIndex(token string) bool {
	_, err := strconv.ParseUint(token, 10, 0)
	return err == nil
}

// last returns the last token of a path, or "" if the path is empty.
func last(path []string) string {
	if len(path) == 0 {
		return ""
	}
	return path[len(path)-1]
}

// concat returns a newly allocated slice with the elements of a and b.
func concat(a, b []string) []string { return append(a[:len(a):len(a)], b...) }

// fileURL is the URL of the root of Compiler.Files.
const fileURL = "file:///"

// urlOf returns the URL of the schema with the given name. A scheme of one letter is the drive of a
// Windows path.
func urlOf(name string) string {
	if u, err := url.Parse(name); err == nil && len(u.Scheme) > 1 {
		u.Fragment = ""
		return u.String()
	}
	return urlOfFile(name)
}

func urlOfFile(name string) string {
	return (&url.URL{Scheme: "file", Path: "/" + name}).String()
}

// nameOf returns a URL in the form that messages use. If the URL is that of a file, the result
// begins with the path, without the scheme. After it come # and the fragment, which may be empty.
func nameOf(at string) string {
	at, fragment, _ := strings.Cut(at, "#")
	if path, ok := strings.CutPrefix(at, fileURL); ok {
		at = path
		if unescaped, err := url.PathUnescape(path); err == nil {
			at = unescaped
		}
	}
	return at + "#" + fragment
}

// nameOfFile is like nameOf, but for a URL without a fragment. The result does not end with #.
func nameOfFile(at string) string { return strings.TrimSuffix(nameOf(at), "#") }

// escapePointer returns a path as a JSON Pointer in the fragment of a URL (RFC 6901, section 6).
func escapePointer(path []string) string {
	var b strings.Builder
	for _, name := range path {
		b.WriteString("/" + url.PathEscape(place.EscapeToken(name)))
	}
	return b.String()
}
