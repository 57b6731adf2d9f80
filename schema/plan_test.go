package schema

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

func TestPlan(t *testing.T) {
	const file = "testdata/plans/plans.txtar"
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for _, f := range archive.Files {
		want[f.Name] = string(f.Data)
	}
	rewritten := &txtar.Archive{Comment: archive.Comment}
	c := Compiler{AssertFormat: true, AssertContent: true}
	for _, f := range archive.Files {
		name, ok := strings.CutSuffix(f.Name, ".json")
		if !ok {
			continue
		}
		s, err := c.Compile("s.json", f.Data)
		if err != nil {
			t.Fatal(name, err)
		}
		got := s.Plan()
		if diff := cmp.Diff(want[name+".plan"], got); diff != "" && !*update {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		rewritten.Files = append(rewritten.Files, f, txtar.File{Name: name + ".plan", Data: []byte(got)})
	}
	if *update {
		if err := os.WriteFile(file, txtar.Format(rewritten), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestTooLarge checks that a schema whose program would be too large is left to the engine.
func TestTooLarge(t *testing.T) {
	schema := strings.Builder{}
	schema.WriteString(`{"$ref": "#/$defs/0", "$defs": {"24": {"required": ["a"]}`)
	for i := range 24 {
		next := `{"$ref": "#/$defs/` + string(rune('a'+i+1)) + `"}`
		schema.WriteString(`, "` + string(rune('a'+i)) + `": {"anyOf": [` + next + `, {"allOf": [` + next + `, {"type": "object"}]}]}`)
	}
	schema.WriteString(`, "0": {"$ref": "#/$defs/a"}, "y": {"required": ["a"]}}}`)
	s := compile(t, schema.String())
	if plan := s.Plan(); !strings.Contains(plan, "too large") {
		t.Errorf("the plan is %.100s", plan)
	}
	if found, err := s.Check([]byte(`{"a": 1}`)); err != nil || len(found) != 0 {
		t.Errorf("%v, %d findings", err, len(found))
	}
	if s.AcceptsLines([]byte("{}\n")) {
		t.Error("a line is accepted without a program")
	}
}
