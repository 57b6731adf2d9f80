package page

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

func open(t *testing.T, text, dialect string) *Document {
	t.Helper()
	d, err := Open([]byte(text), "", dialect)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// lines returns the children of a node, one on each line.
func lines(tree *Tree) (s string) {
	for _, n := range tree.Children {
		s += fmt.Sprintln(n.Pointer, n.Kind, n.Offset, n.Length, n.Count, n.Text)
	}
	return s
}

func TestTree(t *testing.T) {
	d := open(t, "// x\n{\"a/b\": [1, \"\\u0041\", {}], \"~\": null, \"a/b\": [[]],}", "json5")
	tree, err := d.Tree(0, "", 0, 10)
	if err != nil {
		t.Fatal(err)
	}
	if got := lines(tree); got != "/a~1b array 13 17 3 \n/~0 null 37 4 0 \n/a~1b array 50 4 1 \n" || tree.Kind != "object" || tree.Count != 3 {
		t.Errorf("%s%+v", got, tree.Node)
	}
	if tree, err = d.Tree(5, "/a~1b", 0, 10); err != nil || lines(tree) != "/a~1b/0 array 51 2 0 \n" {
		t.Errorf("%v %v", tree, err)
	}
	d = open(t, `[1, "\u0041é", {}, false]`, "")
	if tree, err = d.Tree(0, "", 1, 2); err != nil || lines(tree) != "/1 string 4 10 0 Aé\n/2 object 16 2 0 \n" {
		t.Errorf("%v %v", tree, err)
	}
	if tree, err = d.Tree(0, "", 0, 0); err != nil || len(tree.Children) != 0 || tree.Count != 4 {
		t.Errorf("%v %v", tree, err)
	}
	long := strings.Repeat("é", 1000)
	if tree, err = open(t, `["x`+long+`"]`, "json").Tree(0, "", 0, 1); err != nil || tree.Children[0].Text != "x"+long[:198] || !tree.Children[0].Cut {
		t.Errorf("%v %v", tree, err)
	}
	for _, c := range []struct{ text, pointer, want string }{
		{"[1\n 2]", "", "line 1, column 3: "}, {"[1]", "/1", "no element"}, {"[1]", "x", ""},
	} {
		if _, err := open(t, c.text, "").Tree(0, c.pointer, 0, 1); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s: %v", c.text, c.pointer, err)
		}
	}
	if _, err := Open(nil, "", "yaml"); err == nil {
		t.Error("a dialect that does not exist is accepted")
	}
}

func TestRecords(t *testing.T) {
	d := open(t, "{\"a\": 1}\n[1 2]\r\n\n[3]\n{", "ndjson")
	for _, c := range []struct {
		from, number int
		invalid      bool
		want         string
	}{
		{0, 10, false, "0@0:1 true|1@9:2 false|2@17:4 true|3@21:5 false|"},
		{1, 2, false, "1@9:2 false|2@17:4 true|"},
		{1, 2, true, "3@21:5 false|"},
		{9, 2, true, ""},
	} {
		page, err := d.Records(c.from, c.number, c.invalid)
		if err != nil || page.Total != 4 || page.Invalid != 2 {
			t.Fatalf("%+v %v", page, err)
		}
		got := ""
		for _, r := range page.Records {
			got += fmt.Sprintf("%d@%d:%d %t|", r.Number, r.Offset, r.Line, r.Valid)
			if r.Valid != (r.Message == "") || r.Valid != (r.Error == nil) {
				t.Errorf("%+v", r)
			}
		}
		if got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
	page, _ := d.Records(1, 1, false)
	if e := page.Records[0].Error; e.Offset != 12 && e.Offset != 11 || e.Line != 2 {
		t.Errorf("%+v", e)
	}
	page, _ = d.Records(3, 1, false)
	if r := page.Records[0]; !strings.Contains(r.Message, "the '{' at line 5, column 1 is not closed") || *r.Error != (Place{22, 5, 2, 2}) {
		t.Errorf("the message is not about the text: %+v %+v", r, r.Error)
	}
	tree, err := d.Tree(0, "", 0, 5)
	if err != nil || lines(tree) != "/a number 6 1 0 1\n" {
		t.Errorf("%v %v", tree, err)
	}
	if tree, err = d.Tree(2, "", 0, 5); err != nil || lines(tree) != "/0 number 18 1 0 3\n" {
		t.Errorf("%v %v", tree, err)
	}
	for _, n := range []int{1, -1, 4} {
		if _, err = d.Tree(n, "", 0, 5); err == nil {
			t.Errorf("record %d has a tree", n)
		}
	}
	if _, err := open(t, "[]", "").Records(0, 1, false); err == nil {
		t.Error("a document has records")
	}
	d = open(t, "\x1e1\x1e[2]\n", "json-seq")
	if page, err := d.Records(0, 9, false); err != nil || page.Total != 2 || page.Invalid != 1 || page.Records[0].Message == "" {
		t.Errorf("%+v %v", page, err)
	}
}

func TestConvert(t *testing.T) {
	for text, want := range map[string]string{
		"{\n  // port\n  'port': 0x1F90,\n  hosts: ['a', 'b',],\n}\n": "{\n  \"port\": 8080,\n  \"hosts\": [\"a\", \"b\"]\n}\n",
		"{a: .5, b: +1}": "{ \"a\": 0.5, \"b\": 1 }\n",
		`[1, 2]`:         "", `{a: NaN}`: "", `{a: True}`: "", `{`: "", ``: "",
	} {
		out, err := open(t, text, "").Convert()
		if got := string(out); got != want || (err == nil) != (want != "") {
			t.Errorf("%s: %q %v, want %q", text, got, err, want)
		}
	}
	if _, err := open(t, "{a: 1}\n{}", "ndjson").Convert(); err == nil {
		t.Error("records are converted")
	}
}

func TestFormat(t *testing.T) {
	for _, c := range []struct{ text, dialect, settings, want string }{
		{`{"b":1,"a":[2]}`, "json", `{"indent": 4, "width": 0, "sortKeys": "asc", "style": "plain"}`, "{\n    \"a\": [\n        2\n    ],\n    \"b\": 1\n}\n"},
		{`{"b":1} // x`, "jsonc", `{"compact": false}`, "{ \"b\": 1 } // x\n"},
		{"{ }\n[ 1 ]", "ndjson", `{}`, "{}\n[1]\n"},
		{`{"b": 1.0, "a": 2}`, "", `{"canonical": true}`, `{"a":2,"b":1}`},
		{`[1 2]`, "", `{}`, "error: line 1, column 4: "},
		{`[]`, "", `{"indent": "x"}`, "error: indent: "},
		{`[]`, "json-seq", `{}`, "error: "},
	} {
		var settings map[string]any
		if err := json.Unmarshal([]byte(c.settings), &settings); err != nil {
			t.Fatal(err)
		}
		out, err := open(t, c.text, c.dialect).Format(settings)
		if err != nil {
			out = []byte("error: " + err.Error())
		}
		if got := string(out); got != c.want && (!strings.HasPrefix(c.want, "error") || !strings.HasPrefix(got, c.want)) {
			t.Errorf("%s with %s:\n%s\nwant\n%s", c.text, c.settings, got, c.want)
		}
	}
}
