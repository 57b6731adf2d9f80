package model

import (
	"net/url"
	"strconv"
	"strings"
)

// A document is a text in which schemas are.
type document struct {
	url        string
	value      any
	root       *resource
	byID       map[string]*resource
	places     map[string]*place // by key
	foreign    []*place          // the roots of resources in another dialect than what is around them
	isUnusable bool
}

// A place is a schema in a document. Its key is its place in the document: a JSON Pointer as it is written in a URL.
type place struct {
	document   *document
	key        string
	value      any
	resource   *resource
	schema     *Schema // nil until the schema is needed
	isUnusable bool
}

// location returns the URL of the place.
func (p *place) location() string { return p.document.url + "#" + p.key }

// A resource is a part of a document with a URL of its own.
type resource struct {
	key      string // the key of its root
	id       string // the URL
	base     *url.URL
	dialect  Dialect
	anchors  map[string]string // the keys of the schemas with an anchor, by its name
	dynamic  []string          // the anchors that are dynamic
	compiled *Resource
}

// around returns the resource that contains what has the given key.
func (d *document) around(key string) *resource {
	for key != "" {
		key = key[:strings.LastIndexByte(key, '/')]
		if p := d.places[key]; p != nil {
			return p.resource
		}
	}
	return d.root
}

// find returns the value at a JSON Pointer that begins at a value with the given key, and the key of that value.
func (d *document) find(from, pointer string) (value any, key string, ok bool) {
	value, key = d.value, ""
	for _, token := range strings.Split(unescapeKey(from)+pointer, "/")[1:] {
		switch v := value.(type) {
		case map[string]any:
			name := unescapeToken.Replace(token)
			if value, ok = v[name]; !ok {
				return nil, "", false
			}
			key += "/" + escape(name)
		case []any:
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(v) || strconv.Itoa(i) != token { // RFC 6901, section 4
				return nil, "", false
			}
			value = v[i]
			key += "/" + token
		default:
			return nil, "", false
		}
	}
	return value, key, true
}

var (
	escapeToken   = strings.NewReplacer("~", "~0", "/", "~1")
	unescapeToken = strings.NewReplacer("~0", "~", "~1", "/")
)

// escape returns a name as an element of a key.
func escape(name string) string { return url.PathEscape(escapeToken.Replace(name)) }

// unescapeKey returns a key as a JSON Pointer.
func unescapeKey(key string) string {
	pointer, _ := url.PathUnescape(key) // keys are escaped correctly
	return pointer
}

// escapePointer returns a JSON Pointer as it is written in a URL.
func escapePointer(pointer string) string {
	tokens := strings.Split(pointer, "/")
	for i, token := range tokens {
		tokens[i] = url.PathEscape(token)
	}
	return strings.Join(tokens, "/")
}

// without returns a copy of a value with an empty object at a JSON Pointer.
func without(value any, pointer string) any {
	if pointer == "" {
		return map[string]any{}
	}
	token, rest, more := strings.Cut(pointer[1:], "/")
	if more {
		rest = "/" + rest
	}
	switch v := value.(type) {
	case map[string]any:
		name := unescapeToken.Replace(token)
		if _, ok := v[name]; !ok {
			return value
		}
		copied := make(map[string]any, len(v))
		for other, member := range v {
			copied[other] = member
		}
		copied[name] = without(v[name], rest)
		return copied
	case []any:
		i, err := strconv.Atoi(token)
		if err != nil || i >= len(v) {
			return value
		}
		copied := append([]any(nil), v...)
		copied[i] = without(v[i], rest)
		return copied
	}
	return value
}
