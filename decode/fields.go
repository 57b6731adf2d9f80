package decode

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// A structField is what the plan of a struct has to know of a field of the struct, or of a struct embedded in it.
type structField struct {
	name       string // of the member
	goName     string // with the names of embedded structs before it, such as "Base.ID"
	typ        reflect.Type
	offset     uintptr // in the struct that contains it
	hops       []hop   // the embedded pointers on the way to that struct
	index      []int   // of the fields on the way; see reflect.Type.FieldByIndex
	isNamed    bool    // the tag has the name
	isQuoted   bool
	isRequired bool
	isOptional bool // even with the option RequireMembers
}

var errNothingExported = errors.New("no field is exported")

// fieldsOf returns the fields of a struct. If several fields have the same name, the rules of Go for embedded structs decide which of
// them has the value, and a name in a tag comes first, as in package encoding/json. If they do not decide, none has it. The result rest
// is the field that has all other members, if there is one.
func fieldsOf(root reflect.Type) (fields []structField, rest *structField, err error) {
	type embedded struct {
		typ    reflect.Type
		parent structField // the path to typ
		again  bool        // typ is embedded several times, and has been visited before
	}
	var all, rests []structField
	queue := []embedded{{typ: root}}
	seen := map[reflect.Type]bool{root: true}
	for i := 0; i < len(queue); i++ {
		outer := queue[i]
		direct, err := directFields(outer.typ)
		if err != nil {
			return nil, nil, &TypeError{Type: outer.typ, Err: err}
		}
		for _, f := range direct {
			f.structField = f.in(&outer.parent)
			if f.isRest {
				rests = append(rests, f.structField)
				continue
			}
			if !f.isEmbedded {
				all = append(all, f.structField)
				continue
			}
			inner, isPointer := f.typ, f.typ.Kind() == reflect.Pointer
			if isPointer {
				inner = f.typ.Elem()
				f.hops = append(slices.Clone(f.hops), hop{f.offset, inner})
				f.offset = 0
			}
			if !outer.again {
				queue = append(queue, embedded{inner, f.structField, seen[inner]})
			}
			seen[inner] = true
		}
	}
	if len(rests) == 1 || len(rests) > 1 && len(rests[0].index) < len(rests[1].index) {
		rest = &rests[0]
	}
	return dominant(all), rest, nil
}

// in returns f with the path of outer before its own.
func (f *directField) in(outer *structField) structField {
	inner := f.structField
	inner.hops = outer.hops
	inner.offset += outer.offset
	inner.index = append(slices.Clone(outer.index), f.index...)
	if outer.goName != "" {
		inner.goName = outer.goName + "." + inner.goName
	}
	return inner
}

// dominant returns the fields that have a name alone, or before all others with that name, in the order of the struct.
func dominant(all []structField) []structField {
	slices.SortStableFunc(all, func(a, b structField) int {
		return cmp.Or(strings.Compare(a.name, b.name), cmp.Compare(len(a.index), len(b.index)), -compareBools(a.isNamed, b.isNamed))
	})
	var chosen []structField
	for len(all) > 0 {
		n := 1
		for n < len(all) && all[n].name == all[0].name {
			n++
		}
		if n == 1 || len(all[0].index) != len(all[1].index) || all[0].isNamed != all[1].isNamed {
			chosen = append(chosen, all[0])
		}
		all = all[n:]
	}
	slices.SortFunc(chosen, func(a, b structField) int { return slices.Compare(a.index, b.index) })
	return chosen
}

func compareBools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// A directField is a field of a struct itself.
type directField struct {
	structField
	isEmbedded bool // the fields of its type, a struct or a pointer to one, count as fields of the outer struct
	isRest     bool // it has the members that no field has the name of
}

// directFields returns the fields of a struct itself.
func directFields(t reflect.Type) (fields []directField, err error) {
	hasTags, byName, rest := false, map[string]string{}, ""
	for i := range t.NumField() {
		f := t.Field(i)
		_, hasTag := f.Tag.Lookup("json")
		hasTags = hasTags || hasTag
		tag, ignored, err := parseTag(f)
		if err != nil {
			return nil, err
		}
		if ignored {
			continue
		}
		d := directField{structField: structField{
			name: tag.name, goName: f.Name, offset: f.Offset, index: []int{i},
			isNamed: tag.isNamed, isRequired: tag.required, isOptional: tag.optional, isQuoted: tag.isQuoted, typ: f.Type,
		}}
		inner := indirect(f.Type)
		d.isRest = tag.embed && !f.Anonymous && hasRest(inner)
		d.isEmbedded = !d.isRest && (tag.embed || f.Anonymous && !tag.isNamed)
		switch {
		case d.isRest:
			rest, err = f.Name, checkRest(f, tag, rest)
		case d.isEmbedded:
			err = checkEmbedded(f, tag, inner)
		default:
			err = checkNamed(f, inner)
		}
		if err != nil {
			return nil, err
		}
		if !d.isEmbedded && !d.isRest {
			if other, ok := byName[tag.name]; ok {
				return nil, fmt.Errorf("the fields %s and %s have the same name %q", other, f.Name, tag.name)
			}
			byName[tag.name] = f.Name
		}
		fields = append(fields, d)
	}
	if len(fields) == 0 && t.NumField() > 0 && !hasTags {
		return nil, errNothingExported
	}
	return fields, nil
}

// indirect returns the type to which an unnamed pointer type points, and other types as they are. Go permits only these in
// structs as embedded fields.
func indirect(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer && t.Name() == "" {
		return t.Elem()
	}
	return t
}

// hasRest reports whether a type can hold members with any names.
func hasRest(t reflect.Type) bool {
	return t == reflect.TypeFor[jsontext.Value]() ||
		t.Kind() == reflect.Map && t.Key().Kind() == reflect.String && !decodesItself(t) && !decodesItself(t.Key())
}

// checkRest returns an error if a field cannot have the rest of the members, or if another field of the struct has it.
func checkRest(f reflect.StructField, t tag, other string) error {
	switch {
	case !f.IsExported():
		return fmt.Errorf("the embedded field %s is not exported", f.Name)
	case other != "":
		return fmt.Errorf("the fields %s and %s cannot both have the rest of the members", other, f.Name)
	}
	return checkOptions(f, t)
}

// checkOptions returns an error if the tags of an embedded field have more than the option embed.
func checkOptions(f reflect.StructField, t tag) error {
	if t.isNamed || t.isQuoted || t.required || t.optional || t.strict {
		return fmt.Errorf("the tags of the embedded field %s have more than the option embed", f.Name)
	}
	return nil
}

// checkEmbedded returns an error unless the fields of a field's type can be those of the outer struct.
func checkEmbedded(f reflect.StructField, t tag, inner reflect.Type) error {
	if inner.Kind() != reflect.Struct && t.embed && !f.Anonymous {
		return fmt.Errorf("field %s has the option embed, but is not a struct, a map with keys of type string, or a jsontext.Value", f.Name)
	}
	if inner.Kind() != reflect.Struct {
		return fmt.Errorf("the embedded field %s is not a struct, and has no name in a tag", f.Name)
	}
	if err := checkOptions(f, t); err != nil {
		return err
	}
	switch {
	case decodesItself(inner):
		return fmt.Errorf("the embedded field %s has a type with methods for JSON or text, and no name in its tag", f.Name)
	case f.Type.Kind() == reflect.Pointer && !f.IsExported():
		return fmt.Errorf("the embedded pointer %s is to a struct that is not exported", f.Name)
	}
	return nil
}

// checkNamed returns an error if the value of a member cannot be stored in a field.
func checkNamed(f reflect.StructField, inner reflect.Type) error {
	if !f.IsExported() && (inner.Kind() != reflect.Struct || f.Type != inner || decodesItself(inner)) {
		return fmt.Errorf("the embedded field %s is not exported", f.Name)
	}
	return nil
}
