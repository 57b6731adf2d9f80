package openapi

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/openapi/internal/grammar"
	"github.com/assayjson/assay/openapi/internal/source"
	"github.com/assayjson/assay/schema"
	"github.com/assayjson/assay/tokenizer"
)

// A direction is who sends a message. In OpenAPI 3.0, it decides which members a schema allows and requires.
type direction uint8

const (
	request direction = iota
	response
)

// A bundle is one JSON Schema with all schemas of a document. Each root of the loader is a definition in it, under the name
// FILE#POINTER, with the references changed accordingly, so that package schema compiles all of them together. The schemas of OpenAPI
// 3.0 become schemas of draft 4, from which they descend.
type bundle struct {
	*loader
	towards       direction
	areTagged     bool // see alternatives
	allowsFlagged bool // Options.AllowReadOnly
	allowsNull    bool // Options.AllowNull
	draft         schema.Draft
	url           string
	defs          string // the keyword that contains the definitions

	defined []node              // the roots that are written
	places  map[position]string // their JSON Pointers in the bundle
	invalid map[position]bool   // the schemas that are written as if they allowed everything
	flagged map[string]bool     // while "allOf" is written: see flaggedIn
	text    []byte
	whole   document.Document // text
	marks   []origin
	used    []string         // the JSON Pointers of the definitions to compile
	index   map[string]int   // of used
	all     []*schema.Schema // for used
}

// An origin is where a part of the text of a bundle comes from: a schema, the value of a keyword, or the keyword that is the reason for
// what has been added.
type origin struct {
	at int
	node
}

// anything is the name of a definition that allows everything. References that lead nowhere refer to it.
const anything = "anything"

func newBundle(l *loader, towards direction, draft schema.Draft, areTagged bool) *bundle {
	b := &bundle{loader: l, towards: towards, areTagged: areTagged, draft: draft, url: "openapi://request", defs: "$defs", places: map[position]string{}, invalid: map[position]bool{}, index: map[string]int{}}
	if towards == response {
		b.url = "openapi://response"
	}
	if areTagged {
		b.url += "/tagged"
	}
	if draft == schema.Draft4 || draft == schema.Draft6 || draft == schema.Draft7 {
		b.defs = "definitions"
	}
	return b
}

// write writes the text of b, which has all roots of the loader. If there are anchors, the definitions of each file are in a resource of
// their own.
func (b *bundle) write() {
	b.text, b.marks = append(b.text[:0], `{"`+b.defs+`":{"`+anything+`":{}`...), b.marks[:0]
	b.defined = b.definitions()
	for _, root := range b.defined {
		b.places[root.position()] = b.pointer(root)
	}
	var last *source.File
	for _, root := range b.defined {
		if b.hasAnchors && root.file != last && last != nil {
			b.text = append(b.text, `}}`...)
		}
		b.text = append(b.text, ',')
		if b.hasAnchors && root.file != last {
			last = root.file
			b.quote(last.Name + "#")
			b.text = append(b.text, `:{"$id":`...)
			b.quote(b.uri(b.resources[last][0]))
			b.text = append(b.text, `,"`+b.defs+`":{`...)
		}
		place := b.places[root.position()]
		b.quote(unescape(place[strings.LastIndexByte(place, '/')+1:]))
		b.text = append(b.text, ':')
		b.schema(root)
	}
	if last != nil {
		b.text = append(b.text, `}}`...)
	}
	b.text = append(b.text, `}}`...)
}

// mark notes where what follows in the text comes from.
func (b *bundle) mark(n node) { b.marks = append(b.marks, origin{len(b.text), n}) }

func (b *bundle) quote(s string) {
	text, _ := json.Marshal(s)
	b.text = append(b.text, text...)
}

// use makes sure that a schema is compiled, and returns its number for [bundle.compiled].
func (b *bundle) use(n node) int {
	for range 100 {
		ref := n.member("$ref")
		if ref.Kind() != tokenizer.String || b.version != grammar.V30 && n.Len() > 1 || b.isNullable(n) {
			break
		}
		target, problem := b.resolve(ref, ref.text())
		if problem != "" || !target.Exists() {
			break
		}
		n = target
	}
	pointer := b.pointerTo(n)
	i, ok := b.index[pointer]
	if !ok {
		i = len(b.used)
		b.index[pointer] = i
		b.used = append(b.used, pointer)
	}
	return i
}

// schema writes a schema.
func (b *bundle) schema(n node) {
	b.mark(n)
	if n.Kind() != tokenizer.BeginObject {
		b.boolean(n)
		return
	}
	if b.invalid[n.position()] {
		b.text = append(b.text, `{}`...)
		return
	}
	if b.isNullable(n) {
		b.text = append(b.text, `{"anyOf":[{"enum":[null]},`...)
		defer func() { b.text = append(b.text, `]}`...) }()
	}
	if ref := n.member("$ref"); ref.Exists() && b.version == grammar.V30 {
		b.text = append(b.text, '{')
		b.reference("$ref", ref)
		b.text = append(b.text, '}')
		return
	}
	begin := len(b.text)
	b.text = append(b.text, '{')
	for name, v := range n.Members() {
		b.member(n, name.String(), node{n.file, v})
	}
	b.constraints(n)
	if len(b.text) > begin+1 {
		b.text = b.text[:len(b.text)-1] // the last comma
	}
	b.text = append(b.text, '}')
}

// isNullable reports whether a schema accepts null only because of Options.AllowNull.
func (b *bundle) isNullable(n node) bool {
	return b.allowsNull && b.version == grammar.V30 && n.Member("nullable").Kind() == tokenizer.True &&
		(!n.Member("type").Exists() || n.Member("enum").Exists() || n.Member("$ref").Exists())
}

// boolean writes a schema that is true or false. Draft 4 has none.
func (b *bundle) boolean(n node) {
	switch allows, ok := n.Bool(); {
	case !ok || b.draft != schema.Draft4:
		b.text = append(b.text, n.Raw()...)
	case allows:
		b.text = append(b.text, `{}`...)
	default:
		b.text = append(b.text, `{"not":{}}`...)
	}
}

// reference writes a keyword that refers to a schema.
func (b *bundle) reference(keyword string, ref node) {
	b.quote(keyword)
	b.text = append(b.text, ':')
	b.mark(ref)
	target, problem := b.resolve(ref, ref.text())
	u, _ := url.Parse(ref.text())
	switch {
	case isMetaschema(ref):
		b.text = append(b.text, ref.Raw()...)
	case problem != "" || !target.Exists() || b.isCircle(target) || b.isLost(target): // it has been reported
		b.quote(b.url + "#/" + b.defs + "/" + anything)
	case keyword == "$dynamicRef" && isAnchor(u):
		b.quote(b.uri(b.resourceOf(target)) + "#" + u.Fragment)
	default:
		b.quote(b.url + "#" + fragmentEscapes.Replace(b.pointerTo(target)))
	}
}

// fragmentEscapes escapes what a fragment of a URL must not contain (RFC 3986, section 3.5).
var fragmentEscapes = strings.NewReplacer("%", "%25", "{", "%7B", "}", "%7D", "#", "%23", " ", "%20", `"`, "%22", "<", "%3C", ">", "%3E",
	`\`, "%5C", "^", "%5E", "`", "%60", "|", "%7C", "[", "%5B", "]", "%5D")

// member writes a member of a schema, and a comma, unless the member has no meaning in JSON Schema or is written by constraints.
func (b *bundle) member(n node, name string, v node) {
	is30 := b.version == grammar.V30
	switch {
	case is30 && !keywords30[name], name == "allOf", b.repeated[v.position()]:
		return
	case is30 && name == "required":
		b.required(n, v)
		return
	case is30 && name == "type" && n.Member("nullable").Kind() == tokenizer.True:
		b.text = append(b.text, `"type":`...)
		b.mark(v)
		b.text = append(append(append(b.text, '['), v.Raw()...), `,"null"],`...)
		return
	case name == "$schema" && strings.HasPrefix(v.text(), oasDialect):
		return
	case name == "additionalProperties" && v.Kind() != tokenizer.BeginObject: // draft 4 has booleans here
		b.text = append(b.text, `"additionalProperties":`...)
		b.mark(v)
		b.text = append(append(b.text, v.Raw()...), ',')
		return
	case slices.Contains(referring, name) && v.Kind() == tokenizer.String:
		b.reference(name, v)
		b.text = append(b.text, ',')
		return
	case name == "$id" && b.resourceOf(v).position() == n.position():
		if r := b.resourceOf(v); r.around != nil { // otherwise it is that of the file
			b.text = append(b.text, `"$id":`...)
			b.mark(v)
			b.quote(r.uri.String())
			b.text = append(b.text, ',')
		}
		return
	}
	b.quote(name)
	b.text = append(b.text, ':')
	b.mark(v)
	switch typ := subschemas[name]; {
	case typ == nil:
		b.text = append(b.text, v.Raw()...)
	case b.areTagged && (name == "oneOf" || name == "anyOf") && v.Kind() == tokenizer.BeginArray:
		b.alternatives(n, v)
	case v.Kind() == tokenizer.BeginArray:
		b.list(v)
	case (typ == schemaMembers || typ == dependencies) && v.Kind() == tokenizer.BeginObject:
		b.schemas(v)
	default:
		b.schema(v)
	}
	b.text = append(b.text, ',')
}

// keywords30 are the members of a schema of OpenAPI 3.0 that are written as they are, or with changes inside.
var keywords30 = func() map[string]bool {
	all := map[string]bool{}
	for _, f := range grammar.Find("schema30").Fields {
		all[f.Name] = true
	}
	for _, name := range []string{"nullable", "discriminator", "readOnly", "writeOnly", "xml", "externalDocs", "example", "deprecated"} {
		delete(all, name)
	}
	return all
}()

func (b *bundle) list(v node) {
	b.text = append(b.text, '[')
	for i, item := range v.Elements() {
		if i > 0 {
			b.text = append(b.text, ',')
		}
		b.schema(node{v.file, item})
	}
	b.text = append(b.text, ']')
}

// schemas writes an object whose members are schemas.
func (b *bundle) schemas(v node) {
	if isLoneReference(v) {
		if target := b.follow(v); target.Kind() == tokenizer.BeginObject {
			v = target
		}
	}
	b.text = append(b.text, '{')
	first := true
	for name, member := range v.Members() {
		if !first {
			b.text = append(b.text, ',')
		}
		first = false
		b.text = append(append(b.text, name.Raw()...), ':')
		if m := (node{v.file, member}); b.version == grammar.V30 && !b.allowsFlagged && b.isForOthers(m) {
			b.mark(b.follow(m).member(b.flag()))
			b.text = append(b.text, `{"not":{}}`...)
		} else {
			b.schema(m)
		}
	}
	b.text = append(b.text, '}')
}

// alternatives writes the schemas of "oneOf" or "anyOf" so that each one that is a reference also requires one of the values of the
// discriminator that choose it. OpenAPI does not allow that to change a verdict, so such schemas only explain one: the findings are
// those of the alternative that the value says it is.
func (b *bundle) alternatives(n, v node) {
	discriminator := n.member("discriminator")
	property := discriminator.member("propertyName")
	b.text = append(b.text, '[')
	for i, item := range v.Elements() {
		if i > 0 {
			b.text = append(b.text, ',')
		}
		alternative := node{v.file, item}
		tags := b.tags(n, alternative.member("$ref"))
		if property.Kind() != tokenizer.String || len(tags) == 0 {
			b.schema(alternative)
			continue
		}
		b.mark(discriminator)
		text, _ := json.Marshal(tags)
		b.text = fmt.Appendf(b.text, `{"allOf":[{"required":[%[1]s],"properties":{%[1]s:{"enum":%[2]s}}},`, property.Raw(), text)
		b.schema(alternative)
		b.text = append(b.text, `]}`...)
	}
	b.text = append(b.text, ']')
}

// tags returns the values of a discriminator that choose the alternative with a reference: those that the mapping gives to it, and its
// own name in the components.
func (b *bundle) tags(n, ref node) (tags []string) {
	if ref.Kind() != tokenizer.String {
		return nil
	}
	target, problem := b.resolve(ref, ref.text())
	if problem != "" || !target.Exists() {
		return nil
	}
	mapping := n.member("discriminator").member("mapping")
	for name, v := range mapping.Members() {
		if to, ok := b.mapped(node{n.file, v}); ok && to.position() == target.position() {
			tags = append(tags, name.String())
		}
	}
	pointer := target.Pointer()
	own, isComponent := strings.CutPrefix(pointer, "/components/schemas/")
	if name := unescape(own); isComponent && !strings.Contains(own, "/") && !mapping.Member(name).Exists() {
		tags = append(tags, name)
	}
	return tags
}

// mapped returns the schema to which a value of the mapping of a discriminator leads: it is a name in the components, or a reference.
func (b *bundle) mapped(v node) (node, bool) {
	text := v.text()
	if to := (node{v.file, v.file.Root}).member("components").member("schemas").member(text); to.Exists() {
		return to, true
	}
	to, problem := b.resolve(v, v.text())
	return to, problem == "" && to.Exists()
}

// isForOthers reports whether a schema of OpenAPI 3.0 is that of a property that must not be sent in this direction.
func (b *bundle) isForOthers(property node) bool {
	return b.follow(property).Member(b.flag()).Kind() == tokenizer.True
}

// flag returns the keyword for properties that must not be sent in the direction of b.
func (b *bundle) flag() string {
	if b.towards == response {
		return "writeOnly"
	}
	return "readOnly"
}

// required writes "required" of a schema of OpenAPI 3.0, without the properties that must not be sent in this direction.
func (b *bundle) required(n, v node) {
	flagged := b.flaggedIn(n, b.flagged, 0)
	begin := len(b.text)
	b.text = append(b.text, `"required":`...)
	b.mark(v)
	separator := byte('[')
	for _, name := range v.Elements() {
		if !flagged[name.String()] {
			b.text = append(append(b.text, separator), name.Raw()...)
			separator = ','
		}
	}
	if separator == '[' { // draft 4 does not allow an empty list
		b.text = b.text[:begin]
		return
	}
	b.text = append(b.text, "],"...)
}

// flaggedIn returns the names of the properties that must not be sent in this direction: those in outer, of the schema, and of the
// schemas in its "allOf".
func (b *bundle) flaggedIn(n node, outer map[string]bool, depth int) map[string]bool {
	if b.version != grammar.V30 || !b.hasDirections || depth > mostCombined {
		return outer
	}
	all := maps.Clone(outer)
	properties := n.member("properties")
	if isLoneReference(properties) {
		properties = b.follow(properties)
	}
	for name, v := range properties.Members() {
		if b.isForOthers(node{properties.file, v}) {
			if all == nil {
				all = map[string]bool{}
			}
			all[name.String()] = true
		}
	}
	for _, v := range n.Member("allOf").Elements() {
		all = b.flaggedIn(b.follow(node{n.file, v}), all, depth+1)
	}
	return all
}

// constraints writes "allOf" with the schemas that n has there and, for a schema of OpenAPI 3.0, with what its format means.
func (b *bundle) constraints(n node) {
	more := ""
	if b.version == grammar.V30 {
		more = formats30[n.member("format").text()]
	}
	list := n.member("allOf")
	isList := list.Kind() == tokenizer.BeginArray && list.Len() > 0
	if more == "" && !list.Exists() {
		return
	}
	b.text = append(b.text, `"allOf":`...)
	b.mark(list)
	switch {
	case isList:
		outer := b.flagged
		b.flagged = b.flaggedIn(n, outer, 0)
		b.list(list)
		b.flagged = outer
	case list.Exists():
		b.text = append(b.text, list.Raw()...)
	default:
		b.text = append(b.text, `[]`...)
	}
	if more != "" && (isList || !list.Exists()) {
		b.text = b.text[:len(b.text)-1]
		if isList {
			b.text = append(b.text, ',')
		}
		b.mark(n.member("format"))
		b.text = append(b.text, more+`]`...)
	}
	b.text = append(b.text, ',')
}

// formats30 are the formats of OpenAPI 3.0 (section "Data Types"), as schemas. A number that is written to one of the binary formats
// must not be too large for it. Those of passwords and binary data accept everything.
var formats30 = map[string]string{
	"int32":  `{"minimum":-2147483648,"maximum":2147483647}`,
	"int64":  `{"minimum":-9223372036854775808,"maximum":9223372036854775807}`,
	"float":  `{"minimum":-3.4028234663852886e38,"maximum":3.4028234663852886e38}`,
	"double": `{"minimum":-1.7976931348623157e308,"maximum":1.7976931348623157e308}`,
	"byte":   `{"pattern":"^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"}`,
}

// mostRounds limits how often the schemas are compiled again without those that are wrong.
const mostRounds = 20

// compile compiles the schemas that are used, and reports what is wrong with any schema. If goesOn is set, it then compiles them without
// those schemas. The error is set if that is not possible.
func (b *bundle) compile(c schema.Compiler, goesOn bool) error {
	c.Draft = b.draft
	var err error
	for range mostRounds {
		if err := b.whole.Parse(b.text, tokenizer.MaxDepth(2*source.MaxDepth)); err != nil {
			return err
		}
		var all []*schema.Schema
		all, err = c.CompileAt(b.url, b.text, append(b.written(), "")...)
		var bad *schema.Error
		switch {
		case err == nil:
			b.all = all[:len(b.used)]
			return nil
		case !errors.As(err, &bad) || !b.explain(bad):
			return err
		case !goesOn:
			return nil // the mistakes are known
		}
		b.write()
	}
	return err
}

// compiled returns the schema with a number that use has returned, or nil if there is none.
func (b *bundle) compiled(i int) *schema.Schema {
	if i < 0 || i >= len(b.all) {
		return nil
	}
	return b.all[i]
}

// explain adds what is wrong with the schemas to the mistakes of the document. It reports whether it knows the schemas.
func (b *bundle) explain(bad *schema.Error) bool {
	before := len(b.invalid)
	for _, f := range bad.Findings {
		n := b.origin(f.Pointer)
		b.add(n.file, n.Value, "%s", strings.ReplaceAll(f.Detail, b.url, ""))
		b.invalid[b.schemaAround(n)] = true
	}
	return len(b.invalid) > before
}
