package schema

import (
	"fmt"
	"math/rand/v2"
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

// TestQuickFormats checks that quick formats accept the usual texts, and nothing that is not of the format.
func TestQuickFormats(t *testing.T) {
	usual := map[string][]string{
		"uri":           {"https://example.com", "http://a.b:80/c/d?e=f#g", "a+b://c?d", "x-y:///z#", "mailto:a@b.c", "urn:a:b", "http://a/%20?%7e#%C3", "a:", "a:/b//c", "http://a/!$&'()*+,;=:@~_"},
		"uri-reference": {"https://example.com/a/b", "a/b#/c", "/a", "#", "", "?b", "a%20b"}, "iri": {"https://example.com/a/b"}, "iri-reference": {"https://example.com/a/b"},
	}
	strict := map[string]func(string) bool{"uri": isURI, "uri-reference": isURIReference, "iri": isIRI, "iri-reference": isIRIReference}
	r := rand.New(rand.NewPCG(1, 2))
	for name, is := range quickFormats {
		if len(usual[name]) == 0 {
			t.Errorf("%s has no texts", name)
		}
		for _, text := range usual[name] {
			if !is(text) {
				t.Errorf("%s: %q is not accepted", name, text)
			}
			for range 2000 {
				mutant := mutateText(r, text)
				if is(mutant) && !strict[name](mutant) {
					t.Errorf("%s is not strict about %q", name, mutant)
				}
			}
		}
	}
}

// TestDates compares isDate with package time for all days of some years.
func TestDates(t *testing.T) {
	for _, year := range []string{"0000", "0004", "0100", "0400", "1900", "2000", "2023", "2024", "9999"} {
		for month := range 14 {
			for day := range 34 {
				s := fmt.Sprintf("%s-%02d-%02d", year, month, day)
				if _, err := time.Parse(time.DateOnly, s); isDate(s) != (err == nil) {
					t.Errorf("%s: %v, want %v", s, isDate(s), err)
				}
			}
		}
	}
}
