package decode_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/conformance"
	"github.com/assayjson/assay/decode"
	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/tokenizer"
)

// list returns a list of up to 60 values of a type, some of which are changed. It may be a member of an object.
func (r typesAndTexts) list(t reflect.Type) (reflect.Type, []byte) {
	n := r.IntN(1 << r.IntN(7))
	text := []byte("[")
	for i := range n {
		if i > 0 {
			text = append(text, ", "...)
		}
		text = r.text(text, t, 4)
	}
	text = append(text, ']')
	for range max(r.IntN(16)-8, 0) {
		text = r.mutate(text)
	}
	t = reflect.SliceOf(t)
	if r.IntN(4) == 0 {
		t = reflect.StructOf([]reflect.StructField{{Name: "A", Type: reflect.TypeFor[int]()}, {Name: "B", Type: t}, {Name: "C", Type: reflect.SliceOf(t)}})
		text = fmt.Appendf(nil, `{"A": %s, "B": %s, "C": [%s, 1], "C": []}`, []string{"1", "true"}[r.IntN(2)], text, text)
	}
	return t, text
}

// checkRuns compares the results of several goroutines with those of one, and reports whether the text can be decoded.
func checkRuns(t *testing.T, typ reflect.Type, text []byte, workers, marks int, opts ...decode.Option) bool {
	t.Helper()
	got, want := reflect.New(typ), reflect.New(typ)
	wantErr := decode.Into(text, want.Interface(), opts...)
	err := decode.Into(text, got.Interface(), append(opts, decode.Workers(workers), decode.RunMarks(marks))...)
	if !reflect.DeepEqual(got.Interface(), want.Interface()) || summary(err) != summary(wantErr) || fmt.Sprint(err) != fmt.Sprint(wantErr) {
		t.Fatalf("%v, %d workers, runs of %d marks: %+v, %v; want %+v, %v\n%.2000s", typ, workers, marks, got.Elem(), err, want.Elem(), wantErr, text)
	}
	var bad, wantBad *decode.Error
	if errors.As(err, &bad) && errors.As(wantErr, &wantBad) && !reflect.DeepEqual(bad, wantBad) {
		t.Fatalf("%v, %d workers, runs of %d marks: %+v, want %+v\n%.2000s", typ, workers, marks, bad, wantBad, text)
	}
	return err == nil
}

// Values and errors do not depend on how many goroutines decode.
func TestWorkersOfDocument(t *testing.T) {
	n := *pairs / longtest.OneIn(4)
	if longtest.Off() {
		n /= 10
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		r := typesAndTexts{rand.New(rand.NewPCG(11, *seed))}
		valid := 0
		for range n {
			typ, text := r.list(r.anyType())
			if r.IntN(4) == 0 {
				typ = reflect.TypeFor[any]()
			}
			var opts []decode.Option
			for i, o := range []decode.Option{decode.RefuseUnknown(), decode.RefuseFolded(), decode.RefuseNull(), decode.RequireMembers(), decode.UseNumber(),
				decode.AliasText(), decode.SeparateMemory(), decode.Checks(tokenizer.UniqueNames(), tokenizer.MaxDepth(5))} {
				if r.IntN(16+i) == 0 {
					opts = append(opts, o)
				}
			}
			if checkRuns(t, typ, text, 2+r.IntN(3), 1+r.IntN(1<<r.IntN(8)), opts...) {
				valid++
			}
		}
		if valid < n/10 || valid > n*9/10 {
			t.Errorf("%d of %d texts can be decoded", valid, n)
		}
	})
}

// Each element in turn does not fit, or is not valid, wherever the runs begin and end.
func TestWorkersWithAnErrorAnywhere(t *testing.T) {
	const n = 40
	for at := 0; at < n; at += longtest.OneIn(7) {
		for _, bad := range []string{`{"ID":"1"}`, `{"ID":1,"ID":2}`, `{"ID":1,"x":1,"x":2}`, `{"name":"\ud800"}`, `{"ID":1.5,"Name":2}`, `7`, `{]`, `tru`, "\x00"} {
			elements := make([]string, n)
			for i := range elements {
				elements[i] = fmt.Sprintf(`{"id":%d,"name":"n%d"}`, i, i)
			}
			elements[at] = bad
			text := []byte("[" + strings.Join(elements, ",\n") + "]")
			for marks := 1; marks < 40; marks += 1 + marks/4 {
				checkRuns(t, reflect.TypeFor[[]Base](), text, 2, marks)
				checkRuns(t, reflect.TypeFor[any](), text, 3, marks)
			}
		}
	}
}

// If there are more mismatches than an Error has, those in the first elements are in it.
func TestWorkersWithManyErrors(t *testing.T) {
	text := []byte("[" + strings.Repeat(`1,"a",{"id":"x","name":1},`, 2000) + "0]")
	for _, marks := range []int{10, 30, 300, 3000} {
		checkRuns(t, reflect.TypeFor[[]Base](), text, 3, marks)
	}
}

// The texts of JSONTestSuite, and lists of them.
func TestWorkersOfSuite(t *testing.T) {
	cases, err := conformance.Suite("..")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		list := append(append([]byte("["), bytes.Join([][]byte{[]byte("[1]"), c.Data, []byte("{}"), c.Data, []byte(`"a"`), []byte("2")}, []byte(","))...), ']')
		for _, text := range [][]byte{c.Data, list} {
			if len(text) < 10_000 {
				checkRuns(t, reflect.TypeFor[any](), text, 2, 2)
				checkRuns(t, reflect.TypeFor[[]any](), text, 2, 3)
			}
		}
	}
}

// A number is decoded by a method, which may panic or end the goroutine.
type number int

var methodCalls atomic.Int64

func (n *number) UnmarshalJSON(text []byte) error {
	methodCalls.Add(1)
	switch string(text) {
	case "-1":
		panic("minus one")
	case "-2":
		runtime.Goexit()
	case "-3":
		return errors.New("minus three")
	}
	*n = number(len(text))
	return nil
}

// What a method does reaches the caller, as if the caller had called the method.
func TestWorkersWithMethods(t *testing.T) {
	text := func(bad string) []byte {
		return []byte("[" + strings.Repeat("10,", 100) + bad + strings.Repeat(",10", 100) + "," + bad + "]")
	}
	checkRuns(t, reflect.TypeFor[[]number](), text("-3"), 3, 20)
	if !checkRuns(t, reflect.TypeFor[[]number](), text("3"), 3, 20) {
		t.Error("not decoded")
	}
	opts := []decode.Option{decode.Workers(3), decode.RunMarks(20)}
	func() {
		defer func() {
			if r := recover(); r != "minus one" {
				t.Errorf("panic: %v", r)
			}
		}()
		decode.As[[]number](text("-1"), opts...)
		t.Error("no panic")
	}()
	ended := make(chan bool)
	go func() {
		returned := false
		defer func() { ended <- returned }()
		decode.As[[]number](text("-2"), opts...)
		returned = true
	}()
	if <-ended {
		t.Error("the goroutine goes on")
	}
	if checkRuns(t, reflect.TypeFor[[]number](), text("-3"), 3, 20) {
		t.Error("decoded after a panic")
	}
}

// Long arrays are divided without a hook, too: in a document, and in a value of it.
func TestWorkersOfLongDocument(t *testing.T) {
	var b strings.Builder
	for i := range 60_000 {
		fmt.Fprintf(&b, `{"id":%d,"name":"name %d\n"},`, i, i%1000)
	}
	text := []byte(`{"all":[` + b.String() + `{"id":0}]}`)
	type all struct {
		All []*Base `json:"all"`
	}
	checkRuns(t, reflect.TypeFor[all](), text, 2, 0)
	checkRuns(t, reflect.TypeFor[any](), text, 2, 0)
	bad := bytes.Replace(text, []byte(`"id":30000,`), []byte(`"id":30000.5,`), 1)
	checkRuns(t, reflect.TypeFor[all](), bad, 2, 0)
	doc, err := document.Parse(bad)
	if err != nil {
		t.Fatal(err)
	}
	got, err := decode.Value[[]Base](doc.Get("all"), decode.Workers(2))
	want, wantErr := decode.Value[[]Base](doc.Get("all"))
	if !reflect.DeepEqual(got, want) || !reflect.DeepEqual(err, wantErr) || err == nil {
		t.Errorf("%v, want %v", err, wantErr)
	}
}

func FuzzWorkers(t *testing.F) {
	f := fuzzing.Of(t)
	for i := range uint64(200) {
		r := typesAndTexts{rand.New(rand.NewPCG(12, i))}
		_, text := r.list(r.anyType())
		f.Add(text, i, uint8(i))
	}
	f.Fuzz(func(t *testing.T, text []byte, seed uint64, marks uint8) {
		r := typesAndTexts{rand.New(rand.NewPCG(12, seed))}
		typ, _ := r.list(r.anyType())
		checkRuns(t, typ, text, 2, 1+int(marks))
		checkRuns(t, reflect.TypeFor[any](), text, 2, 1+int(marks))
	})
}
