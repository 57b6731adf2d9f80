package get

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/assayjson/assay/lint"
)

func TestParse(t *testing.T) {
	files := map[string]bool{"a": true, "x:3": true, "C:/a": true, "-": true}
	for _, c := range []struct {
		args string
		want Query
		ok   bool
	}{
		{"a /b", Query{"a", 0, "/b"}, true},
		{"a ''", Query{"a", 0, ""}, true},
		{"a:1", Query{"a", 1, ""}, true},
		{"a:12 /b/0", Query{"a", 12, "/b/0"}, true},
		{"x:3 /b", Query{"x:3", 0, "/b"}, true},
		{"x:3:4", Query{"x:3", 4, ""}, true},
		{"x:4", Query{"x", 4, ""}, true},
		{"-:2", Query{"-", 2, ""}, true},
		{"- /a", Query{"-", 0, "/a"}, true},
		{"C:/a /b", Query{"C:/a", 0, "/b"}, true},
		{"C:/b /b", Query{"C:/b", 0, "/b"}, true},
		{"missing /b", Query{"missing", 0, "/b"}, true},
		{"", Query{}, false},
		{"a", Query{}, false},
		{"a:0", Query{}, false},
		{"a:99999999999999999999", Query{}, false},
		{"a: x", Query{"a:", 0, "x"}, true},
		{"a:-1", Query{}, false}, // a exists
		{"-:x", Query{}, false},
		{"missing:-1 /b", Query{"missing:-1", 0, "/b"}, true},
		{":1 /b", Query{":1", 0, "/b"}, true},
		{"a /b /c", Query{}, false},
	} {
		args := strings.Fields(c.args)
		for i := range args {
			args[i] = strings.Trim(args[i], "'")
		}
		q, err := Parse(args, func(name string) bool { return files[name] })
		if q != c.want || (err == nil) != c.ok {
			t.Errorf("%s: %+v, %v", c.args, q, err)
		}
	}
}

func TestFromDocument(t *testing.T) {
	const jsonc = "// é\n{\"a\": [1, /*in*/ 2, {\"b\": \"\\u00e9\"}],\n \"a/b\": 1.50e+1,}"
	for _, c := range []struct {
		dialect             lint.Dialect
		src, pointer        string
		want, wantErr, kind string
	}{
		{lint.JSON, " {\"a\" : [ 1,2 ] } ", "", "{\"a\" : [ 1,2 ] }", "", ""},
		{lint.JSON, "\uFEFF{\"a\" : [ 1,2 ] } ", "/a", "[ 1,2 ]", "", ""},
		{lint.JSON, "{\"a\":1,\n \"\\u0061\":2}", "/a", "", "JSON Pointer \"/a\" is ambiguous, because an object has the name \"a\" twice: at line 1, column 2, and at line 2, column 2", "ambiguous"},
		{lint.JSON, "[{\"/\":{\"b\":1},\"x\":1,\"x\":2,\"/\":{}}]", "/0/~1/b", "", "at line 1, column 3, and at line 1, column 27", "ambiguous"},
		{lint.JSON, "[{\"/\":{\"b\":1},\"x\":1,\"x\":2}]", "/0/~1/b", "1", "", ""},
		{lint.JSON, "{\"a\":1,\"a\":2}", "", "{\"a\":1,\"a\":2}", "", ""},
		{lint.JSON, "{\"\":1,\"\":2}", "", "{\"\":1,\"\":2}", "", ""},
		{lint.JSON, "{\"\":1,\"\":2}", "/", "", "the name \"\" twice", "ambiguous"},
		{lint.JSON5, "/* é */ {a: 1, 'a': 2}", "/a", "", "at line 1, column 10, and at line 1, column 16", "ambiguous"},
		{lint.JSON, "{\"a\":1}", "/b", "", "no member has this name", "missing"},
		{lint.JSON, "{\"a\":1}", "b", "", "did you mean \"/b\"?", ""},
		{lint.JSON, "{\"a\":1}", "$.a.b", "", "did you mean \"/a/b\"?", ""},
		{lint.JSON, "{\"a\":1}", "a.b/c", "", "did you mean \"/a.b/c\"?", ""},
		{lint.JSON, "{\"a\":1}", "$", "", "\"$\" is not a JSON Pointer, because it does not begin with '/'", ""},
		{lint.JSON, "{\"a\":1}", "/~2", "", "not a JSON Pointer", ""},
		{lint.JSON, "{\"a\":1}\n]", "/a", "", "2:1: ", "invalid"},
		{lint.IJSON, "{\"a\":1,\"a\":2}", "/a", "", "1:8: ", "invalid"},
		{lint.JSONC, jsonc, "/a", "[1, /*in*/ 2, {\"b\": \"\\u00e9\"}]", "", ""},
		{lint.JSONC, jsonc, "/a/2/b", "\"\\u00e9\"", "", ""},
		{lint.JSONC, jsonc, "/a~1b", "1.50e+1", "", ""},
		{lint.JSONC, "// é\n{\"a\": tru}", "/a", "", "2:7: ", "invalid"},
		{lint.JSON5, "{a: 'i\\'t', b: [+1, .5, -Infinity,],}", "/b", "[+1, .5, -Infinity,]", "", ""},
		{lint.JSON5, "{a: 'i\\'t', b: [+1, .5, -Infinity,],}", "/a", "'i\\'t'", "", ""},
		{lint.JSON5, "{a: 'i\\'t', b: [+1, .5, -Infinity,],}", "/b/2", "-Infinity", "", ""},
		{lint.NDJSON, "1\n2\n", "", "", "has many records; name one of them, as in f:1", ""},
		{lint.JSON, "{}\n{}\n", "/a", "", "2:1: unexpected '{' after the end of the document; a file with several documents must be NDJSON, with one document on each line; if each line is a record, name one of them, as in f:1", "invalid"},
	} {
		got, err := Query{File: "f", Pointer: c.pointer}.FromDocument([]byte(c.src), c.dialect)
		checkResult(t, c.src+c.pointer, string(got), err, c.want, c.wantErr, c.kind)
	}
}

func TestFromRecords(t *testing.T) {
	const text = "\uFEFF{\"id\": 1} \r\n\n \n{\"id\":2\n  {\"id\" :3}"
	for _, c := range []struct {
		dialect             lint.Dialect
		src                 string
		record              int64
		pointer             string
		want, wantErr, kind string
	}{
		{lint.NDJSON, text, 1, "", "{\"id\": 1}", "", ""},
		{lint.NDJSON, text, 2, "", "", "4:8: ", "invalid"},
		{lint.NDJSON, text, 3, "", "{\"id\" :3}", "", ""},
		{lint.NDJSON, text, 3, "/id", "3", "", ""},
		{lint.NDJSON, "1\n\n  {\"é\":{\"a\":1,\"a\":2}}", 2, "/é/a", "", "at line 3, column 9, and at line 3, column 15", "ambiguous"},
		{lint.JSONSeq, "\x1E1\n\x1E{\"a\":1,\n\"a\":2}\n", 2, "/a", "", "at line 2, column 3, and at line 3, column 1", "ambiguous"},
		{lint.NDJSON, text, 3, "/x", "", "no member", "missing"},
		{lint.NDJSON, text, 4, "", "", "there is no record 4, but only 3", "missing"},
		{lint.NDJSON, text, 3, "x", "", "\"x\" is not a JSON Pointer", ""},
		{lint.JWCC, text, 3, "", "", "is one document in the dialect jwcc, so the file name must be given without :3", ""},
		{lint.NDJSON, "1", 2, "", "", "there is no record 2, but only one", "missing"},
		{lint.NDJSON, "\n", 1, "", "", "there is no record 1, because there are no records", "missing"},
		{lint.JSONSeq, "\x1E1\n\x1E[\n2]\n", 2, "/0", "2", "", ""},
	} {
		got, err := Query{File: "f", Record: c.record, Pointer: c.pointer}.FromRecords(context.Background(), strings.NewReader(c.src), c.dialect)
		checkResult(t, c.src+c.pointer, string(got), err, c.want, c.wantErr, c.kind)
	}
	failed := errors.New("lost")
	if _, err := (Query{Record: 1}).FromRecords(context.Background(), iotest.ErrReader(failed), lint.NDJSON); err != failed {
		t.Error(err)
	}
}

func checkResult(t *testing.T, name, got string, err error, want, wantErr, kind string) {
	t.Helper()
	var missing *MissingError
	var invalid *InvalidError
	var ambiguous *AmbiguousError
	gotKind := ""
	switch {
	case errors.As(err, &missing):
		gotKind = "missing"
	case errors.As(err, &invalid):
		gotKind = "invalid"
	case errors.As(err, &ambiguous):
		gotKind = "ambiguous"
	}
	if got != want || (err == nil) != (wantErr == "") || err != nil && !strings.Contains(err.Error(), wantErr) || gotKind != kind {
		t.Errorf("%q: %q, %v (%s); want %q, %s (%s)", name, got, err, gotKind, want, wantErr, kind)
	}
}
