package records_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/records"
)

// hasID reports whether an object may have a member with the name id.
func hasID(object []byte) bool { return bytes.Contains(object, []byte(`"id":`)) }

func TestRecognize(t *testing.T) {
	for _, c := range []struct {
		input string
		want  []string // certainties and records, and reasons with the text that is not a record
	}{
		{`{"a":{"id":1}` + "\n", []string{`torn {"a":`, `likely {"id":1}`}},
		{`{"a":1,{"id":1} x`, []string{`torn {"a":1,`, `likely {"id":1}`, `torn  x`}},
		{`{"a":[1, {"id":1}, {"b":1},{"id":2}]` + "\n{\"id\":3}\n", []string{`torn {"a":[1, `, `possible {"id":1}`, `torn , {"b":1},`, `possible {"id":2}`, "torn ]\n", `certain {"id":3}`}},
		{`{"a":"x,{"id":1}{"id":2}` + "\n", []string{`torn {"a":"x,`, `likely {"id":1}`, `certain {"id":2}`}},
		{`{"a":"x{"id":1}y"}` + "\n", []string{`torn {"a":"x`, `likely {"id":1}`, "torn y\"}\n"}},
		{`{"id":1},"b":2}` + "\n", []string{`likely {"id":1}`, "fragment ,\"b\":2}\n"}},
		{`{"id":1} {"id":2},"b":2}`, []string{`certain {"id":1}`, `likely {"id":2}`, `fragment ,"b":2}`}},
		{`[{"id":1},{"id":2}]`, []string{`other-value [`, `possible {"id":1}`, `other-value ,`, `possible {"id":2}`, `other-value ]`}},
		{`{"a":{"id":1},}`, []string{`invalid {"a":{"id":1},}`}}, // a value in a whole object
		{`{"a":{"id":1x}`, []string{`torn {"a":{"id":1x}`}},
		{`{"a":{"id": {"id":1}`, []string{`torn {"a":{"id": `, `likely {"id":1}`}},
		{`{"a":{   "id":1}   `, []string{`torn {"a":`, `likely {   "id":1}`}},
		{"{\"a\":\x00{\"id\":1},2]\n", []string{`torn {"a":`, "nul \x00", `likely {"id":1}`, "fragment ,2]\n"}},
		{`{"a":[{"b":{"c":1}},{"id":1}`, []string{`torn {"a":[{"b":{"c":1}},`, `likely {"id":1}`}},
	} {
		var got []string
		for p := range records.Salvage([]byte(c.input), records.Recognize(hasID)) {
			switch r := p.Record(); {
			case r != nil:
				got = append(got, fmt.Sprintf("%v %s", p.Certainty, r))
			case p.Reason != 0:
				got = append(got, fmt.Sprintf("%v %s", p.Reason, p.Text))
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q:\n got %q\nwant %q", c.input, got, c.want)
		}
	}
	if got := records.Certainty(200).String(); got != "Certainty(200)" {
		t.Error(got)
	}
}

// With Recognize, the same records are certain as without. ReadSalvage agrees with Salvage.
func TestRecognizeAtRandom(t *testing.T) {
	n := 20_000
	if longtest.Off() {
		n = 2000
	}
	rng := rand.New(rand.NewPCG(3, 32))
	recognized := 0
	for range n {
		d := damager{Rand: rng}
		input := d.file()
		var opts []records.SalvageOption
		if rng.IntN(3) == 0 {
			opts = append(opts, records.MaxRecord(1+rng.IntN(100)))
		} else {
			opts = append(opts, records.MaxRecord(1<<20))
		}
		var want, certain []string
		for p := range records.Salvage(input, opts...) {
			if r := p.Record(); r != nil {
				want = append(want, fmt.Sprint(p.Offset, string(r)))
			}
		}
		opts = append(opts, records.Recognize(hasID))
		parts := func(yield func(records.Salvaged, error) bool) {
			for p := range records.Salvage(input, opts...) {
				if r := p.Record(); r != nil && p.Certainty == records.Certain {
					certain = append(certain, fmt.Sprint(p.Offset, string(r)))
				} else if r != nil {
					recognized++
				}
				if !yield(p, nil) {
					return
				}
			}
		}
		spans, err := spansOf(input, parts)
		if err != nil || !slices.Equal(certain, want) {
			t.Fatalf("%v\n got %q\nwant %q\nin %q", err, certain, want, input)
		}
		again, err := spansOf(input, records.ReadSalvage(context.Background(), jsontest.InChunks(input, 1+rng.IntN(40)), append(opts, records.Chunk(1+rng.IntN(50)))...))
		if err != nil || !slices.Equal(again, spans) {
			t.Fatalf("%v\n got %v\nwant %v\nin %q", err, again, spans, input)
		}
	}
	if recognized < n/20 {
		t.Errorf("%d objects have been recognized", recognized)
	}
}

// The time is linear even if objects that break off are inside one another, and if damaged text is long.
func TestRecognizeIsLinear(t *testing.T) {
	for _, unit := range append(slices.Clone(hostileUnits), `{"id":{"a":`) {
		input := []byte(strings.Repeat(unit, 40_000/len(unit)+1))
		if examined, _ := records.Examined(input, records.Recognize(hasID)); examined > int64(80*len(input)) {
			t.Errorf("%q: %d bytes have been looked at, which is %d times the input", cut([]byte(unit)), examined, examined/int64(len(input)))
		}
	}
}

// Damaged text that is longer than MaxRecord is not kept, and not searched.
func TestRecognizeInLongText(t *testing.T) {
	text := "x" + strings.Repeat("y", 100_000) + `:{"id":1} z`
	for most, want := range map[int]int{90_000: 0, 200_000: 1} {
		found := 0
		for p, err := range records.ReadSalvage(context.Background(), strings.NewReader(text), records.MaxRecord(most), records.Recognize(hasID)) {
			if err != nil {
				t.Fatal(err)
			}
			if p.Record() != nil {
				found++
			}
		}
		if found != want {
			t.Errorf("MaxRecord(%d): %d records", most, found)
		}
	}
}
