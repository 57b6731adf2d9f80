package decode_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/assayjson/assay/decode"
	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

// outcomes are what an iteration yields: values, and descriptions of errors.
type outcomes []string

// outcomesOf describes what has been yielded only after the iteration, which must not change it any more.
func outcomesOf[T any](all iter.Seq2[T, error]) (out outcomes) {
	var values []T
	var errs []error
	for v, err := range all {
		values, errs = append(values, v), append(errs, err)
	}
	for i, v := range values {
		out = append(out, outcomeOf(v, errs[i]))
	}
	return out
}

// outcomeOf returns all that is known of a value or of the error of a record. Numbers and mismatches are those of the whole input.
func outcomeOf[T any](v T, err error) string {
	var bad *decode.RecordError
	var several *decode.Error
	var invalid *records.RecordError
	text, _ := json.Marshal(v)
	switch {
	case err == nil:
		return string(text)
	case !errors.As(err, &bad):
		return fmt.Sprintf("%s, %v", text, err)
	case errors.As(err, &several):
		return fmt.Sprintf("%s, record %d %q at %d in line %d: %v, %s", text, bad.Number, bad.Record.Data, bad.Record.Offset, bad.Record.Line, err, summary(several))
	case errors.As(err, &invalid):
		pointer, _ := invalid.Err.Pointer()
		return fmt.Sprintf("%s, record %d %q at %d in line %d: %v, %v, %d, %v, %s", text, bad.Number, bad.Record.Data, bad.Record.Offset, bad.Record.Line, err,
			invalid.Position(), invalid.ErrorOffset(), invalid.Err.Kind, pointer)
	}
	return err.Error()
}

// recordOracle decodes each record that package records finds by itself, and moves the places of what does not fit.
func recordOracle[T any](data []byte, limit int, decoding []decode.Option, framing []records.Option, checks []tokenizer.Option) (out outcomes) {
	all := append(slices.Clip(framing), records.Each(checks...))
	if limit > 0 {
		all = append(all, records.MaxRecord(limit))
	}
	number := int64(0)
	for r := range records.All(data, all...) {
		number++
		var v T
		bad := &decode.RecordError{Number: number, Record: r}
		if err := r.AsError(); err != nil {
			bad.Err = err
		} else if len(bytes.TrimSpace(r.Data)) == 0 {
			bad.Err = &decode.Error{Mismatches: []decode.Mismatch{{Kind: decode.NoValue, Offset: r.Offset, Position: r.Start(), Type: reflect.TypeFor[T]()}}}
		} else if v, err = decode.As[T](r.Data, decoding...); err != nil {
			several := err.(*decode.Error)
			for i := range several.Mismatches {
				m := &several.Mismatches[i]
				m.Position = positionIn(r, int(m.Offset))
				m.Offset += r.Offset
			}
			bad.Err = several
		}
		if bad.Err != nil {
			out = append(out, outcomeOf(v, error(bad)))
		} else {
			out = append(out, outcomeOf(v, nil))
		}
	}
	return out
}

// positionIn returns the position in the input of a byte of a record. Only LF ends a line.
func positionIn(r records.Record, offset int) tokenizer.Position {
	p := r.Start()
	for _, c := range string(r.Data[:offset]) {
		p.Column, p.Rune, p.UTF16 = p.Column+len(string(c)), p.Rune+1, p.UTF16+1
		if c >= 0x10000 {
			p.UTF16++
		}
		if c == '\n' {
			p = tokenizer.Position{Line: p.Line + 1, Column: 1, Rune: 1, UTF16: 1}
		}
	}
	return p
}

// An entry is what most tests decode.
type entry struct {
	ID   int8              `json:"id" decode:"required"`
	Name string            `json:"name"`
	List []int             `json:"list"`
	Next *entry            `json:"next"`
	Map  map[string]string `json:"map"`
}

// pieces are what the tests make inputs of.
var pieces = []string{
	`{"id":1}`, `{"id":1,"name":"a\u00e9é😀","list":[1,2,3]}`, ` {"id":2,"next":{"id":3,"name":"x"}} `, `{"id":300,"name":"é","list":[1,"2",1.5]}`, `{"name":"z"}`,
	`{"id":1,"name":"` + strings.Repeat("long ", 20) + `","map":{"a":"b","c":"d"}}`, `{"id":1,"id":2}`, `{"id":1,"x":{"a":1,"a":2},"name":"\ud800"}`, `[1,2]`, `12`, `-1e3`, `"text"`, `null`, `true`, ` 7 `,
	`{"name":1,"n\u0061me":2}`, `[{"map":{"a":"b","A":"b"},"MAP":{},"x":[{"":0,"y":{"":1}}]}]`, `{"next":{"next":{"z":[{"q":1,"r":2,"q":3}]}}}`,
	`{"id":1,}`, `{`, `"`, "\xff", `nul`, `{"id":1}{"id":2}`, `{"id":1} {"id":256}`, `[[[[1]]]]`, "\uFEFF{}", `{"a":"\n`, "{\r\"id\":\r\"é\"}", ``, ``, "  ", "\t",
}

// separators are what the tests put between pieces. Most of them are newlines.
var separators = []string{"\n", "\n", "\n", "\n", "\n", "\n", "\r\n", "\n\n", "\x1e", "\n\x1e", "\n\x1e", " ", "\n \n"}

// inputOf returns a random input of n pieces. A share of them, in percent, may be invalid or not fit.
func inputOf(rng *rand.Rand, n, wild int) []byte {
	var b []byte
	format := rng.IntN(3)
	for range n {
		piece := pieces[rng.IntN(3)]
		if rng.IntN(100) < wild {
			piece = pieces[rng.IntN(len(pieces))]
		}
		separator := "\n"
		if rng.IntN(100) < wild {
			separator = separators[rng.IntN(len(separators))]
		}
		if format == 1 {
			b = append(b, 0x1e)
		}
		b = append(append(b, piece...), separator...)
	}
	if n > 0 && rng.IntN(3) == 0 {
		b = bytes.TrimRight(b, "\r\n")
	}
	return b
}

// recordForms are the options that inputs are tested with.
var recordForms = []struct {
	name     string
	decoding []decode.Option
	framing  []records.Option
	checks   []tokenizer.Option
}{
	{name: "lines"},
	{name: "options", decoding: []decode.Option{decode.RefuseUnknown(), decode.AliasText(), decode.SeparateMemory()}},
	{name: "limits", checks: []tokenizer.Option{tokenizer.MaxDepth(3), tokenizer.MaxString(30), tokenizer.UniqueNames()}},
	{name: "service limits", checks: []tokenizer.Option{tokenizer.ServiceLimits()}},
	{name: "unique names", framing: []records.Option{records.Each(tokenizer.UniqueNames())}, decoding: []decode.Option{decode.SeparateMemory()}},
	{name: "unique concatenated", checks: []tokenizer.Option{tokenizer.UniqueNames(), tokenizer.MaxNumber(3)}, framing: []records.Option{records.Concatenated()}},
	{name: "unique folded names", checks: []tokenizer.Option{tokenizer.UniqueFoldedNames()}},
	{name: "I-JSON", checks: []tokenizer.Option{tokenizer.IJSON()}},
	{name: "byte order mark", checks: []tokenizer.Option{tokenizer.AllowBOM()}},
	{name: "blank lines", framing: []records.Option{records.BlankLines(records.YieldBlank)}},
	{name: "no blank lines", framing: []records.Option{records.BlankLines(records.RejectBlank)}},
	{name: "unique names, no blank lines", framing: []records.Option{records.BlankLines(records.RejectBlank), records.Each(tokenizer.UniqueNames())}},
	{name: "sequence", framing: []records.Option{records.TextSequence()}},
	{name: "concatenated", framing: []records.Option{records.Concatenated()}},
	{name: "limits of records", framing: []records.Option{records.Each(tokenizer.MaxDepth(3), tokenizer.MaxString(30), tokenizer.UniqueNames())}},
	{name: "I-JSON of records", framing: []records.Option{records.Each(tokenizer.IJSON(), tokenizer.AllowBOM())}},
}

// checkRecords compares what the functions yield with the oracle.
func checkRecords[T any](t *testing.T, data []byte, limit int, readers map[string]func() io.Reader, workers ...int) {
	t.Helper()
	for _, form := range recordForms {
		decoding := append(slices.Clip(form.decoding), decode.Checks(form.checks...))
		want := recordOracle[T](data, limit, decoding, form.framing, form.checks)
		opts := []decode.RecordOption{decode.RecordOptions(form.framing...)}
		if limit > 0 {
			opts = append(opts, decode.RecordOptions(records.MaxRecord(limit)))
		}
		d, err := decode.For[T](decoding...)
		if err != nil {
			t.Fatal(err)
		}
		compare := func(name string, got outcomes) {
			t.Helper()
			for i := range max(len(got), len(want)) {
				if i >= len(got) || i >= len(want) || got[i] != want[i] {
					t.Fatalf("%s, %s, limit %d: %d of %d records:\n got %s\nwant %s\nin %.600q", name, form.name, limit, i, len(want), got[i:min(i+1, len(got))], want[i:min(i+1, len(want))], data)
				}
			}
		}
		for _, n := range append(workers, 1) {
			opts := append(slices.Clip(opts), decode.Workers(n))
			compare(fmt.Sprint("Records, ", n), outcomesOf(d.Records(data, opts...)))
			for name, r := range readers {
				compare(fmt.Sprint("ReadRecords, ", name, ", ", n), outcomesOf(d.ReadRecords(context.Background(), r(), opts...)))
			}
		}
	}
}

func TestRecords(t *testing.T) {
	rounds := 800
	if longtest.Off() {
		rounds = 50
	}
	checkRecords[entry](t, []byte(strings.Repeat("{\"id\":1}\n\n {\"id\":300}\n\t\n[7]\n", 10)), 0, nil) // valid, with blank lines
	rng := rand.New(rand.NewPCG(2, 9))
	for range rounds {
		data := inputOf(rng, rng.IntN(30), []int{0, 5, 30, 100}[rng.IntN(4)])
		limit := []int{0, 0, 1, 8, 30, 100}[rng.IntN(6)]
		readers := map[string]func() io.Reader{
			"whole":    func() io.Reader { return bytes.NewReader(data) },
			"one byte": func() io.Reader { return iotest.OneByteReader(bytes.NewReader(data)) },
			"pieces":   func() io.Reader { return iotest.DataErrReader(jsontest.InChunks(data, 1+len(data)/7)) },
		}
		checkRecords[entry](t, data, limit, readers, 2)
		checkRecords[any](t, data, limit, nil)
		checkRecords[int](t, data, limit, nil)
		checkRecords[*string](t, data, limit, nil)
	}
}

// Wherever a read ends, the records are the same.
func TestRecordsCutEverywhere(t *testing.T) {
	data := []byte(strings.Join(pieces[6:], "\n") + "\n" + strings.Join(pieces[:5], "\n"))
	step := 1
	if longtest.Off() {
		step = 5
	}
	for cut := 0; cut < len(data); cut += step {
		readers := map[string]func() io.Reader{"two parts": func() io.Reader { return io.MultiReader(bytes.NewReader(data[:cut]), bytes.NewReader(data[cut:])) }}
		checkRecords[entry](t, data, cut%40, readers)
	}
}

// Inputs of several blocks and chunks give the same records for any number of workers.
func TestRecordsByWorkers(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 31))
	for _, wild := range []int{1, 40} {
		data := inputOf(rng, 3500, wild)
		readers := map[string]func() io.Reader{"whole": func() io.Reader { return bytes.NewReader(data) }}
		workers := []int{2, 3, 4, 5, 6, 7, 8}
		if longtest.Off() {
			workers = []int{2, 8}
		}
		checkRecords[entry](t, data, 0, readers, workers...)
	}
}

// The records of a chunk are the same if there are so many mismatches that a worker leaves the rest of them.
func TestRecordsWithManyMismatches(t *testing.T) {
	line := `["é"` + strings.Repeat(`,""`, 99) + "]\n"
	for _, bad := range []string{"", "[1,]\n"} { // without an invalid line, many lines are taken at once
		data := []byte(strings.Repeat(line+line+line+"\n\t"+line+"[1]\n"+line+"[{\"a\":1,\"a\":2}]\n"+bad, 50))
		readers := map[string]func() io.Reader{"whole": func() io.Reader { return bytes.NewReader(data) }}
		checkRecords[[]int](t, data, 0, readers, 2)
	}
}

// lists decodes itself by a method, whose error has the place of the element that does not fit.
type lists [][]int

func (l *lists) UnmarshalJSON(text []byte) (err error) {
	*l, err = decode.As[[][]int](text)
	return err
}

// An element of a long array is found in each text, even if the elements of the text before it were in other places.
func TestRecordsPlacesOfElements(t *testing.T) {
	for _, elements := range []string{`[1]`, `[1,2]`, `[]`, `[1,2,3]`, `[1]`} {
		text := "[" + strings.Repeat(elements+",", 99) + `["x"]]`
		n := 0
		for _, err := range decode.Records[lists]([]byte(strings.Repeat(text+"\n", 3))) {
			var bad *decode.Error
			want := n*len(text+"\n") + strings.Index(text, `"x"`)
			if !errors.As(err, &bad) || bad.Mismatches[0].Pointer != "/99/0" || bad.Mismatches[0].Offset != int64(want) {
				t.Errorf("%.20s: record %d: %+v, want offset %d", text, n, err, want)
			}
			n++
		}
		if n != 3 {
			t.Errorf("%.20s: %d records", text, n)
		}
	}
}

// Checks have the same effect in RecordOptions, together with other checks, as in a call of records.All.
func TestRecordsChecksInRecordOptions(t *testing.T) {
	for _, test := range []struct {
		text  string
		check tokenizer.Option
	}{
		{`{"a":"\uffff","A":123456789012345678901}`, tokenizer.IJSON()},
		{`{"a":"\uffff","A":123456789012345678901}`, tokenizer.MaxNumber(3)},
		{`{"a":"\uffff","A":123456789012345678901}`, tokenizer.MaxTokens(3)},
		{`{"a":"\uffff","A":123456789012345678901}`, tokenizer.MaxBytes(3)},
		{`{"a":"\uffff","A":123456789012345678901}`, tokenizer.UniqueFoldedNames()},
		{`[[[[1]]]]`, tokenizer.MaxDepth(2)},
		{`"aaaaaaaa"`, tokenizer.MaxString(2)},
		{strings.Repeat("[", 10_001) + strings.Repeat("]", 10_001), tokenizer.MaxDepth(20_000)}, // more than may be decoded
	} {
		framing := records.JoinOptions(records.Each(test.check))
		for _, data := range []string{test.text, test.text + "\n", strings.Repeat(test.text+"\n", 3)} {
			for workers := 1; workers <= 2; workers++ {
				n := 0
				for v, err := range decode.Records[any]([]byte(data), decode.RecordOptions(framing), decode.Checks(tokenizer.MaxMembers(100)), decode.Workers(workers)) {
					if n++; v != nil || !errors.As(err, new(*records.RecordError)) {
						t.Errorf("%.60q, %d workers: record %d is %.60v, %v", data, workers, n, v, err)
					}
				}
				if want := max(strings.Count(data, "\n"), 1); n != want {
					t.Errorf("%.60q, %d workers: %d records, want %d", data, workers, n, want)
				}
			}
		}
	}
}

// Lines that are valid apart from equal names are decoded together, and those with equal names are as invalid as package records finds them.
func TestDecodedRecordsWithEqualNames(t *testing.T) {
	lines := "{\"id\":1}\n{\"id\":1,\"id\":2}\n\n \t{\"name\":1,\"n\\u0061me\":2} \n{\"id\":300,\"name\":\"é\"}\n{\"é\":[{\"x\":0,\"y\":\"😀\",\"x\":0}]}\n{\"map\":{\"a\":\"b\",\"a\":\"c\"}}\n"
	for _, n := range []int{1, 500} { // a line, and several chunks
		data := []byte(strings.Repeat(lines, n))
		readers := map[string]func() io.Reader{"whole": func() io.Reader { return bytes.NewReader(data) }}
		checkRecords[entry](t, data, 0, readers, 2)
		checkRecords[any](t, data, 0, nil)
	}
}

// Options of a Decoder and of a call add up, and a slice of options is not changed.
func TestRecordOptions(t *testing.T) {
	d, err := decode.For[account](decode.RefuseUnknown())
	if err != nil {
		t.Fatal(err)
	}
	opts := make([]decode.RecordOption, 0, 4)
	opts = append(opts, decode.RefuseNull(), decode.RecordOptions(records.TextSequence()), decode.RecordOptions(records.MaxRecord(14)))
	text := []byte("\x1e{\"role\":null}\n\x1e{\"a\":1}\n\x1e{\"role\": \"long\"}\n\x1e{\"age\":2}\n")
	for range 2 {
		n := 0
		for v, err := range d.Records(text, opts...) {
			want := []string{"refused-null 9+4 /role in Role", "unknown-name 17+3 /a", "invalid: record-too-long", ""}[n]
			if n++; summary(err) != want || err == nil && v.Age != 2 {
				t.Errorf("%d: %v, %v, want %s", n, v, err, want)
			}
		}
		if n != 4 {
			t.Errorf("%d records", n)
		}
	}
}

func FuzzRecords(t *testing.F) {
	f := fuzzing.Of(t)
	for _, separator := range []string{"\n", "\x1e", "\n\x1e", " "} {
		f.Add([]byte(strings.Join(pieces, separator)), 0)
		f.Add([]byte(strings.Join(pieces, separator)), 20)
	}
	f.Fuzz(func(t *testing.T, data []byte, limit int) {
		readers := map[string]func() io.Reader{"pieces": func() io.Reader { return jsontest.InChunks(data, 1+len(data)/5) }}
		checkRecords[entry](t, data, limit, readers, 2)
		checkRecords[any](t, data, limit, nil)
	})
}
