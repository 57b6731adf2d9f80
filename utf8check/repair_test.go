package utf8check

import (
	"testing"

	"github.com/assayjson/assay/utf8check/utf8test"
)

func TestAppendValidExhaustive(t *testing.T) {
	utf8test.EachString(func(b []byte) { checkRepair(t, b) })
}

// checkRepair compares AppendValid with the WHATWG decoder.
func checkRepair(t *testing.T, b []byte) {
	t.Helper()
	const before = "dst"
	check := func(p Policy, want string) {
		t.Helper()
		got, err := AppendValid([]byte(before), b, p)
		if err != nil || string(got) != before+want {
			t.Errorf("% X, policy %d: got %q, %v; want %q", b, p, got, err, before+want)
		}
	}
	check(Replace, utf8test.Replace(b))
	check(Ignore, utf8test.Ignore(b))
	if Valid(b) {
		check(Strict, string(b))
		return
	}
	if got, err := AppendValid([]byte(before), b, Strict); string(got) != before || err == nil || *err.(*Error) != *Check(b).(*Error) {
		t.Errorf("% X, strict: got %q, %v; want dst and the error of Check", b, got, err)
	}
}

// Cases in which the WHATWG rule differs from similar rules.
func TestAppendValidKnown(t *testing.T) {
	for _, c := range []struct{ in, replace, ignore string }{
		{"\xE2\x82A", "\uFFFDA", "A"},
		{"\xED\xA0\x80", "\uFFFD\uFFFD\uFFFD", ""},
		{"\xFF\xFF", "\uFFFD\uFFFD", ""},
		{"\xF0\x9F\x98", "\uFFFD", ""},
		{"a\xC0\xAFb", "a\uFFFD\uFFFDb", "ab"},
		{"\xE0\x80\x80", "\uFFFD\uFFFD\uFFFD", ""},
		{"\xF4\x90\x80\x80", "\uFFFD\uFFFD\uFFFD\uFFFD", ""},
		{"\uFFFD\xFF", "\uFFFD\uFFFD", "\uFFFD"},
	} {
		for p, want := range map[Policy]string{Replace: c.replace, Ignore: c.ignore} {
			if got, _ := AppendValid(nil, []byte(c.in), p); string(got) != want {
				t.Errorf("%q, policy %d: got %q, want %q", c.in, p, got, want)
			}
		}
	}
}
