package openapi

import (
	"errors"
	"io/fs"
	"slices"
	"strings"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/internal/engine/suggest"
	"github.com/assayjson/assay/internal/engine/vocabulary"
	"github.com/assayjson/assay/openapi/internal/grammar"
	"github.com/assayjson/assay/openapi/internal/source"
	"github.com/assayjson/assay/tokenizer"
)

// A node is a value in a file.
type node struct {
	file *source.File
	document.Value
}

func (n node) member(name string) node { return node{n.file, n.Member(name)} }

// text returns the string that n is, or "".
func (n node) text() string {
	if n.Kind() != tokenizer.String {
		return ""
	}
	return n.String()
}

// A position identifies a value.
type position struct {
	file   *source.File
	offset int64
}

func (n node) position() position { return position{n.file, n.Offset()} }

// A loader reads the files of a document, and checks them against the grammar of OpenAPI.
type loader struct {
	fsys    fs.FS
	main    string                  // the file to begin with
	files   map[string]*source.File // nil for a file that cannot be read
	version grammar.Version
	mistakes

	resources  map[*source.File][]*resource // in the order of the file
	byURI      map[string]*resource
	hasAnchors bool
	names      map[schemaName]node // where they are given
	repeated   map[position]bool   // names that another schema has

	tasks    []task // values that have not been checked yet
	seen     map[seen]bool
	draft    vocabulary.Draft // of schemas that do not name one, if noDraft is false
	noDraft  bool             // the dialect of such schemas is not known
	suspects []suspect        // names in schemas that are perhaps misspelt keywords

	later []node // references to schemas that are not in the files that have been read

	hasTags       bool // some schemas have discriminators
	hasDirections bool // some schemas of OpenAPI 3.0 are "readOnly" or "writeOnly"

	roots  []node            // the schemas that are not inside others, and those to which references lead
	nested map[position]bool // the roots that turned out to be inside another one
}

// A task is a value that must have a type.
type task struct {
	node
	typ      *grammar.Type
	isNested bool // the value is a schema in a schema
}

// seen identifies a value that has been checked with a type.
type seen struct {
	position
	typ *grammar.Type // nil for a schema
}

func newLoader(fsys fs.FS) *loader {
	return &loader{fsys: fsys, files: map[string]*source.File{}, seen: map[seen]bool{}, resources: map[*source.File][]*resource{}, byURI: map[string]*resource{}, names: map[schemaName]node{}, repeated: map[position]bool{}, nested: map[position]bool{}}
}

// load reads the file with a name, and everything to which it refers.
func (l *loader) load(name string) node {
	l.main = name
	f := l.open(name)
	if f == nil {
		return node{}
	}
	root := node{f, f.Root}
	if root.Kind() != tokenizer.BeginObject {
		l.add(f, f.Root, "an OpenAPI document must be an object")
		return root
	}
	version := root.member("openapi")
	if l.version = grammar.VersionOf(version.text()); l.version == 0 {
		switch {
		case root.Member("swagger").Exists():
			l.add(f, root.Member("swagger"), "this is Swagger 2.0; only OpenAPI 3.0, 3.1 and 3.2 are supported")
		case !version.Exists():
			l.add(f, f.Root, `the member "openapi" with the version is missing`)
		default:
			l.add(f, version.Value, "the version must be one of OpenAPI 3.0, 3.1 and 3.2, such as 3.1.1")
		}
		return root
	}
	if l.version != grammar.V30 && !root.Member("components").Exists() && !root.Member("paths").Exists() && !root.Member("webhooks").Exists() {
		l.add(f, f.Root, `there must be "components", "paths" or "webhooks"`)
	}
	l.index(f)
	l.draft, l.noDraft = draftOf(root.member("jsonSchemaDialect"))
	l.push(task{node: root, typ: &grammar.Type{Form: grammar.Fixed, Object: grammar.Find("document")}})
	l.checkAll()
	return root
}

// checkAll checks the tasks, and then the references that had no target when they were read, because a file that has been read since may
// have it.
func (l *loader) checkAll() {
	for {
		for len(l.tasks) > 0 {
			t := l.tasks[len(l.tasks)-1]
			l.tasks = l.tasks[:len(l.tasks)-1]
			l.check(t)
		}
		later := l.later
		l.later = nil
		for _, ref := range later {
			l.referToSchema(ref)
		}
		if len(l.tasks) == 0 && len(l.later) == len(later) {
			break
		}
	}
	for _, ref := range l.later {
		l.refer(ref)
	}
	l.later = nil
}

// open returns a file, or nil if it cannot be read.
func (l *loader) open(name string) *source.File {
	f, ok := l.files[name]
	if ok {
		return f
	}
	f, err := source.Read(l.fsys, name)
	var bad *source.Error
	if errors.As(err, &bad) {
		l.list = append(l.list, Mistake{File: name, Line: bad.Line, Column: bad.Column, Message: bad.Message})
		f = nil
	}
	l.files[name] = f
	if f != nil && l.version != 0 {
		l.index(f)
	}
	return f
}

func (l *loader) push(t task) {
	if t.typ.Form != grammar.Any && t.Exists() {
		l.tasks = append(l.tasks, t)
	}
}

// check checks a value, and adds the values in it to the tasks. An object that has nothing but a reference may be anywhere, although
// the specifications allow Reference Objects only in some places: many documents of several files have others, and are bundled by
// tools before they are published.
func (l *loader) check(t task) {
	if ref := t.member("$ref"); isLoneReference(t.node) && !t.typ.IsSchema() {
		l.followOnce(t, ref)
		return
	}
	switch t.typ.Form {
	case grammar.Schema, grammar.SchemaOrBoolean:
		l.checkSchema(t)
	case grammar.Fixed:
		l.checkFixed(t)
	case grammar.Array:
		if l.mustBe(t, tokenizer.BeginArray, "an array") {
			for _, v := range t.Elements() {
				l.push(task{node: node{t.file, v}, typ: t.typ.Of, isNested: t.isNested})
			}
		}
	case grammar.Map:
		if l.mustBe(t, tokenizer.BeginObject, "an object") {
			for _, v := range t.Members() {
				l.push(task{node: node{t.file, v}, typ: t.typ.Of, isNested: t.isNested})
			}
		}
	case grammar.String:
		l.mustBe(t, tokenizer.String, "a string")
	case grammar.Boolean:
		if k := t.Kind(); k != tokenizer.True && k != tokenizer.False {
			l.add(t.file, t.Value, "must be true or false")
		}
	case grammar.Number:
		l.mustBe(t, tokenizer.Number, "a number")
	case grammar.Integer:
		if _, err := t.Int64(); err != nil {
			l.add(t.file, t.Value, "must be an integer")
		}
	}
}

func (l *loader) mustBe(t task, kind tokenizer.TokenKind, what string) bool {
	if t.Kind() != kind {
		l.add(t.file, t.Value, "must be %s", what)
		return false
	}
	return true
}

// checkFixed checks an object with certain members.
func (l *loader) checkFixed(t task) {
	object := t.typ.Object
	if !l.mustBe(t, tokenizer.BeginObject, "an object") {
		return
	}
	if ref := t.member("$ref"); ref.Exists() && t.typ.MayRefer {
		l.followOnce(t, ref)
		return
	}
	if !l.isFirst(t) {
		return
	}
	if ref := t.member("$ref"); ref.Exists() && object.Name == "pathItem" {
		if target, ok := l.refer(ref); ok {
			l.push(task{node: target, typ: t.typ})
		}
	}
	l.checkMembers(t, object)
}

// checkMembers checks the members of an object.
func (l *loader) checkMembers(t task, object *grammar.Object) {
	for name, v := range t.Members() {
		text := name.String()
		var typ *grammar.Type
		if f := object.Field(text, l.version); f != nil {
			typ = f.Type
		} else if typ = object.Other(text); typ == nil {
			l.add(t.file, name, "%s", l.unknown(text, object))
			continue
		}
		l.push(task{node: node{t.file, v}, typ: typ, isNested: t.isNested})
		if object.Name == "components" {
			l.checkNames(node{t.file, v})
		}
	}
	if object.Name == "securityScheme" {
		l.checkScheme(t.node)
	}
	for _, f := range object.Fields {
		switch exists := t.Member(f.Name).Exists(); {
		case !exists && f.Required&l.version != 0:
			l.add(t.file, t.Value, "the member %q is missing", f.Name)
		case exists && f.Excludes != "" && t.Member(f.Excludes).Exists():
			l.add(t.file, t.Value, "there must not be both %q and %q", f.Name, f.Excludes)
		}
	}
}

// schemeMembers are the members that a security scheme of each type must have.
var schemeMembers = map[string][]string{
	"apiKey": {"name", "in"}, "http": {"scheme"}, "mutualTLS": {}, "oauth2": {"flows"}, "openIdConnect": {"openIdConnectUrl"},
}

// checkScheme checks what the type of a security scheme demands.
func (l *loader) checkScheme(n node) {
	typ, in := n.member("type"), n.member("in")
	names, ok := schemeMembers[typ.text()]
	if typ.Exists() && (!ok || typ.text() == "mutualTLS" && l.version == grammar.V30) {
		l.add(n.file, typ.Value, "there is no such type of security schemes in OpenAPI %s", l.version)
	}
	for _, name := range names {
		if !n.Member(name).Exists() {
			l.add(n.file, n.Value, "the member %q is missing", name)
		}
	}
	if typ.text() == "apiKey" && in.Exists() && !slices.Contains([]string{"query", "header", "cookie"}, in.text()) {
		l.add(n.file, in.Value, "must be \"query\", \"header\" or \"cookie\"")
	}
}

// checkNames checks the names of components of one kind.
func (l *loader) checkNames(components node) {
	for name := range components.Members() {
		if text := name.String(); text == "" || strings.Trim(text, nameCharacters) != "" {
			l.add(components.file, name, "the name of a component must consist of letters, digits, points, hyphens and underscores")
		}
	}
}

// nameCharacters are the characters of names of components.
const nameCharacters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-_"

// unknown describes a member that an object must not have.
func (l *loader) unknown(name string, object *grammar.Object) string {
	var known []string
	for _, f := range object.Fields {
		switch {
		case f.Name == name:
			return "the member \"" + name + "\" does not exist in OpenAPI " + l.version.String()
		case f.In&l.version != 0:
			known = append(known, f.Name)
		}
	}
	if meant := suggest.Name(name, known); meant != "" {
		return "there is no member \"" + name + "\" here; did you mean \"" + meant + "\"?"
	}
	if object.Name == "paths" {
		return "a path must begin with a slash"
	}
	return "there is no member \"" + name + "\" here"
}

// followOnce adds the value to which a reference leads to the tasks, unless that has been done.
func (l *loader) followOnce(t task, ref node) {
	target, ok := l.refer(ref)
	if ok && !l.follow(t.node).Exists() && target.file != nil && isLoneReference(target) {
		l.add(ref.file, ref.Value, "the references lead in a circle, or to nothing")
	}
	if ok && l.isFirst(t) {
		l.push(task{node: target, typ: t.typ, isNested: t.isNested})
	}
}

// isFirst reports whether a value has not been checked with its type before.
func (l *loader) isFirst(t task) bool {
	key := seen{t.position(), t.typ}
	if l.seen[key] {
		return false
	}
	l.seen[key] = true
	return true
}

// isLoneReference reports whether a value is an object that has nothing but a reference.
func isLoneReference(n node) bool {
	return n.Len() == 1 && n.Member("$ref").Kind() == tokenizer.String
}

// follow returns the value at the end of a chain of Reference Objects, or a missing value if it leads nowhere or in a circle.
func (l *loader) follow(n node) node {
	for range 100 {
		ref := n.member("$ref")
		if ref.Kind() != tokenizer.String {
			return n
		}
		target, problem := l.resolve(ref, ref.text())
		if problem != "" || !target.Exists() {
			return node{}
		}
		n = target
	}
	return node{}
}
