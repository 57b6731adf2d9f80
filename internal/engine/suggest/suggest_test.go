package suggest

import (
	"strings"
	"testing"
)

func TestName(t *testing.T) {
	names := []string{"duplicate-keys", "syntax", "rules", "ignore", "bom", "maxItems", "id", ".", "draft-07", "dependency-name", strings.Repeat("long", 17)}
	for written, want := range map[string]string{
		"duplicate-key": "duplicate-keys", "sytnax": "syntax", "rule": "rules", "rules": "rules", "bmo": "bom",
		"": "", "x": "", "something": "", "ignored": "ignore", "BOM": "bom", "MAX_ITEMS": "maxItems", "ids": "id", "i": "", "ip": "id", "ox": "",
		"./": "", "draft-06": "", "draft07": "draft-07", "drafft-07": "draft-07", "dependency-type": "",
		strings.Repeat("long", 16) + "lon": "",
	} {
		if got := Name(written, names); got != want {
			t.Errorf("%q: %q, want %q", written, got, want)
		}
	}
}

func TestChoice(t *testing.T) {
	for _, test := range []struct {
		names []string
		want  string
	}{
		{[]string{"rules", "ignore"}, `; did you mean "rules"?`},
		{[]string{"asc", "desc", "natural"}, "; use asc, desc or natural"},
		{[]string{"asc", "desc"}, "; use asc or desc"},
		{[]string{"asc"}, "; use asc"},
	} {
		if got := Choice("rulse", test.names); got != test.want {
			t.Errorf("%v: %q, want %q", test.names, got, test.want)
		}
	}
}

func TestPhrase(t *testing.T) {
	if got := Phrase("rulse", []string{"rules"}); got != `; did you mean "rules"?` {
		t.Error(got)
	}
	if got := Phrase("zzz", []string{"rules"}); got != "" {
		t.Error(got)
	}
}
