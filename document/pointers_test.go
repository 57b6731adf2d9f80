package document

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/assayjson/assay/tokenizer"
)

func pointersOf(t testing.TB, pointers ...string) *Pointers {
	t.Helper()
	p, err := NewPointers(pointers...)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// checkPointers compares the values of the pointers with those that Lookup finds one by one.
func checkPointers(t *testing.T, v Value, pointers ...string) {
	t.Helper()
	dst := make([]Value, 1)
	got := pointersOf(t, pointers...).AppendValues(dst, v)
	if len(got) != 1+len(pointers) || got[0].Exists() {
		t.Fatalf("%d values of %d pointers", len(got)-1, len(pointers))
	}
	for i, pointer := range pointers {
		if want, _ := v.Lookup(pointer); got[i+1] != want {
			t.Fatalf("%.500s: %q leads to %s, want %s", v.Raw(), pointer, got[i+1].Raw(), want.Raw())
		}
	}
}

func TestPointers(t *testing.T) {
	docs := []string{
		`{"a":{"b":1},"a":{"c":[10,{"b":2}],"b":3},"":4,"x/y":{"~":5},"\u0061b":{"\ud800":6},"0":{"1":7}}`,
		`{"retweet_count":1,"` + strings.Repeat("x", 100) + `":2,"retweet_c\u006funt":3,"0123456789":4}`, `{"a":{"b":1},"a":2}`, `[[1,2],{"a":[3]},"x"]`, `{"a":"b"}`, `1`, `[]`, `{"a":[` + strings.Repeat("[[1]],", 100) + `{"b":8}],"c":9}`,
	}
	pointers := []string{
		"", "/a", "/a/b", "/a/c", "/a/c/0", "/a/c/1/b", "/a/c/01", "/a/c/-", "/", "/x~1y/~0", "/ab/\xed\xa0\x80", "/0", "/0/1", "/0/0", "/1/a/0", "/2", "/2/0", "/a",
		"/a/100/b", "/a/99/0/0", "/c", "/b", "/a/18446744073709551616",
		"/retweet_count", "/0123456789", "/" + strings.Repeat("x", 100), "/" + strings.Repeat("x", 36),
	}
	for _, doc := range docs {
		d := parsed(t, doc)
		checkPointers(t, d.Root(), pointers...)
		checkPointers(t, d.Root())
		for _, pointer := range pointers {
			checkPointers(t, d.Root(), pointer)
		}
		eachValue(d.Root(), 0, func(v Value, _ int) { checkPointers(t, v, pointers...) })
	}
}

// The pointers are those of the document's values, some prefixes of them, and others. There are more than 64 prefixes in many sets.
func TestPointersRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	for range 300 {
		doc := randomDocument(rng, nil, 6)
		d := parsed(t, string(doc))
		var pointers []string
		eachValue(d.Root(), 0, func(v Value, _ int) {
			switch pointer := v.Pointer(); rng.IntN(4) {
			case 0:
				pointers = append(pointers, pointer)
			case 1:
				pointers = append(pointers, pointer+[]string{"/", "/a", "/0", "/\\"}[rng.IntN(4)])
			}
		})
		rng.Shuffle(len(pointers), func(i, j int) { pointers[i], pointers[j] = pointers[j], pointers[i] })
		checkPointers(t, d.Root(), pointers...)
		if d, err := Parse(doc, tokenizer.UniqueNames()); err == nil {
			checkPointers(t, d.Root(), pointers...)
		}
	}
}

// If names are unique, the members after the last one that is needed are not read.
func TestPointersOfUniqueNames(t *testing.T) {
	d := parsed(t, `{"a":1,"b":2,"c":3,"d":4}`, tokenizer.UniqueNames())
	checkPointers(t, d.Root(), "/c", "/a", "/d", "/e")
	checkPointers(t, d.Root(), "/b", "/a")

	d = parsed(t, `{"a":1,"b":2,"a":3,"b":4}`)
	marks := slices.Clone(d.tape.Marks)
	d.tape.Begin(d.tape.Data, true)
	d.tape.Marks = marks // as if the names were unique
	values := pointersOf(t, "/b", "/a").AppendValues(nil, d.Root())
	if values[0].String() != "2" || values[1].String() != "1" {
		t.Errorf("the search goes on after members whose names are unique: %v", values)
	}
}

func TestMalformedPointers(t *testing.T) {
	tests := []struct {
		pointer        string
		offset, length int
		fault          PointerFault
	}{
		{"a", 0, 1, PointerNoSlash}, {"#/a", 0, 1, PointerNoSlash}, {"/a/~2", 3, 2, PointerBadTilde}, {"/~", 1, 1, PointerBadTilde},
	}
	for _, tt := range tests {
		p, err := NewPointers("/a", tt.pointer, "x")
		var bad *PointerError
		if p != nil || !errors.As(err, &bad) || *bad != (PointerError{tt.pointer, tt.offset, tt.length, tt.fault, Value{}}) {
			t.Errorf("%q: %+v", tt.pointer, err)
		}
	}
}

// All values of a missing value are missing, and the buffer's memory has no older values in them.
func TestPointersOfMissingValue(t *testing.T) {
	p := pointersOf(t, "", "/a")
	used := p.AppendValues(nil, parsed(t, `{"a":1}`).Root())
	if got := p.AppendValues(used[:0], Value{}); len(got) != 2 || got[0].Exists() || got[1].Exists() {
		t.Errorf("%v", got)
	}
	var none Pointers
	if got := none.AppendValues(used[:1], used[0]); !slices.Equal(got, used[:1]) {
		t.Errorf("%v", got)
	}
}

func TestPointersAreForManyReaders(t *testing.T) {
	p := pointersOf(t, "/a/50/b", "/c")
	d := parsed(t, `{"a":[`+strings.Repeat(`{"b":7},`, 99)+`1],"c":9}`)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			var values []Value
			for range 100 {
				if values = p.AppendValues(values[:0], d.Root()); values[0].String() != "7" || values[1].String() != "9" {
					t.Errorf("%v", values)
				}
			}
		})
	}
	all.Wait()
}

// BenchmarkPointers looks up ten of 30 members, one by one and together.
func BenchmarkPointers(b *testing.B) {
	var doc strings.Builder
	var names, pointers []string
	for i := range 30 {
		name := "name" + strconv.Itoa(i*i*i)
		doc.WriteString(`,"` + name + `":[{"x":"a string"}]`)
		if i%3 == 1 {
			names, pointers = append(names, name), append(pointers, "/"+name)
		}
	}
	root := parsed(b, "{"+doc.String()[1:]+"}").Root()
	b.Run("one by one", func(b *testing.B) {
		for b.Loop() {
			for _, name := range names {
				if !root.Member(name).Exists() {
					b.Fatal("a member is missing")
				}
			}
		}
	})
	b.Run("together", func(b *testing.B) {
		p := pointersOf(b, pointers...)
		var values []Value
		for b.Loop() {
			if values = p.AppendValues(values[:0], root); !values[9].Exists() {
				b.Fatal("a member is missing")
			}
		}
	})
}
