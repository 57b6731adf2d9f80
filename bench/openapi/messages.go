package openapi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// An operation is one of a document, with what messages for it are made of.
type operation struct {
	method, path string
	op           *openapi3.Operation
	parameters   []*openapi3.Parameter
}

// operations returns those of a document in a fixed order. Paths with a # or ? are left out, because no request can have them.
func operations(doc *openapi3.T) (all []*operation) {
	paths := doc.Paths.Map()
	for _, path := range sortedKeys(paths) {
		item := paths[path]
		methods := item.Operations()
		for _, method := range sortedKeys(methods) {
			if strings.ContainsAny(path, "#?") {
				continue
			}
			o := &operation{method: method, path: path, op: methods[method]}
			for _, p := range o.op.Parameters {
				o.parameters = append(o.parameters, p.Value)
			}
			for _, p := range item.Parameters {
				if o.op.Parameters.GetByInAndName(p.Value.In, p.Value.Name) == nil {
					o.parameters = append(o.parameters, p.Value)
				}
			}
			all = append(all, o)
		}
	}
	return all
}

// A message is a request, or a request with a response.
type message struct {
	*operation
	how    string // the mutation
	target string
	header http.Header
	body   []byte                // nil for none
	fields []*openapi3.Parameter // of a body that is a form, or nil

	isResponse bool
	status     int
	reply      http.Header
	content    []byte
}

func (m *message) request() *http.Request {
	var body io.Reader
	if m.body != nil {
		body = bytes.NewReader(m.body)
	}
	r := httptest.NewRequest(m.method, m.target, body)
	for name, values := range m.header {
		r.Header[name] = values
	}
	return r
}

func (m *message) String() string {
	if m.isResponse {
		return fmt.Sprintf("%s %s: response %d %v %.600s", m.method, m.path, m.status, m.reply, m.content)
	}
	return fmt.Sprintf("%s %s (%s) %v %.600s", m.method, m.target, m.path, m.header, m.body)
}

// message makes the message with a number. The first two are a valid request and a valid response; the others have one mutation each.
// It returns nil if none can be made.
func (o *operation) message(number int) *message {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s %s %d", o.method, o.path, number)
	rng := rand.New(rand.NewPCG(h.Sum64(), 1))
	m := &message{operation: o, how: "valid", header: http.Header{}, isResponse: number%2 == 1}
	if m.isResponse {
		return m.makeResponse(rng, number > 1)
	}
	return m.makeRequest(rng, number > 1)
}

// isJSON reports whether a media type is one of JSON.
func isJSON(mediaType string) bool {
	name, _, _ := strings.Cut(mediaType, ";")
	return name == "application/json" || strings.HasSuffix(name, "+json")
}

// jsonOf returns a media type of JSON with a schema in content.
func jsonOf(rng *rand.Rand, content openapi3.Content) (string, *openapi3.SchemaRef) {
	var names []string
	for _, name := range sortedKeys(content) {
		if isJSON(name) && content[name].Schema != nil {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return "", nil
	}
	name := names[rng.IntN(len(names))]
	return name, content[name].Schema
}

// content makes a body for a schema, mutated if asked for.
func (m *message) jsonBody(rng *rand.Rand, schema *openapi3.SchemaRef, isMutated bool) []byte {
	seed := rng.Uint64()
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 2)), isResponse: m.isResponse, breakAt: -1}
	v := g.value(schema)
	if !isMutated {
		text, _ := json.Marshal(v)
		return text
	}
	if rng.IntN(6) == 0 {
		text, _ := json.Marshal(v)
		return m.mutateText(rng, text)
	}
	at := rng.IntN(g.nodes)
	if rng.IntN(4) == 0 {
		at = 0
	}
	g = &generator{Rand: rand.New(rand.NewPCG(seed, 2)), isResponse: m.isResponse, breakAt: at}
	v = g.value(schema)
	m.how = g.how
	text, _ := json.Marshal(v)
	return text
}

// mutateText changes the text of a body.
func (m *message) mutateText(rng *rand.Rand, text []byte) []byte {
	s := string(text)
	replace := func(how, old, new string) []byte {
		m.how = how
		return []byte(strings.Replace(s, old, new, 1))
	}
	switch rng.IntN(8) {
	case 0:
		m.how = "cut text"
		return text[:rng.IntN(len(text))]
	case 1:
		m.how = "text after the end"
		return append(text, " 1"...)
	case 2:
		m.how = "white space"
		return append([]byte(" \n"), append(text, "\t\n"...)...)
	case 3:
		if name, _, ok := strings.Cut(s, ":"); ok && s[0] == '{' {
			return replace("duplicate name", "{", name+":1,")
		}
	case 4:
		return replace("invalid UTF-8", `":"`, "\":\"\xff")
	case 5:
		return replace("lone surrogate", `":"`, `":"\ud800`)
	case 6:
		return replace("trailing comma", "}", ",}")
	}
	m.how = "byte order mark"
	return append([]byte("\xef\xbb\xbf"), text...)
}

func (m *message) makeRequest(rng *rand.Rand, isMutated bool) *message {
	var query []string
	var victims []*openapi3.Parameter
	m.target = m.path
	content := openapi3.Content{}
	isRequired := false
	if b := m.op.RequestBody; b != nil && b.Value != nil {
		content, isRequired = b.Value.Content, b.Value.Required
	}
	mediaType, schema := jsonOf(rng, content)
	if form := content[formType]; schema == nil && form != nil && form.Schema != nil {
		m.fields = formFields(form)
	}
	hasBody := (schema != nil || m.fields != nil) && (isRequired || rng.IntN(4) > 0)
	if isRequired && !hasBody {
		return nil // another format
	}
	breakParameter := isMutated && (!hasBody || len(m.parameters) > 0 && rng.IntN(2) == 0)
	for _, p := range m.parameters {
		if p.Required || rng.IntN(3) == 0 || breakParameter && p.In == "query" && rng.IntN(2) == 0 {
			victims = append(victims, p)
		}
	}
	victim := -1
	if breakParameter && len(victims) > 0 {
		victim = rng.IntN(len(victims))
	}
	for i, p := range victims {
		if !m.addParameter(rng, p, i == victim, &query) {
			return nil
		}
	}
	if strings.Contains(m.target, "{") {
		return nil
	}
	if len(query) > 0 {
		m.target += "?" + strings.Join(query, "&")
	}
	if !hasBody {
		return m
	}
	m.header.Set("Content-Type", mediaType)
	isMutated = isMutated && victim < 0
	if m.fields != nil {
		return m.makeForm(rng, isMutated)
	}
	if isMutated && rng.IntN(20) == 0 {
		m.how = "media type"
		m.header.Set("Content-Type", []string{"text/plain", "", mediaType + "; charset=utf-8", "APPLICATION/JSON", "application/json;", "*/*"}[rng.IntN(6)])
		isMutated = false
	}
	m.body = m.jsonBody(rng, schema, isMutated)
	return m
}

const formType = "application/x-www-form-urlencoded"

// formFields returns the properties of a form as parameters of a query, which are written in the same way.
func formFields(form *openapi3.MediaType) (fields []*openapi3.Parameter) {
	s := form.Schema.Value
	for _, name := range sortedKeys(s.Properties) {
		p := &openapi3.Parameter{In: "query", Name: name, Required: slices.Contains(s.Required, name), Schema: s.Properties[name]}
		if e := form.Encoding[name]; e != nil {
			p.Style, p.Explode = e.Style, e.Explode
		}
		fields = append(fields, p)
	}
	return fields
}

// makeForm makes a body that is a form.
func (m *message) makeForm(rng *rand.Rand, isMutated bool) *message {
	var chosen []*openapi3.Parameter
	for _, p := range m.fields {
		if p.Required || rng.IntN(3+len(m.fields)/10) == 0 {
			chosen = append(chosen, p)
		}
	}
	victim := -1
	if isMutated && len(chosen) > 0 {
		victim = rng.IntN(len(chosen))
	}
	var pairs []string
	for i, p := range chosen {
		m.addParameter(rng, p, i == victim, &pairs)
	}
	if m.how != "valid" {
		m.how = "form " + m.how
	}
	m.header.Set("Content-Type", formType)
	m.body = []byte(strings.Join(pairs, "&"))
	return m
}

// addParameter adds a parameter. It reports false if the style is not supported.
func (m *message) addParameter(rng *rand.Rand, p *openapi3.Parameter, isBroken bool, query *[]string) bool {
	g := &generator{Rand: rng, breakAt: -1}
	schema, isJSONText := p.Schema, false
	if schema == nil {
		_, schema = jsonOf(rng, p.Content)
		isJSONText = true
	}
	if schema == nil {
		return !p.Required
	}
	var v any
	raw, isRaw := "", false
	switch {
	case isBroken && rng.IntN(2) == 0:
		v, m.how = g.broken(schema.Value)
		m.how = p.In + " " + m.how
	case isBroken && !isJSONText:
		raw = []string{"", "-1.5x", "null", "true", "1e3", "1.0", "007", "%205", "%2B5", "99999999999999999999", "%C3%A9", "%ff", "a,b", "a%2Cb", "TRUE", "-1", "2147483648", "1"}[rng.IntN(18)]
		m.how, isRaw = p.In+" text", true
		v = raw
	default:
		v = g.value(schema)
		if text, ok := v.(string); ok && p.In == "path" { // assay refuses escaped slashes; mutations have some
			v = strings.ReplaceAll(text, "/", "-")
		}
	}
	explode := p.Explode != nil && *p.Explode || p.Explode == nil && (p.In == "query" || p.In == "cookie") && (p.Style == "" || p.Style == "form")
	escape := url.QueryEscape
	if p.In == "path" {
		escape = func(s string) string { return strings.ReplaceAll(url.PathEscape(s), "+", "%2B") }
	}
	if p.In == "header" || isRaw {
		escape = func(s string) string { return s }
	}
	name := url.QueryEscape(p.Name)
	if isJSONText {
		text, _ := json.Marshal(v)
		v = string(text)
	}
	if _, ok := v.([]any); p.In == "query" && !ok && isBroken && rng.IntN(6) == 0 {
		m.how = "query repeated"
		*query = append(*query, name+"=text")
	}
	if isBroken && p.In != "path" && rng.IntN(6) == 0 {
		m.how = p.In + " left out"
		return true
	}
	switch x := v.(type) {
	case []any:
		var items []string
		for _, item := range x {
			items = append(items, escape(plainText(item)))
		}
		separator := map[string]string{"spaceDelimited": "%20", "pipeDelimited": "|"}[p.Style]
		if separator == "" {
			separator = ","
		}
		if p.In == "query" && p.Style == "deepObject" {
			for i, item := range items {
				*query = append(*query, fmt.Sprintf("%s[%d]=%s", name, i, item))
			}
			return true
		}
		if p.In == "query" && explode {
			for _, item := range items {
				*query = append(*query, name+"="+item)
			}
			return true
		}
		return m.put(p, name, strings.Join(items, separator), query)
	case map[string]any:
		var items []string
		for _, k := range sortedKeys(x) {
			item := escape(plainText(x[k]))
			switch {
			case p.In == "query" && p.Style == "deepObject":
				if list, ok := x[k].([]any); ok {
					for _, v := range list {
						*query = append(*query, fmt.Sprintf("%s[%s]=%s", name, k, escape(plainText(v))))
					}
					continue
				}
				*query = append(*query, fmt.Sprintf("%s[%s]=%s", name, k, item))
			case p.In == "query" && explode:
				*query = append(*query, k+"="+item)
			default:
				items = append(items, k, item)
			}
		}
		if items == nil {
			return true
		}
		return m.put(p, name, strings.Join(items, ","), query)
	}
	return m.put(p, name, escape(plainText(v)), query)
}

// put puts the text of a parameter into its place.
func (m *message) put(p *openapi3.Parameter, name, text string, query *[]string) bool {
	switch p.In {
	case "path":
		if text == "" || p.Style != "" && p.Style != "simple" {
			return false
		}
		m.target = strings.ReplaceAll(m.target, "{"+p.Name+"}", text)
	case "query":
		*query = append(*query, name+"="+text)
	case "header":
		m.header.Set(p.Name, text)
	case "cookie":
		m.header.Add("Cookie", p.Name+"="+text)
	}
	return true
}

func plainText(v any) string {
	switch x := v.(type) {
	case nil:
		return "null"
	case string:
		return x
	case float64:
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	b, _ := json.Marshal(v)
	return string(b)
}

func (m *message) makeResponse(rng *rand.Rand, isMutated bool) *message {
	all := m.op.Responses.Map()
	var codes []string
	for _, code := range sortedKeys(all) {
		if all[code].Value != nil {
			codes = append(codes, code)
		}
	}
	if len(codes) == 0 {
		return nil
	}
	code := codes[rng.IntN(len(codes))]
	if len(all[codes[0]].Value.Content) > 0 && rng.IntN(2) == 0 {
		code = codes[0] // usually the one of success
	}
	r := all[code].Value
	m.status, _ = strconv.Atoi(strings.ReplaceAll(code, "XX", "99"))
	if code == "default" {
		m.status = 599
	}
	if isMutated && rng.IntN(30) == 0 {
		m.how, m.status = "status", []int{299, 418, 204, 500}[rng.IntN(4)]
	}
	m.target, m.reply = m.path, http.Header{}
	for _, name := range sortedKeys(r.Headers) {
		h := r.Headers[name].Value
		if h == nil || h.Schema == nil || !h.Required && rng.IntN(2) == 0 {
			continue
		}
		g := &generator{Rand: rng, isResponse: true, breakAt: -1}
		v := g.value(h.Schema)
		if isMutated && m.how == "valid" && rng.IntN(4) == 0 {
			v, m.how = g.broken(h.Schema.Value)
			m.how = "header " + m.how
		}
		switch v.(type) {
		case []any, map[string]any:
			continue
		}
		if text := plainText(v); !strings.ContainsAny(text, "\n") {
			m.reply.Set(name, text)
		}
	}
	mediaType, schema := jsonOf(rng, r.Content)
	if schema == nil || m.status == 204 {
		if len(r.Content) > 0 && m.status != 204 {
			return nil
		}
		return m
	}
	m.reply.Set("Content-Type", mediaType)
	if isMutated && m.how == "valid" && rng.IntN(30) == 0 {
		m.how = "media type"
		m.reply.Set("Content-Type", []string{"text/plain", mediaType + "; charset=utf-8", "APPLICATION/JSON", "application/xml"}[rng.IntN(4)])
	}
	m.content = m.jsonBody(rng, schema, isMutated && m.how == "valid")
	return m
}
