package param

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/testing/longtest"
)

// An author writes random values in each style, as RFC 6570 describes it, without any code of the package.
type author struct {
	*rand.Rand
	style string // as in paramOf
	avoid string // characters that a text cannot contain in the style
	plain bool   // the style has no percent-encoding
}

// A leaf or branch is a random value with a shape that allows it: a scalar, an array or an object.
type branch struct {
	shape *Shape
	json  string
	text  string // of a scalar
	keys  []string
	items []*branch // of an array, or an object if there are keys
	kind  Types
}

func (a *author) pick(words ...string) string { return words[a.IntN(len(words))] }

// scalar returns a scalar whose text is not empty, except that of a string or null.
func (a *author) scalar() *branch {
	b := &branch{kind: String, shape: &Shape{Types: Types(1 + a.IntN(int(scalars)))}}
	switch types := b.shape.Types; {
	case types&(Integer|Number) != 0 && a.IntN(2) == 0:
		b.text = a.pick("0", "-1", "12", "1.5", "-0.0e-7", "1E5", "99999999999999999999")
		b.json = b.text
	case types&Boolean != 0 && a.IntN(2) == 0:
		b.text = a.pick("true", "false")
		b.json = b.text
	case types&Null != 0 && types&String == 0:
		b.json = "null"
	default:
		b.shape.Types &^= scalars &^ String // only a string, because the text is arbitrary
		b.shape.Types |= String
		b.text = a.word()
		b.json = quote(b.text)
	}
	return b
}

// word returns a random text that the style can contain.
func (a *author) word() string {
	var w strings.Builder
	for range a.IntN(5) {
		c := a.pick("a", "5", "-", "true", ",", ";", "=", "&", "+", "%", "%20", "[", "]", "é", "\U0001f600", "\"", "\\", "\x00", "\n", " x", ".", "|", "/", "?", "#")
		if !strings.ContainsAny(c, a.avoid) {
			w.WriteString(c)
		}
	}
	if a.plain {
		return strings.TrimSpace(w.String())
	}
	return w.String()
}

func quote(text string) string {
	b, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// array returns an array of scalars that is neither empty nor the array of one empty text, which no style can write.
func (a *author) array() *branch {
	b := &branch{kind: Array, shape: &Shape{Types: Array}}
	for i := range 1 + a.IntN(4) {
		item := a.scalar()
		if i == 0 && item.text == "" {
			item = &branch{kind: String, shape: &Shape{Types: Integer}, json: "7", text: "7"}
		}
		b.items = append(b.items, item)
		b.shape.Prefix = append(b.shape.Prefix, item.shape)
	}
	b.join()
	return b
}

// object returns an object with members from make.
func (a *author) object(member func() *branch) *branch {
	b := &branch{kind: Object, shape: &Shape{Types: Object, Properties: map[string]*Shape{}}}
	for i := range 1 + a.IntN(4) {
		name := a.pick("R", "__proto__", "length", "0") + a.word()
		if b.shape.Properties[name] != nil {
			name = fmt.Sprint(name, "-", i)
		}
		m := member()
		b.keys, b.items = append(b.keys, name), append(b.items, m)
		b.shape.Properties[name] = m.shape
	}
	b.join()
	return b
}

func (b *branch) join() {
	var parts []string
	for i, item := range b.items {
		if b.kind == Object {
			parts = append(parts, quote(b.keys[i])+":"+item.json)
		} else {
			parts = append(parts, item.json)
		}
	}
	b.json = strings.Join(parts, ",")
	if b.kind == Object {
		b.json = "{" + b.json + "}"
	} else {
		b.json = "[" + b.json + "]"
	}
}

// tree returns a value for style deepObject that is not empty.
func (a *author) tree(depth int) *branch {
	switch n := a.IntN(4); {
	case depth == 0 || n == 0:
		return a.scalar()
	case n == 1:
		return a.array()
	case n == 2:
		return a.object(func() *branch { return a.tree(depth - 1) })
	}
	b := &branch{kind: Array, shape: &Shape{Types: Array}}
	for range 1 + a.IntN(3) {
		item := a.object(func() *branch { return a.tree(depth - 1) })
		b.items, b.shape.Prefix = append(b.items, item), append(b.shape.Prefix, item.shape)
	}
	b.join()
	return b
}

// encode writes a text, percent-encoded unless the style is plain. Some characters that need not be encoded are, too.
func (a *author) encode(text string) string {
	if a.plain {
		return text
	}
	var b strings.Builder
	for _, c := range []byte(text) {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-'
		switch {
		case letter && a.IntN(8) > 0:
			b.WriteByte(c)
		case c == ' ' && strings.HasPrefix(a.style, "query") && a.IntN(2) == 0:
			b.WriteByte('+')
		default:
			fmt.Fprintf(&b, a.pick("%%%02x", "%%%02X"), c)
		}
	}
	return b.String()
}

// list writes the items of an array, or keys and values.
func (a *author) list(b *branch, explode bool, delimiter string) string {
	var parts []string
	for i, item := range b.items {
		switch {
		case b.kind == Array:
			parts = append(parts, a.encode(item.text))
		case explode:
			parts = append(parts, a.encode(b.keys[i])+"="+a.encode(item.text))
		default:
			parts = append(parts, a.encode(b.keys[i]), a.encode(item.text))
		}
	}
	return strings.Join(parts, delimiter)
}

// write writes a value in the style.
func (a *author) write(name string, b *branch) string {
	style, explode := strings.CutSuffix(strings.Fields(a.style)[1], "*")
	if !strings.HasPrefix(a.style, "cookie") {
		name = a.encode(name)
	}
	delimiter := map[string]string{"spaceDelimited": a.pick("%20", "+"), "pipeDelimited": a.pick("%7C", "%7c", "|")}[style]
	if delimiter == "" {
		delimiter = ","
	}
	if strings.HasPrefix(a.style, "header") {
		delimiter = a.pick(",", ", ", " \t,", "\n")
	}
	pair := map[string]string{"form": "&", "cookie": "; ", "matrix": ";"}[style]
	if strings.HasPrefix(a.style, "cookie") {
		pair = "; "
	} else if pair == "" {
		pair = "&"
	}
	prefix := map[string]string{"label": ".", "matrix": ";"}[style]
	switch {
	case style == "deepObject":
		return strings.Join(a.brackets(name, b), "&")
	case b.kind == String && (style == "simple" || style == "label"):
		return prefix + a.encode(b.text)
	case b.kind == String:
		return prefix + name + "=" + a.encode(b.text)
	case style == "label" && explode:
		return prefix + a.list(b, true, ".")
	case style == "simple" || style == "label":
		return prefix + a.list(b, explode, delimiter)
	case explode && b.kind == Object:
		return prefix + a.list(b, true, pair)
	case explode:
		var parts []string
		for _, item := range b.items {
			parts = append(parts, name+"="+a.encode(item.text))
		}
		return prefix + strings.Join(parts, pair)
	}
	return prefix + name + "=" + a.list(b, false, delimiter)
}

// brackets returns the pairs of style deepObject.
func (a *author) brackets(prefix string, b *branch) (pairs []string) {
	open, shut := a.pick("[", "%5B", "%5b"), a.pick("]", "%5D", "%5d")
	if b.kind == String {
		return []string{prefix + "=" + a.encode(b.text)}
	}
	spelling := 0 // of the items of an array: 0 for indices, 1 for empty brackets, 2 for equal names
	if b.kind == Array && b.items[0].kind == String {
		spelling = a.IntN(3)
	}
	for i, item := range b.items {
		name := fmt.Sprint(i)
		if b.kind == Object {
			name = b.keys[i]
		}
		switch spelling {
		case 1:
			name = ""
		case 2:
			pairs = append(pairs, prefix+"="+a.encode(item.text))
			continue
		}
		pairs = append(pairs, a.brackets(prefix+open+a.encode(name)+shut, item)...)
	}
	return pairs
}

var authors = []author{
	{style: "path matrix"}, {style: "path matrix*"}, {style: "path label"}, {style: "path label*"},
	{style: "path simple"}, {style: "path simple*"},
	{style: "header simple", plain: true, avoid: ",\n"}, {style: "header simple*", plain: true, avoid: ",\n="},
	{style: "query form"}, {style: "query form*"},
	{style: "query spaceDelimited", avoid: " "}, {style: "query pipeDelimited", avoid: "|"},
	{style: "query spaceDelimited*"}, {style: "query deepObject", avoid: "[]"},
	{style: "cookie form"}, {style: "cookie form*"},
	{style: "cookie cookie", plain: true, avoid: ",;\n"}, {style: "cookie cookie*", plain: true, avoid: ";\n="},
}

// What the author writes must be read as the value, and each part of the value must be found where it is.
func TestOracle(t *testing.T) {
	rounds := 2000
	if longtest.Off() {
		rounds = 300
	}
	for _, a := range authors {
		t.Run(a.style, func(t *testing.T) {
			a.Rand = rand.New(rand.NewPCG(1, 2))
			for range rounds {
				a.check(t)
			}
		})
	}
}

func (a *author) check(t *testing.T) {
	deep := strings.HasSuffix(a.style, "deepObject")
	b := a.scalar()
	switch n := a.IntN(3); {
	case deep:
		b = a.object(func() *branch { return a.tree(3) })
	case n == 0 || strings.HasSuffix(a.style, "Delimited*"):
		b = a.array()
	case n == 1 || strings.HasSuffix(a.style, "Delimited"):
		b = a.object(a.scalar)
	}
	p := paramOf(t, a.style+" color any")
	p.Shape = b.shape
	text := a.write(p.Name, b)
	if p.In == Query {
		text = a.pick("", "~=1&", "&") + text + a.pick("", "&~", "&")
	}
	var d Decoder
	v, f := read(t, &d, p, text, 0)
	if f != nil {
		t.Fatalf("%q should be %s: %v", text, b.json, f)
	}
	if !reflect.DeepEqual(parse(t, string(v.JSON)), parse(t, b.json)) {
		t.Fatalf("%q is %s, want %s", text, v.JSON, b.json)
	}
	checkPlaces(t, p, text, &v)
}

func parse(t *testing.T, text string) (v any) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return v
}
