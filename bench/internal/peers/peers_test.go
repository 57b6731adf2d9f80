package peers

import (
	"strings"
	"testing"

	"github.com/assayjson/assay/bench/internal/contest"
	"github.com/assayjson/assay/bench/internal/inputs"
)

func findings(c contest.Contestant) []contest.Finding {
	return contest.Probe(c.Category, func(b []byte) contest.Outcome { return contest.Apply(c.Work, b) })
}

func named(t *testing.T, c contest.Category, prefix string) contest.Contestant {
	t.Helper()
	for _, entry := range All() {
		if entry.Category == c && strings.HasPrefix(entry.Name, prefix) {
			return entry
		}
	}
	t.Fatalf("no contestant %q in %s", prefix, c)
	return contest.Contestant{}
}

// TestTable checks that names are unique, that assay comes first, and that all ten Go peers are
// present.
func TestTable(t *testing.T) {
	seen := map[string]bool{}
	modules := map[string]bool{}
	first := map[contest.Category]contest.Role{}
	for _, c := range All() {
		key := string(c.Category) + " " + c.Name
		if seen[key] {
			t.Errorf("%s is there twice", key)
		}
		seen[key] = true
		if first[c.Category] == "" {
			first[c.Category] = c.Role
		}
		if c.Category == contest.Documents && c.Role == contest.Peer {
			for _, m := range c.Modules {
				modules[m] = true
			}
		}
	}
	for _, c := range []contest.Category{contest.Documents, contest.UTF8, contest.Quoting, contest.Unquoting, contest.Records, contest.Values, contest.Lookups, contest.Decoding,
		contest.Unique, contest.Walks, contest.Indenting, contest.Compacting, contest.Canonical, contest.Schemas} {
		if first[c] != contest.Assay {
			t.Errorf("%s does not begin with assay", c)
		}
	}
	if len(modules) < 9 { // plus encoding/json
		t.Errorf("documents are checked by the modules %v alone", modules)
	}
}

// TestAssayChecksAll checks that, according to the probes, assay checks what it promises to check.
func TestAssayChecksAll(t *testing.T) {
	for _, c := range []contest.Category{contest.Documents, contest.Records, contest.Values, contest.Lookups, contest.Decoding,
		contest.Unique, contest.Walks, contest.Indenting, contest.Compacting, contest.Schemas} {
		got := findings(named(t, c, "assay"))
		for _, column := range []string{"UTF-8", "control", "escapes", "numbers", "grammar", "accepts"} {
			if v := contest.Value(got, column); v != "yes" {
				t.Errorf("%s: %s = %q", c, column, v)
			}
		}
	}
	got := findings(named(t, contest.UTF8, "assay"))
	if contest.Value(got, "UTF-8") != "yes" || contest.Value(got, "accepts") != "yes" {
		t.Errorf("UTF-8: %v", got)
	}
}

// TestKnownWeaknesses checks that the probes find known weaknesses of the peers (from
// JSONTestSuite).
func TestKnownWeaknesses(t *testing.T) {
	tests := []struct{ name, column, want string }{
		{"encoding/json Valid", "UTF-8", "no"},
		{"goccy Valid", "UTF-8", "no"},
		{"sonic Valid", "control", "no"},
		{"go-json-experiment IsValid", "duplicates", "yes"},
		{"go-json-experiment IsValid, dup", "duplicates", "no"},
		{"go-json-experiment IsValid, dup", "UTF-8", "yes"},
		{"json.Valid && utf8.Valid", "UTF-8", "yes"},
		{"goccy Valid && sonic utf8", "UTF-8", "yes"},
		{"fastjson ValidateBytes", "UTF-8", "no"},
		{"encoding/json Unmarshal", "duplicates", "no"},
		{"encoding/json Unmarshal", "case", "no"},
		{"encoding/json Unmarshal", "UTF-8", "no"},
		{"encoding/json Unmarshal", "surrogates", "no"},
		{"go-json-experiment Unmarshal", "case", "yes"},
		{"go-json-experiment Unmarshal", "surrogates", "yes"},
	}
	for _, tt := range tests {
		var got string
		for _, c := range All() {
			if (c.Category == contest.Documents || c.Category == contest.Decoding) && c.Name == tt.name {
				got = contest.Value(findings(c), tt.column)
			}
		}
		if got != tt.want {
			t.Errorf("%s: %s = %q, want %q", tt.name, tt.column, got, tt.want)
		}
	}
}

// TestEachPeerDoesItsInputs checks that no contestant rejects an input of a short run.
func TestEachPeerDoesItsInputs(t *testing.T) {
	ins, err := inputs.All(true)
	if err != nil {
		t.Fatal(err)
	}
	for _, in := range ins {
		l, err := in.Load()
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range All() {
			if c.Category == in.Category && c.Types == nil && !c.Work.Pass(l.Chunks) {
				t.Errorf("%s refuses %s/%s", c.Name, in.Category, in.Name)
			}
		}
	}
}

// TestWalksSeeTheSame checks that all walks that visit every token count the same number of tokens
// in a real document.
func TestWalksSeeTheSame(t *testing.T) {
	dir, err := inputs.DocumentsDir()
	if err != nil {
		t.Fatal(err)
	}
	doc, err := inputs.Document(dir, "twitter")
	if err != nil {
		t.Fatal(err)
	}
	const want = 29573
	for _, c := range All() {
		walk, ok := c.Work.(contest.Walk)
		if !ok || contest.Value(findings(c), "each token") != "yes" {
			continue
		}
		if tally, ok := walk(doc); !ok || tally.Tokens != want {
			t.Errorf("%s saw %d tokens, want %d (accepted: %t)", c.Name, tally.Tokens, want, ok)
		}
	}
}

func TestVersion(t *testing.T) {
	versions := map[string]string{"a": "v1.2.3", "b": "v0.0.0-20260820222146-c27c302e5fc3"}
	tests := []struct {
		modules []string
		want    string
	}{
		{nil, "std"},
		{[]string{"a"}, "v1.2.3"},
		{[]string{"a", "b"}, "v1.2.3, 20260820-c27c302"},
		{[]string{"c"}, "unknown version"},
	}
	for _, tt := range tests {
		if got := describe(tt.modules, versions); got != tt.want {
			t.Errorf("describe(%v) = %q, want %q", tt.modules, got, tt.want)
		}
	}
}
