package schema

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestFormats supplements JSON-Schema-Test-Suite, which package conformance
// runs.
func TestFormats(t *testing.T) {
	for _, test := range []struct {
		format         string
		valid, invalid []string
	}{
		{"uri-template",
			[]string{"{?var}", "{#var}", "{/var}", "{v:1000}", "{?x,y*}", "http://example.com/{a}/{b}", ""},
			[]string{"{", "}", "{}", "{v:10000}", "{!var}", "a b", "{a b}"}},
		{"uri",
			[]string{"http://a/b?c#d", "urn:a:b", "x:", "http://[::1]:80/", "http://[v1.a:b]/", "http://u:p@h", "file:///x", "a:b/c:d", "http://%C3%A4/"},
			[]string{"http://a b", "http://ä/", "//a", "", "http://[::1", "http://[::1%25eth0]/", "http://[fe80::1%eth0]", "http://[1.2.3.4]/", "a:#b#c", "http://a:8a/", "1:b", "http://[::12345]/"}},
		{"uri-reference", []string{"", "a/b:c", "?", "#", "//", "../x"}, []string{"a:b:c d", "1:b", "/%zz", "#a#b"}},
		{"iri",
			[]string{"http://[V1.fe]", "http://ä/ö?ü#ß", "http://a/?\uE000"},
			[]string{"http://a/\uE000", "http://a/\u0080", "ä", "http://a b", "http://a/\uFFFF"}},
		{"iri-reference", []string{"ä", "/ö", "#ü"}, []string{"\u0000", "a b", "\\"}},
		{"hostname",
			[]string{"a", "A.B", "1.2", "xn--bcher-kva.example", "XN--BCHER-KVA.example", "ab--cd"},
			[]string{"", "a.", ".a", "a..b", "-a", "a-", "bücher", "xn--", "xn--a", "xn--bcher-", "a_b", strings.Repeat("a.", 127) + "a"}},
		{"idn-hostname",
			[]string{"bücher.example", "a", "faß.de", "例え。テスト", "xn--bcher-kva", "क\u094d\u200dष", "א"},
			[]string{"", "a.", "☃.net", "Ä", "a\u0301\u0300\u00a0", "ﬀ", "u\u0308", "א1a", "\u1100", "\u2665"}},
		{"email",
			[]string{"a@b", `"a b"@c`, `"a\"b"@c`, "a@[127.0.0.1]", "a@[IPv6:::1]", "a.b+c@d.e"},
			[]string{"a", "@b", "a@", "a@b@c", ".a@b", "a..b@c", `"a"b"@c`, `"a\"@c`, "a@[1.2.3]", "a@[", "ä@b", "a@ü", strings.Repeat("a", 65) + "@b"}},
		{"idn-email", []string{"ä@ü.de", "a@b", `"ä ö"@b`}, []string{"ä", "ä b@c", "@ü", "ä@", "ä@-ü"}},
		{"ipv4", []string{"0.0.0.0", "255.255.255.255"}, []string{"+1.2.3.4", "01.2.3.4", "::1", "1.2.3"}},
		{"duration", []string{"P1W", "P1Y2M3DT4H5M6S", "PT1S"}, []string{"P1Y2D", "PT1H2S", "P", "PT", "P1WT1S", "P1.5D"}},
		{"regex", []string{"(?=a)", `\d`, "[]"}, []string{"(?i)a", `\a`, "("}},
		{"unheard-of", []string{"anything"}, nil},
	} {
		c := Compiler{AssertFormat: true}
		s, err := c.Compile("s.json", []byte(`{"format": "`+test.format+`"}`))
		if err != nil {
			t.Fatal(err)
		}
		for want, texts := range [][]string{test.valid, test.invalid} {
			for _, text := range texts {
				if found, err := s.Check([]byte(quoteJSON(text))); err != nil || len(found) != want {
					t.Errorf("%s: %q has %d findings, want %d (%v)", test.format, text, len(found), want, err)
				}
			}
		}
	}
}

// TestFormatIsAnAnnotationLater checks that formats are assertions up to draft
// 7, and since 2019-09 only if AssertFormat is set.
func TestFormatIsAnAnnotationLater(t *testing.T) {
	for draft, asserts := range map[Draft]bool{Draft4: true, Draft6: true, Draft7: true, Draft2019: false, Draft2020: false} {
		for _, asked := range []bool{false, true} {
			c := Compiler{Draft: draft, AssertFormat: asked}
			s, err := c.Compile("s.json", []byte(`{"format": "ipv4"}`))
			if err != nil {
				t.Fatal(err)
			}
			found, err := s.Check([]byte(`"x"`))
			if err != nil || (len(found) == 1) != (asserts || asked) {
				t.Errorf("draft %d, AssertFormat %v: %d findings, %v", draft, asked, len(found), err)
			}
		}
	}
}

// TestQuickFormats checks that the engine accepts everything that a quick format accepts, and that
// quick formats accept the usual texts.
func TestQuickFormats(t *testing.T) {
	usual := map[string][]string{
		"date":          {"2024-02-28", "0000-12-01", "9999-01-28"},
		"time":          {"00:00:00Z", "23:59:59+23:59", "12:34:56.7-01:00", "12:34:56.123456789Z"},
		"date-time":     {"2024-02-28T12:34:56Z", "2024-02-28T12:34:56.5+01:30"},
		"uuid":          {"01234567-89ab-cdef-ABCD-EF0123456789"},
		"ipv6":          {"::", "1:2:3:4:5:6:7:8", "::ffff:1.2.3.4", "fe80::1"},
		"uri":           {"https://example.com", "http://a.b:80/c/d?e=f#g", "a+b://c?d", "x-y:///z#", "mailto:a@b.c", "urn:a:b", "http://a/%20?%7e#%C3", "a:", "a:/b//c", "http://a/!$&'()*+,;=:@~_"},
		"uri-reference": {"https://example.com/a/b", "a/b#/c", "/a", "#", "", "?b", "a%20b"}, "iri": {"https://example.com/a/b"}, "iri-reference": {"https://example.com/a/b"},
		"json-pointer": {"", "/", "/a/b/0", "/é", "/~0~1~01/a~0"},
	}
	r := rand.New(rand.NewPCG(1, 2))
	for name, is := range quickFormats {
		s, err := (&Compiler{AssertFormat: true}).Compile("s.json", []byte(`{"format": "`+name+`"}`))
		if err != nil {
			t.Fatal(err)
		}
		if len(usual[name]) == 0 {
			t.Errorf("%s has no texts", name)
		}
		for _, text := range usual[name] {
			if !is(text) {
				t.Errorf("%s: %q is not accepted", name, text)
			}
			for range 2000 {
				mutant := []byte(text)
				for range 1 + r.IntN(3) {
					if i := r.IntN(len(mutant) + 1); i < len(mutant) && r.IntN(3) > 0 {
						mutant[i] = "0123456789abfgTZz:-+./~% @?#[]_"[r.IntN(31)]
					} else {
						mutant = slices.Insert(mutant, i, "0123456789.:-+Z/~@?#[%"[r.IntN(22)])
					}
				}
				if accepted := is(string(mutant)); accepted && s.root.Format.Validate(string(mutant)) != nil {
					t.Errorf("%s: the engine does not accept %q", name, mutant)
				}
			}
		}
	}
}

// TestDates compares isUsualDate with package time for all days of some years.
func TestDates(t *testing.T) {
	for _, year := range []string{"0000", "0004", "0100", "0400", "1900", "2000", "2023", "2024", "9999"} {
		for month := range 14 {
			for day := range 34 {
				s := fmt.Sprintf("%s-%02d-%02d", year, month, day)
				if _, err := time.Parse(time.DateOnly, s); isUsualDate(s) != (err == nil) {
					t.Errorf("%s: %v, want %v", s, isUsualDate(s), err)
				}
			}
		}
	}
}
