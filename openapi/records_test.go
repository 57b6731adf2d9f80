package openapi

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/assayjson/assay/payload"
)

// The records of a request are checked one by one.
func TestRecordsInRequests(t *testing.T) {
	d := load(t, head("3.2.0")+`paths:
  /a:
    post:
      parameters: [{name: n, in: query, schema: {type: integer}}]
      requestBody:
        required: true
        content:
          application/x-ndjson: {schema: {type: array}, itemSchema: {type: object, required: [id], properties: {id: {type: integer}}}}
          application/json-seq: {itemSchema: {type: integer}}
          application/jsonl: {}
      `+okay+"\n")
	const lines, sequence = "application/x-ndjson; charset=utf-8", "application/json-seq"
	long := `{"id":1,"x":"` + strings.Repeat("x", 300_000) + `"}` + "\n"
	for _, c := range []struct {
		name, query, contentType, body string
		status                         int
		want                           string // the findings
	}{
		{"records", "", lines, "{\"id\":1}\n\n{\"id\":2}", 200, ``},
		{"no records", "", lines, "\n", 200, ``},
		{"no body", "", lines, "", 400, `body: A body is required.`},
		{"another type", "", lines, "{\"id\":1}\n\n {\"id\":\"ü\"}\n{}\n", 422, `2 body line 3, column 8 (/id): must be an integer, but is a string; 3 body line 4, column 1: must have the member "id"`},
		{"not JSON", "", lines, "{\"id\":1}\n{\"id\":01}\n{}\n", 400, `2 body line 2, column 7 (/id): leading zero; 3 body line 3, column 1: must have the member "id"`},
		{"names that are equal", "", lines, `{"id":1,"id":2}`, 400, `1 body line 1, column 9 (/id): duplicate name`},
		{"names that differ in case", "", lines, `{"id":1,"ID":2}`, 400, `1 body line 1, column 9 (/ID): case collision`},
		{"too deep", "", lines, `{"id":1,"a":` + strings.Repeat("[", 200) + strings.Repeat("]", 200) + `}`, 400, "too deep"},
		{"a long record", "", lines, long, 200, ``},
		{"after a long record", "", lines, long + "5", 422, `2 body line 2, column 1: must be an object, but is a number`},
		{"too long", "", lines, strings.Repeat(long, 4), 413, `body: `},
		{"a sequence", "", sequence, "\x1e1\n\x1e2\n", 200, ``},
		{"another type in a sequence", "", sequence, "\x1e1\n\x1e\n\"a\"\n", 422, `2 body line 3, column 1: must be an integer, but is a string`},
		{"any JSON", "", "application/jsonl", "1\n{}\n", 200, ``},
		{"invalid JSON", "", "application/jsonl", "1\n{\n", 400, `2 body line 2, column 2: truncated`},
		{"a parameter, too", "?n=x", lines, "5", 400, `query "n": must be an integer, but is a string; 1 body line 1, column 1: must be an object, but is a number`},
	} {
		for _, mode := range []Mode{Enforce, Report, Off} {
			passed, findings := "", []string(nil)
			note := func(e *RequestError) {
				for _, f := range e.Findings {
					text := f.String()
					if f.Record > 0 {
						text = fmt.Sprintf("%d %s", f.Record, text)
					}
					findings = append(findings, text)
				}
			}
			status := http.StatusOK
			opts := CheckOptions{Requests: mode, Body: payload.Options{MaxBytes: 1 << 20},
				OnReport: func(_ *http.Request, e *RequestError) { status = e.Status; note(e) },
				OnError:  func(_ http.ResponseWriter, _ *http.Request, e *RequestError) { status = e.Status; note(e) },
			}
			h := Handler(d, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				text, _ := io.ReadAll(r.Body)
				passed = string(text)
			}), opts)
			r := httptest.NewRequest("POST", "/a"+c.query, strings.NewReader(c.body))
			r.Header.Set("Content-Type", c.contentType)
			h.ServeHTTP(httptest.NewRecorder(), r)
			got := strings.Join(findings, "; ")
			if want := c.status; mode != Off && (status != want && !(mode == Report && c.query != "") || !strings.Contains(got, c.want)) || mode == Off && status != 200 {
				t.Errorf("%s, mode %d: got %d %s, want %d %s", c.name, mode, status, got, c.status, c.want)
			}
			if isPassed := passed == c.body; isPassed != (mode != Enforce || c.status == 200) && c.body != "" {
				t.Errorf("%s, mode %d: passed is %v", c.name, mode, isPassed)
			}
		}
	}
}
