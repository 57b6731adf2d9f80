package decode_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assayjson/assay/decode"
	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/tokenizer"
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

// A required member must not be null unless its type is a pointer or interface, or decides by itself. A struct with such a member must not
// be null either.
func TestRequiredNull(t *testing.T) {
	type item struct {
		SKU string `decode:"required"`
		N   int
	}
	type order struct {
		ID     int             `decode:"required"`
		Quoted int             `json:",string" decode:"required"`
		At     time.Time       `decode:"required"`
		First  item            `decode:"required"`
		Any    any             `decode:"required"`
		Next   *order          `decode:"required"`
		Raw    json.RawMessage `decode:"required"`
		List   []int           `decode:"required"`
		Items  []item
		Named  map[string]item
		After  int

		Empty []byte         `decode:"required"`
		Map   map[string]int `decode:"required"`
	}
	text := `{"ID":null,"Quoted":null,"At":null,"First":null,"Any":null,"Next":null,"Raw":null,"List":[null],"Items":[null,{"SKU":null,"N":null}],
		"Named":{"a":null},"After":null,"Empty":null,"Map":null}`
	for _, test := range []struct{ text, want string }{
		{`null`, "refused-null 0+4 "},
		{` null `, "refused-null 1+4 "},
		{text, "refused-null 6+4 /ID in ID, refused-null 20+4 /Quoted in Quoted, refused-null 30+4 /At in At, refused-null 43+4 /First in First, " +
			"refused-null 105+4 /Items/0 in Items, refused-null 117+4 /Items/1/SKU in SKU, refused-null 149+4 /Named/a in Named, " +
			"refused-null 176+4 /Empty in Empty, refused-null 187+4 /Map in Map"},
	} {
		for _, opts := range [][]decode.Option{nil, {decode.RequireMembers()}} {
			if got, err := decode.As[order]([]byte(test.text), opts...); summary(err) != test.want {
				t.Errorf("%s:\n%s\n%s\n%+v", test.text, summary(err), test.want, got)
			}
		}
	}
	if got, err := decode.As[*order]([]byte(`null`)); got != nil || err != nil {
		t.Error(got, err)
	}
	if got, err := decode.As[map[string]*item]([]byte(`{"a":null}`)); len(got) != 1 || err != nil {
		t.Error(got, err)
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

func TestUseNumber(t *testing.T) {
	got, err := decode.As[any]([]byte(`[1e400, {"a": -0.10}]`), decode.UseNumber())
	if want := []any{json.Number("1e400"), map[string]any{"a": json.Number("-0.10")}}; err != nil || !reflect.DeepEqual(got, want) {
		t.Error(got, err)
	}
}

// TestSharedValues checks values in interfaces that share memory with equal ones.
func TestSharedValues(t *testing.T) {
	got, err := decode.As[[]any]([]byte(`[0,-0,1,255,256,-1,1.5,1e300,[],[]]`))
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{0, math.Copysign(0, -1), 1, 255, 256, -1, 1.5, 1e300} {
		if f, ok := got[i].(float64); !ok || math.Float64bits(f) != math.Float64bits(want) {
			t.Errorf("%v, want %v", got[i], want)
		}
	}
	a, b := append(got[8].([]any), 1), append(got[9].([]any), 2)
	if a[0] != 1 || b[0] != 2 || len(got[8].([]any)) != 0 {
		t.Errorf("%v, %v, %v", a, b, got[8])
	}
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
