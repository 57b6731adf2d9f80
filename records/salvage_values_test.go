package records_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/records"
)

func TestSalvageConcatenated(t *testing.T) {
	const a, b = "{\n  \"a\": {\n    \"b\": [\n      1\n    ]\n  }\n}", "{\n  \"id\": 1,\n  \"x\": \"{\"\n}"
	for _, c := range []struct {
		name, input string
		want        []string // certainties and records, and reasons with the text that is not a record
	}{
		{"clean", a + "\n" + b + "  \r\n\n" + a, []string{"certain " + a, "certain " + b, "certain " + a}},
		{"no newline between", a + b + "{}\n[1]", []string{"certain " + a, "certain " + b, "certain {}", "other-value [1]"}},
		{"mark", "\ufeff" + a, []string{"byte-order-mark \ufeff", "certain " + a}},
		{"broken off in an array", "{\n  \"a\": [\n    1,\n" + b + "\n", []string{"torn {\n  \"a\": [\n    1,\n" + b + "\n"}},
		{"broken off after a value", "{\n  \"a\": 1\n" + b + "\n", []string{"torn {\n  \"a\": 1\n", "certain " + b}},
		{"beginning lost", "      1\n    ]\n  }\n}\n" + b + "\n", []string{"text 1", "text ]\n  }\n}\n", "certain " + b}},
		{"broken off in a string", b[:len(b)-2] + "\n" + b, []string{"torn " + b[:len(b)-2] + "\n", "certain " + b}},
		{"after a colon", "{\n  \"a\":\n" + b + "\n" + a, []string{"torn {\n  \"a\":\n" + b + "\n", "certain " + a}},
		{"scalars", "1\n\"x\"\n" + a, []string{"text 1", "text \"x\"", "certain " + a}},
		{"beginning lost before a value", "{\"a\":1},\"b\":2}\n" + b, []string{"fragment {\"a\":1},\"b\":2}\n", "certain " + b}},
		{"the same, over lines", "{\n  \"a\": 1\n  },\n  \"b\": 2\n}\n" + b, []string{"fragment {\n  \"a\": 1\n  },\n  \"b\": 2\n}\n", "certain " + b}},
		{"last value", "{\"a\":1}\n}\n" + b, []string{"fragment {\"a\":1}\n}\n", "certain " + b}},
		{"last element", "{\"a\":1} ]}\n" + b, []string{"fragment {\"a\":1} ]}\n", "certain " + b}},
		{"last elements", "{\"a\":1}, {\"a\":2}\n  ]\n" + b, []string{"fragment {\"a\":1}, {\"a\":2}\n  ]\n", "certain " + b}},
		{"elements over lines", "  {\"a\":1},\n  {\"a\":2}\n  ]\n" + b, []string{"fragment {\"a\":1},\n  {\"a\":2}\n  ]\n", "certain " + b}},
		{"commas", "{\"a\":1}, {\"a\":2} ,{\"a\":3},,\n,{\"a\":4}\n,", []string{"certain {\"a\":1}", "comma ,", "certain {\"a\":2}", "comma ,", "certain {\"a\":3}", "comma ,", "comma ,", "comma ,", "certain {\"a\":4}", "comma ,"}},
		{"comma at the end of a line", a + ",\n" + b + ",\n{\"a\":", []string{"certain " + a, "comma ,", "certain " + b, "comma ,", "torn {\"a\":"}},
		{"element that breaks off", "{\"a\":1}, {\"a\":2\n", []string{"certain {\"a\":1}", "comma ,", "torn {\"a\":2\n"}},
		{"text after", "{\"a\":1} done\n{\"a\":2},{\"a\":3} done\n{} done\n", []string{"certain {\"a\":1}", "text done\n", "fragment {\"a\":2},{\"a\":3} done\n", "fragment {} done\n"}},
		{"after a value", "\"a\"{\"b\":1}\n1 {}\n", []string{"text \"a\"", "certain {\"b\":1}", "text 1", "fragment {}\n"}},
		{"values after a value", "1 {\"a\":1},{\"a\":2}\n2 {\"a\":3},\n", []string{"text 1", "fragment {\"a\":1},{\"a\":2}\n", "text 2", "certain {\"a\":3}", "comma ,"}},
		{"much white space", "{\"a\":1}" + strings.Repeat(" ", 5000) + "}\n", []string{"certain {\"a\":1}", "text }\n"}},
		{"duplicates", "{\"a\":1,\"a\":2}\n" + a, []string{"invalid {\"a\":1,\"a\":2}", "certain " + a}},
	} {
		var got []string
		for p := range records.Salvage([]byte(c.input), records.Concatenated(), records.Each(unique...)) {
			switch r := p.Record(); {
			case r != nil:
				got = append(got, fmt.Sprintf("%v %s", p.Certainty, r))
			case p.Reason != 0:
				got = append(got, fmt.Sprintf("%v %s", p.Reason, p.Text))
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s:\n got %q\nwant %q", c.name, got, c.want)
		}
	}
	var got []string
	for p := range records.Salvage([]byte("{\n  \"a\":\n"+b+"\n"+a), records.Concatenated(), records.Recognize(hasID)) {
		got = append(got, fmt.Sprintf("%v %d %q", p.Certainty, p.Line, p.Record()))
	}
	if want := []string{`certain 1 ""`, fmt.Sprintf("likely 3 %q", b), fmt.Sprintf("certain 7 %q", a)}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

var unique = salvageRules{unique: true}.each()

// ReadSalvage agrees with Salvage, the parts are the input, and records of an undamaged file are found.
func TestSalvageConcatenatedAtRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 32))
	for i := range 2000 {
		d := damager{Rand: rng}
		input := string(d.file())
		if i%3 > 0 {
			input = strings.NewReplacer(",\"", ",\n  \"", "{\"", "{\n  \"").Replace(input)
		}
		opts := []records.SalvageOption{records.Concatenated(), records.MaxRecord(1 << (3 + rng.IntN(10)))}
		if i%2 == 0 {
			opts = append(opts, records.Recognize(hasID))
		}
		spans, err := spansOf([]byte(input), func(yield func(records.Salvaged, error) bool) {
			for p := range records.Salvage([]byte(input), opts...) {
				if !yield(p, nil) {
					return
				}
			}
		})
		if err != nil {
			t.Fatalf("%v in %q", err, input)
		}
		again, err := spansOf([]byte(input), records.ReadSalvage(context.Background(), jsontest.InChunks([]byte(input), 1+rng.IntN(40)), append(opts, records.Chunk(1+rng.IntN(50)))...))
		if err != nil || !slices.Equal(again, spans) {
			t.Fatalf("%v\n got %v\nwant %v\nin %q", err, again, spans, input)
		}
	}
}
