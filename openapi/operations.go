package openapi

import (
	"bytes"
	"mime"
	"net/http"
	"slices"
	"strings"

	"github.com/assayjson/assay/openapi/internal/grammar"
	"github.com/assayjson/assay/openapi/internal/param"
	"github.com/assayjson/assay/tokenizer"
)

// A reader turns the checked files into operations, and reports what the grammar cannot say.
type reader struct {
	*loader
	root      node
	shapes    shapes
	requests  schemas
	responses schemas // the same as requests if the direction makes no difference
	ids       map[string]bool
	templates map[string]string // the paths by their shapes
	basePath  string            // Options.BasePath
}

// methods are the members of a Path Item Object that are operations.
var methods = map[string]string{
	"get": http.MethodGet, "put": http.MethodPut, "post": http.MethodPost, "delete": http.MethodDelete, "options": http.MethodOptions,
	"head": http.MethodHead, "patch": http.MethodPatch, "trace": http.MethodTrace, "query": "QUERY",
}

// operations returns all operations in the order of the document.
func (r *reader) operations() (all []*Operation) {
	bases := []string{strings.TrimRight("/"+strings.TrimLeft(r.basePath, "/"), "/")}
	bases = r.basePaths(r.root, bases)
	for name, v := range r.at(r.root, "paths").Members() {
		path := name.String()
		if !strings.HasPrefix(path, "/") {
			continue // x-, or reported
		}
		t, problem := parseTemplate(path)
		if problem != "" {
			r.add(r.root.file, name, "the path %s", problem)
			continue
		}
		if other, ok := r.templates[t.shape()]; ok {
			r.add(r.root.file, name, "the paths %s and %s cannot be told apart", other, path)
		} else {
			r.templates[t.shape()] = path
		}
		all = append(all, r.pathItem(path, t, node{r.root.file, v}, bases)...)
	}
	return all
}

// at returns a member, after references.
func (r *reader) at(n node, name string) node { return r.follow(n.member(name)) }

// pathItem returns the operations of a Path Item Object. If it is a reference with members beside it, these take precedence.
func (r *reader) pathItem(path string, t template, item node, bases []string) (all []*Operation) {
	items := []node{item}
	for len(items) < 10 && items[len(items)-1].Member("$ref").Kind() == tokenizer.String {
		ref := items[len(items)-1].member("$ref")
		target, problem := r.resolve(ref, ref.text())
		if problem != "" || !target.Exists() {
			break
		}
		items = append(items, target)
	}
	var shared []node
	done := map[string]bool{}
	for _, item := range slices.Backward(items) {
		bases = r.basePaths(item, bases)
	}
	for _, item := range items {
		if list := r.at(item, "parameters"); list.Exists() && shared == nil {
			shared = r.elements(list)
		}
	}
	add := func(method string, v node) {
		if n := r.follow(v); method != "" && !done[method] && n.Exists() { // otherwise, the reference has been reported
			done[method] = true
			all = append(all, r.operation(method, path, t, n, shared, bases))
		}
	}
	for _, item := range items {
		for name, v := range item.Members() {
			add(methods[name.String()], node{item.file, v})
		}
		additional := r.at(item, "additionalOperations")
		for name, v := range additional.Members() {
			if method := name.String(); methods[strings.ToLower(method)] == method {
				r.add(additional.file, name, "the method %s has a member of its own, %q", method, strings.ToLower(method))
			}
			add(name.String(), node{additional.file, v})
		}
	}
	return all
}

func (r *reader) elements(list node) (all []node) {
	for _, v := range list.Elements() {
		if n := r.follow(node{list.file, v}); n.Exists() {
			all = append(all, n)
		}
	}
	return all
}

func (r *reader) operation(method, path string, t template, n node, shared []node, bases []string) *Operation {
	o := &Operation{Method: method, Path: path, ID: n.member("operationId").text(), File: n.file.Name, Pointer: n.Pointer(), template: t}
	o.bases = r.basePaths(n, bases)
	if o.ID != "" {
		if r.ids[o.ID] {
			r.add(n.file, n.Member("operationId"), "the operationId %q is used twice", o.ID)
		}
		r.ids[o.ID] = true
	}
	r.parameters(o, n, shared)
	if b := r.at(n, "requestBody"); b.Exists() {
		required, _ := b.Member("required").Bool()
		o.body = &body{required: required, types: r.content(b, r.requests)}
	}
	o.responses = map[string]*reply{}
	responses := r.at(n, "responses")
	for name, v := range responses.Members() {
		if code := name.String(); !strings.HasPrefix(code, "x-") {
			o.responses[code] = r.reply(r.follow(node{responses.file, v}))
		}
	}
	if responses.Kind() == tokenizer.BeginObject && len(o.responses) == 0 {
		r.add(responses.file, responses.Value, "there must be at least one response")
	}
	r.security(o, n)
	return o
}

// parameters reads the parameters of an operation. Those of the operation replace those of the path item with the same name and
// location.
func (r *reader) parameters(o *Operation, n node, shared []node) {
	type key struct{ in, name string }
	seen := map[key]bool{}
	for i, list := range [][]node{r.elements(r.at(n, "parameters")), shared} {
		own := map[key]bool{}
		for _, p := range list {
			k := key{p.member("in").text(), p.member("name").text()}
			if k.in == "header" {
				k.name = http.CanonicalHeaderKey(k.name)
			}
			if own[k] {
				r.add(p.file, p.Value, "the parameter %q in %q is declared twice", k.name, k.in)
			}
			own[k] = true
			if i > 0 && seen[k] {
				continue
			}
			seen[k] = true
			if q := r.parameter(o, p); q != nil {
				o.parameters = append(o.parameters, q)
			}
		}
	}
	for _, name := range o.template.names {
		if !slices.ContainsFunc(o.parameters, func(p *parameter) bool { return p.In == param.Path && p.Name == name }) {
			r.add(n.file, n.Value, "the path %s has the expression {%s}, but no parameter with that name in \"path\" is declared", o.Path, name)
		}
	}
}

var locations = map[string]param.In{
	"path": param.Path, "query": param.Query, "header": param.Header, "cookie": param.Cookie, "querystring": param.QueryString,
}

// parameter reads a parameter. It returns nil if the parameter must be ignored or is wrong.
func (r *reader) parameter(o *Operation, n node) *parameter {
	in, ok := locations[n.member("in").text()]
	if !ok || in == param.QueryString && r.version != grammar.V32 {
		if n.member("in").text() != "" {
			r.add(n.file, n.Member("in"), "a parameter must be in \"path\", \"query\", \"header\" or \"cookie\"")
		}
		return nil
	}
	p := &parameter{node: n, index: -1}
	p.In, p.Name = in, n.member("name").text()
	p.Required, _ = n.Member("required").Bool()
	p.AllowEmpty, _ = n.Member("allowEmptyValue").Bool()
	switch {
	case in == param.Header && slices.Contains([]string{"Accept", "Content-Type", "Authorization"}, http.CanonicalHeaderKey(p.Name)):
		return nil // OpenAPI says that these are ignored
	case in == param.Path && !p.Required:
		r.add(n.file, n.Value, "a parameter in \"path\" must have \"required\": true")
	case in == param.Path && !slices.Contains(o.template.names, p.Name):
		r.add(n.file, n.Value, "the path %s has no expression {%s}", o.Path, p.Name)
		return nil
	}
	r.style(p, n)
	r.schemaOf(p, n, r.requests)
	p.isReserved, _ = n.Member("allowReserved").Bool()
	p.hasSlashes = p.isReserved || r.hasSlashes(n)
	return p
}

// hasSlashes reports whether the schema of a parameter says that its values have slashes: it has a pattern or values with slashes, or a
// format of URIs or Base64.
func (r *reader) hasSlashes(n node) bool {
	s := r.at(n, "schema")
	for _, keyword := range []string{"pattern", "enum", "const"} {
		if bytes.Contains(s.Member(keyword).Raw(), []byte("/")) {
			return true
		}
	}
	return slices.Contains([]string{"uri", "uri-reference", "iri", "iri-reference", "byte"}, s.member("format").text())
}

var stylesByName = map[string]param.Style{
	"matrix": param.Matrix, "label": param.Label, "simple": param.Simple, "form": param.Form, "spaceDelimited": param.SpaceDelimited,
	"pipeDelimited": param.PipeDelimited, "deepObject": param.DeepObject, "cookie": param.CookieStyle,
}

// stylesIn are the styles that OpenAPI allows in each location, the default first.
var stylesIn = map[param.In][]param.Style{
	param.Path:   {param.Simple, param.Label, param.Matrix},
	param.Query:  {param.Form, param.SpaceDelimited, param.PipeDelimited, param.DeepObject},
	param.Header: {param.Simple},
	param.Cookie: {param.Form, param.CookieStyle},
}

func (r *reader) style(p *parameter, n node) {
	allowed := stylesIn[p.In]
	if len(allowed) == 0 {
		return // the whole query has "content"
	}
	p.Style = allowed[0]
	if name := n.member("style"); name.Exists() {
		style, ok := stylesByName[name.String()]
		if !ok || !slices.Contains(allowed, style) {
			r.add(n.file, name.Value, "this is not a style of parameters in %q", p.In.String())
		} else {
			p.Style = style
		}
	}
	explode := n.Member("explode")
	p.Explode, _ = explode.Bool()
	if !explode.Exists() {
		p.Explode = p.Style == param.Form || p.Style == param.CookieStyle
	}
}

// schemaOf sets the schema of a parameter or header: that of "schema", or that of the only media type in "content".
func (r *reader) schemaOf(p *parameter, n node, b schemas) {
	s, content := n.member("schema"), r.at(n, "content")
	switch {
	case s.Exists() && content.Exists():
		r.add(n.file, n.Value, "there must not be both \"schema\" and \"content\"")
	case content.Exists():
		if content.Len() != 1 {
			r.add(n.file, content.Value, "\"content\" must have exactly one media type here")
		}
		for name, v := range content.Members() {
			media := r.follow(node{content.file, v})
			s = media.member("schema")
			p.JSON = formatOf(strings.ToLower(name.String())) == oneDocument
			if !p.JSON && p.In == param.QueryString {
				p.Style, p.Explode = param.Form, true // application/x-www-form-urlencoded
			}
		}
	case !s.Exists():
		r.add(n.file, n.Value, "\"schema\" or \"content\" is missing")
	}
	if s.Exists() {
		p.index = b.use(s)
		p.Shape = r.shapes.of(s)
	}
}

// content returns the media types of a body.
func (r *reader) content(n node, b schemas) (all []*mediaType) {
	content := r.at(n, "content")
	for name, v := range content.Members() {
		text := name.String()
		pattern, parameters, err := mime.ParseMediaType(text)
		if err != nil && !strings.Contains(text, "*") {
			r.add(content.file, name, "this is not a media type")
			continue
		}
		if err != nil {
			pattern = strings.ToLower(text)
		}
		m := &mediaType{pattern: pattern, parameters: parameters, format: formatOf(pattern), index: -1}
		if pattern == "*" {
			m.pattern = "*/*"
		}
		if strings.Contains(pattern, "*") {
			m.format = oneDocument // if the body has such a type
		}
		media := r.follow(node{content.file, v})
		s := media.member("schema")
		if item := media.member("itemSchema"); item.Exists() && m.format != oneDocument {
			s = item
		} else if m.format == lines || m.format == sequence {
			s = node{} // it is that of all records together
		}
		if m.format == form {
			if m.fields = r.formFields(media, s); m.fields == nil {
				m.format = unchecked
			}
		}
		if s.Exists() && m.format != unchecked {
			m.index = b.use(s)
		}
		all = append(all, m)
	}
	return all
}

func (r *reader) reply(n node) *reply {
	reply := &reply{types: r.content(n, r.responses)}
	headers := r.at(n, "headers")
	for name, v := range headers.Members() {
		h := &parameter{node: r.follow(node{headers.file, v}), index: -1}
		h.In, h.Name, h.Style = param.Header, name.String(), param.Simple
		if slices.Contains([]string{"Content-Type", "Content-Length", "Date"}, http.CanonicalHeaderKey(h.Name)) {
			continue // OpenAPI says that the first is ignored, and net/http adds the others
		}
		h.Required, _ = h.node.Member("required").Bool()
		h.Explode, _ = h.node.Member("explode").Bool()
		r.schemaOf(h, h.node, r.responses)
		reply.headers = append(reply.headers, h)
	}
	return reply
}

// security reads the security requirements of an operation, or those of the document if it has none.
func (r *reader) security(o *Operation, n node) {
	list := r.at(n, "security")
	if !list.Exists() {
		list = r.at(r.root, "security")
	}
	schemes := r.at(r.at(r.root, "components"), "securitySchemes")
	if list.Exists() && list.Kind() != tokenizer.BeginArray {
		o.Security = []Requirement{{Scheme{}}} // wrong, so that nobody fulfils it by mistake
	}
	for _, v := range list.Elements() {
		required := Requirement{}
		for name, scopes := range v.Members() {
			scheme := r.scheme(schemes, node{list.file, name})
			s := Scheme{Name: name.String(), Type: scheme.member("type").text(), In: scheme.member("in").text(), Key: scheme.member("name").text(), Scheme: scheme.member("scheme").text()}
			for _, scope := range scopes.Elements() {
				s.Scopes = append(s.Scopes, scope.String())
			}
			required = append(required, s)
		}
		o.Security = append(o.Security, required)
	}
}

// scheme returns the security scheme that a requirement names. Since OpenAPI 3.2, the name may be a reference, unless a component has it.
func (r *reader) scheme(schemes, name node) node {
	scheme := r.follow(schemes.member(name.String()))
	if scheme.Exists() || schemes.Member(name.String()).Exists() {
		return scheme // a mistake in it has been reported
	}
	if r.version == grammar.V32 && strings.ContainsAny(name.String(), "#/.:") {
		if target, _ := r.resolve(name, name.String()); target.Exists() {
			r.push(task{node: target, typ: &grammar.Type{Form: grammar.Fixed, Object: grammar.Find("securityScheme"), MayRefer: true}})
			r.checkAll()
			return r.follow(target)
		}
	}
	r.add(name.file, name.Value, "there is no security scheme %q in the components", name.String())
	return node{}
}
