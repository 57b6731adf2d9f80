package grammar

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"
)

// A Version is a minor version of OpenAPI 3.
type Version uint8

const (
	V30 Version = 1 << iota
	V31
	V32
	all = V30 | V31 | V32
)

// VersionOf returns the version that the member openapi of a document states, or 0 if it is not one of the three.
func VersionOf(openapi string) Version {
	for i, prefix := range [...]string{"3.0.", "3.1.", "3.2."} {
		if patch, ok := strings.CutPrefix(openapi, prefix); ok && patch != "" {
			return 1 << i
		}
	}
	return 0
}

// String returns the version as it is usually written, such as 3.1.
func (v Version) String() string {
	for i, name := range [...]string{"3.0", "3.1", "3.2"} {
		if v == 1<<i {
			return name
		}
	}
	return fmt.Sprintf("Version(%d)", uint8(v))
}

// A Form is what a value is apart from its members.
type Form uint8

const (
	Any Form = iota
	String
	Boolean
	Number
	Integer
	Array
	Map    // an object with any names
	Fixed  // an object with the members of an Object
	Schema // a schema
	SchemaOrBoolean
)

// A Type is the type of a value.
type Type struct {
	Form     Form
	Of       *Type   // of the elements of an Array, and of the members of a Map
	Object   *Object // for the form Fixed
	MayRefer bool    // there may be a Reference Object instead
}

// IsSchema reports whether a value of type t is a schema.
func (t *Type) IsSchema() bool { return t.Form == Schema || t.Form == SchemaOrBoolean }

// A Field is a member of an object.
type Field struct {
	Name     string
	Type     *Type
	In       Version // the versions that have it
	Required Version // the versions in which it must be there
	Excludes string  // the name of a member that must not be there, too, or ""
}

// An Object is a type of objects.
type Object struct {
	Name   string
	Fields []Field
	Others *Type // of members with other names, or nil

	IsOpen bool                   // members with any names are allowed
	fits   func(name string) bool // whether a name may be that of one of the Others
	byName map[string]int
}

// Field returns the member with a name, or nil if v has no such member.
func (o *Object) Field(name string, v Version) *Field {
	if i, ok := o.byName[name]; ok && o.Fields[i].In&v != 0 {
		return &o.Fields[i]
	}
	return nil
}

// Other returns the type of a member that is not among the Fields, or nil if there must be no such member. Members whose names begin
// with x- have the form Any.
func (o *Object) Other(name string) *Type {
	switch {
	case strings.HasPrefix(name, "x-") || o.IsOpen:
		return &Type{}
	case o.Others != nil && o.fits(name):
		return o.Others
	}
	return nil
}

//go:embed objects.txt
var text string

// Find returns the type of objects with a name of objects.txt. It panics if there is none.
func Find(name string) *Object {
	o := objects()[name]
	if o == nil {
		panic("grammar: there is no object " + name)
	}
	return o
}

var objects = sync.OnceValue(func() map[string]*Object {
	byName := map[string]*Object{}
	find := func(name string) *Object {
		if byName[name] == nil {
			byName[name] = &Object{Name: name, byName: map[string]int{}}
		}
		return byName[name]
	}
	var current *Object
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		switch {
		case line == "" || line[0] == '#':
		case line[0] != '\t':
			name := strings.TrimSuffix(line, "~")
			current = find(name)
			current.IsOpen = name != line
		default:
			current.add(strings.Fields(line), find)
		}
	}
	return byName
})

// add adds the member that a line of the table describes.
func (o *Object) add(line []string, find func(string) *Object) {
	f := Field{Name: line[0], Type: typeOf(line[1], find), In: all}
	for _, word := range line[2:] {
		required, isRequired := strings.CutPrefix(word, "!")
		excluded, excludes := strings.CutPrefix(word, "^")
		switch {
		case isRequired:
			f.Required = versions(required)
		case excludes:
			f.Excludes = excluded
		default:
			f.In = versions(word)
		}
	}
	switch f.Name {
	case "/":
		o.Others, o.fits = f.Type, func(name string) bool { return strings.HasPrefix(name, "/") }
	case "code":
		o.Others, o.fits = f.Type, isCode
	case "*":
		o.Others, o.fits = f.Type, func(string) bool { return true }
	default:
		o.byName[f.Name] = len(o.Fields)
		o.Fields = append(o.Fields, f)
	}
}

func versions(word string) Version {
	switch word {
	case "":
		return all
	case "3.0":
		return V30
	case "3.0-3.1":
		return V30 | V31
	case "3.1+":
		return V31 | V32
	case "3.2":
		return V32
	}
	panic("grammar: unknown versions " + word)
}

// isCode reports whether a name is a status code, or a range of them such as 4XX.
func isCode(name string) bool {
	return len(name) == 3 && '1' <= name[0] && name[0] <= '5' && (name[1:] == "XX" || isDigit(name[1]) && isDigit(name[2]))
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

var scalars = map[string]Form{
	"any": Any, "string": String, "boolean": Boolean, "number": Number, "integer": Integer, "schema": Schema, "schema|boolean": SchemaOrBoolean,
}

func typeOf(word string, find func(string) *Object) *Type {
	if form, ok := scalars[word]; ok {
		return &Type{Form: form}
	}
	inner := word[1 : len(word)-1]
	switch word[0] {
	case '[':
		return &Type{Form: Array, Of: typeOf(inner, find)}
	case '{':
		return &Type{Form: Map, Of: typeOf(inner, find)}
	}
	name, mayRefer := strings.CutSuffix(word, "&")
	return &Type{Form: Fixed, Object: find(name), MayRefer: mayRefer}
}
