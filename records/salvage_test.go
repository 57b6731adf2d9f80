package records_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/records"
)

// spansOf returns the records and the text that is not a record in parts. It also checks that the parts
// make up the input.
func spansOf(input []byte, parts func(func(records.Salvaged, error) bool)) (all []span, err error) {
	at, more := 0, false
	for p, failed := range parts {
		if failed != nil {
			return nil, failed
		}
		end := at + len(p.Text)
		if int(p.Offset) != at || len(p.Text) == 0 || end > len(input) || !bytes.Equal(p.Text, input[at:end]) {
			return nil, fmt.Errorf("part %q at offset %d, want %d", cut(p.Text), p.Offset, at)
		}
		if p.Line != 1+bytes.Count(input[:at], []byte("\n")) {
			return nil, fmt.Errorf("part at offset %d is on line %d", at, p.Line)
		}
		s := span{at, end, p.Reason}
		if r := p.Record(); r != nil {
			if p.Reason != 0 || more {
				return nil, fmt.Errorf("record at offset %d with the reason %v", at, p.Reason)
			}
			s.begin += bytes.Index(p.Text, r)
			s.end = s.begin + len(r)
		}
		switch {
		case more && (p.Reason != all[len(all)-1].reason):
			return nil, fmt.Errorf("part at offset %d does not continue the last one", at)
		case more:
			all[len(all)-1].end = end
		case p.Reason != 0 || p.Record() != nil:
			all = append(all, s)
		case len(bytes.Trim(p.Text, " \t\r\n")) > 0:
			return nil, fmt.Errorf("%q at offset %d is not white space", cut(p.Text), at)
		}
		at, more = end, p.More
	}
	if at != len(input) || more {
		return nil, fmt.Errorf("the parts end at offset %d of %d", at, len(input))
	}
	return all, nil
}

// check compares Salvage and ReadSalvage with the oracle. If few is set, it reads in one way only.
func (r salvageRules) check(t *testing.T, input []byte, few bool) []span {
	t.Helper()
	want := r.oracle(string(input))
	compare := func(name string, parts func(func(records.Salvaged, error) bool)) {
		t.Helper()
		got, err := spansOf(input, parts)
		if err != nil {
			t.Fatalf("%+v, %s: %v\nin %q", r, name, err, cut(input))
		}
		for i := range max(len(got), len(want)) {
			if i >= len(got) || i >= len(want) || got[i] != want[i] {
				t.Fatalf("%+v, %s: part %d of %d, %d:\n got %v\nwant %v\nin %q", r, name, i, len(got), len(want),
					got[i:min(i+1, len(got))], want[i:min(i+1, len(want))], cut(input))
			}
		}
	}
	opts := r.options()
	compare("Salvage", func(yield func(records.Salvaged, error) bool) {
		for p := range records.Salvage(input, opts...) {
			if !yield(p, nil) {
				return
			}
		}
	})
	if r.maxRecord == 0 {
		opts = append(slices.Clip(opts), records.MaxRecord(1<<30))
	}
	chunk := 1 + len(input)%23*len(input)/40
	readers := map[string]io.Reader{
		"pieces":   iotest.DataErrReader(jsontest.InChunks(input, 1+chunk/3)),
		"one byte": iotest.OneByteReader(bytes.NewReader(input)),
		"whole":    bytes.NewReader(input),
	}
	for name, reader := range readers {
		if few && name != "pieces" {
			continue
		}
		for _, c := range []int{chunk, 1 << 13} {
			opts := append(slices.Clip(opts), records.Chunk(c))
			compare(fmt.Sprint("ReadSalvage by ", c, ", ", name), records.ReadSalvage(context.Background(), reader, opts...))
			if few || name != "whole" {
				break
			}
			reader = bytes.NewReader(input)
		}
	}
	return want
}

// salvageCases are inputs with the records in them, and what is not a record.
var salvageCases = []struct {
	name, input string
	records     []string
	reasons     []string
	kinds       string
}{
	{"clean", "{\"a\":1}\n{\"b\":2}\r\n\n  {\"c\":3}  ", []string{`{"a":1}`, `{"b":2}`, `{"c":3}`}, nil, ""},
	{"no newline between", `{"a":1}{"b":2}` + "\n", []string{`{"a":1}`, `{"b":2}`}, nil, ""},
	{"white space between", `{"a":1} ` + "\t" + `{"b":2}`, []string{`{"a":1}`, `{"b":2}`}, nil, ""},
	{"splice in a string", `{"a":"text {"b":2}` + "\n", []string{`{"b":2}`}, []string{`torn {"a":"text `}, ""},
	{"splice in a string, with a space", `{"a":"text { "b":2}` + "\n", []string{`{ "b":2}`}, []string{`torn {"a":"text `}, ""},
	{"splice after a backslash", `{"a":"text\{"b":2}` + "\n", []string{`{"b":2}`}, []string{`torn {"a":"text\`}, ""},
	{"splice in a name", `{"a{"b":2}` + "\n", []string{`{"b":2}`}, []string{`torn {"a`}, ""},
	{"splice before a name", `{"a":1,{"b":2}` + "\n", []string{`{"b":2}`}, []string{`torn {"a":1,`}, ""},
	{"splice before a name in an array", `{"a":[{"b":1, {"c":2}{"d":3}` + "\n", []string{`{"c":2}`, `{"d":3}`}, []string{`torn {"a":[{"b":1, `}, ""},
	{"splice before a name, with much white space", `{"a":1` + strings.Repeat(" ", 100) + `{"b":2}` + "\n", []string{`{"b":2}`}, []string{`torn {"a":1` + strings.Repeat(" ", 100)}, ""},
	{"splice before a name, in damaged text", `x:{"a":1,{"b":2}` + "\n", []string{`{"b":2}`}, []string{`text x:{"a":1,`}, ""},
	{"splice before an element", `{"a":[1,{"b":2}` + "\n", nil, []string{`torn {"a":[1,{"b":2}` + "\n"}, ""},
	{"splice before the first element", `{"a":[{"b":2}` + "\n", nil, []string{`torn {"a":[{"b":2}` + "\n"}, ""},
	{"splice before a name and the end of a record", `{"a":1,{"b":2}}` + "\n", nil, []string{`torn {"a":1,{"b":2}}` + "\n"}, ""},
	{"splice before a name and a comma", `{"a":1,{"b":2},` + "\n", []string{`{"b":2}`}, []string{`torn {"a":1,`, "comma ,\n"}, ""},
	{"splice in a string, and a comma", `{"a":"text {"b":2} , ` + "\n", []string{`{"b":2}`}, []string{`torn {"a":"text `, "comma  , \n"}, ""},
	{"splice in a number, and two commas", `{"a":12{"b":2},,{"c":3}` + "\n", []string{`{"b":2}`, `{"c":3}`}, []string{`torn {"a":12`, "comma ,,"}, ""},
	{"text with a colon before a record", "INFO:root: {\"a\":1}\n", []string{`{"a":1}`}, []string{"text INFO:root: "}, ""},
	{"colon after a name", "\"root\" : {\"a\":1}\n: {\"b\":1}\n", nil, []string{"text \"root\" : {\"a\":1}\n", "text : {\"b\":1}\n"}, ""},
	{"text with a colon before a value", "root: {\"a\":1},\"b\":2}\n", nil, []string{"text root: {\"a\":1},\"b\":2}\n"}, ""},
	{"colon after a string that breaks off", "{\"a\":\"root: {\"b\":1}\n", nil, []string{"torn {\"a\":\"root: {\"b\":1}\n"}, ""},
	{"text before a record, and a comma at the end", `INFO {"a":1},`, []string{`{"a":1}`}, []string{"text INFO ", "comma ,"}, ""},
	{"splice in a string and before a comma", `{"a":"text {"b":2},"c":3}` + "\n", nil, []string{`torn {"a":"text {"b":2},"c":3}` + "\n"}, ""},
	{"splice before elements", `{"a":12{"b":2},{"c":3},` + "\n", nil, []string{`torn {"a":12{"b":2},{"c":3},` + "\n"}, ""},
	{"splice after a comma in a string, and a comma", `{"a":"x, {"b":2},` + "\n", nil, []string{`torn {"a":"x, {"b":2},` + "\n"}, ""},
	{"empty object before a name", `{"a":1,{}` + "\n", nil, []string{`torn {"a":1,{}` + "\n"}, ""},
	{"splice after a comma in a string", `{"a":"x, {"b":2}{"c":3}` + "\n", []string{`{"c":3}`}, []string{`torn {"a":"x, {"b":2}`}, ""},
	{"value after a colon in a string", `{"items":"[1,{",":{"type":1234567,  ":":"text"}  {"{":"a: b" }` + "\n", []string{`{"{":"a: b" }`}, []string{`torn {"items":"[1,{",":{"type":1234567,  ":":"text"}  `}, ""},
	{"splice in a number", `{"a":12{"b":2}` + "\n", []string{`{"b":2}`}, []string{`torn {"a":12`}, ""},
	{"splice in a literal", `{"a":nul{"b":2}` + "\n", []string{`{"b":2}`}, []string{`torn {"a":nul`}, ""},
	{"splice in a character", "{\"a\":\"\xE6\xBC{\"b\":2}\n", []string{`{"b":2}`}, []string{"torn {\"a\":\"\xE6\xBC"}, ""},
	{"splice after a nested value", `{"a":1,"b":{"c":2{"a":3}` + "\n", []string{`{"a":3}`}, []string{`torn {"a":1,"b":{"c":2`}, ""},
	{"splices one after the other", `{"a":"x{"b":"y{"c":"z{"d":4}` + "\n", []string{`{"d":4}`}, []string{`torn {"a":"x{"b":"y{"c":"z`}, ""},
	{"splice after an opening bracket in a string", `{"a":"x{"{"b":2}` + "\n", []string{`{"b":2}`}, []string{`torn {"a":"x{"`}, ""},
	{"splice that may be a value", `{"a":{"b":2}` + "\n", nil, []string{`torn {"a":{"b":2}` + "\n"}, ""},
	{"splice that completes a record", `{"a":1,"b":{"a":3}}` + "\n", []string{`{"a":1,"b":{"a":3}}`}, nil, ""},
	{"values of a torn record", `{"a":[{"b":1},{"c":2}],"d` + "\n", nil, []string{`torn {"a":[{"b":1},{"c":2}],"d` + "\n"}, ""},
	{"string with an object", `{"a":"{\"x\":1}","b` + "\n", nil, []string{`torn {"a":"{\"x\":1}","b` + "\n"}, ""},
	{"quotes without escapes", `{"a":"{"x":1}","b":2}` + "\n", nil, []string{`torn {"a":"{"x":1}","b":2}` + "\n"}, ""},
	{"end of a record", `lo","x":{"y":1}}` + "\n", nil, []string{`text lo","x":{"y":1}}` + "\n"}, ""},
	{"elements of a lost array", `{"x":1},{"y":1}]}` + "\n", nil, []string{`fragment {"x":1},{"y":1}]}` + "\n"}, ""},
	{"elements before other text", `{"x":1},{"y":1}"}` + "\n", nil, []string{`fragment {"x":1},{"y":1}"}` + "\n"}, ""},
	{"element between a comma and other text", `,{"x":1}"y"` + "\n", nil, []string{`fragment ,{"x":1}"y"` + "\n"}, ""},
	{"member after a value", `{"x":1},"y":1}` + "\n", nil, []string{`fragment {"x":1},"y":1}` + "\n"}, ""},
	{"commas", `,{"a":1},{"b":2},, {"c":3} ,` + "\n", []string{`{"a":1}`, `{"b":2}`, `{"c":3}`}, []string{"comma ,", "comma ,", "comma ,, ", "comma  ,\n"}, ""},
	{"array over several lines", "[\n{\"a\":1},\n{\"b\":2}\n]\n", []string{`{"a":1}`, `{"b":2}`}, []string{"torn [\n", "comma ,\n", "text ]\n"}, ""},
	{"NUL", "{\"a\":\"x\x00\x00\x00{\"b\":2}\n\x00\x00\n", []string{`{"b":2}`}, []string{`torn {"a":"x`, "nul \x00\x00\x00", "nul \x00\x00\n"}, ""},
	{"binary", "{\"a\":1}\xff\xfe\x80{\"b\":2}\n", []string{`{"a":1}`, `{"b":2}`}, []string{"text \xff\xfe\x80"}, ""},
	{"control characters", "{\"a\":1}\x01 \x1e{\"b\":2}\n", []string{`{"a":1}`, `{"b":2}`}, []string{"text \x01 \x1e"}, ""},
	{"text before a record", "2026-11-25 INFO [main] {\"a\":1}\n", []string{`{"a":1}`}, []string{"text 2026-11-25 INFO [main] "}, ""},
	{"text after a record", "{\"a\":1}panic: x\n", []string{`{"a":1}`}, []string{"text panic: x\n"}, ""},
	{"empty objects in text", "{} items\nsaw {}\n{}\n{}{}\n", []string{"{}", "{}", "{}"}, []string{"text {} items\n", "text saw {}\n"}, ""},
	{"torn tail", "{\"a\":1}\n{\"b\":", []string{`{"a":1}`}, []string{`torn {"b":`}, ""},
	{"torn tail after a comma", `{"a":1},{"b":`, []string{`{"a":1}`}, []string{`torn ,{"b":`}, ""},
	{"invalid", "{\"a\":1,}\n{\"a\":tru}\n{\"a\":\"\xff\"}\n{\"a\":\"\t\"}\n", nil, []string{"invalid {\"a\":1,}\n", "invalid {\"a\":tru}\n", "invalid {\"a\":\"\xff\"}\n", "invalid {\"a\":\"\t\"}\n"}, ""},
	{"byte order mark", "\uFEFF{\"a\":1}\n\uFEFF{\"b\":1}\n", []string{`{"a":1}`, `{"b":1}`}, []string{"byte-order-mark \uFEFF", "text \uFEFF"}, ""},
	{"other values", "[1]\n\"a\"\n1\ntrue\n", nil, []string{"other-value [1]\n", "text \"a\"\n", "text 1\n", "text true\n"}, ""},
	{"arrays", "[1]\n[\"a\",{\"b\":1}[\"c\"]\n1\n", []string{"[1]", `["c"]`}, []string{`torn ["a",{"b":1}`, "text 1\n"}, "arrays"},
	{"all kinds", "[1]\n \"a\"\r\n1 \ntrue\n1 2\n\"a\" {\"b\":1}\nnul\n12", []string{"[1]", `"a"`, "1", "true", `{"b":1}`}, []string{"text 1 2\n", `text "a" `, "text nul\n", "torn 12"}, "all"},
}

func TestSalvage(t *testing.T) {
	for _, c := range salvageCases {
		t.Run(c.name, func(t *testing.T) {
			r := salvageRules{kinds: c.kinds}
			var found, reasons []string
			for p := range records.Salvage([]byte(c.input), r.options()...) {
				if p.Record() != nil {
					found = append(found, string(p.Record()))
				}
				if p.Reason != 0 {
					reasons = append(reasons, p.Reason.String()+" "+string(p.Text))
				}
			}
			if !slices.Equal(found, c.records) || !slices.Equal(reasons, c.reasons) {
				t.Errorf("records %q, want %q\nrest %q, want %q", found, c.records, reasons, c.reasons)
			}
			r.check(t, []byte(c.input), false)
		})
	}
}
