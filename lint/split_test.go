package lint_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/schema"
)

// divided calls Split, and lists the bad records.
func divided(t *testing.T, o lint.Options, failOn lint.Severity, text string, concatenated bool) (good, bad, reported string, report *lint.Report) {
	t.Helper()
	var g, b, list bytes.Buffer
	report, totals, err := lint.New(o).Split(context.Background(), strings.NewReader(text), lint.Division{Good: &g, Bad: &b, FailOn: failOn, Concatenated: concatenated,
		Report: func(r *records.Rejected, d lint.Diagnostic) error {
			fmt.Fprintf(&list, "%d %s %s %d:%d %q\n", r.Number, d.Rule, d.Code, d.Start.Line, d.Start.Rune, d.Pointer)
			return nil
		}})
	if err != nil || totals.Bytes != int64(len(text)) || int64(g.Len()+b.Len()) != int64(len(text))+totals.Inserted {
		t.Errorf("%q: %v, %+v", text, err, totals)
	}
	return g.String(), b.String(), list.String(), report
}

func TestSplit(t *testing.T) {
	s, err := schema.Compile("s.json", []byte(`{"required": ["a"], "properties": {"a": {"type": "integer"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name                string
		options             lint.Options
		failOn              lint.Severity
		text                string
		good, bad, reported string
	}{
		{"valid", lint.Options{}, 0, "1\n2\n", "1\n2\n", "", ""},
		{"invalid", lint.Options{}, 0, "1\n{\"a\":x}\n2\n", "1\n2\n", "{\"a\":x}\n", "2 syntax misspelt-literal 2:6 \"/a\"\n"},
		{"warnings", lint.Options{}, 0, "1\n{\"a\":1,\"a\":2}\n", "1\n{\"a\":1,\"a\":2}\n", "", ""},
		{"a warning that counts", lint.Options{}, lint.Warning, "1\n{\"a\":1,\"a\":2}\n", "1\n", "{\"a\":1,\"a\":2}\n", "2 duplicate-keys duplicate-name 2:8 \"/a\"\n"},
		{"an error", lint.Options{Severities: map[string]lint.Severity{"duplicate-keys": lint.Error}}, 0, "1\n{\"a\":1,\"a\":2}\n", "1\n", "{\"a\":1,\"a\":2}\n", "2 duplicate-keys duplicate-name 2:8 \"/a\"\n"},
		{"a rule for numbers", lint.Options{Severities: map[string]lint.Severity{"number-range": lint.Error}}, 0, "1\n[1e999]\n", "1\n", "[1e999]\n", "2 number-range overflow 2:2 \"/0\"\n"},
		{"an invalid record although the rule is a warning", lint.Options{Severities: map[string]lint.Severity{"syntax": lint.Warning}}, 0, "x\n1\n", "1\n", "x\n", "1 syntax misspelt-literal 1:1 \"\"\n"},
		{"a limit", lint.Options{MaxDepth: 2}, 0, "[[1]]\n[[[1]]]\n", "[[1]]\n", "[[[1]]]\n", "2 syntax too-deep 2:3 \"/0/0\"\n"},
		{"a schema", lint.Options{Schema: s}, 0, "{\"a\":1}\n{}\n{\"a\":\"x\"}\n{\"a\":2}\n{\n", "{\"a\":1}\n{\"a\":2}\n", "{}\n{\"a\":\"x\"}\n{\n", "2 schema required 2:1 \"\"\n3 schema type 3:6 \"/a\"\n5 syntax truncated 5:2 \"\"\n"},
		{"a suppressed error", lint.Options{Schema: s, Suppressions: []lint.Suppression{{Rules: []string{"schema"}, Pointer: "/a"}}}, 0, "{}\n{\"a\":\"x\"}\n", "{\"a\":\"x\"}\n", "{}\n", "1 schema required 1:1 \"\"\n"},
		{"sequence", lint.Options{Dialect: lint.JSONSeq}, 0, "\x1E1\n\x1E[1\n\x1E\"a\"\n", "\x1E1\n\x1E\"a\"\n", "\x1E[1\n", "2 syntax truncated 2:4 \"\"\n"},
		{"a mark", lint.Options{}, 0, "\uFEFF1\nx\n", "\uFEFF1\n", "x\n", "2 syntax misspelt-literal 2:1 \"\"\n"},
		{"not JSON", lint.Options{}, 0, "PK\x03\x04\n1\nx\n", "1\n", "PK\x03\x04\nx\n", "1 syntax misspelt-literal 1:1 \"\"\n3 syntax misspelt-literal 3:1 \"\"\n"},
		{"concatenated", lint.Options{Schema: s}, 0, "{\"a\":\n1}{}{\"a\":2}7 {\"a\":3}[1}\n{\"a\":4}", "{\"a\":\n1}{\"a\":2}7 {\"a\":3}{\"a\":4}", "{}\n[1}\n", "2 schema required 2:3 \"\"\n6 syntax mismatched-bracket 2:23 \"\"\n"},
		{"no newline", lint.Options{Severities: map[string]lint.Severity{"final-newline": lint.Error}}, 0, "1\n2", "1\n2", "", ""},
	} {
		if c.options.Dialect == lint.JSON {
			c.options.Dialect = lint.NDJSON
		}
		good, bad, reported, _ := divided(t, c.options, c.failOn, c.text, c.name == "concatenated")
		if good != c.good || bad != c.bad || reported != c.reported {
			t.Errorf("%s: %q, %q,\n%s want %q, %q,\n%s", c.name, good, bad, reported, c.good, c.bad, c.reported)
		}
	}
}

// With Objects, valid records that are not objects are bad.
func TestSplitObjects(t *testing.T) {
	text := "{\"a\":1}\n\"c\"\n  {}\n\n[1]\n7\nnull\n{\"b\":\n"
	for _, concatenated := range []bool{false, true} {
		var good, bad, list strings.Builder
		report, totals, err := lint.New(lint.Options{Dialect: lint.NDJSON}).Split(context.Background(), strings.NewReader(text), lint.Division{Good: &good, Bad: &bad, Objects: true, Concatenated: concatenated,
			Report: func(r *records.Rejected, d lint.Diagnostic) error {
				fmt.Fprintf(&list, "%d %s %s %d:%d+%d %q %s\n", r.Number, d.Rule, d.Code, d.Start.Line, d.Start.Rune, d.Length, d.Pointer, d.Message)
				return nil
			}})
		want := "2 schema type 2:1+3 \"\" the record is a string, not an object\n4 schema type 5:1+3 \"\" the record is an array, not an object\n" +
			"5 schema type 6:1+1 \"\" the record is a number, not an object\n6 schema type 7:1+4 \"\" the record is null, not an object\n7 syntax truncated 8:6 \"/b\" "
		got := strings.ReplaceAll(list.String(), "8:6+0", "8:6")
		if err != nil || totals.Bad != 5 || !strings.HasPrefix(got, want) || good.String() != "{\"a\":1}\n  {}\n\n" || report.Count(lint.Error) != 5 {
			t.Errorf("%v, %+v\n got %swant %s%q", err, totals, got, want, good.String())
		}
	}
	// In the middle of many objects, which are checked together.
	text = strings.Repeat("{\"a\":1}\n", 10_000) + " 1\n" + strings.Repeat("\n {\"a\":1}\n", 10_000)
	_, totals, err := lint.New(lint.Options{Dialect: lint.NDJSON}).Split(context.Background(), strings.NewReader(text), lint.Division{Objects: true})
	if err != nil || totals.Bad != 1 {
		t.Errorf("%+v, %v", totals, err)
	}
}

// The report is the same as that of CheckReader, and all bad records are reported, even if the report is
// full.
func TestSplitReport(t *testing.T) {
	var b strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&b, "{\"id\":%d}\n", i)
		switch i % 5 {
		case 1:
			b.WriteString("{\"a\":1,\"a\":2}\n")
		case 3:
			b.WriteString("{\"a\":]\n[1,]\n")
		}
	}
	for _, limit := range []int{-1, 1, 7, 100, 1300} {
		o := lint.Options{Dialect: lint.NDJSON, MaxProblems: limit}
		want, err := lint.New(o).CheckReader(context.Background(), strings.NewReader(b.String()))
		if err != nil {
			t.Fatal(err)
		}
		_, _, reported, got := divided(t, o, 0, b.String(), false)
		if !reflect.DeepEqual(got.Diagnostics, want.Diagnostics) || got.Omitted != want.Omitted || got.Bytes != want.Bytes ||
			got.Count(lint.Error) != want.Count(lint.Error) || got.Count(lint.Warning) != want.Count(lint.Warning) {
			t.Errorf("limit %d: %d findings and %d omitted, want %d and %d", limit, len(got.Diagnostics), got.Omitted, len(want.Diagnostics), want.Omitted)
		}
		if n := strings.Count(reported, "\n"); n != 1200 {
			t.Errorf("limit %d: %d bad records", limit, n)
		}
	}
}

func TestSplitErrors(t *testing.T) {
	failed := errors.New("enough")
	_, totals, err := lint.New(lint.Options{Dialect: lint.NDJSON}).Split(context.Background(), strings.NewReader("x\ny\n"), lint.Division{
		Report: func(*records.Rejected, lint.Diagnostic) error { return failed },
	})
	if err != failed || totals.Bad != 1 {
		t.Errorf("%v, %+v", err, totals)
	}
}

// Only the beginning of a file shows the order of the bytes in UTF-16 and UTF-32. Records in UTF-16LE were taken for UTF-16BE, because a record
// begins after the byte of a line feed, which is in the middle of the character.
func TestEncodingOfLaterRecords(t *testing.T) {
	encode := map[string]func(b []byte, c byte) []byte{
		"UTF-16LE": func(b []byte, c byte) []byte { return append(b, c, 0) },
		"UTF-16BE": func(b []byte, c byte) []byte { return append(b, 0, c) },
		"UTF-32LE": func(b []byte, c byte) []byte { return append(b, c, 0, 0, 0) },
		"UTF-32BE": func(b []byte, c byte) []byte { return append(b, 0, 0, 0, c) },
	}
	for encoding, next := range encode {
		for _, text := range []string{"10\n2\n3\n", "{}\n[1]\n[\n", "12\n34\n5x", "{\"a\":1}\n{\"a\":\n\n\"b\"}"} {
			var src []byte
			for _, c := range []byte(text) {
				src = next(src, c)
			}
			n := 0
			_, _, err := lint.New(lint.Options{Dialect: lint.NDJSON}).Split(context.Background(), iotest.OneByteReader(bytes.NewReader(src)), lint.Division{Report: func(r *records.Rejected, d lint.Diagnostic) error {
				n++
				if d.Code != strings.ToLower(encoding) || !strings.HasSuffix(d.Message, "; the input is "+encoding+", but JSON must be UTF-8") {
					t.Errorf("%s, record %d of %q: %s: %s", encoding, r.Number, text, d.Code, d.Message)
				}
				return nil
			}})
			if err != nil || n < 2 {
				t.Errorf("%s, %q: %d records, %v", encoding, text, n, err)
			}
		}
	}
}
