package over

import (
	"encoding/json"
	"strings"
	"testing"
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
