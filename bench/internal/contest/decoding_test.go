package contest

import (
	"bytes"
	"encoding/json"
	"errors"
	"iter"
	"strings"
	"testing"
	"unicode/utf8"
)

func stdDecode[T any](b []byte) (v T, err error) {
	err = json.Unmarshal(b, &v)
	return v, err
}

func TestProbeDecoding(t *testing.T) {
	check(t, "json.Unmarshal", probe(Decoding, Into[Probed]{Decode: stdDecode[Probed]}), map[string]string{
		"duplicates": "no", "case": "no", "UTF-8": "no", "surrogates": "no", "control": "yes", "escapes": "yes", "numbers": "yes",
		"grammar": "yes", "accepts": "yes"})
	exact := func(b []byte) (v Probed, err error) {
		var members map[string]any
		if err := json.Unmarshal(b, &members); err != nil {
			return v, err
		}
		if !utf8.Valid(b) {
			return v, errors.New("not UTF-8")
		}
		v.Task, _ = members["task"].(string)
		return v, nil
	}
	check(t, "exact names", probe(Decoding, Into[Probed]{Decode: exact}), map[string]string{"case": "yes", "UTF-8": "yes", "surrogates": "no"})
	refuse := func([]byte) (v Probed, err error) { return v, errors.New("no") }
	check(t, "reject all", probe(Decoding, Into[Probed]{Decode: refuse}), map[string]string{"duplicates": "yes", "case": "yes", "accepts": "no"})
	fall := func([]byte) (v Probed, err error) { panic("oh") }
	check(t, "panic", probe(Decoding, Into[Probed]{Decode: fall}), map[string]string{"duplicates": "no", "case": "no", "accepts": "no"})
}

// TestDecodingProbesAreWhatTheySay checks that documents with equal names, or with wrong strings, have no other mistake.
func TestDecodingProbesAreWhatTheySay(t *testing.T) {
	for _, docs := range [][]string{
		equalNames, inMembers(duplicates), inTypedStrings(illFormed), inTypedStrings(loneSurrogates), inMembers(decodable()),
	} {
		for _, doc := range docs {
			if _, err := stdDecode[Probed]([]byte(doc)); err != nil {
				t.Errorf("%q is wrong for another reason: %v", doc, err)
			}
		}
	}
	for _, name := range foldedNames {
		if name == "task" || !strings.EqualFold(name, "task") {
			t.Errorf("%q does not differ from task in case alone", name)
		}
	}
}

func perLine(decode func([]byte) (int, error)) func([]byte) iter.Seq2[int, error] {
	return func(b []byte) iter.Seq2[int, error] {
		return func(yield func(int, error) bool) {
			for line := range bytes.Lines(b) {
				if !yield(decode(line)) {
					return
				}
			}
		}
	}
}

func TestCheck(t *testing.T) {
	std := stdDecode[int]
	tests := []struct {
		name   string
		decode func([]byte) (int, error)
		want   string
	}{
		{"the same", std, ""},
		{"another", func(b []byte) (int, error) { n, err := std(b); return n / 2 * 2, err }, ErrDiffers.Error()},
		{"none", func(b []byte) (int, error) { return 1, errors.New("no") }, ErrRejected.Error()},
		{"a panic", func(b []byte) (int, error) { panic("oh") }, "panics: oh"},
	}
	for _, tt := range tests {
		for work, c := range map[Typed]*Chunks{
			&Into[int]{tt.decode, std}:                    NewChunks([][]byte{[]byte("2"), []byte("1")}),
			&Lines[int]{perLine(tt.decode), perLine(std)}: NewChunks([][]byte{[]byte("2\n1\n")}),
		} {
			got := ""
			if err := work.Check(c); err != nil {
				got = err.Error()
			}
			if got != tt.want {
				t.Errorf("%s, %T: %q, want %q", tt.name, work, got, tt.want)
			}
		}
	}
}
