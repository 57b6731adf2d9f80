package decode_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/decode"
	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/tokenizer"
)

// checkElements compares Elements, without workers and with some for the arrays in elements, with Value for each element. It returns how many are decoded.
func checkElements[T any](t *testing.T, text []byte, pointer string, workers, marks int, opts ...decode.Option) (good int) {
	t.Helper()
	doc, err := document.Parse(text, tokenizer.MaxDepth(100_000))
	if err != nil {
		return 0
	}
	list, err := doc.Lookup(pointer)
	if err != nil {
		t.Fatal(err)
	}
	var want []T
	var errs []error
	for _, e := range list.Elements() {
		v, err := decode.Value[T](e, opts...)
		if err == nil {
			good++
		}
		want, errs = append(want, v), append(errs, err)
	}
	for i, all := range []iter.Seq2[T, error]{
		decode.Elements[T](list, opts...),
		decode.Elements[T](list, append(opts, decode.Workers(workers), decode.RunMarks(marks))...),
	} {
		var got []T
		var gotErrs []error
		for v, err := range all {
			got, gotErrs = append(got, v), append(gotErrs, err)
		}
		if !reflect.DeepEqual(got, want) || !reflect.DeepEqual(gotErrs, errs) {
			t.Fatalf("%d, %d workers, runs of %d marks: %+v, %v, want %+v, %v\n%.2000s", i, workers, marks, got, gotErrs, want, errs, text)
		}
	}
	return good
}

// Each element is yielded as Value decodes it.
func TestElements(t *testing.T) {
	n := *pairs / 20 / longtest.OneIn(4)
	r := typesAndTexts{rand.New(rand.NewPCG(13, *seed))}
	good := 0
	for range n {
		_, text := r.list(knownTypes[r.IntN(len(knownTypes))])
		if !bytes.HasPrefix(text, []byte("[")) {
			continue
		}
		workers, marks := 2+r.IntN(3), 1+r.IntN(1<<r.IntN(8))
		var opts []decode.Option
		if r.IntN(2) == 0 {
			opts = append(opts, decode.RefuseUnknown(), decode.RefuseNull())
		}
		good += checkElements[any](t, text, "", workers, marks, opts...)
		good += checkElements[Outer](t, text, "", workers, marks, opts...)
		good += checkElements[hooked](t, text, "", workers, marks, opts...)
		good += checkElements[*shapes](t, fmt.Appendf(nil, `{"a":0,"b/c":[%s, %s]}`, text, text), "/b~1c/1", workers, marks, opts...)
	}
	if good < n {
		t.Errorf("%d elements are decoded", good)
	}
}

// Elements do not fit because of their depth, or because of methods, and there may be very many errors.
func TestElementsWithErrors(t *testing.T) {
	deep := strings.Repeat("[", 10_001) + strings.Repeat("]", 10_001)
	text := []byte("[" + deep + ",1," + deep[1:len(deep)-1] + `,"a",` + strings.Repeat("-3,", 300) + "\n{}, 2]")
	for _, marks := range []int{1, 50, 0} {
		checkElements[any](t, text, "", 2, marks)
		checkElements[number](t, text, "", 2, marks)
		checkElements[[]number](t, text, "", 3, marks)
	}
}

// Nothing of an element is left in those after it.
func TestElementsWithoutMembers(t *testing.T) {
	text := []byte("[" + strings.Repeat(`{"id":1,"name":"a"}, {}, {"id":"x","name":"b"}, {"id":2}, {"name":"c"},`, 50) + "{}]")
	for _, marks := range []int{1, 7, 0} {
		checkElements[Base](t, text, "", 2, marks)
	}
}

// What is not an array has one error, and null has no elements.
func TestElementsOfOthers(t *testing.T) {
	for text, want := range map[string]string{
		`{"a":7}`:    "wrong-type 5+1 /a",
		`{"a":"eA"}`: "wrong-type 5+4 /a",
		`{"a":{}}`:   "wrong-type 5+2 /a",
		`{"a":null}`: "",
		`{"a":[]}`:   "",
		`{"b":[]}`:   "no-value 0+0 ",
	} {
		doc, _ := document.Parse([]byte(text))
		got := ""
		for v, err := range decode.Elements[byte](doc.Get("a")) {
			got += fmt.Sprint(strings.Repeat("value", int(v)), summary(err))
		}
		if got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	doc, _ := document.Parse([]byte("[1]"))
	for _, err := range decode.Elements[chan int](doc.Root()) {
		if _, ok := err.(*decode.TypeError); !ok {
			t.Error(err)
		}
	}
}

// An iteration can end early, and methods may panic or end the goroutine: what comes before is yielded anyway.
func TestElementsEnd(t *testing.T) {
	var text strings.Builder
	for i := range 100 {
		fmt.Fprintf(&text, "%d,", 10+i)
	}
	for _, opts := range [][]decode.Option{nil, {decode.Workers(3), decode.RunMarks(14)}} {
		all := func(bad string) iter.Seq2[number, error] {
			doc, err := document.Parse([]byte("[" + text.String() + bad + "," + text.String() + "1]"))
			if err != nil {
				t.Fatal(err)
			}
			return decode.Elements[number](doc.Root(), opts...)
		}
		n := 0
		for range all("0") {
			if n++; n == 42 {
				break
			}
		}
		if n != 42 {
			t.Errorf("%d elements", n)
		}
		for bad, want := range map[string]any{"-1": "minus one", "-2": nil} {
			n := 0
			ended := make(chan any)
			go func() {
				defer func() { ended <- recover() }()
				for range all(bad) {
					n++
				}
				runtime.KeepAlive(n)
				panic("not ended")
			}()
			if got := <-ended; got != want || n != 100 {
				t.Errorf("%s: %d elements, then %v", bad, n, got)
			}
		}
	}
}

// A method may keep a pointer to its value, and options count for a Decoder.
func TestElementsOfDecoder(t *testing.T) {
	d, err := decode.For[keeping](decode.Workers(2), decode.RunMarks(8))
	if err != nil {
		t.Fatal(err)
	}
	doc, _ := document.Parse([]byte("[" + strings.Repeat("1,22,333,", 50) + "4444]"))
	var all []keeping
	for v, err := range d.Elements(doc.Root()) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
	var got, want []string
	for _, v := range all {
		got = append(got, v.self.text)
	}
	for range 50 {
		want = append(want, "1", "22", "333")
	}
	if want = append(want, "4444"); !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
}

// A keeping has a pointer to the value that a method has decoded.
type keeping struct {
	text string
	self *keeping
}

var _ json.Unmarshaler = new(keeping)

func (k *keeping) UnmarshalJSON(text []byte) error {
	k.text, k.self = string(text), k
	return nil
}
