package decode_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/decode"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/tokenizer"
	jsonv2 "github.com/go-json-experiment/json"
)

// All mismatches are found, and no others: a text can be decoded by encoding/json/v2 once every reported value and name has been replaced
// by a good one, and not before.
func TestAllMismatches(t *testing.T) {
	rounds := 100_000 / longtest.OneIn(10)
	if longtest.Off() {
		rounds /= 20
	}
	r := typesAndTexts{rand.New(rand.NewPCG(3, 4))}
	several := 0
	for range rounds {
		typ := r.anyType()
		text := r.text(nil, typ, 6)
		for range 1 + r.IntN(6) {
			text = r.mutate(text)
		}
		var bad *decode.Error
		if !errors.As(decode.Into(text, reflect.New(typ).Interface()), &bad) {
			continue
		}
		if bad.More > 0 || slices.ContainsFunc(bad.Mismatches, isHardToRepair) {
			continue
		}
		if len(bad.Mismatches) > 2 {
			several++
		}
		checkRepairs(t, typ, text, bad.Mismatches)
	}
	if several < rounds/50 {
		t.Errorf("only %d texts have several mismatches", several)
	}
}

// isHardToRepair reports whether it is not obvious what to replace. There are few keys of the type level,
// and a name with a lone surrogate may be one. A member with another name may belong to a map, which its value does not fit.
func isHardToRepair(m decode.Mismatch) bool {
	switch m.Struct {
	case reflect.TypeFor[restMap](), reflect.TypeFor[restDeep](), reflect.TypeFor[restNear]():
		if m.Value == tokenizer.Name {
			return true
		}
	}
	return m.Value == tokenizer.Name && (m.Type == reflect.TypeFor[level]() || m.Kind == decode.LoneSurrogate)
}

// checkRepairs replaces all values and names, and then all but one.
func checkRepairs(t *testing.T, typ reflect.Type, text []byte, all []decode.Mismatch) {
	t.Helper()
	var outer []decode.Mismatch // the others are in a value that is replaced
	for _, m := range all {
		if n := len(outer); n == 0 || m.Offset >= outer[n-1].Offset+int64(outer[n-1].Length) {
			outer = append(outer, m)
		}
	}
	decodes := func(text []byte) error { return jsonv2.Unmarshal(text, reflect.New(typ).Interface()) }
	if repaired := repair(text, outer, -1); decodes(repaired) != nil {
		// A method is called once the value has unique names and no lone surrogates, and may then refuse the value.
		var bad *decode.Error
		errors.As(decode.Into(repaired, reflect.New(typ).Interface()), &bad)
		if bad != nil && !slices.ContainsFunc(bad.Mismatches, func(m decode.Mismatch) bool { return m.Kind != decode.Refused }) {
			checkRepairs(t, typ, repaired, bad.Mismatches)
			return
		}
		t.Fatalf("%v: %v\nAfter replacing\n%v\nin %.2000s\n%.2000s", typ, decodes(repaired), &decode.Error{Mismatches: all}, text, repaired)
	}
	for i := range outer {
		if slices.ContainsFunc(outer[:i], func(m decode.Mismatch) bool {
			return m.Value == tokenizer.Name && strings.HasPrefix(outer[i].Pointer+"/", m.Pointer+"/")
		}) {
			continue // the value is not decoded if the name is replaced
		}
		if repaired := repair(text, outer, i); decodes(repaired) == nil {
			t.Fatalf("%v: there is no error at %v\nin %.2000s\n%.2000s", typ, outer[i].Error(), text, repaired)
		}
	}
}

// repair replaces all values and names of a list except one.
func repair(text []byte, all []decode.Mismatch, except int) []byte {
	text = bytes.Clone(text)
	for i, m := range slices.Backward(all) {
		if i == except {
			continue
		}
		by := "null"
		switch {
		case m.Value == tokenizer.Name:
			by = fmt.Sprintf(`"%d"`, 20+i) // which can be a key of any map
		case m.Type == reflect.TypeFor[point]():
			by = `[1,2]`
		}
		text = slices.Replace(text, int(m.Offset), int(m.Offset)+m.Length, []byte(by)...)
	}
	return text
}

// The first mismatches are kept if there are many, in the order of the text, and the others are counted.
func TestManyMismatches(t *testing.T) {
	for _, n := range []int{1, 99, 100, 101, 5000} {
		text := "[" + strings.TrimSuffix(strings.Repeat(`"x",`, n), ",") + "]"
		_, err := decode.As[[]int]([]byte(text))
		var bad *decode.Error
		if !errors.As(err, &bad) || len(bad.Mismatches) != min(n, 100) || bad.More != max(n-100, 0) {
			t.Fatalf("%d: %v", n, err)
		}
		for i, m := range bad.Mismatches {
			if want := int64(1 + 4*i); m.Offset != want || m.Pointer != fmt.Sprintf("/%d", i) || m.Position.Column != int(want)+1 {
				t.Errorf("%d: mismatch %d is at %v", n, i, m.Error())
			}
		}
	}
	// Fewer mismatches are listed if their pointers are long.
	_, err := decode.As[map[string][]int]([]byte(`{"` + strings.Repeat("a", 300_000) + `":["x","x","x","x","x","x","x"]}`))
	var bad *decode.Error
	if !errors.As(err, &bad) || len(bad.Mismatches) != 4 || bad.More != 3 || !strings.HasSuffix(bad.Mismatches[3].Pointer, "a/3") {
		t.Errorf("%.100v", err)
	}
	// Equal names are found at the end of their object.
	text := `{"a":1,` + strings.Repeat(`"b":{"x":[]},"a":2,`, 300) + `"c":3}`
	_, err = decode.As[struct{ Z int }]([]byte(text))
	if !errors.As(err, &bad) || len(bad.Mismatches) != 100 || bad.More != 2*300-1-100 || bad.Mismatches[0].Pointer != "/a" || bad.Mismatches[1].Pointer != "/b" {
		t.Error(err)
	}
}
