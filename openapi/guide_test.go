package openapi_test

import (
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/assayjson/assay/openapi"
	"github.com/assayjson/assay/payload"
)

// newShop returns a service as in the guide.
func newShop() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPut {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"id": 7, "total": 5}`)
	})
}

func TestShop(t *testing.T) {
	doc, err := openapi.Load(os.DirFS("testdata"), "shop.yaml", openapi.Options{})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(openapi.Test(t, newShop(), doc))
	defer server.Close()

	response, err := http.Get(server.URL + "/v1/orders/7")
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
}

func enforcing(doc *openapi.Document) http.Handler {
	handler := openapi.Handler(doc, newShop(), openapi.CheckOptions{
		Body: payload.Options{MaxBytes: 256 << 10}, // limits for bodies, as for package payload
	})
	return handler
}

func reporting(doc *openapi.Document) http.Handler {
	handler := openapi.Handler(doc, newShop(), openapi.CheckOptions{
		Requests:  openapi.Report,
		Responses: openapi.Report,
		OnReport: func(r *http.Request, e *openapi.RequestError) {
			slog.Warn("request", "method", r.Method, "path", r.URL.Path, "error", e)
		},
		OnResponse: func(r *http.Request, e *openapi.ResponseError) {
			slog.Warn("response", "method", r.Method, "path", r.URL.Path, "error", e)
		},
	})
	return handler
}

func answer(w http.ResponseWriter, r *http.Request, e *openapi.RequestError) {
	if e.Body != nil && e.Code == e.Body.Code() { // nothing but the body does not fit
		refuse(w, r, e.Body)
		return
	}
	e.ServeHTTP(w, r)
}

func refuse(w http.ResponseWriter, r *http.Request, err error) { // also for the errors of payload.Decode
	var e *payload.Error
	if errors.As(err, &e) && e.Status == http.StatusUnprocessableEntity {
		e.Status = http.StatusBadRequest
	}
	payload.Refuse(w, r, err)
}

// The functions of the guide answer in one format when a body does not fit the document, or the Go value.
func TestOneFormatForBodies(t *testing.T) {
	doc, err := openapi.Load(os.DirFS("testdata"), "shop.yaml", openapi.Options{})
	if err != nil {
		t.Fatal(err)
	}
	decoding := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var order struct {
			Total uint8 `json:"total"`
		}
		if err := payload.Decode(w, r, &order, payload.Options{}); err != nil {
			refuse(w, r, err)
		}
	})
	handler := openapi.Handler(doc, decoding, openapi.CheckOptions{OnError: answer})
	for _, c := range []struct{ query, body, kind, typ string }{
		{"", `{"total": 0}`, "invalid", "https://pkg.go.dev/github.com/assayjson/assay/payload#Invalid"},
		{"", `{"total": 999}`, "mismatch", "https://pkg.go.dev/github.com/assayjson/assay/payload#Mismatch"},
		{"?dry=yes", `{"total": 0}`, "parameters", "about:blank"},
	} {
		r := httptest.NewRequest("PUT", "/v1/orders/7"+c.query, strings.NewReader(c.body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		var got struct {
			Type, Kind string
			Status     int
			Errors     []struct{ Pointer, Detail string }
		}
		if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
			t.Fatal(err)
		}
		last := len(got.Errors) - 1
		if w.Code != 400 || got.Status != 400 || got.Type != c.typ || got.Kind != c.kind || last < 0 || got.Errors[last].Pointer != "/total" {
			t.Errorf("%s %s: got %d, %s", c.query, c.body, w.Code, w.Body)
		}
	}
}

func asking(doc *openapi.Document) *http.Client {
	client := &http.Client{Transport: openapi.Client(doc, nil, openapi.CheckOptions{Responses: openapi.Enforce})}
	return client
}

var blocks = regexp.MustCompile("(?s)```(\\w*)\n(.*?)```")

// The guide shows code of this file, and what the package really answers.
func TestGuide(t *testing.T) {
	guide, err := os.ReadFile("../docs/reference/openapi.md")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("guide_test.go")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := openapi.Load(os.DirFS("testdata"), "shop.yaml", openapi.Options{})
	if err != nil {
		t.Fatal(err)
	}
	reporting(doc)
	asking(doc)
	n := 0
	for _, block := range blocks.FindAllStringSubmatch(string(guide), -1) {
		switch text := block[2]; block[1] {
		case "go":
			n++
			if !strings.Contains(plain(string(source)), plain(text)) {
				t.Errorf("this is not in guide_test.go:\n%s", text)
			}
		case "json":
			n++
			r := httptest.NewRequest("PUT", "/v1/orders/7?dry=yes", strings.NewReader(`{"total": 0}`))
			r.Header.Set("Content-Type", "application/json")
			w := httptest.NewRecorder()
			enforcing(doc).ServeHTTP(w, r)
			var got, want any
			if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal([]byte(text), &want); err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("got %s, want %s", w.Body, text)
			}
		case "":
			n++
			if !strings.Contains(text, "mistakes.yaml") {
				continue
			}
			_, err := openapi.Load(os.DirFS("testdata"), "mistakes.yaml", openapi.Options{})
			var bad *openapi.Error
			if !errors.As(err, &bad) {
				t.Fatal(err)
			}
			got := ""
			for _, m := range bad.Mistakes {
				got += "testdata/" + m.String() + "\n"
			}
			if got != text {
				t.Errorf("got\n%swant\n%s", got, text)
			}
		}
	}
	if n != 8 {
		t.Errorf("the guide has %d blocks", n)
	}
}

// plain removes the white space at the beginnings of lines.
func plain(text string) string {
	return regexp.MustCompile(`(?m)^[ \t]+`).ReplaceAllString(text, "")
}
