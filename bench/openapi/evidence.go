package openapi

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/go-json-experiment/json/jsontext"
)

// refusesFormats reports whether assay refuses the message only for its formats if they are asserted.
func (d *difference) refusesFormats() bool {
	found := d.asserting.check(d.message)
	return len(found) > 0 && !slices.ContainsFunc(found, func(p problem) bool { return !slices.Contains([]string{"format", "anyOf", "oneOf"}, p.finding.Keyword) })
}

var jsonNumber = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$`)

// strict parses a JSON text with the package that rejects duplicate names and invalid UTF-8.
func strict(text []byte) error {
	d := jsontext.NewDecoder(bytes.NewReader(text))
	_, err := d.ReadValue()
	return err
}

func (d *difference) is31() bool { return d.assay.doc.Version != "3.0" }

func (d *difference) visit() []openapi3.SchemaValidationOption {
	if d.is31() {
		return []openapi3.SchemaValidationOption{openapi3.EnableJSONSchema2020()}
	}
	return nil
}

// text returns the body.
func (d *difference) text() []byte {
	if d.isResponse {
		return d.content
	}
	return d.body
}

// parameter returns the parameter with a name.
func (d *difference) parameter(in, name string) *openapi3.Parameter {
	all := d.parameters
	if in == "form" {
		in, all = "query", d.fields
	}
	for _, p := range all {
		if p.In == in && p.Name == name {
			return p
		}
	}
	return nil
}

// field returns a problem with the body of a form as one with a parameter in "form".
func (d *difference) field(p problem) problem {
	if path := tokens(p.finding.Pointer); d.fields != nil && p.finding.In == "body" && len(path) > 0 {
		p.finding.In, p.finding.Name, p.finding.Pointer = "form", path[0], ""
		if len(path) > 1 {
			p.finding.Pointer = "/" + strings.Join(path[1:], "/")
		}
	}
	return p
}

func parameterSchema(p *openapi3.Parameter) *openapi3.Schema {
	if p == nil || p.Schema == nil {
		return nil
	}
	return p.Schema.Value
}

// reply returns the response that the document has for the status.
func (d *difference) describedReply() *openapi3.Response {
	r := d.op.Responses.Status(d.status)
	if r == nil {
		r = d.op.Responses.Default()
	}
	if r == nil {
		return nil
	}
	return r.Value
}

// schemaFor returns the schema of a parameter or header.
func (d *difference) schemaFor(in, name string) *openapi3.Schema {
	if !d.isResponse {
		return parameterSchema(d.parameter(in, name))
	}
	if r := d.describedReply(); r != nil && r.Headers[name] != nil && r.Headers[name].Value != nil && r.Headers[name].Value.Schema != nil {
		return r.Headers[name].Value.Schema.Value
	}
	return nil
}

// raw returns the texts of a parameter as they are in the message. Without a name, they are all texts of that place.
func (d *difference) raw(in, name string) (all []string) {
	path, query, _ := strings.Cut(d.target, "?")
	switch in {
	case "query", "form":
		if in == "form" {
			query = string(d.body)
		}
		for _, pair := range strings.Split(query, "&") {
			key, text, _ := strings.Cut(pair, "=")
			if key, err := url.QueryUnescape(key); err == nil && (key == name || name == "") {
				all = append(all, text)
			}
		}
	case "path":
		var names []string
		expression := regexp.QuoteMeta(d.path)
		expression = regexp.MustCompile(`\\\{([^}]*)\\\}`).ReplaceAllStringFunc(expression, func(s string) string {
			names = append(names, s[2:len(s)-2])
			return "([^/]+)"
		})
		if m := regexp.MustCompile("^" + expression + "$").FindStringSubmatch(path); m != nil {
			for i, n := range names {
				if n == regexp.QuoteMeta(name) || n == name || name == "" {
					all = append(all, m[i+1])
				}
			}
		}
	case "header":
		header := d.header
		if d.isResponse {
			header = d.reply
		}
		all = header[http.CanonicalHeaderKey(name)]
	}
	return all
}

// one returns the only text of a parameter, decoded.
func (d *difference) one(in, name string) string {
	all := d.raw(in, name)
	if len(all) != 1 {
		return ""
	}
	decode := url.PathUnescape
	switch in {
	case "query", "form":
		decode = url.QueryUnescape
	case "header":
		return strings.TrimSpace(all[0])
	}
	text, _ := decode(all[0])
	return text
}

// pathInError has the name of a field of a form.
var pathInError = regexp.MustCompile("path ([^ .]+): ")

// parsed returns the text and schema of a parameter or header that kin-openapi could not parse for a reason.
func (d *difference) parsed(l leaf, reason string) (string, *openapi3.Schema) {
	e, ok := l.err.(*openapi3filter.ParseError)
	if !ok || !strings.Contains(e.Error(), reason) {
		return "", nil
	}
	whole := e.Error()
	for {
		next, ok := e.Cause.(*openapi3filter.ParseError)
		if !ok {
			break
		}
		e = next
	}
	s := parameterSchema(l.parameter)
	if m := pathInError.FindStringSubmatch(whole); m != nil && d.fields != nil {
		s = d.schemaFor("form", m[1])
	}
	if l.header != "" {
		s = d.schemaFor("header", l.header)
	}
	for s != nil && s.Type.Is("array") && s.Items != nil {
		s = s.Items.Value
	}
	return plainText(e.Value), s
}

// bodySchema returns the schema of the body.
func (d *difference) bodySchema() *openapi3.SchemaRef {
	content, mediaType := openapi3.Content{}, d.header.Get("Content-Type")
	if d.isResponse {
		mediaType = d.reply.Get("Content-Type")
		if r := d.describedReply(); r != nil {
			content = r.Content
		}
	} else if d.op.RequestBody != nil {
		content = d.op.RequestBody.Value.Content
	}
	if m := content.Get(mediaType); m != nil {
		return m.Schema
	}
	return nil
}

// value returns the value to which a finding belongs.
func (d *difference) value(p problem) (v any, ok bool) {
	if p.finding.In != "body" {
		text := d.one(p.finding.In, p.finding.Name)
		return text, p.finding.Pointer == "" && text != ""
	}
	return d.at(tokens(p.finding.Pointer))
}

// at returns a value in the body.
func (d *difference) at(pointer []string) (v any, ok bool) {
	dec := json.NewDecoder(bytes.NewReader(d.text()))
	dec.UseNumber()
	if dec.Decode(&v) != nil {
		return nil, false
	}
	for _, token := range pointer {
		switch x := v.(type) {
		case map[string]any:
			v, ok = x[token]
		case []any:
			i, err := strconv.Atoi(token)
			if ok = err == nil && i < len(x); ok {
				v = x[i]
			}
		default:
			ok = false
		}
		if !ok {
			return nil, false
		}
	}
	return v, true
}

// scalar returns the schema and text of the parameter of a finding, or of an item of it.
func (d *difference) scalar(p problem) (*openapi3.Schema, string) {
	s := d.schemaFor(p.finding.In, p.finding.Name)
	all := d.raw(p.finding.In, p.finding.Name)
	if i := tokens(p.finding.Pointer); len(i) == 1 && s != nil && s.Items != nil {
		n, err := strconv.Atoi(i[0])
		if len(all) == 1 {
			all = strings.Split(all[0], ",")
		}
		if err != nil || n >= len(all) {
			return nil, ""
		}
		text, _ := url.QueryUnescape(all[n])
		return s.Items.Value, text
	}
	if p.finding.Pointer != "" {
		return nil, ""
	}
	return s, d.one(p.finding.In, p.finding.Name)
}

// hasAlternatives reports whether a schema or one of its items or members has alternatives.
func hasAlternatives(s *openapi3.Schema) bool {
	has := func(r *openapi3.SchemaRef) bool { return r != nil && len(r.Value.OneOf)+len(r.Value.AnyOf) > 0 }
	for _, p := range s.Properties {
		if has(p) {
			return true
		}
	}
	return len(s.OneOf)+len(s.AnyOf) > 0 || has(s.Items)
}

// readings returns values that a parameter of the query may stand for.
func (d *difference) readings(p *openapi3.Parameter) (all []any) {
	var list []any
	for _, text := range d.raw(p.In, p.Name) {
		decoded, _ := url.QueryUnescape(text)
		list = append(list, decoded)
	}
	if len(list) > 0 {
		all = append(all, list[0], list)
	}
	object := map[string]any{}
	_, query, _ := strings.Cut(d.target, "?")
	for _, pair := range strings.Split(query, "&") {
		name, text, _ := strings.Cut(pair, "=")
		if member, ok := strings.CutPrefix(name, p.Name+"["); ok {
			decoded, _ := url.QueryUnescape(text)
			if object[strings.TrimSuffix(member, "]")] = any(decoded); jsonNumber.MatchString(decoded) {
				object[strings.TrimSuffix(member, "]")] = json.Number(decoded)
			}
		}
	}
	if len(object) > 0 {
		all = append(all, object)
	}
	return all
}

// agreeAfter reports whether both accept the message after a part of its body has been replaced.
func (d *difference) agreeAfter(old, new string) bool {
	m, ok := d.replaced(old, new)
	return ok && len(d.kin.check(m)) == 0 && len(d.assay.check(m)) == 0
}

// replaced returns the message with another part of its body, if it has that part.
func (d *difference) replaced(old, new string) (*message, bool) {
	m := *d.message
	m.body, m.content = bytes.ReplaceAll(m.body, []byte(old), []byte(new)), bytes.ReplaceAll(m.content, []byte(old), []byte(new))
	m.target = strings.ReplaceAll(m.target, url.QueryEscape(old), url.QueryEscape(new))
	return &m, bytes.Contains(d.text(), []byte(old)) || m.target != d.target
}

// violates reports whether a value violates a format of a schema, or its parts those of the parts.
func violates(s *openapi3.Schema, v any, depth int) bool {
	if s == nil || depth > 12 {
		return false
	}
	part := func(r *openapi3.SchemaRef, v any) bool { return r != nil && violates(r.Value, v, depth+1) }
	if slices.ContainsFunc(s.AllOf, func(r *openapi3.SchemaRef) bool { return part(r, v) }) {
		return true
	}
	switch x := v.(type) {
	case string:
		return outside(s.Format, x)
	case map[string]any:
		for name, member := range x {
			if part(s.Properties[name], member) {
				return true
			}
		}
	case []any:
		return slices.ContainsFunc(x, func(item any) bool { return part(s.Items, item) })
	}
	return false
}

// direction returns the option of kin-openapi for the direction of the message.
func (d *difference) direction() openapi3.SchemaValidationOption {
	if d.isResponse {
		return openapi3.VisitAsResponse()
	}
	return openapi3.VisitAsRequest()
}

// inner returns all errors of schemas in an error.
func inner(err error) (all []*openapi3.SchemaError) {
	switch e := err.(type) {
	case *openapi3.SchemaError:
		all = append(append(all, e), inner(e.Origin)...)
	case openapi3.MultiError:
		for _, one := range e {
			all = append(all, inner(one)...)
		}
	case interface{ Unwrap() []error }:
		for _, one := range e.Unwrap() {
			all = append(all, inner(one)...)
		}
	case interface{ Unwrap() error }:
		all = inner(e.Unwrap())
	case nil:
	default:
		if v := reflect.ValueOf(err); v.Kind() == reflect.Slice { // alternatives
			for i := range v.Len() {
				if one, ok := v.Index(i).Interface().(error); ok {
					all = append(all, inner(one)...)
				}
			}
		}
	}
	return all
}

// broken returns the schemas of the components that have mistakes.
func (d *difference) broken() (all []*openapi3.Schema) {
	for _, m := range d.assay.doc.Mistakes {
		names := tokens(m.Pointer)
		if len(names) < 4 || names[0] != "components" || names[1] != "schemas" || d.kin.doc.Components.Schemas[names[2]] == nil {
			continue
		}
		s := d.kin.doc.Components.Schemas[names[2]].Value
		for i := 3; i+1 < len(names); i += 2 {
			next := step(s, names[i], names[i+1])
			if next == nil {
				break
			}
			s = next
		}
		all = append(all, s)
	}
	return all
}

// step returns the schema at a keyword and a name or index inside a schema.
func step(s *openapi3.Schema, keyword, name string) *openapi3.Schema {
	var ref *openapi3.SchemaRef
	lists := map[string]openapi3.SchemaRefs{"allOf": s.AllOf, "anyOf": s.AnyOf, "oneOf": s.OneOf}
	if i, err := strconv.Atoi(name); err == nil && i < len(lists[keyword]) {
		ref = lists[keyword][i]
	} else if keyword == "properties" {
		ref = s.Properties[name]
	}
	if ref == nil || ref.Ref != "" {
		return nil
	}
	return ref.Value
}

// valueText returns that value as text.
func (d *difference) valueText(p problem) string {
	v, ok := d.value(p)
	if !ok {
		return "(no value)"
	}
	return plainText(v)
}

func tokens(pointer string) []string {
	if pointer == "" {
		return nil
	}
	all := strings.Split(pointer[1:], "/")
	for i := range all {
		all[i] = strings.ReplaceAll(strings.ReplaceAll(all[i], "~1", "/"), "~0", "~")
	}
	return all
}

// reach returns all schemas that apply to the value of a finding, in all alternatives.
func (d *difference) reach(p problem) []*openapi3.Schema {
	var start *openapi3.Schema
	if p.finding.In == "body" {
		if ref := d.bodySchema(); ref != nil {
			start = ref.Value
		}
	} else {
		start = d.schemaFor(p.finding.In, p.finding.Name)
	}
	if start == nil {
		return nil
	}
	current := spread([]*openapi3.Schema{start})
	for _, token := range tokens(p.finding.Pointer) {
		var next []*openapi3.Schema
		for _, s := range current {
			if q := s.Properties[token]; q != nil && q.Value != nil {
				next = append(next, q.Value)
			} else if q := s.AdditionalProperties.Schema; q != nil && q.Value != nil {
				next = append(next, q.Value)
			}
			if _, err := strconv.Atoi(token); err == nil && s.Items != nil && s.Items.Value != nil {
				next = append(next, s.Items.Value)
			}
		}
		current = spread(next)
	}
	return current
}

// spread adds the schemas in "allOf", "anyOf" and "oneOf".
func spread(list []*openapi3.Schema) []*openapi3.Schema {
	for i := 0; i < len(list); i++ {
		for _, refs := range []openapi3.SchemaRefs{list[i].AllOf, list[i].AnyOf, list[i].OneOf} {
			for _, ref := range refs {
				if ref.Value != nil && !slices.Contains(list, ref.Value) {
					list = append(list, ref.Value)
				}
			}
		}
	}
	return list
}

// contains reports whether a schema is s, or inside it without a reference.
func contains(s, other *openapi3.Schema) bool {
	if s == other {
		return true
	}
	var refs openapi3.SchemaRefs
	for _, p := range s.Properties {
		refs = append(refs, p)
	}
	refs = append(append(append(append(refs, s.AllOf...), s.AnyOf...), s.OneOf...), s.Items, s.AdditionalProperties.Schema)
	return slices.ContainsFunc(refs, func(r *openapi3.SchemaRef) bool {
		return r != nil && r.Ref == "" && r.Value != nil && contains(r.Value, other)
	})
}

// plain returns a schema without discriminators.
func plain(s *openapi3.Schema) *openapi3.Schema {
	done := map[*openapi3.Schema]*openapi3.Schema{}
	var copied func(s *openapi3.Schema) *openapi3.Schema
	ref := func(r *openapi3.SchemaRef) *openapi3.SchemaRef {
		if r == nil || r.Value == nil {
			return r
		}
		return &openapi3.SchemaRef{Value: copied(r.Value)}
	}
	copied = func(s *openapi3.Schema) *openapi3.Schema {
		if done[s] != nil {
			return done[s]
		}
		c := *s
		done[s] = &c
		c.Discriminator = nil
		for _, list := range []*openapi3.SchemaRefs{&c.OneOf, &c.AnyOf, &c.AllOf} {
			*list = slices.Clone(*list)
			for i, r := range *list {
				(*list)[i] = ref(r)
			}
		}
		c.Items, c.AdditionalProperties.Schema = ref(c.Items), ref(c.AdditionalProperties.Schema)
		c.Properties = maps.Clone(c.Properties)
		for name, r := range c.Properties {
			c.Properties[name] = ref(r)
		}
		return &c
	}
	return copied(s)
}
