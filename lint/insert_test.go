package lint

import (
	"testing"

	"github.com/assayjson/assay/tokenizer"
)

func TestDiagnose(t *testing.T) {
	const text = "{\n\"é\": 1, \"$schema\": \"x\", \"a\": 1, \"a\": 2}"
	l := New(Options{})
	r := l.Check([]byte(text))
	d, ok := l.Diagnose("unusable-schema", []byte(text), 23, 3, "not there")
	if !ok {
		t.Fatal("no finding")
	}
	r.Insert(d)
	want := Span{
		Offset: 23, Length: 3,
		Start: tokenizer.Position{Line: 2, Column: 22, Rune: 21, UTF16: 21}, End: tokenizer.Position{Line: 2, Column: 25, Rune: 24, UTF16: 24},
	}
	if d.Span != want || d.Severity != Error || string(d.Context) != text[2:] || d.ContextOffset != 2 {
		t.Errorf("%+v", d)
	}
	if len(r.Diagnostics) != 2 || r.Diagnostics[0].Rule != "unusable-schema" || r.Count(Error) != 1 {
		t.Errorf("%+v", r.Diagnostics)
	}
	on := New(Options{Severities: map[string]Severity{"unknown-schema": Info}})
	if d, ok := on.Diagnose("unknown-schema", []byte(text), 23, 3, "not known"); !ok || d.Severity != Info {
		t.Errorf("%+v", d)
	}
	if d, _ := on.Diagnose("unknown-schema", nil, 5, -1, ""); d.Offset != 0 || d.Length != 0 {
		t.Errorf("a place outside of the text: %+v", d)
	}
	for _, rule := range []string{"unknown-schema", "nonsense"} {
		if _, ok := l.Diagnose(rule, []byte(text), 0, 1, ""); ok {
			t.Errorf("%s has a finding", rule)
		}
	}
}
