package decode_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/assayjson/assay/decode"
	"github.com/assayjson/assay/tokenizer"
	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// unsupported supports UnmarshalJSONFrom for arrays only.
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
		return jsonv2.UnmarshalDecode(d, (*struct{ List []account })(s))
	}
	text, err := d.ReadValue()
	if err != nil {
		return err
	}
	if err := jsonv2.Unmarshal(text, &s.List); err != nil {
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
