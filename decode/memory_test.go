package decode_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/assayjson/assay/decode"
	"github.com/assayjson/assay/records"
)

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

// A selfish value keeps a pointer to where it has been decoded.
type selfish struct {
	text string
	self *selfish
}

func (s *selfish) UnmarshalText(text []byte) error {
	s.text, s.self = string(text), s
	return nil
}

// What a method has kept a pointer to is not used for another record.
func TestRecordsKeptByMethods(t *testing.T) {
	var all []struct{ S selfish }
	for v, err := range decode.Records[struct{ S selfish }]([]byte(strings.Repeat(`{"S":"a"}`+"\n"+`{"S":"b"}`+"\n"+`{"S":"c"}`+"\n", 10))) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
	for i, v := range all {
		if v.S.text != v.S.self.text {
			t.Errorf("record %d: %q has become %q", i, v.S.text, v.S.self.text)
		}
	}
}

// A numbered record has its number in two members.
type numbered struct {
	Text string
	N    int
}

// Neither values nor errors change when the memory of a reader, or of a chunk, is used again for records of the same length with other
// tokens.
func TestRecordsReuseMemory(t *testing.T) {
	for name, form := range map[string]struct {
		format  string
		count   int
		width   int // of white space
		framing []records.Option
	}{
		"lines":        {"{\"Text\":\"%s\",%s\"N\":%7s}\n", 40_000, 7, nil},
		"long lines":   {"{\"Text\":\"%s\",%s\"N\":%7s}\n", 30, 150_000, nil},
		"sequence":     {"\x1e{\"Text\":\"%s\",%s\n\"N\":%7s}\n", 40_000, 7, []records.Option{records.TextSequence()}},
		"concatenated": {"{\"Text\":\"%s\",%s\n\"N\":%7s}\n", 40_000, 7, []records.Option{records.Concatenated()}},
		"long values":  {"{\"Text\":\"%s\",%s\n\"N\":%7s}\n", 30, 300_000, []records.Option{records.Concatenated()}},
	} {
		const bad = 500 // every 500th record is bad
		var data []byte
		texts := make([]string, form.count)
		for i := range texts {
			n := strconv.Itoa(i)
			if i%bad == 0 {
				n = "1.5"
			}
			text := numberedText(i)
			texts[i] = fmt.Sprintf(form.format, text, strings.Repeat(" ", form.width+13-len(text)), n)
			data = append(data, texts[i]...)
		}
		for workers := 1; workers <= 3; workers++ {
			var values []numbered
			var errs []error
			all := decode.ReadRecords[numbered](context.Background(), bytes.NewReader(data), decode.AliasText(), decode.Workers(workers), decode.RecordOptions(form.framing...))
			for v, err := range all {
				values, errs = append(values, v), append(errs, err)
			}
			if len(values) != form.count {
				t.Fatalf("%s, %d workers: %d records", name, workers, len(values))
			}
			for i, v := range values {
				want := numbered{numberedText(i), i}
				var failed *decode.RecordError
				if errors.As(errs[i], &failed) != (i%bad == 0) || failed == nil && v != want {
					t.Fatalf("%s, %d workers: record %d is %v, %v", name, workers, i, v, errs[i])
				} else if failed != nil && (failed.Number != int64(i+1) || string(failed.Record.Data) != strings.Trim(texts[i], "\x1e\n")) {
					t.Fatalf("%s, %d workers: record %d is %d, %.200q", name, workers, i, failed.Number, failed.Record.Data)
				}
			}
		}
	}
}

// Errors of blank records, whose texts differ in length, do not change when the memory of a reader is used again.
func TestRecordsReuseMemoryOfBlankRecords(t *testing.T) {
	const count = 60_000
	var data []byte
	for i := range count {
		data = fmt.Appendf(data, "%s\t\n{\"a\":%d}\n", strings.Repeat(" ", i%7), i)
	}
	for workers := 1; workers <= 3; workers++ {
		var errs []*decode.RecordError
		all := decode.ReadRecords[any](context.Background(), bytes.NewReader(data), decode.Workers(workers), decode.RecordOptions(records.BlankLines(records.YieldBlank)))
		for _, err := range all {
			var failed *decode.RecordError
			if errors.As(err, &failed) {
				errs = append(errs, failed)
			}
		}
		if len(errs) != count {
			t.Fatalf("%d workers: %d errors", workers, len(errs))
		}
		for i, e := range errs {
			if want := strings.Repeat(" ", i%7) + "\t"; string(e.Record.Data) != want {
				t.Fatalf("%d workers: record %d is %q, want %q", workers, e.Number, e.Record.Data, want)
			}
		}
	}
}

// numberedText returns a text whose length varies.
func numberedText(i int) string { return strings.Repeat("x", i%7) + strconv.Itoa(i) }
