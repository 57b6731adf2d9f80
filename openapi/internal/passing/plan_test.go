package passing

import (
	"net/http"
	"testing"
)

func TestFramingOf(t *testing.T) {
	for contentType, want := range map[string]Framing{
		"application/json":                  Document,
		"Application/JSON; charset=utf-8":   Document,
		"application/problem+json":          Document,
		"application/x-ndjson":              Lines,
		"application/jsonl":                 Lines,
		"application/json-seq":              Sequence,
		"application/geo+json-seq; x=\"1\"": Sequence,
	} {
		if got, ok := FramingOf(contentType); got != want || !ok {
			t.Errorf("%s: %v, %v", contentType, got, ok)
		}
	}
	for _, contentType := range []string{"", "text/event-stream", "text/plain", "application/xml", "application/json; x", "json", "application/jsonx"} {
		if _, ok := FramingOf(contentType); ok {
			t.Errorf("%q is JSON", contentType)
		}
	}
}

// TestZeroOptions checks that a missing function is not called.
func TestZeroOptions(t *testing.T) {
	for _, mode := range []Mode{Report, Enforce} {
		r, err := http.NewRequest("GET", "/", nil)
		if err != nil {
			t.Fatal(err)
		}
		w := newRecorder()
		Serve(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.Write([]byte("[")) }), w, r, &Options{Mode: mode})
		if w.body.String() != "[" {
			t.Errorf("mode %d: %q", mode, w.body.String())
		}
	}
	if text := new(InvalidError).Error(); text != "the response is invalid" {
		t.Error(text)
	}
}
