package decode_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/big"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/decode"
	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/tokenizer"
	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

var (
	pairs = flag.Int("pairs", 20_000, "number of pairs of a type and a text for each kernel")
	seed  = flag.Uint64("seed", 2, "seed of these pairs")
)

// The types of the test are made of these.
type (
	level  int
	folded string
	point  struct{ x, y int }
	from   struct{ text string }

	Base struct {
		ID   int    `json:"id"`
		Name string `json:"name"`
	}
	Middle struct {
		Base
		Name string // hides that of Base
		Size *uint16
	}
	Outer struct {
		*Middle
		Kind  level   `json:"kind,omitempty"`
		Count int64   `json:"count,string"`
		Ratio float32 `json:",omitzero"`
		Skip  string  `json:"-"`
		_     int
	}
	tree struct {
		Left, Right *tree
		Value       uint8
		More        []tree          `json:"more"`
		Named       map[string]tree `json:"named"`
	}
	shapes struct {
		Any   any             `json:"any"`
		Raw   json.RawMessage `json:"raw"`
		Value jsontext.Value  `json:"value"`
		Bytes []byte          `json:"bytes"`
		Hash  [4]byte         `json:"hash"`
		When  time.Time       `json:"when"`
		Big   *big.Int        `json:"big"`
		Float *big.Float      `json:"float"`
		Err   error           `json:"err"`
		Pair  [2]bool         `json:"pair"`
		None  struct{}        `json:"none"`
	}
	keyed struct {
		Strings map[string]string  `json:"strings"`
		Ints    map[int8]bool      `json:"ints"`
		Uints   map[uint]any       `json:"uints"`
		Levels  map[level]int      `json:"levels"`
		Folded  map[folded]*int    `json:"folded"`
		Floats  map[float64]string `json:"floats"`
	}
	hooked struct {
		Level  level            `json:"level"`
		Levels []*level         `json:"levels"`
		Point  point            `json:"point"`
		Points map[string]point `json:"points"`
		From   from             `json:"from"`
		Read   []from           `json:"read"`
	}
	numbers struct {
		I   int     `json:"i"`
		I8  int8    `json:"i8"`
		I16 int16   `json:"i16"`
		I32 int32   `json:"i32"`
		I64 int64   `json:"i64"`
		U   uint    `json:"u"`
		U8  uint8   `json:"u8"`
		U16 uint16  `json:"u16"`
		U32 uint32  `json:"u32"`
		U64 uint64  `json:"u64"`
		F32 float32 `json:"f32"`
		F64 float64 `json:"f64"`
		Q   *int    `json:"q,string"`
		QF  float64 `json:"qf,string"`
		QU  uint8   `json:"qu,string"`
	}
)

func (l *level) UnmarshalText(text []byte) error {
	if len(text) > 5 || len(text) == 0 {
		return errors.New("not a level")
	}
	*l = level(len(text))
	return nil
}

func (p *point) UnmarshalJSON(text []byte) error {
	var xy []int
	if err := json.Unmarshal(text, &xy); err != nil {
		return err
	}
	if len(xy) != 2 {
		return errors.New("not a point")
	}
	*p = point{xy[0], xy[1]}
	return nil
}

func (f *from) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() == 't' {
		return errors.New("not true")
	}
	v, err := d.ReadValue()
	f.text = string(v)
	return err
}

// These structs have fields for the rest of the members.
type (
	word    string
	restMap struct {
		A    int
		Rest map[word]int8 `json:",embed"`
	}
	restText struct {
		Rest *jsontext.Value `json:",embed"`
		B    string
	}
	restDeep struct {
		Base
		restMap
		Inner restText `json:"inner"`
	}
	restNear struct {
		restMap
		Rest *map[string]*restText `json:",embed"`
	}
	restTwice struct { // neither has the rest
		restMap
		Text restText `json:",embed"`
	}
)

var knownTypes = []reflect.Type{
	reflect.TypeFor[restMap](), reflect.TypeFor[restText](), reflect.TypeFor[restDeep](), reflect.TypeFor[restNear](), reflect.TypeFor[restTwice](),
	reflect.TypeFor[Base](), reflect.TypeFor[Outer](), reflect.TypeFor[tree](), reflect.TypeFor[shapes](), reflect.TypeFor[keyed](),
	reflect.TypeFor[hooked](), reflect.TypeFor[numbers](), reflect.TypeFor[any](), reflect.TypeFor[[]*Outer](), reflect.TypeFor[point](),
	reflect.TypeFor[level](), reflect.TypeFor[from](), reflect.TypeFor[map[string]Middle](),
}

// typesAndTexts makes Go types and texts at random.
type typesAndTexts struct{ *rand.Rand }

var simple = []reflect.Type{
	reflect.TypeFor[bool](), reflect.TypeFor[string](), reflect.TypeFor[int](), reflect.TypeFor[int8](), reflect.TypeFor[uint16](), reflect.TypeFor[int64](),
	reflect.TypeFor[uint64](), reflect.TypeFor[float32](), reflect.TypeFor[float64](), reflect.TypeFor[any](), reflect.TypeFor[folded](), reflect.TypeFor[level](),
	reflect.TypeFor[[]byte](), reflect.TypeFor[time.Time](), reflect.TypeFor[json.RawMessage](), reflect.TypeFor[point](),
}

// anyType returns a known type, or one that is made of others.
func (r typesAndTexts) anyType() reflect.Type {
	if r.IntN(2) == 0 {
		return knownTypes[r.IntN(len(knownTypes))]
	}
	return r.typ(4)
}

// typ returns a type of at most the given number of levels.
func (r typesAndTexts) typ(levels int) reflect.Type {
	if levels == 0 || r.IntN(5) == 0 {
		return simple[r.IntN(len(simple))]
	}
	switch r.IntN(8) {
	case 0:
		return reflect.SliceOf(r.typ(levels - 1))
	case 1:
		return reflect.ArrayOf(r.IntN(4), r.typ(levels-1))
	case 2:
		return reflect.PointerTo(r.typ(levels - 1))
	case 3:
		return reflect.MapOf(mapKeys[r.IntN(len(mapKeys))], r.typ(levels-1))
	case 4:
		return knownTypes[r.IntN(len(knownTypes))]
	}
	var fields []reflect.StructField
	for i := range r.IntN(12) {
		f := reflect.StructField{Name: fmt.Sprintf("F%d", i), Type: r.typ(levels - 1)}
		switch name := names[r.IntN(len(names))]; r.IntN(4) {
		case 0:
			f.Tag = reflect.StructTag(fmt.Sprintf("json:%q", fmt.Sprintf("%s%d", name, i)))
		case 1:
			f.Tag = reflect.StructTag(fmt.Sprintf("json:%q", fmt.Sprintf("%s%d,omitempty", name, i)))
		case 2:
			if k := f.Type.Kind(); k >= reflect.Int && k <= reflect.Float64 && f.Type.Name() == k.String() {
				f.Tag = `json:",string"`
			}
		}
		fields = append(fields, f)
	}
	return reflect.StructOf(fields)
}

var (
	mapKeys = []reflect.Type{reflect.TypeFor[string](), reflect.TypeFor[string](), reflect.TypeFor[folded](), reflect.TypeFor[int16](), reflect.TypeFor[uint8](), reflect.TypeFor[level](), reflect.TypeFor[float64]()}
	names   = []string{"a", "id", "Name", "é", "a name of more than sixteen bytes", "sixteen bytes ab", "a/b~c", "ſ"}
	strs    = []string{`""`, `"a"`, `"text"`, `"\u00e9\n"`, `"12"`, `"-3"`, `"1.5"`, `"01"`, `"1e2"`, `"\u0031"`, `"aGVsbG8="`, `"AAAAAA=="`, `"AA\nAA"`, `"2020-01-02T03:04:05Z"`, `"2020-01-02T3:04:05Z"`,
		`"2020-01-02T03:04:05,5Z"`, `"2020-01-02T03:04:05+25:00"`, `"2020-01-02T03:04:05.123+02:30"`, `"\ud83d\ude00"`, `"\ud83d"`, `"\ude00x"`, "\"\xff\"", "\"\xf0\x9f\x98\x80\"", `"` + strings.Repeat("long ", 150) + `"`, `"` + strings.Repeat(`\t`, 40) + `"`}
	nums = []string{"0", "-0", "1", "-1", "12", "127", "128", "-128", "-129", "255", "256", "32767", "32768", "65535", "65536", "2147483648", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
		"18446744073709551615", "18446744073709551616", "1.0", "1e2", "1E400", "-1e400", "1e-400", "3.4028236e38", "3.4028235e38", "0.1", "1.5", "16777217", "16777217.0000001", "1.00000005960464477539062501", "1.000000059604644775390625", "7.006492321624085e-46", "7.006492321624086e-46", "1.401298464324817e-45"}
)

// text appends a text that mostly can be decoded into a type. A simpler value is chosen if there are no more levels.
func (r typesAndTexts) text(dst []byte, t reflect.Type, levels int) []byte {
	if levels <= 0 || r.IntN(30) == 0 {
		return append(dst, "null"...)
	}
	switch t {
	case reflect.TypeFor[time.Time]():
		return append(dst, `"2020-01-02T03:04:05Z"`...)
	case reflect.TypeFor[point]():
		return append(dst, `[1, 2]`...)
	case reflect.TypeFor[level](), reflect.TypeFor[big.Float]():
		return append(dst, `"12"`...)
	case reflect.TypeFor[big.Int]():
		return append(dst, `12345678901234567890`...)
	case reflect.TypeFor[from](), reflect.TypeFor[json.RawMessage](), reflect.TypeFor[jsontext.Value]():
		return r.any(dst, levels-1)
	}
	switch t.Kind() {
	case reflect.Bool:
		return strconv.AppendBool(dst, r.IntN(2) == 0)
	case reflect.String:
		return append(dst, strs[r.IntN(4)]...)
	case reflect.Float32, reflect.Float64:
		return append(dst, nums[r.IntN(len(nums))]...)
	case reflect.Pointer:
		return r.text(dst, t.Elem(), levels)
	case reflect.Interface:
		return r.any(dst, levels-1)
	case reflect.Struct:
		return r.object(dst, t, levels)
	case reflect.Map:
		dst = append(dst, '{')
		for i := range r.IntN(4) {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(append(dst, `"1`...), strconv.Itoa(i)...)
			dst = r.text(append(dst, `":`...), t.Elem(), levels-1)
		}
		return append(dst, '}')
	case reflect.Slice, reflect.Array:
		if t.Elem() == reflect.TypeFor[byte]() {
			return append(dst, `"AAAAAA=="`...)
		}
		n := r.IntN(4)
		if t.Kind() == reflect.Array {
			n = t.Len()
		}
		dst = append(dst, '[')
		for i := range n {
			if i > 0 {
				dst = append(dst, ", "...)
			}
			dst = r.text(dst, t.Elem(), levels-1)
		}
		return append(dst, ']')
	}
	return append(dst, nums[r.IntN(6)]...)
}

// object appends an object for a struct.
func (r typesAndTexts) object(dst []byte, t reflect.Type, levels int) []byte {
	dst = append(dst, '{')
	n := 0
	for _, f := range reflect.VisibleFields(t) {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "" {
			name = f.Name
		}
		if !f.IsExported() || f.Anonymous || r.IntN(8) == 0 {
			continue
		}
		if n++; n > 1 {
			dst = append(dst, ",\n "...)
		}
		quoted, _ := json.Marshal(name)
		dst = append(append(dst, quoted...), `: `...)
		if options == "string" {
			dst = append(dst, `"12"`...)
		} else if options == "embed" {
			dst = r.any(dst, levels-1)
		} else {
			dst = r.text(dst, f.Type, levels-1)
		}
		if r.IntN(10) == 0 {
			dst = r.any(append(dst, `, "unknown": `...), levels-1)
		}
	}
	return append(dst, '}')
}

// any appends any value.
func (r typesAndTexts) any(dst []byte, levels int) []byte {
	switch n := r.IntN(9); {
	case levels <= 0 || n < 2:
		return append(dst, strs[r.IntN(len(strs))]...)
	case n < 4:
		return append(dst, nums[r.IntN(len(nums))]...)
	case n < 5:
		return append(dst, []string{"true", "false", "null"}[r.IntN(3)]...)
	case n < 7:
		dst = append(dst, '[')
		for i := range r.IntN(4) {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = r.any(dst, levels-1)
		}
		return append(dst, ']')
	}
	dst = append(dst, '{')
	for i := range r.IntN(20) {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = fmt.Appendf(dst, `"%s%d":`, names[r.IntN(len(names))], i)
		dst = r.any(dst, levels-2)
	}
	return append(dst, '}')
}

// mutate changes one token, or copies a member.
func (r typesAndTexts) mutate(text []byte) []byte {
	var tokens []tokenizer.Token
	scanner := tokenizer.New(text)
	for token, err := range scanner.All() {
		if err != nil {
			break
		}
		tokens = append(tokens, token)
	}
	if len(tokens) == 0 {
		return text
	}
	token := tokens[r.IntN(len(tokens))]
	begin, end := int(token.Offset()), int(token.Offset())+len(token.Raw())
	var by []byte
	switch {
	case r.IntN(40) == 0:
		return bytes.Clone(text[:r.IntN(len(text))])
	case r.IntN(40) == 0:
		by = []byte{byte(r.IntN(256))}
	case token.Kind() == tokenizer.Name:
		body := string(token.Body())
		switch r.IntN(5) {
		case 0:
			by = fmt.Appendf(nil, "%q", strings.ToUpper(body))
		case 1: // an equal name, often with an escape
			by = fmt.Appendf(nil, "%s:%s,%s", token.Raw(), r.any(nil, 2), token.Raw())
		case 2:
			if len(body) > 0 && body[0] < 128 && body[0] != '\\' {
				by = fmt.Appendf(nil, `"\u%04x%s"`, body[0], body[1:])
			}
		case 3:
			by = []byte(strs[r.IntN(len(strs))])
		case 4:
			by = fmt.Appendf(nil, `"%s","x":%s,"x":1,"%s"`, body, r.any(nil, 2), body)
		}
	case token.Kind() == tokenizer.BeginObject || token.Kind() == tokenizer.BeginArray:
		by = fmt.Appendf(nil, "%s%s,", token.Raw(), r.any(nil, 2))
		if token.Kind() == tokenizer.BeginObject {
			by = fmt.Appendf(nil, "{%s:%s,", strs[r.IntN(len(strs))], r.any(nil, 2))
		}
	case token.Kind() != tokenizer.EndObject && token.Kind() != tokenizer.EndArray:
		by = r.any(nil, 3)
	}
	if by == nil {
		return text
	}
	return append(append(bytes.Clone(text[:begin]), by...), text[end:]...)
}

// Values and verdicts are those of encoding/json/v2 for types and texts at random. So are the places of the first errors.
func TestLikeJSONv2(t *testing.T) {
	n := *pairs / longtest.OneIn(4)
	if longtest.Off() {
		n /= 10
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		r := typesAndTexts{rand.New(rand.NewPCG(1, *seed))}
		valid := 0
		for i := 0; i < n; {
			typ := r.anyType()
			for range 10 {
				text := r.text(nil, typ, 6)
				for range r.IntN(4) {
					text = r.mutate(text)
				}
				i++
				if checkLikeV2(t, typ, text, r.IntN(2) == 0) {
					valid++
				}
			}
		}
		if valid < n/10 || valid > n*9/10 {
			t.Errorf("%d of %d texts can be decoded", valid, n)
		}
	})
}

// checkLikeV2 compares results, and reports whether the text can be decoded.
func checkLikeV2(t *testing.T, typ reflect.Type, text []byte, refuseUnknown bool) bool {
	t.Helper()
	got, want := reflect.New(typ), reflect.New(typ)
	var opts []decode.Option
	if refuseUnknown {
		opts = append(opts, decode.RefuseUnknown())
	}
	before := bytes.Clone(text)
	err := decode.Into(text, got.Interface(), opts...)
	wantErr := jsonv2.Unmarshal(before, want.Interface(), jsonv2.RejectUnknownMembers(refuseUnknown))
	switch {
	case !bytes.Equal(text, before):
		t.Fatalf("%v: the text has been changed: %s", typ, before)
	case (err == nil) != (wantErr == nil):
		t.Fatalf("%v: error %v, want %v\n%.2000s", typ, err, wantErr, text)
	case err == nil && !equalValues(got.Elem(), want.Elem(), text):
		t.Fatalf("%v: %+v, want %+v\n%.2000s", typ, got.Elem(), want.Elem(), text)
	case err != nil && !got.Elem().IsZero():
		t.Fatalf("%v: after an error, the value is %v", typ, got.Elem())
	}
	var bad *decode.Error
	if errors.As(err, &bad) {
		checkPlace(t, typ, text, bad, wantErr)
	}
	return err == nil
}

// equalValues reports whether two values are equal. If the text may have a negative zero, the signs of zeros are compared, too.
func equalValues(a, b reflect.Value, text []byte) bool {
	if !reflect.DeepEqual(a.Interface(), b.Interface()) {
		return false
	}
	if !bytes.Contains(text, []byte("-")) {
		return true
	}
	textA, errA := jsonv2.Marshal(a.Interface(), jsonv2.Deterministic(true))
	textB, errB := jsonv2.Marshal(b.Interface(), jsonv2.Deterministic(true))
	return errA != nil || errB != nil || bytes.Equal(textA, textB)
}

// checkPlace checks that one of the mismatches that may be the first is at the place of the error of v2.
func checkPlace(t *testing.T, typ reflect.Type, text []byte, bad *decode.Error, wantErr error) {
	t.Helper()
	var semantic *jsonv2.SemanticError
	var syntactic *jsontext.SyntacticError
	pointer := ""
	switch {
	case errors.As(wantErr, &semantic):
		pointer = string(semantic.JSONPointer)
	case errors.As(wantErr, &syntactic):
		pointer = string(syntactic.JSONPointer)
	}
	for i := range bad.Mismatches {
		m := &bad.Mismatches[i]
		if m.Pointer == pointer {
			return
		}
		if m.Kind == decode.LoneSurrogate && syntactic != nil && m.Offset < syntactic.ByteOffset && syntactic.ByteOffset < m.Offset+int64(m.Length) {
			return // v2 reports a place in the name
		}
		// The length is reported by v2 after the elements, and the type of an array or object mostly after what is in it.
		if m.Kind != decode.WrongLength && !strings.HasPrefix(pointer, m.Pointer+"/") {
			break
		}
	}
	t.Fatalf("%v: v2 reports %v\nbut this package %v\n%.2000s", typ, wantErr, bad, text)
}

// FuzzLikeJSONv2 is TestLikeJSONv2 for texts that are not made for the type.
func FuzzLikeJSONv2(t *testing.F) {
	f := fuzzing.Of(t)
	for i := range uint64(200) {
		r := typesAndTexts{rand.New(rand.NewPCG(5, i))}
		f.Add(r.text(nil, r.anyType(), 6), i)
	}
	f.Fuzz(func(t *testing.T, text []byte, seed uint64) {
		r := typesAndTexts{rand.New(rand.NewPCG(5, seed))}
		checkLikeV2(t, r.anyType(), text, seed%2 == 0)
	})
}
