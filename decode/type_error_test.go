package decode_test

import (
	"errors"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/assayjson/assay/decode"
	"github.com/go-json-experiment/json/jsontext"
)

// Types and tags that nothing can be decoded into are errors whatever the text is.
func TestTypeErrors(t *testing.T) {
	type embedded struct{ A int }
	type P *P
	type selfish struct{ Self *selfish }
	type unnamed struct{ A struct{ b int } }
	type server struct{ URL *url.URL }
	type config struct {
		Self    *config
		Servers []server
	}
	for _, test := range []struct {
		v    any
		want string
	}{
		{new(selfish), ``},
		{new(struct {
			A struct{ B []map[string]chan int }
		}), `decode: field A.B[][], of type chan int: no JSON value`},
		{new([]config), `decode: field Servers[].URL.User of decode_test.config, of type url.Userinfo: no field is exported`},
		{new(server), `decode: field URL.User of decode_test.server, of type url.Userinfo: no field is exported`},
		{new(url.URL), `decode: field User of url.URL, of type url.Userinfo: no field is exported`},
		{new([]chan int), `decode: element [] of []chan int, of type chan int: no JSON value can`},
		{new(*[]map[string]*time.Duration), `decode: element [][] of []map[string]*time.Duration, of type time.Duration: a duration`},
		{new([]struct{ a int }), `decode: element []: no field is exported`},
		{new(map[struct{ A int }]int), `decode: a name cannot be decoded`},
		{new(struct{ A struct{ b int } }), `decode: field A: no field is exported`},
		{new(struct{ Outer []unnamed }), `decode: field Outer[].A: no field is exported`},
		{new([]unnamed), `decode: field A of decode_test.unnamed: no field is exported`},
		{new(P), `decode: type decode_test.P: no JSON value can`},
		{new(func()), `decode: type func(): no JSON value can`},
		{new(time.Duration), `decode: type time.Duration: a duration has no representation`},
		{new(map[bool]int), `decode: type map[bool]int: a name cannot be decoded`},
		{new(map[struct{}]int), `decode: type map[struct {}]int: a name cannot be decoded`},
		{new(struct{ a, b int }), `decode: no field is exported`},
		{tagged(`json:"a,strict"`), `the tag "a,strict" of field A has the option "strict", which is not supported`},
		{tagged(`json:"a,string,string"`), `the option "string" twice`},
		{new(struct {
			A string `json:"a,string"`
		}), `decode: field A, of type string: the option string is only for numbers`},
		{new(struct {
			A int `json:"a,case:ignore"`
		}), `"case:ignore", which is not supported`},
		{new(struct {
			A map[string]any `json:",unknown"`
		}), `the option unknown, which is called embed now`},
		{tagged(`json:"-,"`), `the tag "-," of field A has an empty option; a member with the name - needs the tag "-,case:strict"`},
		{tagged(`json:"a,"`), `the tag "a," of field A has an empty option`},
		{new(struct {
			A int `json:"'a'"`
		}), `has a quotation mark or a backslash`},
		{tagged(`decode:"optional"`), `the tag decode:"optional" of field A is not "required"`},
		{tagged(`json:"\xff"`), `is not valid UTF-8`},
		{newStruct(reflect.StructField{Name: "a", PkgPath: "x", Tag: `json:"a"`}, reflect.StructField{Name: "B"}), `field a has a tag "a", but is not exported`},
		{newStruct(reflect.StructField{Name: "A", Tag: `json:"x"`}, reflect.StructField{Name: "B", Tag: `json:"x"`}), `the fields A and B have the same name "x"`},
		{new(struct {
			A embedded `json:",inline"`
		}), `the option inline, which is called embed now`},
		{new(struct {
			A int `json:",embed"`
		}), `field A has the option embed, but is not a struct`},
		{new(struct {
			folded
			B int
		}), `the embedded field folded is not a struct`},
		{new(struct {
			*embedded
			B int
		}), `the embedded pointer embedded is to a struct that is not exported`},
		{new(struct {
			embedded `json:",omitempty"`
		}), `the tags of the embedded field embedded have more than the option embed`},
		{new(struct {
			T time.Time `json:",embed"`
		}), `has a type with methods for JSON or text`},
		{new(struct {
			Embedded embedded `json:"x,embed"`
		}), `have more than the option embed`},
		{new(struct {
			embedded `json:",case:strict"`
		}), `have more than the option embed`},
		{newStruct(reflect.StructField{Name: "A", Tag: `json:"-" decode:"required"`}), `field A is required, but not decoded`},
		{new(struct {
			Embedded embedded `json:",embed"`
		}), ``},
		{new(struct {
			embedded `json:",inline"`
		}), ``},
		{new(struct {
			A map[string]int `json:",embed"`
			B jsontext.Value `json:",embed"`
		}), `the fields A and B cannot both have the rest of the members`},
		{new(struct {
			A map[string]int `json:",embed,omitempty"`
		}), `have more than the option embed`},
		{new(struct {
			A map[int]int `json:",embed"`
		}), `field A has the option embed, but is not a struct`},
		{new(struct {
			A map[string]chan int `json:",embed"`
		}), `decode: field A[], of type chan int: no JSON`},
		{3, `decode: type int: a pointer that is not nil is needed`},
		{(*int)(nil), `decode: type *int: a pointer that is not nil is needed`},
		{nil, `decode: type <nil>: a pointer that is not nil is needed`},
	} {
		for range 2 { // the second time, the plan may be known
			err := decode.Into([]byte(`null`), test.v)
			var bad *decode.TypeError
			if errors.As(err, &bad) != (test.want != "") || err != nil && !strings.Contains(err.Error(), test.want) {
				t.Errorf("%T: %v, want %s", test.v, err, test.want)
			}
		}
	}
	var bad *decode.TypeError
	if _, err := decode.For[map[string]config](); !errors.As(err, &bad) || bad.Struct != reflect.TypeFor[url.URL]() || bad.Field != "User" || bad.Type != reflect.TypeFor[url.Userinfo]() {
		t.Errorf("%+v", bad)
	}
}

// tagged returns a pointer to a struct with a field of type int that has a tag. Linters do not accept some tags in a literal.
func tagged(tag reflect.StructTag) any {
	return newStruct(reflect.StructField{Name: "A", Tag: tag})
}

// newStruct returns a pointer to a struct whose fields are of type int. Go vet does not accept it as a literal.
func newStruct(fields ...reflect.StructField) any {
	for i := range fields {
		fields[i].Type = reflect.TypeFor[int]()
	}
	return reflect.New(reflect.StructOf(fields)).Interface()
}
