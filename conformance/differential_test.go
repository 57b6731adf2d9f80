package conformance

import (
	"encoding/json"
	"testing"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/tokenizer"
)

// addSeeds adds every input of the project's tables and of the suite to a fuzz test, except the two
// files of the suite with at least 50,000 levels of nesting.
func addSeeds(f *fuzzing.Target) {
	seeds := 0
	add := func(b []byte) {
		if seeds++; len(b) < 10000 && longtest.Seed(seeds) {
			f.Add(b)
		}
	}
	for _, c := range errorCases {
		add([]byte(c.in))
	}
	for _, c := range suite(f) {
		add(c.Data)
	}
	for _, d := range documents(f) {
		add(d.Data)
	}
}

// The contract of tokenizer.Valid is checked against the standard library.
func FuzzStandardLibrary(t *testing.F) {
	f := fuzzing.Of(t)
	addSeeds(f)
	f.Fuzz(func(t *testing.T, b []byte) {
		got, want := tokenizer.Valid(b), json.Valid(b) && utf8.Valid(b)
		if got != want {
			t.Errorf("Valid(%q) = %v, the standard library says %v", b, got, want)
		}
		if err := tokenizer.Check(b); (err == nil) != want {
			t.Errorf("Check(%q) = %v, the standard library says %v", b, err, want)
		}
	})
}

// If duplicate names are allowed, jsontext accepts the same texts as Valid, with one exception: it
// rejects escapes of lone surrogates, as I-JSON does.
func FuzzJSONText(t *testing.F) {
	f := fuzzing.Of(t)
	addSeeds(f)
	f.Fuzz(func(t *testing.T, b []byte) {
		got := tokenizer.Valid(b) && !hasLoneSurrogate(b)
		want := jsontext.Value(b).IsValid(jsontext.AllowDuplicateNames(true))
		if got != want {
			t.Errorf("%q: assay says %v, jsontext says %v", b, got, want)
		}
	})
}

// If duplicate names are rejected, jsontext accepts the same texts as the I-JSON profile, with one
// exception: the profile also rejects noncharacters and numbers that are too large for binary64.
func FuzzIJSON(t *testing.F) {
	f := fuzzing.Of(t)
	addSeeds(f)
	f.Fuzz(func(t *testing.T, b []byte) {
		want := jsontext.Value(b).IsValid()
		f, bad := factsOf(tokenizer.Check(b, tokenizer.IJSON()))
		got := !bad
		if f.Kind == tokenizer.Noncharacter.String() || f.Kind == tokenizer.NumberOutOfRange.String() {
			return
		}
		if got != want {
			t.Errorf("%q: assay says %+v, jsontext says %v", b, f, want)
		}
	})
}

// hasLoneSurrogate reports whether b, which must be valid JSON, contains a \u escape of an unpaired
// surrogate. As an oracle, it shares no code with the rest of the project.
func hasLoneSurrogate(b []byte) bool {
	var units []uint16 // adjacent \u escapes
	flush := func() bool {
		for i := 0; i < len(units); i++ {
			switch u := units[i]; {
			case 0xD800 <= u && u < 0xDC00 && i+1 < len(units) && 0xDC00 <= units[i+1] && units[i+1] < 0xE000:
				i++
			case 0xD800 <= u && u < 0xE000:
				return true
			}
		}
		units = units[:0]
		return false
	}
	for i := 0; i < len(b); i++ {
		if b[i] == '\\' && b[i+1] == 'u' {
			var u uint16
			for _, c := range b[i+2 : i+6] {
				switch {
				case c <= '9':
					u = u<<4 | uint16(c-'0')
				default:
					u = u<<4 | uint16(c&^0x20-'A'+10)
				}
			}
			units = append(units, u)
			i += 5
			continue
		}
		if flush() {
			return true
		}
		if b[i] == '\\' {
			i++
		}
	}
	return flush()
}
