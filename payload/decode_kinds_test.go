package payload_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/netip"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/assayjson/assay/decode"
	"github.com/assayjson/assay/payload"
	"github.com/assayjson/assay/tokenizer"
	"github.com/go-json-experiment/json/jsontext"
)

// A level decodes itself from text. Its error quotes the text.
type level int

func (l *level) UnmarshalText(text []byte) error {
	switch string(text) {
	case "low":
		*l = 1
	case "high":
		*l = 2
	default:
		return errors.New("no such level: " + string(text))
	}
	return nil
}

// folded is a string type that converts itself to lower case when it is decoded.
type folded string

func (f *folded) UnmarshalText(text []byte) error {
	*f = folded(strings.ToLower(string(text)))
	return nil
}

// A point decodes itself with the method UnmarshalJSON of encoding/json.
type point struct{ X, Y int }

func (p *point) UnmarshalJSON(data []byte) error {
	var pair []int
	if err := json.Unmarshal(data, &pair); err != nil {
		return err
	}
	if len(pair) != 2 {
		return errors.New("not a pair: " + string(data))
	}
	p.X, p.Y = pair[0], pair[1]
	return nil
}

// streamed decodes itself with the method UnmarshalJSONFrom of encoding/json/v2.
type streamed struct{ tokens int }

func (s *streamed) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() != '[' {
		return errors.New("not an array")
	}
	for depth := d.StackDepth(); ; s.tokens++ {
		token, err := d.ReadToken()
		if err != nil {
			return err
		}
		if token.Kind() == ']' && d.StackDepth() == depth {
			return nil
		}
	}
}

type embedded struct {
	Base
	*Optional
	Own string `json:"own"`
}

type Base struct {
	ID int `json:"id"`
}

type Optional struct {
	Note string `json:"note"`
}

type tree struct {
	Left, Right *tree
	Value       int
}

type tagged struct {
	Quoted   int64          `json:",string"`
	Unsigned uint8          `json:"u,string"`
	Number   json.Number    `json:"n,string"`
	Ignored  string         `json:"-"`
	Rest     map[string]any `json:",embed"`
}

type namedByte byte

func ptr[T any](v T) *T { return &v }

// into returns a pointer to decode into, and a pointer to the value that is expected there.
func into[T any](want T) (target, wanted any) { return new(T), &want }

// TestDecodeEveryKind decodes into values of every kind of Go type.
func TestDecodeEveryKind(t *testing.T) {
	type row struct {
		name, body string
		v, want    any
	}
	var rows []row
	add := func(name, body string) func(v, want any) {
		return func(v, want any) { rows = append(rows, row{name, body, v, want}) }
	}
	add("bool", `true`)(into(true))
	add("int", strconv.Itoa(math.MinInt))(into(math.MinInt))
	add("int8", `-128`)(into(int8(-128)))
	add("int16", `32767`)(into(int16(math.MaxInt16)))
	add("int32", `-2147483648`)(into(int32(math.MinInt32)))
	add("int64", `9223372036854775807`)(into(int64(math.MaxInt64)))
	add("minus zero", `-0`)(into(0))
	add("uint", strconv.FormatUint(math.MaxUint, 10))(into(uint(math.MaxUint)))
	add("uint8", `255`)(into(uint8(255)))
	add("uint16", `65535`)(into(uint16(65535)))
	add("uint32", `4294967295`)(into(uint32(math.MaxUint32)))
	add("uint64", `18446744073709551615`)(into(uint64(math.MaxUint64)))
	add("uintptr", `7`)(into(uintptr(7)))
	add("float32", `3.4028234663852886e38`)(into(float32(math.MaxFloat32)))
	add("float64", `-1.5E+3`)(into(-1500.0))
	add("string", `"\u00e9\ud83d\ude00\n"`)(into("é😀\n"))
	add("slice", `[1,2,3]`)(into([]int{1, 2, 3}))
	add("empty slice", `[]`)(into([]int{}))
	add("slices of slices", `[[1],[],null]`)(into([][]int{{1}, {}, nil}))
	add("array", `[1,2]`)(into([2]int{1, 2}))
	add("array of length 0", `[]`)(into([0]int{}))
	add("bytes", `{"B":"aGk="}`)(into(struct{ B []byte }{[]byte("hi")})) // inside a struct, because Decode would set a *[]byte to the body itself
	add("array of bytes", `"aGk="`)(into([2]byte{'h', 'i'}))
	add("slice of a type made of byte", `[1,2]`)(into([]namedByte{1, 2}))
	add("map", `{"a":1,"A":2}`)(into(map[string]int{"a": 1, "A": 2}))
	add("map by int", `{"-1":true,"2":false}`)(into(map[int]bool{-1: true, 2: false}))
	add("map by uint8", `{"255":1}`)(into(map[uint8]int{255: 1}))
	add("map by float", `{"1.5":1}`)(into(map[float64]int{1.5: 1}))
	add("map by text", `{"high":1}`)(into(map[level]int{2: 1}))
	add("map by address", `{"127.0.0.1":1}`)(into(map[netip.Addr]int{netip.MustParseAddr("127.0.0.1"): 1}))
	add("pointer", `7`)(into(ptr(7)))
	add("pointer to pointer", `7`)(into(ptr(ptr(7))))
	add("nil pointer", `null`)(into((*int)(nil)))
	add("interface", `{"a":[1,"b",true,null]}`)(into[any](map[string]any{"a": []any{1.0, "b", true, nil}}))
	add("struct", `{"Left":{"Value":1},"Value":2}`)(into(tree{Left: &tree{Value: 1}, Value: 2}))
	add("embedded", `{"id":1,"note":"n","own":"o"}`)(into(embedded{Base{1}, &Optional{"n"}, "o"}))
	add("tags", `{"Quoted":"-5","u":"255","n":"1e2","-":"x","Ignored":"x","other":1}`)(
		into(tagged{Quoted: -5, Unsigned: 255, Number: "1e2", Rest: map[string]any{"-": "x", "Ignored": "x", "other": 1.0}}))
	add("unknown members", `{"Value":2,"value":3,"VALUE":{"a":[]}}`)(into(tree{Value: 2}))
	add("time", `"2026-01-02T03:04:05.6Z"`)(into(time.Date(2026, 1, 2, 3, 4, 5, 600_000_000, time.UTC)))
	add("number", `1.0E5`)(into(json.Number("1.0E5")))
	add("number in quotes", `"-1.0E5"`)(into(json.Number("-1.0E5")))
	add("number that is null", `null`)(into(json.Number("")))
	add("map by number", `{"1e2":1}`)(into(map[json.Number]int{"1e2": 1}))
	add("raw", `{"R":[1, 2],"V":{"a" :1}}`)(into(struct {
		R json.RawMessage
		V jsontext.Value
	}{json.RawMessage(`[1, 2]`), jsontext.Value(`{"a" :1}`)}))
	add("raw null", `[null]`)(into([]json.RawMessage{json.RawMessage("null")}))
	add("text", `"high"`)(into(level(2)))
	add("method", `[3,4]`)(into(point{3, 4}))
	add("method in a map", `{"a":[3,4]}`)(into(map[string]*point{"a": {3, 4}}))
	add("method of version 2", `[[],{"a":1}]`)(into(streamed{7}))

	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			if err := payload.Decode(nil, post(row.body), row.v, payload.Options{}); err != nil {
				t.Fatal(err, errors.Unwrap(err))
			}
			if !reflect.DeepEqual(row.v, row.want) {
				t.Errorf("got %+v, want %+v", reflect.ValueOf(row.v).Elem(), reflect.ValueOf(row.want).Elem())
			}
		})
	}
}

// The type in is an object with one member of type T, so errors in the member are not at the start
// of the body.
type in[T any] struct {
	A T `json:"a"`
}

// TestDecodeRefusesEveryKind decodes unsuitable values into every kind of Go type, and checks the
// position in each error.
func TestDecodeRefusesEveryKind(t *testing.T) {
	for _, test := range []struct {
		name, value string
		v           any
		offset      int64 // expected offset of the error, relative to the start of the value
		pointer     string
		expected    string
	}{
		{"bool", `"hunter2"`, new(in[bool]), 0, "/a", "true or false"},
		{"bool from number", `1`, new(in[bool]), 0, "/a", "true or false"},
		{"int from string", `"1"`, new(in[int]), 0, "/a", "an integer"},
		{"int from fraction", `1.0`, new(in[int]), 0, "/a", "an integer"},
		{"int from exponent", `1e3`, new(in[int]), 0, "/a", "an integer"},
		{"int", `9223372036854775808`, new(in[int]), 0, "/a", fmt.Sprintf("an integer from %d to %d", math.MinInt, math.MaxInt)},
		{"int8", `128`, new(in[int8]), 0, "/a", "an integer from -128 to 127"},
		{"int8 below", `-129`, new(in[int8]), 0, "/a", "an integer from -128 to 127"},
		{"int16", `32768`, new(in[int16]), 0, "/a", "an integer from -32768 to 32767"},
		{"int32", `-2147483649`, new(in[int32]), 0, "/a", "an integer from -2147483648 to 2147483647"},
		{"int64", `1` + strings.Repeat("0", 500), new(in[int64]), 0, "/a", "an integer from -9223372036854775808 to 9223372036854775807"},
		{"uint", `-1`, new(in[uint32]), 0, "/a", "an integer from 0 to 4294967295"},
		{"uint8", `256`, new(in[uint8]), 0, "/a", "an integer from 0 to 255"},
		{"uint16", `65536`, new(in[uint16]), 0, "/a", "an integer from 0 to 65535"},
		{"uint32", `4294967296`, new(in[uint32]), 0, "/a", "an integer from 0 to 4294967295"},
		{"uint64", `18446744073709551616`, new(in[uint64]), 0, "/a", "an integer from 0 to 18446744073709551615"},
		{"uintptr", `"1"`, new(in[uintptr]), 0, "/a", "a non-negative integer"},
		{"float32", `1e39`, new(in[float32]), 0, "/a", "a number within the range of binary32"},
		{"float64", `1e309`, new(in[float64]), 0, "/a", "a number within the range of binary64"},
		{"float64 from string", `"NaN"`, new(in[float64]), 0, "/a", "a number"},
		{"float64 in an interface", `[1,1e309]`, new(in[any]), 3, "/a/1", "a number within the range of binary64"},
		{"string", `[]`, new(in[string]), 0, "/a", "a string"},
		{"slice", `{}`, new(in[[]int]), 0, "/a", "an array"},
		{"element of a slice", `[1, "hunter2"]`, new(in[[]int]), 4, "/a/1", "an integer"},
		{"array from object", `{}`, new(in[[2]int]), 0, "/a", "an array of length 2"},
		{"array that is too short", `[1 ]`, new(in[[2]int]), 0, "/a", "an array of length 2"},
		{"array that is too long", `[1,2,3]`, new(in[[2]int]), 0, "/a", "an array of length 2"},
		{"bytes that are not Base64", `"hunter2"`, new(in[[]byte]), 0, "/a", "a Base64 string"},
		{"bytes with a line break", `"aGk=\n"`, new(in[[]byte]), 0, "/a", "a Base64 string"},
		{"bytes from array", `[1,2]`, new(in[[]byte]), 0, "/a", "a Base64 string"},
		{"array of bytes", `"aGk="`, new(in[[3]byte]), 0, "/a", "a Base64 string of 3 bytes"},
		{"map", `[]`, new(in[map[string]int]), 0, "/a", "an object"},
		{"value of a map", `{"b":"hunter2"}`, new(in[map[string]int]), 5, "/a/b", "an integer"},
		{"map by int", `{"x":1}`, new(in[map[int]int]), 1, "/a/x", "an integer in quotes"},
		{"map by int with a zero", `{"01":1}`, new(in[map[int]int]), 1, "/a/01", "an integer in quotes"},
		{"map by int8", `{"300":1}`, new(in[map[int8]int]), 1, "/a/300", "an integer from -128 to 127 in quotes"},
		{"map by uint8", `{"-1":1}`, new(in[map[uint8]int]), 1, "/a/-1", "an integer from 0 to 255 in quotes"},
		{"map by float", `{"x":1}`, new(in[map[float64]int]), 1, "/a/x", "a number in quotes"},
		{"map by text", `{"x":1}`, new(in[map[level]int]), 1, "/a/x", ""},
		{"pointer", `"hunter2"`, new(in[**int]), 0, "/a", "an integer"},
		{"struct", `"hunter2"`, new(in[tree]), 0, "/a", "an object"},
		{"field of a struct", `{"Left": {"Value":"hunter2"}}`, new(in[tree]), 18, "/a/Left/Value", "an integer"},
		{"field of an embedded struct", `{"note":7}`, new(in[embedded]), 8, "/a/note", "a string"},
		{"option string, from number", `{"Quoted":5}`, new(in[tagged]), 10, "/a/Quoted", "an integer in quotes"},
		{"option string, not a number", `{"u":"hunter2"}`, new(in[tagged]), 5, "/a/u", "a non-negative integer in quotes"},
		{"option string, white space", `{"Quoted":" 5"}`, new(in[tagged]), 10, "/a/Quoted", "an integer in quotes"},
		{"option string, number", `{"n":5}`, new(in[tagged]), 5, "/a/n", "a number in quotes"},
		{"time", `"2026-01-02"`, new(in[time.Time]), 0, "/a", "an RFC 3339 time, such as 2006-01-02T15:04:05Z"},
		{"time with a hour of one digit", `"2026-01-02T3:04:05Z"`, new(in[time.Time]), 0, "/a", "an RFC 3339 time, such as 2006-01-02T15:04:05Z"},
		{"time from number", `1`, new(in[*time.Time]), 0, "/a", "an RFC 3339 time, such as 2006-01-02T15:04:05Z"},
		{"number", `true`, new(in[json.Number]), 0, "/a", "a number"},
		{"number from string", `"hunter2"`, new(in[json.Number]), 0, "/a", "a number"},
		{"number with white space", `" 1"`, new(in[json.Number]), 0, "/a", "a number"},
		{"text", `"hunter2"`, new(in[level]), 0, "/a", ""},
		{"text from number", `1`, new(in[level]), 0, "/a", "a string"},
		{"method", `["hunter2"]`, new(in[point]), 0, "/a", ""},
		{"method, with an error of its own", `[1]`, new(in[point]), 0, "/a", ""},
		{"method of version 2", `1`, new(in[streamed]), 0, "/a", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			const before = "{\n  \"a\": "
			e := decodeError(t, before+test.value+"}", test.v, payload.Options{})
			if e.Status != 422 || e.Code() != "mismatch" || e.Expected != test.expected {
				t.Errorf("%v; expected %q", e, e.Expected)
			}
			want := payload.Place{Offset: int64(len(before)) + test.offset, Position: tokenizer.Locate([]byte(before+test.value), int64(len(before))+test.offset), Pointer: test.pointer}
			if e.Place == nil || *e.Place != want {
				t.Errorf("place %+v, want %+v", e.Place, want)
			}
			if text := string(must(json.Marshal(e))) + e.Error(); strings.Contains(text, secret) {
				t.Errorf("the body is repeated: %s", text)
			}
		})
	}
}

// decodeError decodes a body that Decode must refuse, and returns the error.
func decodeError(t *testing.T, body string, v any, opts payload.Options) *payload.Error {
	t.Helper()
	var e *payload.Error
	if err := payload.Decode(nil, post(body), v, opts); !errors.As(err, &e) {
		t.Fatalf("%q: not refused, or not as the client's mistake: %v", body, err)
	}
	return e
}

// An error that only the decoder detects has the same kind and code as if the checks had detected
// it.
func TestDecodeRefusesWhatChecksMay(t *testing.T) {
	loose := payload.Options{Checks: []tokenizer.Option{tokenizer.AllowBOM()}}
	for _, test := range []struct {
		name, body string
		v          any
		opts       payload.Options
		code       string
		offset     int64
		pointer    string
	}{
		{"duplicate name", `{"a":1,"a":2}`, new(in[int]), loose, "duplicate-name", 7, "/a"},
		{"duplicate name of an unknown member", `{"b":1,"b":2}`, new(in[int]), loose, "duplicate-name", 7, "/b"},
		{"duplicate name after a byte order mark", "\uFEFF" + `{"a":1,"a":2}`, new(in[int]), loose, "duplicate-name", 10, "/a"},
		{"keys that become equal numbers", `{"1":1,"1.0":2}`, new(map[float64]int), payload.Options{}, "duplicate-name", 7, "/1.0"},
		{"keys that become equal texts", `{"a":1,"A":2}`, new(map[folded]int), payload.Options{}, "duplicate-name", 7, "/A"},
		{"lone surrogate", `{"a":"x\ud800"}`, new(in[string]), payload.Options{}, "lone-surrogate", 7, "/a"},
		{"lone surrogate in an unknown member", `{"b":["\udc00"]}`, new(in[string]), payload.Options{}, "lone-surrogate", 7, "/b/0"},
		{"lone surrogate in a name", `{"\ud800":1}`, new(map[string]int), payload.Options{}, "lone-surrogate", 2, ""},
	} {
		e := decodeError(t, test.body, test.v, test.opts)
		if e.Status != 400 || e.Code() != test.code {
			t.Errorf("%s: %v", test.name, e)
		}
		if e.Place == nil || e.Place.Offset != test.offset || e.Place.Pointer != test.pointer {
			t.Errorf("%s: place %+v", test.name, e.Place)
		}
	}
}

// A body that begins with a byte order mark is decoded if the checks allow the mark. Positions in
// errors include the mark.
func TestDecodeByteOrderMark(t *testing.T) {
	loose := payload.Options{Checks: []tokenizer.Option{tokenizer.AllowBOM()}}
	var v in[int]
	if err := payload.Decode(nil, post("\uFEFF"+`{"a":7}`), &v, loose); err != nil || v.A != 7 {
		t.Errorf("%v, %+v", err, v)
	}
	e := decodeError(t, "\uFEFF"+`{"a":"7"}`, &v, loose)
	if want := (payload.Place{Offset: 8, Position: tokenizer.Position{Line: 1, Column: 9, Rune: 7, UTF16: 7}, Pointer: "/a"}); e.Place == nil || *e.Place != want {
		t.Errorf("place %+v", e.Place)
	}
}

// nested decodes a document inside a string. The position in the error is therefore not a position in the
// body.
type nested struct{}

func (*nested) UnmarshalJSON(data []byte) error {
	var text string
	if err := json.Unmarshal(data, &text); err != nil {
		return err
	}
	return decode.Into([]byte("        "+text), new(in[int]))
}

// An error must not contain a place that does not exist in the body.
func TestDecodeOfNestedDocument(t *testing.T) {
	e := decodeError(t, `{"a":"{\"a\":\"x\"}"}`, new(in[nested]), payload.Options{})
	if e.Place == nil || e.Place.Offset != 5 || e.Place.Pointer != "/a" {
		t.Errorf("place %+v", e.Place)
	}
}

// A mistake in the program is not reported as an error of the client.
func TestDecodeMistakes(t *testing.T) {
	for _, test := range []struct {
		name, body string
		v          any
	}{
		{"not a pointer", `1`, 7},
		{"nil pointer", `1`, (*int)(nil)},
		{"nil pointer to a type with a method", `1`, (*point)(nil)},
		{"channel", `{"a":1}`, new(in[chan int])},
		{"function", `{"a":null}`, new(in[func()])},
		{"complex", `{"a":1}`, new(in[complex128])},
		{"duration", `{"a":1}`, new(in[time.Duration])},
		{"interface with methods", `{"a":1}`, new(in[error])},
		{"no fields", `{"a":{}}`, new(in[struct{ a int }])},
		{"option string of a string", `{"A":"x"}`, new(struct {
			A string `json:",string"`
		})},
		{"a field that ignores case", `{}`, new(struct {
			A int `json:"a,case:ignore"`
		})},
		{"two fields with one name", `{"a":1}`, reflect.New(reflect.StructOf([]reflect.StructField{
			{Name: "A", Type: reflect.TypeFor[int](), Tag: `json:"a"`},
			{Name: "B", Type: reflect.TypeFor[int](), Tag: `json:"a"`},
		})).Interface()}, // made with reflect, because go vet would complain about a declared struct
		{"a tag that is malformed", `{"a":1}`, reflect.New(reflect.StructOf([]reflect.StructField{
			{Name: "A", Type: reflect.TypeFor[int](), Tag: `json:"a,unknown:'"`},
		})).Interface()}, // made with reflect, because staticcheck would complain about a declared struct
	} {
		err := payload.Decode(nil, post(test.body), test.v, payload.Options{})
		var e *payload.Error
		if err == nil || errors.As(err, &e) {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

type panics struct{}

func (*panics) UnmarshalJSON([]byte) error { panic("a method has a fault") }

// If a method panics while it decodes, the memory of the body is returned to the budget.
func TestDecodePanic(t *testing.T) {
	budget := payload.NewBudget(1 << 20)
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic is lost")
			}
		}()
		payload.Decode(nil, post(`{"a":1}`), new(in[panics]), payload.Options{Budget: budget})
	}()
	if left := payload.Left(budget); left != 1<<20 {
		t.Errorf("%d bytes are left", left)
	}
}
