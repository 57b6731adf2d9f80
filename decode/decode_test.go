package decode_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"net/url"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/assayjson/assay/decode"
	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/tokenizer"
	expjson "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// summary describes an error in a line: the kind, place and Go field of each mismatch.
func summary(err error) string {
	var bad *decode.Error
	var invalid *tokenizer.SyntaxError
	switch {
	case err == nil:
		return ""
	case errors.As(err, &invalid):
		return "invalid: " + invalid.Kind.String()
	case errors.As(err, &bad):
		var all []string
		for _, m := range bad.Mismatches {
			s := fmt.Sprintf("%v %d+%d %s", m.Kind, m.Offset, m.Length, m.Pointer)
			if m.Field != "" {
				s += " in " + m.Field
			}
			all = append(all, s)
		}
		return strings.Join(all, ", ")
	}
	return err.Error()
}

type account struct {
	Role   string   `json:"role"`
	Age    int8     `json:"age,omitempty"`
	Tags   []string `json:"tags,omitzero"`
	Friend *account `json:"friend,omitempty"`
	Quota  *int     `json:"quota,omitempty"`
}

func TestOptions(t *testing.T) {
	all := func(opts ...decode.Option) []decode.Option { return opts }
	for _, test := range []struct {
		text, want string
		opts       []decode.Option
	}{
		{`{"role":"a","Role":"b","x":1}`, ``, nil},
		{`{"role":"a","Role":"b","x":1}`, `folded-name 12+6 /Role, unknown-name 23+3 /x`, all(decode.RefuseUnknown())},
		{`{"role":"a","Role":"b","x":1}`, `folded-name 12+6 /Role`, all(decode.RefuseFolded())},
		{`{"role":"a","ſ":"b","taG\u0073":1}`, `folded-name 21+11 /taGs`, all(decode.RefuseFolded(), nil)},
		{`{"role":null,"age":null,"tags":null,"friend":null}`, ``, nil},
		{`{"role":null,"age":null,"tags":[null],"friend":null}`, `refused-null 8+4 /role in Role, refused-null 19+4 /age in Age, refused-null 32+4 /tags/0 in Tags`, all(decode.RefuseNull())},
		{`{"friend":{"age":1,"role":""}}`, `missing-member 0+30 `, all(decode.RequireMembers())},
		{`{"role":"", "friend":{"age":1}}`, `missing-member 21+9 /friend in Friend`, all(decode.RequireMembers())},
		{`{"role":"","role":""}`, `duplicate-name 11+6 /role in Role`, nil},
		{`{"role":"","role":""}`, `invalid: duplicate-name`, all(decode.Checks(tokenizer.UniqueNames()))},
		{`{"age":1}{`, `invalid: trailing-data`, nil},
		{`{"age":1.0}`, `invalid: number-too-long`, all(decode.Checks(tokenizer.MaxNumber(2)), decode.Checks(tokenizer.MaxString(3)))},
		{"\uFEFF" + `{"age":300}`, `out-of-range 10+3 /age in Age`, all(decode.Checks(tokenizer.AllowBOM()))},
		{`{"tags":["a",1,[{"a":1,"a":2}]],"friend":{"friend":{"quota":"x"}}}`,
			`wrong-type 13+1 /tags/1 in Tags, wrong-type 15+15 /tags/2 in Tags, duplicate-name 23+3 /tags/2/0/a in Tags, wrong-type 60+3 /friend/friend/quota in Quota`, nil},
		{strings.Repeat(`{"friend":`, 10_001) + "{}" + strings.Repeat("}", 10_001), `invalid: too-deep`, all(decode.Checks(tokenizer.MaxDepth(math.MaxInt)))},
		{strings.Repeat(`{"friend":`, 9_999) + "{}" + strings.Repeat("}", 9_999), ``, nil},
	} {
		if got := summary(decode.Into([]byte(test.text), new(account), test.opts...)); got != test.want {
			t.Errorf("%.100s:\n%s\n%s", test.text, got, test.want)
		}
	}
}

// Times and large integers have no null, although both have methods for JSON, which ignore it. Other methods decide by themselves.
func TestRefuseNull(t *testing.T) {
	type all struct {
		Time    time.Time
		Int     big.Int
		Float   big.Float
		TimeAt  *time.Time
		IntAt   *big.Int
		Raw     json.RawMessage
		Strange strange
	}
	text := []byte(`{"Time":null,"Int":null,"Float":null,"TimeAt":null,"IntAt":null,"Raw":null,"Strange":null}`)
	v, err := decode.As[all](text, decode.RefuseNull())
	if want := "refused-null 8+4 /Time in Time, refused-null 19+4 /Int in Int, refused-null 32+4 /Float in Float"; summary(err) != want {
		t.Errorf("%s", summary(err))
	}
	v.Int.SetInt64(7)
	if v, err = decode.As[all](text); err != nil || v.Int.Sign() != 0 || v.IntAt != nil || !v.Time.IsZero() {
		t.Errorf("%+v, %v", v, err)
	}
	if v, err = decode.As[all]([]byte(`{"Int":-123456789012345678901,"IntAt":5}`), decode.RefuseNull()); err != nil || v.Int.String() != "-123456789012345678901" || v.IntAt.Int64() != 5 {
		t.Errorf("%+v, %v", v, err)
	}
}

// Types and tags that nothing can be decoded into are errors whatever the text is.
func TestTypeErrors(t *testing.T) {
	type embedded struct{ A int }
	type P *P
	type selfish struct{ Self *selfish }
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
		}), `decode: field A.B[][] of struct { A struct { B []map[string]chan int } }, of type chan int: no JSON value`},
		{new([]config), `decode: field Servers[].URL.User of decode_test.config, of type url.Userinfo: no field is exported`},
		{new(server), `decode: field URL.User of decode_test.server, of type url.Userinfo: no field is exported`},
		{new(url.URL), `decode: field User of url.URL, of type url.Userinfo: no field is exported`},
		{new([]chan int), `decode: type chan int: no JSON value can`},
		{new(P), `decode: type decode_test.P: no JSON value can`},
		{new(func()), `decode: type func(): no JSON value can`},
		{new(time.Duration), `decode: type time.Duration: a duration has no representation`},
		{new(map[bool]int), `decode: type map[bool]int: a name cannot be decoded`},
		{new(map[struct{}]int), `decode: type map[struct {}]int: a name cannot be decoded`},
		{new(struct{ a, b int }), `decode: type struct { a int; b int }: no field is exported`},
		{tagged(`json:"a,strict"`), `the tag "a,strict" of field A has the option "strict", which is not supported`},
		{tagged(`json:"a,string,string"`), `the option "string" twice`},
		{new(struct {
			A string `json:"a,string"`
		}), `field A of struct { A string "json:\"a,string\"" }, of type string: the option string is only for numbers`},
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
		{reflect.New(structOf(reflect.StructField{Name: "a", PkgPath: "x", Tag: `json:"a"`}, reflect.StructField{Name: "B"})).Interface(), `field a has a tag "a", but is not exported`},
		{reflect.New(structOf(reflect.StructField{Name: "A", Tag: `json:"x"`}, reflect.StructField{Name: "B", Tag: `json:"x"`})).Interface(), `the fields A and B have the same name "x"`},
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
		{reflect.New(structOf(reflect.StructField{Name: "A", Tag: `json:"-" decode:"required"`})).Interface(), `field A is required, but not decoded`},
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
		}), `field A[] of struct`},
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
	return reflect.New(structOf(reflect.StructField{Name: "A", Tag: tag})).Interface()
}

// structOf returns a struct type whose fields are of type int. Go vet does not accept it as a literal.
func structOf(fields ...reflect.StructField) reflect.Type {
	for i := range fields {
		fields[i].Type = reflect.TypeFor[int]()
	}
	return reflect.StructOf(fields)
}

// unsupported supports UnmarshalJSONFrom for objects only.
type unsupported struct{ A, B int }

func (u *unsupported) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() != '[' {
		return errors.ErrUnsupported
	}
	u.A = 1
	return d.SkipValue()
}

// greedy does not read exactly one value.
type greedy struct{}

func (*greedy) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if k := d.PeekKind(); k == '[' {
		_, err := d.ReadToken()
		return err
	}
	return nil
}

// nested calls functions of this package, like types that decode a part of themselves lazily.
type nested struct{ Inner []account }

func (n *nested) UnmarshalJSON(text []byte) (err error) {
	n.Inner, err = decode.As[[]account](text)
	if err != nil {
		return fmt.Errorf("nested: %w", err)
	}
	return nil
}

type lazy struct{}

func (*lazy) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	return &jsontext.SyntacticError{ByteOffset: 4, JSONPointer: "/x", Err: io.ErrNoProgress}
}

// semantic decodes by json/v2, from a decoder or from a text.
type semantic struct{ List []account }

func (s *semantic) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() == '{' {
		return expjson.UnmarshalDecode(d, (*struct{ List []account })(s))
	}
	text, err := d.ReadValue()
	if err != nil {
		return err
	}
	if err := expjson.Unmarshal(text, &s.List); err != nil {
		return fmt.Errorf("semantic: %w", err)
	}
	return nil
}

// keeper keeps the text that it has read, although it must not.
type keeper struct{ text []byte }

func (k *keeper) UnmarshalJSONFrom(d *jsontext.Decoder) (err error) {
	k.text, err = d.ReadValue()
	return err
}

func TestMethods(t *testing.T) {
	type all struct {
		S semantic    `json:"s"`
		U unsupported `json:"u"`
		G *greedy     `json:"g"`
		N nested      `json:"n"`
		L *lazy       `json:"l"`
	}
	for text, want := range map[string]string{
		`{"u":{"B":2}}`:                      ``,
		`{"u":[3]}`:                          ``,
		`{"u":{"B":"x"}}`:                    `wrong-type 10+3 /u/B in B`,
		`{"g":[1]}`:                          `refused 5+3 /g in G`,
		`{"g":1}`:                            `refused 5+1 /g in G`,
		`{"n":[{"age":1}]}`:                  ``,
		`{"n": [{"age":300},{"role":2}]}`:    `out-of-range 14+3 /n/0/age in Age, wrong-type 27+1 /n/1/role in Role`,
		`{"n": [{"age":300},{"x":1,"x":2}]}`: `duplicate-name 26+3 /n/1/x in N`,
		`{"l": {"x":1}}`:                     `refused 11+1 /l/x in L`,
		`{"s":[{"age":1},{"age":300}]}`:      `refused 23+3 /s/1/age in S`,
		`{"s":{"List":[1]}}`:                 `refused 14+1 /s/List/0 in S`,
	} {
		v, err := decode.As[all]([]byte(text))
		if got := summary(err); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
		if err == nil && reflect.ValueOf(v).IsZero() {
			t.Errorf("%s: nothing has been decoded", text)
		}
	}
	if k, err := decode.As[keeper]([]byte(` [1, 2]`)); string(k.text) != `[1, 2]` || err != nil {
		t.Errorf("a method has kept %q, %v", k.text, err)
	}
	if _, err := decode.As[all]([]byte(`{"l":{}}`)); !errors.Is(err, io.ErrNoProgress) {
		t.Error(err)
	}
}

// chain has a method that supports nothing, on all levels.
type chain struct {
	A *chain
	B *other
	L []int
}

type other struct {
	A *chain
	B *other
	C chan int // only an error if the method supports nothing
}

func (*chain) UnmarshalJSONFrom(*jsontext.Decoder) error { return errors.ErrUnsupported }
func (*other) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() == 'n' {
		return d.SkipValue()
	}
	return errors.ErrUnsupported
}

func TestMethodsThatSupportNothing(t *testing.T) {
	text := strings.Repeat(`{"L":[1,2],"A":`, 1000) + `{"B":null}` + strings.Repeat("}", 1000)
	v, err := decode.As[chain]([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	depth := 0
	for at := &v; at.A != nil; at = at.A {
		if depth++; !reflect.DeepEqual(at.L, []int{1, 2}) {
			t.Fatalf("level %d: %v", depth, at.L)
		}
	}
	if depth != 1000 {
		t.Errorf("%d levels", depth)
	}
	if _, err := decode.As[chain]([]byte(`{"A":{"B":{}}}`)); summary(err) != "refused 10+2 /A/B in B" || !strings.Contains(err.Error(), "chan int") {
		t.Error(err)
	}
	if _, err := decode.As[chain]([]byte(`{"A":{"L":["x",1,{"a":1,"a":2}]}}`)); summary(err) != "duplicate-name 24+3 /A/L/2/a in L" {
		t.Error(summary(err)) // the methods are not called
	}
}

// listed decodes its elements by a call of its own.
type listed struct{ list []int8 }

func (l *listed) UnmarshalJSON(text []byte) (err error) {
	l.list, err = decode.As[[]int8](text)
	return err
}

// Errors of nested calls count towards the limit, and keep the number of those that they do not list.
func TestManyMismatchesOfMethods(t *testing.T) {
	list := "[" + strings.Repeat("300,", 149) + "300]"
	_, err := decode.As[[]listed]([]byte("[" + list + "," + list + "," + list + "]"))
	var bad *decode.Error
	if !errors.As(err, &bad) || len(bad.Mismatches) != 100 || bad.More != 350 || bad.Mismatches[99].Pointer != "/0/99" {
		t.Error(err)
	}
}

// elsewhere has a method that reports an error in another text.
type elsewhere struct{}

func (*elsewhere) UnmarshalJSON([]byte) error {
	_, err := decode.As[map[string]int]([]byte(strings.Repeat(" ", 3000) + `{"port":"x"}`))
	return err
}

func (*elsewhere) UnmarshalText(text []byte) error { return (&elsewhere{}).UnmarshalJSON(text) }

func TestErrorsInOtherTexts(t *testing.T) {
	for text, want := range map[string]string{
		`{"a":1}`:                  `refused 5+1 /a`,
		`{"a":"{\"port\":\"x\"}"}`: `refused 5+18 /a`,
		`{"a":{"port":1}}`:         `refused 5+10 /a`,
	} {
		if _, err := decode.As[map[string]elsewhere]([]byte(text)); summary(err) != want {
			t.Errorf("%s: %s", text, summary(err))
		}
	}
}

// strange has a method that returns an error of this package that is about nothing, or about a similar text.
type strange struct{}

func (*strange) UnmarshalJSON(text []byte) error {
	switch text[1] {
	case '1':
		var e *decode.Error
		return e
	case '2':
		return &decode.Error{Mismatches: []decode.Mismatch{{Kind: decode.WrongType}}}
	case '3':
		return &decode.Error{Mismatches: []decode.Mismatch{{Kind: decode.LoneSurrogate, Value: tokenizer.Name, Offset: -50, Length: 100}}}
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, text); err != nil {
		return err
	}
	_, err := decode.As[account](compact.Bytes(), decode.RefuseUnknown())
	return err
}

func TestStrangeErrorsOfMethods(t *testing.T) {
	for text, want := range map[string]string{
		`{"a":[1]}`: `refused 5+3 /a`, `{"a":[2]}`: `refused 5+3 /a`, `{"a":[3]}`: `refused 5+3 /a`,
		"{\"a\":{\n\n\n  \"age\":1,      \"bbbb\": 3}}": `refused 5+30 /a`,
		`{"a":{"age":1,"bbbb":3}}`:                      `unknown-name 14+6 /a/bbbb`,
	} {
		if _, err := decode.As[map[string]strange]([]byte(text)); summary(err) != want {
			t.Errorf("%s: %s, want %s", text, summary(err), want)
		}
	}
}

// A message is in one line whatever the names are, and does not quote values.
func TestMessages(t *testing.T) {
	type all struct {
		Time  time.Time
		Bytes []byte
		Array [2]byte
		Int   int8
		Uint  uint
		Quote int `json:",string"`
		Role  int `json:"role" decode:"required"`
		Map   map[int]string
		Bool  *bool
	}
	text := `{"Time":"secret","Bytes":"secret","Array":"c2VjcmV0","Int":1.5,"Uint":-1,"Quote":"secret","ROLE":1,"x\nsecret":"\ud800",
	"Map":{"1":"","1":"","secret":[]},"Bool":{},"Bool":"secret"}`
	_, err := decode.As[all]([]byte(text), decode.RefuseUnknown())
	want := `line 1, column 1: the member "role" is missing
line 1, column 9 (/Time): the string is not a time as in RFC 3339
line 1, column 26 (/Bytes): the string is not Base64 as in RFC 4648: the padding with = is missing
line 1, column 43 (/Array): the length is not that of [2]uint8: it is 6 instead of 2
line 1, column 60 (/Int): the number has a fraction or an exponent, but int8 needs an integer
line 1, column 71 (/Uint): the number is out of the range of uint
line 1, column 82 (/Quote): the text of the string is not a number, which int needs
line 1, column 91 (/ROLE): decode_test.all has no field with this name; did you mean "role"?
line 1, column 100 ("/x\nsecret"): decode_test.all has no field with this name
line 1, column 112 ("/x\nsecret"): a \u escape of a surrogate is not part of a pair
line 2, column 16 (/Map/1): another member of the object has this name, or one that stands for the same int
line 2, column 23 (/Map/secret): the text of the string is not a number, which int needs
line 2, column 32 (/Map/secret): an array cannot be decoded into string
line 2, column 43 (/Bool): an object cannot be decoded into bool
line 2, column 46 (/Bool): another member of the object has this name
line 2, column 53 (/Bool): a string cannot be decoded into bool`
	if err == nil || err.Error() != want {
		t.Errorf("%v", err)
	}
	_, err = decode.As[map[string]int]([]byte(`{"` + strings.Repeat("é", 500) + `":"x"}`))
	if err == nil || len(err.Error()) > 300 || !strings.Contains(err.Error(), "é...): a string") {
		t.Error(err)
	}
}

// The levels of a document are limited when it is parsed, and those of a value when it is decoded.
func TestDeepValues(t *testing.T) {
	for _, n := range []int{9_999, 10_000, 10_001, 1_000_000} {
		text := `{"a":` + strings.Repeat("[", n) + "1" + strings.Repeat("]", n) + "}"
		d, err := document.Parse([]byte(text), tokenizer.MaxDepth(math.MaxInt))
		if err != nil {
			t.Fatal(err)
		}
		type list []list
		_, err = decode.Value[any](d.Get("a"))
		if tooDeep := n > 10_000; strings.HasPrefix(summary(err), "too-deep 10005+") != tooDeep {
			t.Errorf("%d levels: %.100s", n, summary(err))
		}
		if _, err = decode.Value[list](d.Root()); !strings.HasPrefix(summary(err), "wrong-type 0+") && !strings.HasPrefix(summary(err), "too-deep 10004+") {
			t.Errorf("%d levels: %.100s", n, summary(err))
		}
	}
}

type panicking struct{}

func (*panicking) UnmarshalJSON([]byte) error { panic("a method has a fault") }

// A panic of a method reaches the caller, and later calls are not affected.
func TestMethodsThatPanic(t *testing.T) {
	for range 100 {
		func() {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			decode.As[[]any]([]byte(`[{"a":1,"a":2},"\ud800"]`))
			decode.As[struct {
				A []string
				B panicking
			}]([]byte(`{"x":1,"y":{"a":1},"A":["x"],"B":1}`))
		}()
		if got, err := decode.As[map[string]string]([]byte(`{"a":"x","b":"y"}`)); err != nil || len(got) != 2 {
			t.Fatal(got, err)
		}
	}
}

func TestValueOfDocument(t *testing.T) {
	d, err := document.Parse([]byte(`{"é": [0, {"role": "a", "age": 1000}], "friend": {"role": "b"}}`))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := decode.Value[account](d.Get("friend")); err != nil || got.Role != "b" {
		t.Error(got, err)
	}
	if got, err := decode.Value[int](d.Get("é", 0)); err != nil || got != 0 {
		t.Error(got, err)
	}
	if got, err := decode.Value[account](d.Get("é", 1)); summary(err) != "out-of-range 32+4 /é/1/age in Age" || got.Role != "" {
		t.Error(got, summary(err))
	}
	if got, err := decode.Value[account](d.Get("missing")); summary(err) != "no-value 0+0 " || err.Error() != "there is no value to decode into decode_test.account: the document has no such member or element" {
		t.Error(got, err)
	}
	if _, err := decode.Value[chan int](d.Root()); err == nil {
		t.Error("no error for a channel")
	}
	v := account{Role: "old"}
	if err := decode.ValueInto(d.Get("é", 1), &v, decode.RefuseUnknown()); summary(err) != "out-of-range 32+4 /é/1/age in Age" || v.Role != "" {
		t.Error(v, summary(err))
	}
	if err := decode.ValueInto(d.Get("friend"), &v); err != nil || v.Role != "b" {
		t.Error(v, err)
	}
	if err := decode.ValueInto(d.Get("missing"), &v); summary(err) != "no-value 0+0 " {
		t.Error(v, err)
	}
	if err := decode.ValueInto(d.Root(), v); err == nil {
		t.Error("no error for a value that is not a pointer")
	}
}

// A json.Number may be in a string, but the string must have nothing else.
func TestNumberInString(t *testing.T) {
	got, err := decode.As[[]json.Number]([]byte(`[1.50, "-1E+2", "\u0031", null]`))
	if want := []json.Number{"1.50", "-1E+2", "1", ""}; err != nil || !slices.Equal(got, want) {
		t.Error(got, err)
	}
	_, err = decode.As[[]json.Number]([]byte(`["", " 1", "x", "01", true]`))
	if got, want := summary(err), "not-number 1+2 /0, not-number 5+4 /1, not-number 11+3 /2, not-number 16+4 /3, wrong-type 22+4 /4"; got != want {
		t.Error(got)
	}
}

// Strings have memory of their own unless they may refer to the text.
func TestMemoryOfStrings(t *testing.T) {
	type all struct {
		S []string
		A any
		N json.Number
		M map[string]string
		P []*uint64
	}
	text := `{"S":["abc","d\u00e9f","","` + strings.Repeat("long ", 2000) + `"],"A":["x",{"y":"z"}],"N":12e5,"M":{"k":"v"},"P":[1,2,3]}`
	for name, opts := range map[string][]decode.Option{"chunks": nil, "separate": {decode.SeparateMemory()}, "alias": {decode.AliasText()}} {
		b := []byte(text)
		got, err := decode.As[all](b, opts...)
		if err != nil {
			t.Fatal(err)
		}
		want, _ := decode.As[all]([]byte(text))
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v", name, got)
		}
		for i := range b {
			b[i] = '#'
		}
		if isAlias := name == "alias"; reflect.DeepEqual(got, want) == isAlias {
			t.Errorf("%s: %v after the text has changed", name, got)
		}
		if m := got.P; len(m) != 3 || *m[0] != 1 || *m[2] != 3 {
			t.Errorf("%s: %v", name, m)
		}
		if name == "separate" {
			for _, p := range got.P {
				runtime.SetFinalizer(p, nil) // ends the program if *p shares memory
			}
		}
		if got.S[1] != "déf" || got.N != "12e5" {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestUseNumber(t *testing.T) {
	got, err := decode.As[any]([]byte(`[1e400, {"a": -0.10}]`), decode.UseNumber())
	if want := []any{json.Number("1e400"), map[string]any{"a": json.Number("-0.10")}}; err != nil || !reflect.DeepEqual(got, want) {
		t.Error(got, err)
	}
}

// Into keeps nothing of the value that it is given.
func TestIntoIsNotMerged(t *testing.T) {
	first := &account{Role: "x"}
	v := map[string]*account{"a": first, "b": first}
	if err := decode.Into([]byte(`{"a":{"age":1}}`), &v); err != nil || len(v) != 1 || v["a"].Age != 1 || v["a"].Role != "" || first.Role != "x" || first.Age != 0 {
		t.Error(v, err)
	}
	if err := decode.Into([]byte(`{"a":{"age":"x"}}`), &v); err == nil || v != nil {
		t.Error(v, err)
	}
}

// Nothing of a result appears in the next one of the same type, also after an error.
func TestResultsAreNotMixed(t *testing.T) {
	d, err := decode.For[account]()
	if err != nil {
		t.Fatal(err)
	}
	for _, doc := range []string{`{"role":"a","age":1,"tags":["b"],"friend":{},"quota":1}`, `{"role":"a","age":1,"quota":1,"tags":"b"}`, `{"role":"a"`} {
		first, firstErr := d.As([]byte(doc))
		next, err := d.As([]byte(`{}`))
		if err != nil || !reflect.DeepEqual(next, account{}) {
			t.Errorf("after %s: %+v, %v", doc, next, err)
		}
		again, _ := d.As([]byte(doc))
		if !reflect.DeepEqual(again, first) || firstErr != nil && !reflect.DeepEqual(first, account{}) {
			t.Errorf("%s: %+v, then %+v", doc, first, again)
		}
	}
}

// A pointer to a value that a method has kept leads to that value for ever.
func TestMethodsMayKeepPointers(t *testing.T) {
	type outer struct{ In selfish }
	a, err := decode.As[outer]([]byte(`{"In":"a"}`))
	if err != nil {
		t.Fatal(err)
	}
	if b, err := decode.As[outer]([]byte(`{"In":"b"}`)); err != nil || b.In.self.text != "b" || a.In.self.text != "a" {
		t.Errorf("%q, %q, %v", a.In.self.text, b.In.self.text, err)
	}
}

// Types of all sizes share slabs with others, and values are not mixed up.
func TestConcurrentTypes(t *testing.T) {
	type a struct{ X *[3]*int8 }
	type b struct{ X []*[2]string }
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for i := range 300 {
				s := fmt.Sprint(i % 100)
				x, err := decode.As[[]a]([]byte(`[{"X":[` + s + `,2,3]},{"X":[4,5,null]}]`))
				if err != nil || *x[0].X[0] != int8(i%100) || *x[1].X[1] != 5 || x[1].X[2] != nil {
					t.Errorf("%v, %v", x, err)
				}
				y, err := decode.As[map[string]b]([]byte(`{"k":{"X":[["` + s + `","b"],["c","d"]]},"l":{"X":[]}}`))
				if err != nil || *y["k"].X[0] != [2]string{s, "b"} || *y["k"].X[1] != [2]string{"c", "d"} || y["l"].X == nil {
					t.Errorf("%v, %v", y, err)
				}
			}
		})
	}
	group.Wait()
}

func TestKindsHaveNames(t *testing.T) {
	seen := map[string]bool{}
	for k := decode.LoneSurrogate; k <= decode.TooDeep; k++ {
		if s := k.String(); s == "" || seen[s] || strings.Contains(s, "(") {
			t.Errorf("Kind %d is %q", k, s)
		}
		seen[k.String()] = true
	}
	if decode.Kind(0).String() != "Kind(0)" || (decode.TooDeep+1).String() != fmt.Sprintf("Kind(%d)", decode.TooDeep+1) {
		t.Error("unknown kinds have names")
	}
}
