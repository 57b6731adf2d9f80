package contest

import (
	"bytes"
	"encoding/json"
	"errors"
	"testing"
	"unicode/utf8"
)

// check compares the findings of a probe with the expected ones.
func check(t *testing.T, name string, got []Finding, want map[string]string) {
	t.Helper()
	for column, value := range want {
		if v := Value(got, column); v != value {
			t.Errorf("%s: %s = %q, want %q", name, column, v, value)
		}
	}
}

func probe(c Category, w Work) []Finding {
	return Probe(c, func(b []byte) Outcome { return Apply(w, b) })
}

func TestProbeDocuments(t *testing.T) {
	tests := []struct {
		name  string
		valid Verdict
		want  map[string]string
	}{
		{"json.Valid", json.Valid, map[string]string{
			"UTF-8": "no", "control": "yes", "escapes": "yes", "surrogates": "no", "numbers": "yes",
			"grammar": "yes", "duplicates": "no", "accepts": "yes"}},
		{"json.Valid && utf8.Valid", func(b []byte) bool { return json.Valid(b) && utf8.Valid(b) }, map[string]string{
			"UTF-8": "yes", "control": "yes", "grammar": "yes", "accepts": "yes"}},
		{"accept all", func([]byte) bool { return true }, map[string]string{
			"UTF-8": "no", "control": "no", "escapes": "no", "numbers": "no", "grammar": "no", "accepts": "yes"}},
		{"reject all", func([]byte) bool { return false }, map[string]string{"UTF-8": "yes", "accepts": "no"}},
		{"UTF-8 in short inputs", func(b []byte) bool { return len(b) > 50 || utf8.Valid(b) }, map[string]string{
			"UTF-8": "18/27"}},
		{"panic", func(b []byte) bool { panic(len(b)) }, map[string]string{"UTF-8": "no", "accepts": "no"}},
	}
	for _, tt := range tests {
		check(t, tt.name, probe(Documents, tt.valid), tt.want)
	}
}

func TestProbeCountsPanics(t *testing.T) {
	got := probe(UTF8, Verdict(func(b []byte) bool {
		if !utf8.Valid(b) {
			panic("bad")
		}
		return true
	}))
	if v := Value(got, "panics"); v != "108" { // 9 ill-formed sequences, with 4 lengths of text before them and 3 lengths after them
		t.Errorf("panics = %q, want 108", v)
	}
	check(t, "panicking", got, map[string]string{"UTF-8": "no", "accepts": "yes"})
}

func TestProbeUTF8(t *testing.T) {
	check(t, "utf8.Valid", probe(UTF8, Verdict(utf8.Valid)), map[string]string{"UTF-8": "yes", "accepts": "yes"})
	ascii := func(b []byte) bool { return bytes.IndexFunc(b, func(r rune) bool { return r > 0x7F }) < 0 }
	check(t, "ASCII", probe(UTF8, Verdict(ascii)), map[string]string{"UTF-8": "yes", "accepts": "4/13"})
}

func TestProbeQuoting(t *testing.T) {
	std := func(dst []byte, s string) ([]byte, error) {
		out, err := json.Marshal(s)
		return append(dst, out...), err
	}
	strict := func(dst []byte, s string) ([]byte, error) {
		if !utf8.ValidString(s) {
			return dst, errors.New("bad UTF-8")
		}
		return std(dst, s)
	}
	naive := func(dst []byte, s string) ([]byte, error) { return append(dst, `"`+s+`"`...), nil }
	check(t, "json.Marshal", probe(Quoting, Transform(std)), map[string]string{"right": "yes", "bad UTF-8": "U+FFFD", "HTML": "escaped"})
	check(t, "strict", probe(Quoting, Transform(strict)), map[string]string{"right": "yes", "bad UTF-8": "error"})
	check(t, "naive", probe(Quoting, Transform(naive)), map[string]string{"right": "7/12", "bad UTF-8": "kept", "HTML": "kept"})
}

func TestProbeUnquoting(t *testing.T) {
	std := func(dst []byte, s string) ([]byte, error) {
		var text string
		err := json.Unmarshal([]byte(s), &text)
		return append(dst, text...), err
	}
	naive := func(dst []byte, s string) ([]byte, error) { return append(dst, s[1:len(s)-1]...), nil }
	check(t, "json.Unmarshal", probe(Unquoting, Transform(std)), map[string]string{
		"right": "yes", "bad UTF-8": "U+FFFD", "surrogates": "U+FFFD", "control": "yes", "escapes": "yes"})
	check(t, "naive", probe(Unquoting, Transform(naive)), map[string]string{
		"right": "3/10", "bad UTF-8": "kept", "control": "no", "escapes": "no"})
}

func TestProbeTokens(t *testing.T) {
	raw := func(b []byte) (Tally, bool) { return Tally{Tokens: 12, Text: 6}, json.Valid(b) }
	lazy := func(b []byte) (Tally, bool) { return Tally{Tokens: 3}, json.Valid(b) }
	check(t, "raw", probe(Tokens, Walk(raw)), map[string]string{"each token": "yes", "strings": "raw", "UTF-8": "no"})
	check(t, "lazy", probe(Tokens, Walk(lazy)), map[string]string{"each token": "no", "strings": "on demand"})
}

// TestProbesAreWhatTheySay checks the probes with the standard library: an input that should be
// rejected for one reason must be valid in all other respects.
func TestProbesAreWhatTheySay(t *testing.T) {
	for _, in := range goodDocuments {
		if !json.Valid([]byte(in)) || !utf8.ValidString(in) {
			t.Errorf("%q should be accepted, but it is wrong", in)
		}
	}
	for _, in := range append(inStrings(illFormed), append(inStrings(loneSurrogates), duplicates...)...) {
		if !json.Valid([]byte(in)) {
			t.Errorf("%q is wrong for another reason", in)
		}
	}
	for _, parts := range [][]string{inStrings(controls), inStrings(badEscapes), wrap("[", badNumbers, "]"), badGrammar(Documents)} {
		for _, in := range parts {
			if json.Valid([]byte(in)) {
				t.Errorf("%q should be refused, but it is right", in)
			}
		}
	}
	for _, in := range illFormedTexts() {
		if utf8.ValidString(in) {
			t.Errorf("%q is well-formed", in)
		}
	}
}

func TestChecksAny(t *testing.T) {
	if ChecksAny([]Finding{{"right", "yes"}, {"accepts", "yes"}, {"UTF-8", "no"}}) {
		t.Error("doing the work right is taken for a check")
	}
	for _, value := range []string{"yes", "error", "error, U+FFFD"} {
		if !ChecksAny([]Finding{{"right", "yes"}, {"UTF-8", value}}) {
			t.Errorf("a check of UTF-8 is not seen: %s", value)
		}
	}
}

func TestStronger(t *testing.T) {
	base := []Finding{{"UTF-8", "yes"}, {"grammar", "yes"}, {"duplicates", "no"}, {"accepts", "yes"}}
	tests := []struct {
		name string
		a    []Finding
		want bool
	}{
		{"the same", base, true},
		{"more", []Finding{{"UTF-8", "yes"}, {"grammar", "yes"}, {"duplicates", "yes"}, {"accepts", "16/17"}}, true},
		{"in part", []Finding{{"UTF-8", "7/9"}, {"grammar", "yes"}, {"accepts", "yes"}}, false},
		{"not probed", []Finding{{"UTF-8", "yes"}}, false},
		{"nothing", nil, false},
		{"replaced", []Finding{{"UTF-8", "U+FFFD"}, {"grammar", "error"}}, true},
		{"kept in part", []Finding{{"UTF-8", "error, kept"}, {"grammar", "yes"}}, false},
	}
	for _, tt := range tests {
		if got := Stronger(tt.a, base); got != tt.want {
			t.Errorf("%s: Stronger = %v", tt.name, got)
		}
	}
}
