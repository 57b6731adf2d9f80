package config

import (
	"errors"
	"testing"
)

// TestSettingsOfAnotherLinter checks which files are taken for settings of another program: those that could not have been meant
// for this one.
func TestSettingsOfAnotherLinter(t *testing.T) {
	for src, want := range map[string]bool{
		`{"mode": "json5"}`: true,
		`{"trailing-commas": true, "trailingCommas": true, "ignoreProtoKey": false}`: true,
		`{"validate": "s.json", "environment": "draft-07"}`:                          true,
		`{"validate": ["s.json"], /* a comment */ "indent": 2, "compact": true,}`:    true,
		`{"in-place": true, "indent": "\t"}`:                                         true,
		`{"mode": "json5", "root": true}`:                                            false,
		`{"mode": "json5", "rulse": {}}`:                                             false,
		`{"mode": 5}`:                                                                false,
		`{"trailing-commas": "off"}`:                                                 false, // a rule in the wrong place
		`{"duplicate-keys": "errr"}`:                                                 false,
		`{"indent": 2}`:                                                              false, // a layout in the wrong place
		`{"indent": 2, "compact": true}`:                                             false,
		`{}`:                                                                         false,
		`[]`:                                                                         false,
		`{"mode": "json5"`:                                                           false,
	} {
		for _, name := range Names[:2] {
			_, err := Parse(name, []byte(src))
			var invalid *Error
			if got := errors.As(err, &invalid) && invalid.Foreign; got != want {
				t.Errorf("%s: %v, want %v", src, err, want)
			}
		}
	}
}

// TestDataWithTheShortName checks which files called assay.json are settings.
func TestDataWithTheShortName(t *testing.T) {
	for src, want := range map[string]bool{
		`{"samples": [1], "count": 1}`:       true,
		`[]`:                                 true,
		`"text"`:                             true,
		`{"mode": "json5"}`:                  true,
		`{}`:                                 false,
		`{"rules": {}}`:                      false,
		`{"samples": 1, "dialect": "x"}`:     false,
		`{"ignores": ["a mistake"]}`:         false,
		`{"samples": [1]`:                    false, // it could be anything
		`// settings` + "\n" + `{"root": 1}`: false,
	} {
		if got := IsForeignText("x/assay.json", []byte(src)); got != want {
			t.Errorf("%s: %v, want %v", src, got, want)
		}
		if IsForeignText("x/jsonlint.json", []byte(`{"samples": 1}`)) {
			t.Error("the other names are those of settings")
		}
	}
}
