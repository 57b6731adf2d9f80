package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/tokenizer"
)

// FuzzCheck checks the properties that all findings must have, and compares the verdict with the
// verdicts of the program and of another library.
func FuzzCheck(t *testing.F) {
	f := fuzzing.Of(t)
	for _, c := range allCases(f) {
		f.Add(c.schema, c.document)
	}
	for _, c := range badSchemas {
		f.Add([]byte(c.schema), []byte(`{"a": 1}`))
	}
	f.Fuzz(func(t *testing.T, schema, document []byte) {
		c := &Compiler{Files: badFiles, Resources: badResources, AssertFormat: len(document)%2 == 0, AssertContent: len(document)%3 == 0}
		s, err := c.Compile("s.json", schema)
		if err != nil {
			checkError(t, err, schema)
			return
		}
		findings, err := s.Check(document)
		var bad *tokenizer.SyntaxError
		switch {
		case errors.As(err, &bad), errors.Is(err, ErrTooManySteps):
			return
		case err != nil:
			t.Fatal(err)
		}
		checkFindings(t, findings, document)
		if s.program != nil && compare(s, document) == falseYes {
			t.Error("the program accepts the document")
		}
		if fits, known := judge(c, schema, document); known && fits != (len(findings) == 0) {
			t.Errorf("the oracle says %v, findings are\n%s", fits, describe(findings))
		}
	})
}

// checkError checks an error of a schema.
func checkError(t *testing.T, err error, schema []byte) {
	t.Helper()
	var e *Error
	if !errors.As(err, &e) || len(e.Findings) == 0 {
		t.Fatalf("%T: %v", err, err)
	}
	if bytes.Contains([]byte(err.Error()), []byte("BUG")) && !bytes.Contains(schema, []byte("BUG")) {
		t.Fatal(err)
	}
	var bad *dialect.Error
	if e.Name == "s.json" && !errors.As(err, &bad) {
		checkFindings(t, e.Findings, schema)
	}
}

// checkFindings checks that findings are in order and that their places are correct.
func checkFindings(t *testing.T, findings []Finding, document []byte) {
	t.Helper()
	plain, _, _ := dialect.Lower(withoutMark(document), dialect.JWCC) // a schema may have comments
	places := findAll(plain)
	if !slices.IsSortedFunc(findings, func(a, b Finding) int { return int(a.Offset - b.Offset) }) {
		t.Errorf("not in order:\n%s", describe(findings))
	}
	for _, f := range findings {
		at := []Place{f.Place}
		if f.Related != nil {
			at = append(at, *f.Related)
		}
		for _, p := range at {
			checkPlace(t, p, places, plain)
			if p.Position != tokenizer.Locate(document, p.Offset) {
				t.Errorf("the position of %d is not %+v", p.Offset, p.Position)
			}
		}
		if f.Message == "" || f.Detail == "" {
			t.Errorf("no message: %+v", f)
		}
	}
}

func checkPlace(t *testing.T, p Place, places map[string]found, document []byte) {
	t.Helper()
	is := span{int(p.Offset), int(p.Offset) + p.Length}
	want, ok := places[p.Pointer]
	if !ok || is != want.value && is != want.name {
		t.Errorf("%q is at %v, want %v", p.Pointer, is, want)
	}
	if !json.Valid(document[is.begin:is.end]) {
		t.Errorf("there is no value at %v", is)
	}
}
