package protocol

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/assayjson/assay/internal/testing/fuzzing"
)

func frame(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }

// readAll returns all messages and the errors of those that were skipped, and the final error.
func readAll(r io.Reader) (messages []any, skipped []string, err error) {
	s := NewStream(r, io.Discard, func() error { return nil }, func(err error) { skipped = append(skipped, err.Error()) })
	for {
		var v any
		if err := s.ReadObject(&v); err != nil {
			return messages, skipped, err
		}
		messages = append(messages, v)
	}
}

func TestRead(t *testing.T) {
	for _, c := range []struct {
		in      string
		want    string
		skipped int
		err     string
	}{
		{"", "[]", 0, "EOF"},
		{frame("1") + frame("true"), "[1 true]", 0, "EOF"},
		{"content-length:1\nX: y\n\n7", "[7]", 0, "EOF"},
		{frame("{") + frame("2"), "[2]", 1, "EOF"},
		{frame("") + frame("2"), "[2]", 1, "EOF"},
		{frame("\xff\x00") + frame("2"), "[2]", 1, "EOF"},
		{"Content-Length: 5\r\n\r\n1", "[]", 0, "unexpected EOF"},
		{"Content-Length: 5\r\n", "[]", 0, "unexpected EOF"},
		{"Content-Length: 5", "[]", 0, "unexpected EOF"},
		{"Content-Length: -5\r\n\r\n", "[]", 0, "the Content-Length of a message is invalid"},
		{"Content-Length: 99999999999999999999\r\n\r\n", "[]", 0, "the Content-Length of a message is invalid"},
		{"Content-Length: 9999999999\r\n\r\n1", "[]", 0, "EOF"},
		{"\r\n\r\n", "[]", 0, "the header of a message has no Content-Length"},
		{"POST /:Content-Length:1 HTTP/1.1\r\nContent-Length: 1\r\n\r\n1", "[]", 0, "the header of a message is invalid"},
		{": 1\r\nContent-Length: 1\r\n\r\n1", "[]", 0, "the header of a message is invalid"},
		{"{}\r\n\r\n", "[]", 0, "the header of a message is invalid"},
		{"a:" + strings.Repeat("b", 9000), "[]", 0, "the header of a message is too long"},
		{strings.Repeat("a:b\r\n", 9000), "[]", 0, "the header of a message is too long"},
		{frame("\"" + strings.Repeat("x", 3<<20) + "\""), "[" + strings.Repeat("x", 3<<20) + "]", 0, "EOF"},
	} {
		for _, r := range []io.Reader{strings.NewReader(c.in), iotest.HalfReader(strings.NewReader(c.in))} {
			got, skipped, err := readAll(r)
			if fmt.Sprint(got) != c.want || len(skipped) != c.skipped || err.Error() != c.err {
				t.Errorf("%.50q: %.50v %q %v", c.in, got, skipped, err)
			}
		}
	}
}

func TestParse(t *testing.T) {
	for body, want := range map[string]string{
		`{}`: `nil "" nil`,
		"{ \"id\" : 7 ,\n\"method\" :\t\"a\" , \"params\" : { \"id\": [1] } , \"x\": [{}] }": `7 "a" { "id": [1] }`,
		`{"id":"7","method":"\u0061"}`: `"7" "a" nil`, `{"id":null,"result":[1,{"id":2}]}`: `null "" nil`,
		`{"params":[],"\u0069d":1}`: `1 "" []`,
		``:                          "", `[]`: "", `{`: "", `{"id":1`: "", `{}{}`: "", `{"id":{}}`: "", `{"method":1}`: "", `{"method":""}`: "", `{"method":null}`: "", `{"params":[}`: "", "{\"x\":\"\xff\"}": "", `{"x":1,}`: "",
	} {
		m, ok := parse([]byte(body))
		got := ""
		if ok {
			show := func(b []byte) string {
				if b == nil {
					return "nil"
				}
				return string(b)
			}
			got = fmt.Sprintf("%s %q %s", show(m.ID), m.Method, show(m.Params))
		}
		if got != want {
			t.Errorf("%s: %s, want %s", body, got, want)
		}
	}
}

func TestWrite(t *testing.T) {
	var b bytes.Buffer
	s := NewStream(strings.NewReader(""), &b, func() error { return nil }, nil)
	for _, v := range []any{1, "é"} {
		if err := s.WriteObject(v); err != nil {
			t.Error(err)
		}
	}
	if got := b.String(); got != "Content-Length: 1\r\n\r\n1Content-Length: 4\r\n\r\n\"é\"" {
		t.Errorf("%q", got)
	}
	if s.Err() != nil {
		t.Error(s.Err())
	}
}

type failing struct{ calls int }

func (f *failing) Write([]byte) (int, error) {
	f.calls++
	return 0, errors.New("closed")
}

func TestWriteError(t *testing.T) {
	f := new(failing)
	s := NewStream(strings.NewReader(""), f, func() error { return nil }, nil)
	for range 2 {
		if err := s.WriteObject(1); err == nil || err != s.Err() {
			t.Error(err)
		}
	}
	if f.calls != 1 {
		t.Errorf("%d writes", f.calls)
	}
}

func FuzzRead(t *testing.F) {
	f := fuzzing.Of(t)
	f.Add(frame("1") + frame("{") + frame("[]"))
	f.Add(`{"id": 1, "method":"a","params" : [{"id":2}]}`)
	f.Add("Content-Length: 5\r\nContent-Type: x\r\n\r\n[1,2]")
	f.Fuzz(func(t *testing.T, in string) {
		if _, _, err := readAll(strings.NewReader(in)); err == nil {
			t.Error("no error at the end")
		}
		m, ok := parse([]byte(in))
		var want map[string]json.RawMessage
		if ok && (json.Unmarshal([]byte(in), &want) != nil || string(want["params"]) != string(m.Params) || string(want["id"]) != string(m.ID)) {
			t.Errorf("%q: %v", in, m)
		}
	})
}

func TestURI(t *testing.T) {
	for path, uri := range map[string]string{
		"/a/b c.json": "file:///a/b%20c.json", "/é%/x#y?.json": "file:///%C3%A9%25/x%23y%3F.json",
	} {
		if got, ok := pathOf(uri, '/'); got != path || !ok {
			t.Errorf("%s: %q", uri, got)
		}
		if got := uriOf(path); got != uri {
			t.Errorf("%s: %q", path, got)
		}
	}
	for uri, want := range map[string]string{
		"file:///c%3A/x/y.json": `c:\x\y.json`, "file:///C:/x.json": `C:\x.json`, "file://host/share/x.json": `\\host\share\x.json`,
	} {
		if got, ok := pathOf(uri, '\\'); got != want || !ok {
			t.Errorf("%s: %q", uri, got)
		}
	}
	for _, uri := range []string{"untitled:Untitled-1", "", "%", "file:", "https://a/b", "file://host/x"} {
		if got, ok := pathOf(uri, '/'); ok {
			t.Errorf("%s: %q", uri, got)
		}
	}
	if got := uriOf("c:/x.json"); got != "file:///c:/x.json" {
		t.Error(got)
	}
}
