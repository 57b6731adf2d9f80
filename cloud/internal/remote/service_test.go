package remote

import "testing"

// The ETag of a list is the version in later requests, unless it is weak.
func TestListedTag(t *testing.T) {
	for tag, want := range map[string]string{`"a"`: `"a"`, "a": `"a"`, "": "", `W/"a"`: ""} {
		if got := ListedTag(tag); got != want {
			t.Errorf("%q: %q, want %q", tag, got, want)
		}
	}
}
