package page

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"strings"
	"testing"
)

// run checks a text in pieces of n bytes.
func run(t *testing.T, o CheckOptions, text []byte, n int) *Verdict {
	t.Helper()
	c, err := NewCheck(o)
	if err != nil {
		t.Fatal(err)
	}
	for len(text) > 0 {
		k := min(n, len(text))
		if c.Write(text[:k]) {
			break
		}
		text = text[k:]
	}
	return c.End()
}

func packed(text []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(text)
	w.Close()
	return b.Bytes()
}

func TestCheck(t *testing.T) {
	text := []byte("{\"é\": 1,\n\"b\": [2 3],\n\"b\": \"\xff\"}")
	for _, n := range []int{1, 7, 1000} {
		for _, c := range []struct {
			name string
			text []byte
		}{{"a.json", text}, {"a.json.gz", packed(text)}} {
			v := run(t, CheckOptions{Name: c.name}, c.text, n)
			if v.Trouble != "" || v.Bytes != int64(len(text)) || v.Errors != 2 || len(v.Findings) < 2 {
				t.Fatalf("%s in pieces of %d: %+v", c.name, n, v)
			}
			f := v.Findings[0]
			if f.Code != "missing-comma" || f.Offset != int64(bytes.IndexByte(text, '3')-1) && f.Offset != int64(bytes.IndexByte(text, '3')) || f.Line != 2 || !strings.HasPrefix(f.Before, `"b": [2`) {
				t.Errorf("the first finding is %+v", f)
			}
			last := v.Findings[len(v.Findings)-1]
			if last.Text != "\uFFFD" || last.Line != 3 || last.Before != `"b": "` || last.After != `"}` {
				t.Errorf("the last finding is %+v", last)
			}
		}
	}
}

// TestFound checks that findings are known before the text has been written to its end.
func TestFound(t *testing.T) {
	piece := []byte(strings.Repeat("[1, 2, 3]\n", 100_000))
	c, err := NewCheck(CheckOptions{Name: "a.ndjson", Max: 5})
	if err != nil {
		t.Fatal(err)
	}
	var found []Finding
	c.Write([]byte(strings.Repeat("[+1]\n", 9)))
	for range 100 { // the check may be some pieces behind
		c.Write(piece)
		if found = append(found, c.Found()...); len(found) >= 5 {
			break
		}
	}
	if len(found) != 5 {
		t.Fatalf("%d findings are known before the end", len(found))
	}
	if v := c.End(); v.Errors != 9 || len(v.Findings) != 5 || v.Findings[0].Offset != found[0].Offset || found[0].Line != 1 {
		t.Errorf("%+v, found %+v", v, found)
	}
}

func TestCheckStatistics(t *testing.T) {
	v := run(t, CheckOptions{Name: "a.json", Statistics: true}, []byte(`{"a": [1, "", "xyz", null], "b": {"c": true}}`), 5)
	s := v.Statistics
	if s == nil {
		t.Fatal("there are no statistics")
	}
	if got := fmt.Sprint(s.Objects, s.Arrays, s.Strings, s.Numbers, s.Trues, s.Falses, s.Nulls, s.Names, s.Depth, s.Depths, s.StringSizes, s.LongestString, s.LongestStringAt, s.Bytes, s.Records, s.Invalid); got != "2 1 2 1 1 0 1 3 2 [1 2 5] [1 3 1] 3 14 45 1 0" {
		t.Errorf("statistics: %s", got)
	}
	v = run(t, CheckOptions{Name: "a.jsonl", Statistics: true}, []byte("{}\n[1,]\n[2]\n"), 5)
	if s := v.Statistics; v.Errors != 1 || s.Records != 3 || s.Invalid != 1 || s.Numbers != 1 || fmt.Sprint(s.RecordSizes) != "[0 0 2 1]" {
		t.Errorf("statistics of records: %+v", s)
	}
	v = run(t, CheckOptions{Name: "a.jsonc", Statistics: true}, []byte("[1] // one"), 5)
	if s := v.Statistics; v.Errors != 0 || s.Numbers != 1 || s.Invalid != 0 {
		t.Errorf("statistics of JSONC: %+v", s)
	}
}

func TestCheckEndsEarly(t *testing.T) {
	text := []byte("[1 2" + strings.Repeat(" ", 32<<20) + "]")
	c, err := NewCheck(CheckOptions{Name: "a.json", StopAt: "error"})
	if err != nil {
		t.Fatal(err)
	}
	pieces := 0
	for len(text) > 0 && !c.Write(text[:min(1<<16, len(text))]) {
		text = text[min(1<<16, len(text)):]
		pieces++
	}
	if v := c.End(); v.Errors != 1 || pieces > 300 {
		t.Errorf("the check has read %d pieces and found %+v", pieces, v)
	}
}

func TestCheckIsCancelled(t *testing.T) {
	c, err := NewCheck(CheckOptions{})
	if err != nil {
		t.Fatal(err)
	}
	c.Write([]byte("["))
	c.Cancel()
	c.Write([]byte("1"))
	if v := c.End(); v.Trouble != "the check was cancelled" {
		t.Errorf("%+v", v)
	}
	if c.Write([]byte("x")); c.End() == nil {
		t.Error("no verdict")
	}
}

func TestCheckTrouble(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a.json.gz", "[1]", "not valid gzip data, despite its name"},
		{"a.json.zst", "[1]", "not valid zstd data, despite its name"},
		{"a.json.gz", string(packed([]byte(`[1, 2, 3]`))[:20]), "truncated"},
	} {
		if v := run(t, CheckOptions{Name: c.name}, []byte(c.text), 3); !strings.Contains(v.Trouble, c.want) {
			t.Errorf("%s: %+v", c.name, v)
		}
	}
	for _, o := range []CheckOptions{{Dialect: "yaml"}, {Rules: map[string]string{"x": "error"}}, {Rules: map[string]string{"bom": "bad"}}, {StopAt: "x"}} {
		if _, err := NewCheck(o); err == nil {
			t.Errorf("%+v is accepted", o)
		}
	}
}

// Of several mistakes in the options, always the same one is reported.
func TestTheSameMistakeInOptions(t *testing.T) {
	o := CheckOptions{Rules: map[string]string{"bom": "a", "schema": "b", "encoding": "c", "key-order": "d"}}
	for range 20 {
		if _, err := NewCheck(o); err == nil || !strings.Contains(err.Error(), `"a"`) {
			t.Fatal(err)
		}
	}
}

// A text whose name does not say what it is has records if its first lines show that.
func TestCheckFirstLines(t *testing.T) {
	text := []byte("{\"a\":1}\n{\"a\":2,}\n{\"a\":3}\n")
	for _, c := range []struct {
		o       CheckOptions
		dialect string
		line    int
	}{
		{CheckOptions{Name: "a.log"}, "ndjson", 2}, {CheckOptions{}, "ndjson", 2},
		{CheckOptions{Name: "a.json"}, "json", 2}, {CheckOptions{Name: "a.log", Dialect: "json"}, "json", 2},
	} {
		v := run(t, c.o, text, 5)
		isRecord := v.Dialect == "ndjson" && len(v.Findings) == 1 && v.Findings[0].Code == "trailing-comma"
		if v.Dialect != c.dialect || v.Errors == 0 || v.Findings[0].Line != c.line || isRecord != (c.dialect == "ndjson") {
			t.Errorf("%+v: %+v", c.o, v)
		}
	}
}
