package over

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/bench/internal/harness"
)

// TestVariants checks that each variant is what its name says, and that a text without it has none.
func TestVariants(t *testing.T) {
	for _, row := range []struct {
		name  string
		edit  func([]byte) []byte
		text  string
		want  string
		valid bool
	}{
		{"on one line", onOneLine, "{\n  \"a\": [1,\n 2]\n}\n", "{\"a\":[1,2]}\n", true},
		{"on one line, not JSON", onOneLine, "{'a': 1}", "", false},
		{"indented", indented, "{\"a\": [1]}", "{\n   \"a\": [\n      1\n   ]\n}\n", true},
		{"comment", commented, "[1]", "// a comment\n[1]", false},
		{"comma", trailingComma, "{\"a\": [1]\n}\n", "{\"a\": [1],\n}\n", false},
		{"comma in nothing", trailingComma, "[ ]", "", false},
		{"comma in a scalar", trailingComma, "\"a]\"", "", false},
		{"duplicate", duplicateName, " {\n\"a\": 1}", "{\"assay\": 1, \"assay\": 2, \"a\": 1}\n", true},
		{"duplicate in an array", duplicateName, "[1]", "", false},
		{"cut off", cutOff, "{\"a\": 1\n}\n", "{\"a\": 1", false},
	} {
		got := row.edit([]byte(row.text))
		if string(got) != row.want || json.Valid(got) != row.valid {
			t.Errorf("%s: %q, valid: %v; want %q, %v", row.name, got, json.Valid(got), row.want, row.valid)
		}
	}
}

// TestDifferences checks what counts as a difference, and that files without a verdict of theirs do not.
func TestDifferences(t *testing.T) {
	theirs := outcomes{"a": {passes, nil}, "b": {reports, nil}, "c": {reports, []byte("x\ny")}, "d": {cannot, nil}}
	ours := outcomes{"a": {passes, nil}, "b": {passes, nil}, "c": {reports, []byte("x\nz")}, "d": {cannot, nil}, "e": {reports, nil}, "f": {passes, nil}}
	different, others := differences(theirs, ours)
	want := "b: the tool reports, jsonlint passes\nc: formatted differently in line 2: \"y\", \"z\""
	if got := strings.Join(different, "\n"); got != want || strings.Join(others, " ") != "e" {
		t.Errorf("got %s\nand %q; want %s", got, others, want)
	}
}

// TestOurs checks the verdicts that are taken from the output of jsonlint, for tools that check files and for those that format them.
func TestOurs(t *testing.T) {
	jsonlint, err := harness.BuildJSONLint(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	o := &options{jsonlint: jsonlint}
	texts := map[string]string{"empty.json": "\n", "formatted.json": "{\n  \"a\": [1]\n}\n", "invalid.json": "[1,]\n", "one-line.json": "[1 ]\n", "other.txt": "["}
	files := slices.Sorted(maps.Keys(texts))
	for _, row := range []struct {
		formats bool
		want    map[string]verdict
	}{
		{false, map[string]verdict{"empty.json": reports, "formatted.json": passes, "invalid.json": reports, "one-line.json": passes, "other.txt": passes}},
		{true, map[string]verdict{"empty.json": cannot, "formatted.json": passes, "invalid.json": cannot, "one-line.json": reports, "other.txt": passes}},
	} {
		dir := &tree{dir: t.TempDir(), written: map[string][]byte{}}
		for name, text := range texts {
			if err := dir.put(name, []byte(text)); err != nil {
				t.Fatal(err)
			}
		}
		got, err := o.ours(peer{formats: row.formats}, dir, files)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			if got[name].verdict != row.want[name] {
				t.Errorf("formats: %v, %s: %s, want %s", row.formats, name, got[name].verdict, row.want[name])
			}
		}
	}
}
