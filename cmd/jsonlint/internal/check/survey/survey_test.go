package survey

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
)

// describe returns the paths of records, one in a line.
func describe(s *Survey) string {
	var b strings.Builder
	for _, p := range s.Paths() {
		fmt.Fprintf(&b, "%q values %d", p.Path, p.Values)
		for t, n := range p.Types {
			if n > 0 {
				fmt.Fprintf(&b, " %v %d", Type(t), n)
			}
		}
		fmt.Fprintf(&b, " missing %d/%d distinct %d %v", p.Missing, p.Objects, p.Distinct, p.Exact)
		fmt.Fprintf(&b, " %s..%s %d..%d bytes %d %d\n", p.Least, p.Greatest, p.Shortest, p.Longest, p.Bytes, p.Largest)
	}
	return b.String()
}

func TestRecords(t *testing.T) {
	s, err := Records(t.Context(), strings.NewReader("\ufeff{\"id\":1,\"items\":[{\"price\":2.5},{\"price\":1e1}]}\n\n{\"id\":-7 ,\"name\":\"\\u00e9é\",\"items\":[]}\n{bad\n{\"id\":\"1\",\"name\":null,\"name\":\"\"}"), 1)
	if err != nil {
		t.Fatal(err)
	}
	const want = `"" values 3 object 3 missing 0/0 distinct 0 true .. 0..0 bytes 117 46
"/id" values 3 string 1 integer 2 missing 0/3 distinct 3 true -7..1 1..1 bytes 6 3
"/items" values 2 array 2 missing 1/3 distinct 0 true .. 0..0 bytes 31 29
"/items/*" values 2 object 2 missing 0/0 distinct 0 true .. 0..0 bytes 26 13
"/items/*/price" values 2 number 2 missing 0/2 distinct 2 true 2.5..1e1 0..0 bytes 6 3
"/name" values 3 string 2 null 1 missing 1/3 distinct 2 true .. 0..2 bytes 16 10
`
	if got := describe(s); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if s.Damaged != 1 || s.FirstDamaged != 4 || s.Values() != 3 {
		t.Errorf("%d damaged, first in line %d; %d values", s.Damaged, s.FirstDamaged, s.Values())
	}
}

// A member with the name * differs from the elements of an array, and equal numbers count once.
func TestPaths(t *testing.T) {
	s, err := Document(strings.NewReader(`[{"*":1},[1e2,100,1.0E2,-0,0],{"a*":[{"*":[]}]}]`))
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, p := range s.Paths() {
		got += fmt.Sprintf("%s %d; ", p.Path, p.Distinct)
	}
	if want := " 0; /* 0; /*/~2 1; /*/a* 0; /*/a*/* 0; /*/a*/*/~2 0; /*/* 2; "; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// An estimate of how many values are different is not larger than their number.
func TestDistinctIsAtMostValues(t *testing.T) {
	for n := range 40 {
		text := ""
		for i := range 100 + 37*n {
			text += fmt.Sprintf("{\"id\":%d,\"a\":[null,{},%d]}\n", n*1_000_000+i, -i)
		}
		s, err := Records(t.Context(), strings.NewReader(text), 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range s.Paths() {
			if scalars := p.Values - p.Types[Object] - p.Types[Array] - p.Types[Null]; p.Distinct > scalars {
				t.Errorf("%s: %d different values of %d", p.Path, p.Distinct, scalars)
			}
		}
	}
}

// random returns records with a few thousand names in one object, and few in others.
func random(n int, r *rand.Rand) string {
	var b strings.Builder
	for i := range n {
		if r.IntN(500) == 0 {
			b.WriteString("{\"torn\":\n")
			continue
		}
		fmt.Fprintf(&b, `{"id":%d,"map":{"k%d":{"v":%d,"l":"%s"}},"tags":[`, i, r.IntN(3000), r.IntN(10), strings.Repeat("x", r.IntN(100)))
		for j := range r.IntN(4) {
			if j > 0 {
				b.WriteString(", ")
			}
			fmt.Fprintf(&b, `"t\u00%02xé"`, 0x41+r.IntN(20))
		}
		b.WriteString("]")
		if r.IntN(3) == 0 {
			fmt.Fprintf(&b, `,"o%d":{"p%d":%v}`, r.IntN(20), r.IntN(300), r.Float64())
		}
		b.WriteString("}\n")
	}
	return b.String()
}

// The result is the same for any number of workers and any division of the text, and the same as that of an array with the records.
func TestSameResult(t *testing.T) {
	text := random(40_000, rand.New(rand.NewPCG(1, 2)))
	one, err := Records(t.Context(), strings.NewReader(text), 1)
	if err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprint(one.Paths(), one.Totals)
	for workers := 2; workers < 5; workers++ {
		s, err := Records(t.Context(), iotest.HalfReader(strings.NewReader(text)), workers)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(s.Paths(), s.Totals); got != want {
			t.Errorf("%d workers: the result differs", workers)
		}
	}
	array := "[" + strings.TrimSuffix(strings.ReplaceAll(strings.ReplaceAll(text, "{\"torn\":\n", ""), "\n", ",\n"), ",\n") + "]"
	d, err := Document(strings.NewReader(array))
	if err != nil {
		t.Fatal(err)
	}
	elements := map[string]Path{}
	for _, p := range d.Paths()[1:] {
		p.Path = strings.TrimPrefix(p.Path, "/*")
		elements[p.Path] = p
	}
	records := map[string]Path{}
	for _, p := range one.Paths() {
		records[p.Path] = p
	}
	if !reflect.DeepEqual(elements, records) {
		for path, p := range records {
			if !reflect.DeepEqual(p, elements[path]) {
				t.Errorf("%s:\n%+v\n%+v", path, p, elements[path])
			}
		}
		t.Errorf("%d paths, %d in the array", len(records), len(elements))
	}
	if _, ok := records["/map/*/v"]; !ok || one.Damaged == 0 || one.MostNames() > MostNames {
		t.Errorf("%d damaged records, at most %d names", one.Damaged, one.MostNames())
	}
}

// Many names, at many levels, take limited memory.
func TestManyPaths(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var b strings.Builder
	for range 20_000 {
		fmt.Fprintf(&b, `{"a%d":{"b%d":{"c%d":{"d%d":1}}},"%s":2,"deep":%s1%s}`+"\n", r.IntN(400), r.IntN(400), r.IntN(400), r.IntN(400), strings.Repeat("n", r.IntN(1000)), strings.Repeat(`[{"x":`, 40), strings.Repeat("}]", 40))
	}
	for range 2 {
		s, err := Records(t.Context(), strings.NewReader(b.String()), 2)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(s.Paths()); n > mostNodes || s.Deeper == 0 || s.Values() != 20_000 {
			t.Errorf("%d paths, %d deeper values, %d records", n, s.Deeper, s.Values())
		}
		if got := s.Kinds['k']; got != 20_000*46 {
			t.Errorf("%d names", got)
		}
	}
}

func TestSketch(t *testing.T) {
	for _, n := range []int{0, 1, 128, 129, 1000, 10_000, 50_000, 1_000_000} {
		var parts [3]sketch
		for i := range n {
			h := hashOf(fmt.Append(nil, i*7919))
			parts[i%3].add(h)
			parts[(i+1)%3].add(h)
		}
		parts[0].merge(&parts[1])
		parts[0].merge(&parts[2])
		got, exact := parts[0].count()
		if exact != (n <= fewest) || exact && got != int64(n) || math.Abs(float64(got-int64(n))) > 0.05*float64(n) {
			t.Errorf("%d: %d, %v", n, got, exact)
		}
	}
}

// The line of a damaged record and the offset of the longest string are those in the whole text. A record that is too long is damaged.
func TestManyChunks(t *testing.T) {
	good := strings.Repeat("{\"a\":\"text\"}\n", chunkSize/10)
	lines, size := int64(chunkSize/10), int64(len(good))
	for _, test := range []struct {
		text                   string
		records, damaged, line int64
	}{
		{good + "{\n" + good + "[\n", 2 * lines, 2, lines + 1},
		{good + strings.Repeat("7", 3*chunkSize) + "\n" + good + "{\n", 2 * lines, 2, lines + 1},
		{good + "1\n" + strings.Repeat(" ", 4*chunkSize) + "x", lines + 1, 1, lines + 2},
		{good + strings.Repeat("7", chunkSize) + "\n", lines + 1, 0, 0},
		{strings.Repeat("7", 3*chunkSize), 0, 1, 1},
	} {
		for workers := 1; workers < 3; workers++ {
			s, err := (&source{r: iotest.HalfReader(strings.NewReader(test.text)), most: 2 * chunkSize}).records(t.Context(), workers)
			if err != nil || s.Values() != test.records || s.Damaged != test.damaged || s.FirstDamaged != test.line {
				t.Errorf("%d bytes: %v, %d records, %d damaged, first in line %d; want %+v", len(test.text), err, s.Values(), s.Damaged, s.FirstDamaged, []int64{test.records, test.damaged, test.line})
			}
		}
	}
	s, err := Records(t.Context(), strings.NewReader(good+"\"the longest\"\n"), 1)
	if err != nil || s.LongestString != len("the longest") || s.LongestStringAt != size {
		t.Errorf("%v, %d bytes at %d, want %d", err, s.LongestString, s.LongestStringAt, size)
	}
}

// An error of the reader ends the description.
func TestReaderFails(t *testing.T) {
	if _, err := Records(t.Context(), io.MultiReader(strings.NewReader("{}\n"), iotest.ErrReader(io.ErrClosedPipe)), 1); err != io.ErrClosedPipe {
		t.Error(err)
	}
}

func BenchmarkRecords(b *testing.B) {
	r := rand.New(rand.NewPCG(5, 6))
	var text strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&text, `{"id": %d, "name": "user %d", "price": %.2f, "tags": ["a", "bb"], "address": {"city": "Berlin", "zip": "%05d"}, "active": true, "note": null}`+"\n", i, r.IntN(5000), r.Float64()*1000, r.IntN(100_000))
	}
	b.SetBytes(int64(text.Len()))
	for b.Loop() {
		if _, err := Records(b.Context(), strings.NewReader(text.String()), 1); err != nil {
			b.Fatal(err)
		}
	}
}
