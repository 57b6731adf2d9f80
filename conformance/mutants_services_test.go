package conformance

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"time"

	"github.com/assayjson/assay/payload"
	"github.com/assayjson/assay/schema"
	"github.com/assayjson/assay/tokenizer"
)

// mutantSchemas are schemas for the documents of which mutants are made. They use all kinds of
// keywords and cause findings.
var mutantSchemas = []string{
	`{"type":["object","array","number"],"properties":{"id":{"type":"integer","minimum":7},"name":{"type":"string","pattern":"^[a-m]"},"k":{"minProperties":2}},
	  "additionalProperties":{"anyOf":[{"type":"string"},{"type":"object","required":["id"]},{"$ref":"#"}]},"items":{"$ref":"#"},"uniqueItems":true,"maxItems":9}`,
	`{"$schema":"http://json-schema.org/draft-07/schema#","not":{"type":"string"},"propertyNames":{"maxLength":12},"if":{"type":"array"},"then":{"contains":{"type":"number"}},
	  "else":{"patternProperties":{"a":{"oneOf":[{"type":"null"},{"multipleOf":3},{"enum":[true,"x",{}]}]}}},"items":{"not":{"const":null}}}`,
	`{"$defs":{"n":{"type":"object","additionalProperties":{"$ref":"#/$defs/n"},"unevaluatedProperties":false,"dependentRequired":{"a":["b"]}}},"allOf":[{"$ref":"#/$defs/n"}],"prefixItems":[{"type":"string"}],"unevaluatedItems":false}`,
}

// trySchema checks the data against schemas, and compiles the data as a schema.
func (t *trial) trySchema() {
	_, _ = schema.Declared(t.data)
	_, err := schema.Compile("mutant.json", t.data)
	var bad *schema.Error
	if err != nil && (!errors.As(err, &bad) || err.Error() == "") {
		t.fail("Compile", "%v", err)
	}
	source := pick(t.rng, mutantSchemas)
	c := schema.Compiler{Options: t.rules.options(), AssertFormat: t.rng.IntN(2) == 0, MaxFindings: t.rng.IntN(4)}
	s, err := c.Compile("schema.json", []byte(source))
	if err != nil {
		t.fail("Compile of the test's schema", "%v", err)
	}
	want := tokenizer.Check(t.data, append([]tokenizer.Option{tokenizer.MaxDepth(schema.DefaultMaxDepth)}, c.Options...)...)
	findings, err := s.Check(t.data)
	t.same("Check", err, want)
	last := int64(0)
	for _, f := range findings {
		t.soundPlace(f.Place)
		if f.Related != nil {
			t.soundPlace(*f.Related)
		}
		if f.Offset < last || f.Message == "" || f.Detail == "" {
			t.fail("Finding", "%+v", f)
		}
		last = f.Offset
	}
	if most := c.MaxFindings; most > 0 && len(findings) > most {
		t.fail("MaxFindings", "%d findings", len(findings))
	}
}

func (t *trial) soundPlace(p schema.Place) {
	if p.Offset < 0 || p.Length < 0 || p.Offset+int64(p.Length) > int64(len(t.data)) || p.Position != tokenizer.Locate(t.data, p.Offset) {
		t.fail("Place", "%+v", p)
	}
}

// tryPayload sends the data as the body of a request.
func (t *trial) tryPayload() {
	checks := []tokenizer.Option(nil)
	known := []tokenizer.Option{tokenizer.MaxDepth(payload.DefaultMaxDepth), tokenizer.UniqueNames()}
	if t.rng.IntN(2) == 0 {
		checks = append([]tokenizer.Option{}, t.rules.options()...) // not nil even if there are no options, because nil stands for the default
		known = checks
	}
	want := tokenizer.Check(t.data, known...)
	o := payload.Options{MaxBytes: 64 << 20, Checks: checks, ReadTimeout: -1 * time.Second}
	if t.rng.IntN(4) == 0 {
		o.Budget = payload.NewBudget(256 << 20)
	}
	var raw json.RawMessage
	t.samePayload("Decode", payload.Decode(nil, t.request(), &raw, o), want)
	if want == nil && !bytes.Equal(raw, t.data) {
		t.fail("Decode", "%q", raw)
	}
	var v any
	if err := payload.Decode(httptest.NewRecorder(), t.request(), &v, o); !isMismatch(err) && (want != nil || !isStricter(err)) {
		t.samePayload("Decode of a value", err, want)
	}
	if o.AllowCaseCollisions = t.rng.IntN(2) == 0; !o.AllowCaseCollisions {
		want = tokenizer.Check(t.data, slices.Concat(known, []tokenizer.Option{tokenizer.UniqueFoldedNames()})...)
	}
	ran := false
	var refused error
	o.OnError = func(_ http.ResponseWriter, _ *http.Request, e *payload.Error) { refused = e }
	next := func(_ http.ResponseWriter, r *http.Request) {
		ran = true
		if b, err := io.ReadAll(r.Body); err != nil || !bytes.Equal(b, t.data) || !bytes.Equal(payload.Bytes(r.Context()), t.data) {
			t.fail("Handler", "handed on %q, %v", b, err)
		}
	}
	payload.Handler(http.HandlerFunc(next), o).ServeHTTP(httptest.NewRecorder(), t.request())
	if ran == (refused != nil) {
		t.fail("Handler", "ran: %v; refused: %v", ran, refused)
	}
	t.samePayload("Handler", refused, want)
}

// isMismatch reports whether the body could not be decoded into the Go value.
func isMismatch(err error) bool {
	var e *payload.Error
	return errors.As(err, &e) && e.Kind == payload.Mismatch
}

// isStricter reports whether Decode has rejected a duplicate name or a lone surrogate. The grammar
// allows both, but Decode never decodes them.
func isStricter(err error) bool {
	var e *payload.Error
	return errors.As(err, &e) && (e.Code() == tokenizer.DuplicateName.String() || e.Code() == tokenizer.LoneSurrogate.String())
}

func (t *trial) request() *http.Request {
	h := t.hostile(io.EOF)
	h.nothing = 0
	r := httptest.NewRequest(http.MethodPost, "/", struct{ io.Reader }{h})
	r.Header.Set("Content-Type", "application/json")
	if t.rng.IntN(2) == 0 {
		r.ContentLength = int64(len(t.data))
	}
	return r
}

// samePayload checks that the error of a request agrees with the error of the tokenizer.
func (t *trial) samePayload(class string, got, want error) {
	if want == nil || got == nil {
		if want != nil || got != nil {
			t.fail(class, "%v, want %v", got, want)
		}
		return
	}
	var e *payload.Error
	if !errors.As(got, &e) {
		t.fail(class+": not an Error", "%v", got)
	}
	w := httptest.NewRecorder()
	payload.Refuse(w, httptest.NewRequest(http.MethodPost, "/", nil), got)
	if w.Code != e.Status || !tokenizer.Valid(w.Body.Bytes()) {
		t.fail("Refuse", "%d, %s", w.Code, w.Body)
	}
	if e.Kind == payload.Empty && len(t.data) == 0 {
		return
	}
	t.same(class, errors.Unwrap(e), want)
	bad := want.(*tokenizer.SyntaxError)
	pointer, _ := bad.Pointer()
	if p := e.Place; p == nil || p.Offset != bad.Offset || p.Position != bad.Position() || !p.PointerCut && p.Pointer != pointer {
		t.fail(class+": place", "%+v, want %v", p, bad)
	}
}
