package page

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"

	"github.com/assayjson/assay/internal/testing/fuzzing"
)

// TestRepairs has a text in each encoding. The first repair must be the right one, or give the same result.
func TestRepairs(t *testing.T) {
	for _, c := range []struct {
		text     string
		encoding encoding.Encoding
		name     string
	}{
		{`{"city": "Zürich"}`, charmap.ISO8859_1, "decode:windows-1252"},
		{`{"nom": "Hélène Müller à Genève"}`, charmap.Windows1252, "decode:windows-1252"},
		{`{"name": "Café Zürich", "città": "Forlì"}`, charmap.ISO8859_1, "decode:windows-1252"},
		{`{"имя": "Привет, мир"}`, charmap.Windows1251, "decode:windows-1251"},
		{`{"имя": "Привет, мир"}`, charmap.KOI8R, "decode:koi8-r"},
		{`{"名前": "こんにちは世界"}`, japanese.ShiftJIS, "decode:shift_jis"},
		{`{"名前": "こんにちは世界"}`, japanese.EUCJP, "decode:euc-jp"},
		{`{"이름": "안녕하세요"}`, korean.EUCKR, "decode:euc-kr"},
		{`{"名字": "你好，世界"}`, simplifiedchinese.GBK, "decode:gbk"},
	} {
		text, err := c.encoding.NewEncoder().String(c.text)
		if err != nil {
			t.Fatal(err)
		}
		d := open(t, text, "")
		at := int64(strings.IndexFunc(text, func(r rune) bool { return r >= 0x80 }))
		b := d.Bytes(at)
		for b.Kind == "" { // by chance
			at = b.Next
			b = d.Bytes(at)
		}
		if b.Kind == "" || b.Why == "" || b.Length == 0 || b.Offset != at || b.Bytes[int(at)-int(b.From)] < 0x80 {
			t.Errorf("%s: %+v", c.text, b)
		}
		i := slices.IndexFunc(b.Repairs, func(r Repair) bool { return r.Name == c.name })
		switch {
		case i < 0 || b.Repairs[i].Repaired != c.text:
			t.Errorf("%s is not repaired: %+v", c.text, b.Repairs)
		case b.Repairs[0].Repaired != c.text:
			t.Errorf("%s: the first of the repairs is %+v, not %+v", c.text, b.Repairs[0], b.Repairs[i])
		}
		if out, err := d.Repair(c.name); err != nil || string(out) != c.text {
			t.Errorf("%s: %q %v", c.text, out, err)
		}
	}
}

func TestRepairByName(t *testing.T) {
	for _, c := range []struct{ text, name, want string }{
		{"[\"\xff\xff\"]", "replace", "[\"\uFFFD\uFFFD\"]"},
		{"[\"\xff\xff\"]", "drop", `[""]`},
		{"[\"é\xe9\"]", "mixed:windows-1252", `["éé"]`},
		{"[\"\xed\xa0\xbd\xed\xb8\x80\"]", "form:cesu-8", `["😀"]`},
		{"[\"é\"]", "decode:utf-8", `["é"]`},
		{"[\"\xff\"]", "decode:utf-8", "error"},
		{"[\"\xff\"]", "decode:euc-jp", "error"},
		{"[\"\xff\"]", "decode:x", "error"},
		{"[]", "mixed:windows-1252", "[]"},
		{"[]", "form:x", "error"},
		{"[]", "", "error"},
	} {
		got, err := open(t, c.text, "").Repair(c.name)
		if err != nil {
			got = []byte("error")
		}
		if string(got) != c.want {
			t.Errorf("%q by %s: %q %v", c.text, c.name, got, err)
		}
	}
}

// In a text with records, only the lines are converted that jsonlint --fix-encoding and jsonlint salvage --from convert, and the repair is
// offered only on such lines.
func TestRepairOfRecords(t *testing.T) {
	const text = "{\"a\": \"f\xfcr\"}\n{\"b\": \"f\u00fcr \u00e9\xc3\"}\n{\"c\": \"\xe9\"}\n"
	for dialect, want := range map[string]string{
		"ndjson": "{\"a\": \"f\u00fcr\"}\n{\"b\": \"f\u00fcr \u00e9\xc3\"}\n{\"c\": \"\u00e9\"}\n",
		"json":   "{\"a\": \"f\u00fcr\"}\n{\"b\": \"f\u00fcr \u00e9\u00c3\"}\n{\"c\": \"\u00e9\"}\n",
	} {
		d := open(t, text, dialect)
		got, err := d.Repair("mixed:windows-1252")
		if err != nil || string(got) != want {
			t.Errorf("%s: %q, %v, want %q", dialect, got, err, want)
		}
		for _, bad := range []string{"\xfc", "\xc3\"", "\xe9\""} {
			b := d.Bytes(int64(strings.Index(text, bad)))
			isOffered := slices.ContainsFunc(b.Repairs, func(r Repair) bool { return r.Name == "mixed:windows-1252" })
			if isConverted := !strings.Contains(want, bad); isOffered != isConverted || b.Kind == "" {
				t.Errorf("%s: the repair of %q is offered: %t; it converts it: %t", dialect, bad, isOffered, isConverted)
			}
		}
	}
}

func TestBytes(t *testing.T) {
	d := open(t, "[\"\xed\xa0\xbd\xed\xb8\x80\"]", "")
	b := d.Bytes(2)
	if b.Kind == "" || b.Repairs[0].Name != "form:cesu-8" || b.Repairs[0].Repaired != `["😀"]` || b.Next != 3 {
		t.Errorf("%+v", b)
	}
	if b := d.Bytes(0); b.Kind != "" || b.Length != 1 || b.Next != 2 || len(b.Repairs) != 0 {
		t.Errorf("%+v", b)
	}
	for _, at := range []int64{-1, 99, 10} {
		d.Bytes(at)
	}
	text := strings.Repeat("é", 1000) + "\xff" + strings.Repeat("é", 1000)
	if b := open(t, text, "").Bytes(2000); b.Next != -1 || len(b.Bytes) != 64 || len(b.Repairs) == 0 {
		t.Errorf("%+v", b)
	}
}

func FuzzBytes(t *testing.F) {
	f := fuzzing.Of(t)
	f.Add([]byte("[\"\xff\"]"), int64(2))
	f.Add([]byte("\xed\xa0\xbd\xed\xb8\x80\n\xe9\xe9"), int64(7))
	f.Fuzz(func(t *testing.T, text []byte, at int64) {
		d, err := Open(text, "", "json")
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range d.Bytes(at).Repairs {
			if _, err := d.Repair(r.Name); err != nil && !strings.HasPrefix(r.Name, "decode:") {
				t.Errorf("%s: %v", r.Name, err)
			}
		}
	})
}
