package programs

import (
	"slices"
	"strings"
	"testing"
)

func TestTrials(t *testing.T) {
	seen := map[string]bool{}
	for _, trial := range Trials() {
		id := trial.File + trial.Schema + " " + trial.Program
		if seen[id] || trial.Program == "" || trial.Where == "" || !slices.Contains([]string{"run", "source", "documents"}, trial.How) {
			t.Errorf("incomplete, or there twice: %+v", trial)
		}
		seen[id] = true
		for _, c := range Constructs {
			if _, known := trial.Accepts(c); !known && trial.Reason(c) != "" {
				t.Errorf("%s: %s is unknown, but has an exception", id, c.Name)
			}
		}
	}
	if len(seen) < 100 {
		t.Errorf("only %d trials", len(seen))
	}
	for _, label := range Labels() {
		if !slices.ContainsFunc(Trials(), func(trial Trial) bool {
			return slices.ContainsFunc(Constructs, func(c Construct) bool { return trial.Reason(c) == label })
		}) {
			t.Errorf("no trial has the exception %q", label)
		}
	}
}

// What a line does not name is rejected, and nothing is known of what it names with a question mark.
func TestTrial(t *testing.T) {
	type answer struct {
		accepts, known bool
		reason         string
	}
	line := trial([]string{"a.json", "p", "run", "w", "line ?bom", "hash,comma=x"}, map[string]string{"x": "why"})
	for name, want := range map[string]answer{"line": {true, true, ""}, "bom": {false, false, ""}, "hash": {false, true, "why"}, "comma": {false, true, "why"}, "twice": {false, true, ""}} {
		c := Construct{Name: name}
		got := answer{reason: line.Reason(c)}
		if got.accepts, got.known = line.Accepts(c); got != want {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
}

func TestTexts(t *testing.T) {
	plain, declared := Trial{File: "a.json"}, Trial{Schema: "https://example.com/s"}
	seen := map[string]bool{}
	for _, c := range Constructs {
		text := plain.Text(c)
		if seen[text] || (text == "") != (c.Name == "empty") {
			t.Errorf("%s: %q", c.Name, text)
		}
		seen[text] = true
		if strings.Contains(text, "{") != strings.Contains(declared.Text(c), `"$schema": "https://example.com/s", `) {
			t.Errorf("%s: %q", c.Name, declared.Text(c))
		}
	}
}
