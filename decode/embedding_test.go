package decode_test

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/assayjson/assay/decode"
	jsonv2 "github.com/go-json-experiment/json"
)

type (
	left   struct{ A, B, X int }
	right  struct{ A, C int }
	Tagged struct {
		Other int `json:"B"`
		Deep  int
	}
	Untagged struct{ B int }

	// Diamond has the fields of bottom twice.
	bottom  struct{ Z, Y int }
	leftTop struct {
		bottom
		Y int
	}
	rightTop struct{ bottom }

	ring struct {
		*Ring
		Name string
	}
	Ring struct {
		ring
		Size int
	}
)

// embedding are structs whose embedded structs have fields of the same names.
var embedding = []any{
	new(struct {
		left
		right
	}),
	new(struct {
		left
		right
		A int
	}),
	new(struct {
		Tagged
		Untagged
	}),
	new(struct {
		Untagged
		B string
	}),
	new(struct {
		leftTop
		rightTop
	}),
	new(struct{ rightTop }),
	new(struct {
		Inner    left `json:",embed"`
		Untagged `json:"named"`
	}),
	new(struct {
		*Tagged
		Outer *Untagged
	}),
	new(Ring),
	new(struct {
		Pointer **left
		Array   [2]*right
		None    [0]int
		Empty   map[string]struct{}
	}),
}

// Fields of embedded structs are chosen as by encoding/json/v2.
func TestEmbedding(t *testing.T) {
	values := []string{"1", `"s"`, "null", `{"A":1,"B":2,"C":3,"X":4}`, `[{"A":1},{"C":2}]`, `[]`, `{"k":{}}`}
	for _, v := range embedding {
		typ := reflect.TypeOf(v).Elem()
		for _, name := range []string{"A", "B", "C", "X", "Deep", "Other", "Z", "Y", "named", "Inner", "Outer", "Name", "Size", "ring", "Ring", "Pointer", "Array", "None", "Empty"} {
			for _, value := range values {
				text := fmt.Appendf(nil, `{"Deep":1,%q:%s}`, name, value)
				checkLikeV2(t, typ, text, true)
				checkLikeV2(t, typ, text, false)
			}
		}
	}
}

// A struct may have so many fields that a few words do not have a bit for each.
func TestManyFields(t *testing.T) {
	for _, n := range []int{1, 63, 64, 65, 255, 256, 257, 1000} {
		var fields []reflect.StructField
		text := []byte("{")
		for i := range n {
			fields = append(fields, reflect.StructField{Name: fmt.Sprintf("F%d", i), Type: reflect.TypeFor[int](), Tag: `decode:"required"`})
			text = fmt.Appendf(text, `"F%d":%d,`, n-1-i, i)
		}
		typ := reflect.StructOf(fields)
		valid := append(text[:len(text)-1:len(text)-1], '}')
		got, want := reflect.New(typ), reflect.New(typ)
		if err := decode.Into(valid, got.Interface()); err != nil {
			t.Fatal(n, err)
		}
		if err := jsonv2.Unmarshal(valid, want.Interface()); err != nil || !reflect.DeepEqual(got.Interface(), want.Interface()) {
			t.Errorf("%d fields: %v, %v", n, got, err)
		}
		last := fmt.Sprintf("F%d", n-1)
		twice := fmt.Appendf(text[:len(text):len(text)], `"F%d":1}`, n-1)
		if err := decode.Into(twice, got.Interface()); summary(err) != fmt.Sprintf("duplicate-name %d+%d /%s in %s", len(text), len(last)+2, last, last) {
			t.Errorf("%d fields: %v", n, summary(err))
		}
		if err := decode.Into([]byte("{}"), got.Interface()); err == nil || len(err.(*decode.Error).Mismatches)+err.(*decode.Error).More != n {
			t.Errorf("%d fields: %v", n, err)
		}
	}
}
