package model

import (
	"net/url"
	"strconv"
	"strings"

	tokens "github.com/assayjson/assay/internal/engine/place"
)

// A document is a text in which schemas are.
type document struct {
	url        string
	value      any
	root       *resource
	byID       map[string]*resource
	places     map[string]*place // by key
	foreign    []*place          // those that are foreign, in the order in which they have been found
	isUnusable bool
}

// A place is a schema in a document. Its key is its place in the document: a JSON Pointer as it is written in a URL.
type place struct {
	document   *document
	key        string
	value      any
	resource   *resource
	schema     *Schema // nil until the schema is needed
	isForeign  bool    // it is the root of a resource in another dialect than what is around it
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
			name := tokens.UnescapeToken(token)
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

// escape returns a name as an element of a key.
func escape(name string) string { return url.PathEscape(tokens.EscapeToken(name)) }

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

// native returns a copy of the value with a key, in which empty objects are instead of the schemas of other dialects inside it.
func (d *document) native(key string, value any) any {
	inner := func(token string, value any) any {
		key := key + "/" + token
		if p := d.places[key]; p != nil && p.isForeign {
			return map[string]any{}
		}
		return d.native(key, value)
	}
	switch v := value.(type) {
	case map[string]any:
		copied := make(map[string]any, len(v))
		for name, member := range v {
			copied[name] = inner(escape(name), member)
		}
		return copied
	case []any:
		copied := make([]any, len(v))
		for i, item := range v {
			copied[i] = inner(strconv.Itoa(i), item)
		}
		return copied
	}
	return value
}
