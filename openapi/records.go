package openapi

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/assayjson/assay/openapi/internal/passing"
	"github.com/assayjson/assay/payload"
	"github.com/assayjson/assay/schema/contract"
	"github.com/assayjson/assay/tokenizer"
)

// A recordsSchema checks the bodies of requests with many records. Package payload calls CheckBody for the whole body.
type recordsSchema struct {
	contract.Schema // nil; only CheckBody is called
	plan            passing.Plan
}

// newRecordsSchema returns a schema for a media type of records. The checks are those that payload makes for a body with one document.
func newRecordsSchema(m *mediaType, body *payload.Options) *recordsSchema {
	s := &recordsSchema{plan: passing.Plan{Schema: m.schema.plain(), Framing: passing.Lines, Checks: body.Checks}}
	if m.format == sequence {
		s.plan.Framing = passing.Sequence
	}
	if s.plan.Checks == nil {
		s.plan.Checks = []tokenizer.Option{tokenizer.MaxDepth(payload.DefaultMaxDepth), tokenizer.UniqueNames()}
	}
	if !body.AllowCaseCollisions {
		s.plan.Checks = append(s.plan.Checks[:len(s.plan.Checks):len(s.plan.Checks)], tokenizer.UniqueFoldedNames())
	}
	return s
}

// CheckBody returns why a body is refused, or nil.
func (s *recordsSchema) CheckBody(data []byte) *payload.Error {
	found, more, err := passing.CheckRecords(data, &s.plan)
	e := &payload.Error{Status: http.StatusUnprocessableEntity, Kind: payload.Invalid, Detail: "A record of the body does not match the schema.", ViolationsCut: more}
	for _, f := range found {
		if f.Kind != 0 {
			e.Status, e.Kind, e.Detail = http.StatusBadRequest, payload.Malformed, "A record of the body is not valid JSON."
			f.Keyword = f.Kind.String()
		}
		short := f.Pointer[:min(len(f.Pointer), payload.MaxPointer+1)] // what is longer is cut in any case
		f.Pointer = fmt.Sprintf("/%d%s", f.Record-1, short)            // as if the body were an array of records
		e.Violations = append(e.Violations, f.Finding)
	}
	switch {
	case len(found) > 0:
		return e
	case err != nil:
		return undecided(err)
	}
	return nil
}

// recordOf returns the number of a record, and the pointer in it, for a pointer of CheckBody.
func recordOf(pointer string) (number int64, inside string) {
	text, inside, isInside := strings.Cut(strings.TrimPrefix(pointer, "/"), "/")
	if isInside {
		inside = "/" + inside
	}
	number, _ = strconv.ParseInt(text, 10, 64)
	return number + 1, inside
}
