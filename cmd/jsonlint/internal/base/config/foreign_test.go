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
