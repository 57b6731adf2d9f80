package decode_test

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/assayjson/assay/decode"
)

// Keys of maps are of all types that decode a string.
func TestKeys(t *testing.T) {
	for _, v := range []any{
		new(map[any]int), new(map[level]int), new(map[point]int), new(map[from]bool), new(map[uint8][]int), new(map[float32]any), new(map[folded]map[int]int), new(map[[4]byte]int),
	} {
		for _, text := range []string{`{}`, `{"1":1,"2":2}`, `{"1":1,"1":2}`, `{"a":1}`, `{"a":1,"\u0061":1}`, `{"1":1,"1.0":2}`, `{"a\ud800":1}`, `{"[1,2]":1}`, `{"01":1,"01":1}`, `{"300":1}`, `{"AAAAAA==":1,"AAAAAQ==":2}`, `{"AAAAAA==":1,"AAAAAB==":2}`, `{"AAAA":1}`, `{"a":[1,"x"],"b":{"1":1,"1":2}}`} {
			checkLikeV2(t, reflect.TypeOf(v).Elem(), []byte(text), false)
		}
	}
}

// Equal names are found even if their keys are invalid, or different from themselves.
func TestEqualNamesOfKeys(t *testing.T) {
	if _, err := decode.As[map[notANumber]int]([]byte(`{"a":1,"b":2,"a":3}`)); summary(err) != "duplicate-name 13+3 /a" {
		t.Error(summary(err))
	}
	if _, err := decode.As[map[int]int]([]byte(`{"01":1,"01":2}`)); summary(err) != "not-number 1+4 /01, not-number 8+4 /01, duplicate-name 8+4 /01" {
		t.Error(summary(err))
	}
	text := []byte(`{"\ufffd":1,"\ud800":2,"\ud801":3}`) // these names are different
	for _, v := range []any{new(account), new(any), new(map[string]int)} {
		if err := decode.Into(text, v); summary(err) != "lone-surrogate 12+8 /\uFFFD, lone-surrogate 23+8 /\uFFFD" {
			t.Errorf("%T: %s", v, summary(err))
		}
	}
}

// A notANumber is different from itself.
type notANumber float64

func (n *notANumber) UnmarshalText(text []byte) error {
	_, err := fmt.Sscan("NaN", (*float64)(n))
	return err
}
