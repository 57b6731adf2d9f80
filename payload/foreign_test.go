package payload_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/assayjson/assay/payload"
)

// Refuse answers with the status of an Error that another package has created, provided that this
// is an error status. All other statuses, some of which would make net/http panic, are replaced
// with 500.
func TestErrorsMadeElsewhere(t *testing.T) {
	for status, want := range map[int]int{
		0: 500, -1: 500, 7: 500, 100: 500, 200: 500, 204: 500, 302: 500, 399: 500, 400: 400, 418: 418, 499: 499, 599: 599, 600: 500, 99999: 500,
	} {
		e := &payload.Error{Status: status, Detail: "why"}
		w := httptest.NewRecorder()
		payload.Refuse(w, httptest.NewRequest("POST", "/", nil), e)
		var problem struct{ Status int }
		if err := json.Unmarshal(w.Body.Bytes(), &problem); err != nil || w.Code != want || problem.Status != want {
			t.Errorf("%d: status %d, %s, %v", status, w.Code, w.Body, err)
		}
		if text := e.Error(); !strings.HasPrefix(text, "payload: "+w.Result().Status[:3]) {
			t.Errorf("%d: %s", status, text)
		}
	}
}

// The message for a malformed Content-Type mentions that the field is malformed. It would be
// confusing to list only the accepted types, because the field may contain one of them.
func TestMalformedContentType(t *testing.T) {
	const accepted = "one of: application/json, application/*+json."
	for _, c := range []struct{ name, want string }{
		{"application/json; charset", "The Content-Type is malformed; it must be " + accepted},
		{"application/json, text/html", "The Content-Type is malformed; it must be " + accepted},
		{"text/plain", "The Content-Type must be " + accepted},
		{"", "The Content-Type must be " + accepted},
	} {
		r := httptest.NewRequest("POST", "/", strings.NewReader("{}"))
		r.Header.Set("Content-Type", c.name)
		var e *payload.Error
		if err := payload.Decode(nil, r, nil, payload.Options{}); !errors.As(err, &e) || e.Status != http.StatusUnsupportedMediaType || e.Detail != c.want {
			t.Errorf("%q: %v", c.name, err)
		}
	}
}
