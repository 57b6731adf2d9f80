package dialect

import "testing"

// AppendString does not panic if raw is not a token.
func TestAppendStringOfNoToken(t *testing.T) {
	for raw, want := range map[string]string{"": `""`, `"`: `""`, `'`: `""`, `"\`: `""`, "a": `"a"`, `'\'`: `"\\"`, `"\x"`: `"\\x"`, `"\u00"`: `"\\u00"`, `'\9'`: `"\\9"`} {
		if got := AppendString(nil, []byte(raw)); string(got) != want {
			t.Errorf("%q: %s, want %s", raw, got, want)
		}
	}
}
