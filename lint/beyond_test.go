package lint

import (
	"bytes"
	"io"
	"strings"
	"testing"
)

// A text with many documents is read to the end, but only the first of the other documents are examined.
func TestTextWithManyDocuments(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("slow with the race detector, which runs short tests")
	}
	text := "{\"a\":1}\n{\"b\":x}\n" + strings.Repeat("{\"a\":[1,2,{\"b\":\"text\"}],\"a\":1}\n", 150_000) + "{\"c\":x}\n\"\xFF\""
	for name, options := range map[string]Options{
		"default": {Severities: map[string]Severity{"duplicate-keys": Off, "final-newline": Warning}},
		"all":     {Severities: map[string]Severity{"duplicate-keys": Off, "final-newline": Warning, "key-order": Info, "confusable-names": Info}},
	} {
		l := New(options)
		whole := l.Check([]byte(text))
		var codes []string
		for _, d := range whole.Diagnostics {
			if d.Severity >= Warning {
				codes = append(codes, d.Rule+"/"+d.Code)
			}
		}
		const want = "syntax/trailing-data syntax/misspelt-literal encoding/utf8-impossible-byte final-newline/"
		if got := strings.Join(codes, " "); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
		for kind, r := range map[string]io.Reader{"file": bytes.NewReader([]byte(text)), "pipe": io.MultiReader(strings.NewReader(text))} {
			report, err := l.CheckReader(t.Context(), r)
			if err != nil || report.Bytes != int64(len(text)) || len(report.Diagnostics) != len(whole.Diagnostics) {
				t.Errorf("%s from a %s: %d findings in %d bytes, %v", name, kind, len(report.Diagnostics), report.Bytes, err)
				continue
			}
			for i, d := range report.Diagnostics {
				if want := whole.Diagnostics[i]; d.Offset != want.Offset || d.Rule != want.Rule || d.Message != want.Message {
					t.Errorf("%s from a %s: %+v, want %+v", name, kind, d, want)
				}
			}
		}
	}
}
