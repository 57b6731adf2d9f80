package review

import (
	"bytes"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/vocabulary"
	"github.com/assayjson/assay/tokenizer"
)

// A node is a schema in the text: an object, or true or false.
type node struct {
	document.Value
	members []member // in the order of the text; no two have the same name
	parent  *node
	via     *vocabulary.Keyword // the keyword of the parent that contains this schema; nil if there is no parent
	name    document.Value      // the name of the schema, if the value of the keyword is an object with schemas
	key     string              // the same as a string
	base    string              // the URI that relative references are resolved against
	draft   vocabulary.Draft
	family  *node // an element of the family, on the way to its root; see families
	isRef   bool  // has "$ref", and the draft ignores everything beside it
}

// A member is a keyword of a schema, known or not.
type member struct {
	key         string
	name, value document.Value
	keyword     *vocabulary.Keyword // nil if there is no such keyword
}

// get returns the value of a keyword. The value is missing if the schema does not have the keyword,
// or if the draft ignores it.
func (n *node) get(name string) document.Value {
	if n.isRef && name != "$ref" && name != "definitions" {
		return document.Value{}
	}
	return n.raw(name)
}

// raw is like get, but also returns the values of ignored keywords.
func (n *node) raw(name string) document.Value {
	m := n.member(name)
	if m == nil || m.keyword != nil && !m.keyword.ExistsIn(n.draft) && m.keyword.Effect != vocabulary.Describes {
		return document.Value{}
	}
	return m.value
}

func (n *node) member(name string) *member {
	for i := range n.members {
		if n.members[i].key == name {
			return &n.members[i]
		}
	}
	return nil
}

// A model is a parsed schema text.
type model struct {
	nodes   []*node                             // in the order of the text, apart from those that only references lead to
	at      map[int64]*node                     // by offset
	uris    map[string]*node                    // schemas with identifiers, and with anchors after #
	names   map[int64]map[string]document.Value // the members of objects, by the offsets of the objects
	refs    []reference
	targets map[*node]*node // what the "$ref" of a schema leads to, if it is in this text
	types   map[*node]types // see allowed
	led     []int64         // the offsets of the schemas that references lead to, in ascending order
	draft   vocabulary.Draft
	noDraft bool // the text names no draft
}

// A reference is a "$ref", "$dynamicRef" or "$recursiveRef".
type reference struct {
	from    *node
	value   document.Value
	isPlain bool  // "$ref"
	target  *node // nil if it is not in this text
}

// unnamed is the base URI of a schema without an identifier.
const unnamed = "assay:///schema.json"

// MaxDepth is how many levels of nesting a schema may have. It is the limit of package schema.
const MaxDepth = 128

// read parses a schema, in which comments, trailing commas and a byte order mark are skipped. It returns nil if the text is not valid
// otherwise, or if it names a draft that is not
// known, because its keywords are not known then either.
func read(text []byte) *model {
	if mark := []byte("\uFEFF"); bytes.HasPrefix(text, mark) {
		text = slices.Concat(bytes.Repeat([]byte(" "), len(mark)), text[len(mark):])
	}
	plain, _, _ := dialect.Lower(text, dialect.JWCC)
	doc, err := document.Parse(plain, tokenizer.MaxDepth(MaxDepth))
	if err != nil {
		return nil
	}
	m := &model{at: map[int64]*node{}, targets: map[*node]*node{}, types: map[*node]types{}, uris: map[string]*node{}, names: map[int64]map[string]document.Value{}, draft: vocabulary.Draft2020}
	declared := doc.Root().Member("$schema")
	m.noDraft = !declared.Exists()
	if !m.noDraft {
		known := false
		if m.draft, known = vocabulary.DraftOf(declared.String()); !known {
			return nil
		}
	}
	root := &node{Value: doc.Root(), base: unnamed, draft: m.draft}
	m.uris[unnamed] = root
	m.add(root)
	for i := 0; i < len(m.refs); i++ { // resolving one may add schemas, and therefore references
		ref := m.refs[i]
		target := m.resolve(ref.from, ref.value.String())
		if target == nil {
			continue
		}
		m.refs[i].target = target
		m.led = append(m.led, target.Offset())
		if ref.isPlain {
			m.targets[ref.from] = target
		}
	}
	slices.Sort(m.led)
	return m
}

// add adds a schema, and the schemas in it.
func (m *model) add(n *node) {
	switch n.Kind() {
	case tokenizer.BeginObject, tokenizer.True, tokenizer.False:
	default:
		return
	}
	if m.at[n.Offset()] != nil {
		return
	}
	m.nodes = append(m.nodes, n)
	m.at[n.Offset()] = n
	m.readMembers(n)
	m.identify(n)
	for i := range n.members {
		mem := &n.members[i]
		switch {
		case mem.keyword == nil:
		case mem.value.Kind() == tokenizer.String && (mem.key == "$ref" || mem.key == "$dynamicRef" || mem.key == "$recursiveRef"):
			m.refs = append(m.refs, reference{from: n, value: mem.value, isPlain: mem.key == "$ref"})
		case mem.keyword.ExistsIn(n.draft) || mem.keyword.Effect == vocabulary.Describes:
			m.addIn(n, mem)
		}
	}
}

// readMembers lists the keywords of a schema. Of several with the same name, the last counts.
func (m *model) readMembers(n *node) {
	index := map[string]int{}
	for name, value := range n.Members() {
		key := name.String()
		mem := member{key, name, value, vocabulary.Find(key)}
		if i, again := index[key]; again {
			n.members[i] = mem
			continue
		}
		index[key] = len(n.members)
		n.members = append(n.members, mem)
	}
	ref := n.member("$ref")
	n.isRef = ref != nil && ref.value.Kind() == tokenizer.String && n.draft <= vocabulary.Draft7
}

// addIn adds the schemas in the value of a keyword.
func (m *model) addIn(n *node, mem *member) {
	child := func(name, v document.Value) {
		m.add(&node{Value: v, parent: n, via: mem.keyword, name: name, key: name.String(), base: n.base, draft: n.draft})
	}
	isArray, isObject := mem.value.Kind() == tokenizer.BeginArray, mem.value.Kind() == tokenizer.BeginObject
	switch s := mem.keyword.Shape; {
	case s == vocabulary.OneSchema || s == vocabulary.SchemaItems && !isArray:
		child(document.Value{}, mem.value)
	case (s == vocabulary.SchemaList || s == vocabulary.SchemaItems) && isArray:
		for _, v := range mem.value.Elements() {
			child(document.Value{}, v)
		}
	case (s == vocabulary.SchemaMap || s == vocabulary.SchemaDeps) && isObject:
		for name, v := range mem.value.Members() {
			child(name, v)
		}
	}
}

// identify registers the identifier and the anchors of a schema.
func (m *model) identify(n *node) {
	idName := "$id"
	if n.draft == vocabulary.Draft4 {
		idName = "id"
	}
	if id := n.get(idName); id.Kind() == tokenizer.String {
		uri := resolveURI(n.base, id.String())
		base, fragment, _ := strings.Cut(uri, "#")
		if fragment != "" {
			m.uris[uri] = n
		} else {
			n.base = base
			m.uris[base] = n
			if d, ok := vocabulary.DraftOf(n.raw("$schema").String()); ok {
				n.draft = d
			}
		}
	}
	for _, name := range []string{"$anchor", "$dynamicAnchor"} {
		if a := n.raw(name); a.Kind() == tokenizer.String {
			m.uris[n.base+"#"+a.String()] = n
		}
	}
}

// resolveURI returns a reference relative to base.
func resolveURI(base, ref string) string {
	if strings.HasPrefix(ref, "#") {
		return base + ref
	}
	b, err := url.Parse(base)
	if err != nil {
		return ref
	}
	r, err := b.Parse(ref)
	if err != nil {
		return ref
	}
	return r.String()
}

// resolve returns the schema that a reference leads to, or nil if it is not in this text.
func (m *model) resolve(from *node, ref string) *node {
	base, fragment, _ := strings.Cut(resolveURI(from.base, ref), "#")
	in := m.uris[base]
	if in == nil || fragment == "" {
		return in
	}
	if n := m.uris[base+"#"+fragment]; n != nil {
		return n
	}
	pointer, err := url.PathUnescape(fragment)
	if err != nil || !strings.HasPrefix(pointer, "/") {
		return nil
	}
	v, via := in.Value, in
	for token := range strings.SplitSeq(pointer[1:], "/") {
		v = m.child(v, place.UnescapeToken(token))
		if n := m.at[v.Offset()]; n != nil {
			via = n
		}
	}
	if !v.Exists() {
		return nil
	}
	if n := m.at[v.Offset()]; n != nil {
		return n
	}
	m.add(&node{Value: v, base: via.base, draft: via.draft})
	return m.at[v.Offset()]
}

// isReferred reports whether a reference leads to v, or to a schema in it.
func (m *model) isReferred(v document.Value) bool {
	i, _ := slices.BinarySearch(m.led, v.Offset())
	return i < len(m.led) && m.led[i] < v.Offset()+int64(len(v.Raw()))
}

// child returns the member or element of v that a token of a JSON Pointer names.
func (m *model) child(v document.Value, token string) document.Value {
	if v.Kind() == tokenizer.BeginArray {
		i, err := strconv.Atoi(token)
		if err != nil {
			return document.Value{}
		}
		return v.Element(i)
	}
	if v.Kind() != tokenizer.BeginObject {
		return document.Value{}
	}
	named := m.names[v.Offset()]
	if named == nil {
		named = make(map[string]document.Value, v.Len())
		for name, value := range v.Members() {
			named[name.String()] = value
		}
		m.names[v.Offset()] = named
	}
	return named[token]
}
