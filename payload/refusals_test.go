package payload_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/payload"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/schema/contract"
	"github.com/assayjson/assay/tokenizer"
)

var update = flag.Bool("update", false, "write testdata/problems.txt anew")

// secret is a text that some bodies contain. Responses must not quote it.
const secret = "hunter2"

// with sets a header field of r, or removes the field if there are no values, and returns r.
func with(r *http.Request, name string, values ...string) *http.Request {
	r.Header[name] = values
	if len(values) == 0 {
		delete(r.Header, name)
	}
	return r
}

// method returns a request with the named method and no body.
func method(name string) *http.Request { return httptest.NewRequest(name, "/", nil) }

// unreadable returns a request with a body that returns the error err when it is read.
func unreadable(err error) *http.Request {
	r := post("")
	r.Body = io.NopCloser(io.MultiReader(strings.NewReader(`{"a":`), failing{err}))
	r.ContentLength = -1
	return r
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

func canceled(r *http.Request) *http.Request {
	ctx, cancel := context.WithCancel(r.Context())
	cancel()
	return r.WithContext(ctx)
}

// long sets the Content-Length of r and returns r.
func long(r *http.Request, length int64) *http.Request {
	r.ContentLength = length
	return r
}

type violations []contract.Finding

func (v violations) Check([]byte) ([]contract.Finding, error) { return v, nil }

// unable is a schema that cannot check any body.
type unable struct{ err error }

func (u unable) Check([]byte) ([]contract.Finding, error) { return nil, u.err }

var (
	strict  = payload.Options{Checks: []tokenizer.Option{tokenizer.ServiceLimits(), tokenizer.IJSON(), tokenizer.MaxDepth(3), tokenizer.MaxString(20), tokenizer.MaxNumber(9), tokenizer.MaxMembers(4), tokenizer.MaxTokens(10), tokenizer.MaxBytes(60)}}
	tooMany = slices.Repeat(violations{{Place: contract.Place{Pointer: "/a"}, Message: "It must be smaller."}}, payload.MaxViolations+1)
)

// refusals contains a request for each reason to refuse a request. The responses are in
// testdata/problems.txt.
var refusals = []struct {
	name    string
	request func() *http.Request
	opts    payload.Options
	status  int
	code    string
}{
	{"empty POST", func() *http.Request { return method("POST") }, payload.Options{}, 400, "empty"},
	{"empty PUT", func() *http.Request { return method("PUT") }, payload.Options{}, 400, "empty"},
	{"empty PATCH", func() *http.Request { return method("PATCH") }, payload.Options{}, 400, "empty"},
	{"empty QUERY", func() *http.Request { return method("QUERY") }, payload.Options{}, 400, "empty"},
	{"empty GET where a body is required", func() *http.Request { return method("GET") }, payload.Options{RequireBody: true}, 400, "empty"},
	{"empty HEAD where a body is required", func() *http.Request { return method("HEAD") }, payload.Options{RequireBody: true}, 400, "empty"},
	{"empty where both are said", func() *http.Request { return method("POST") }, payload.Options{RequireBody: true, AllowEmpty: true}, 400, "empty"},
	{"empty in chunks", func() *http.Request { return long(post(""), -1) }, payload.Options{}, 400, "empty"},
	{"empty in gzip", func() *http.Request { return encoded(encoders["gzip"](nil), "gzip") }, payload.Options{}, 400, "empty"},
	{"empty in chunks, said to be gzip", func() *http.Request { return long(encoded(nil, "gzip"), -1) }, payload.Options{}, 400, "empty"},
	{"white space", func() *http.Request { return post(" \n") }, payload.Options{AllowEmpty: true}, 400, "empty-input"},

	{"trailing comma", func() *http.Request { return post("{\"a\": [\n1, \"" + secret + "\",]}") }, payload.Options{}, 400, "trailing-comma"},
	{"misspelt literal", func() *http.Request { return post(`{"user":{"password":` + secret + `}}`) }, payload.Options{}, 400, "misspelt-literal"},
	{"unexpected string", func() *http.Request { return post(`{"password" "` + secret + `"}`) }, payload.Options{}, 400, "missing-colon"},
	{"bad escape", func() *http.Request { return post(`["` + secret + `\x"]`) }, payload.Options{}, 400, "bad-escape"},
	{"Latin-1", func() *http.Request { return post("{\"name\":\"" + secret + " Ren\xE9e\"}") }, payload.Options{}, 400, "utf8-missing-continuation"},
	{"cut off", func() *http.Request { return post(`{"a":{"b":[1,2`) }, payload.Options{}, 400, "truncated"},
	{"cut off in a string", func() *http.Request { return post(`{"a":"` + secret) }, payload.Options{}, 400, "unterminated-string"},
	{"two documents", func() *http.Request { return post(`{}"` + secret + `"`) }, payload.Options{}, 400, "trailing-data"},
	{"byte order mark", func() *http.Request { return post("\uFEFF{}") }, payload.Options{}, 400, "byte-order-mark"},
	{"names in the pointer", func() *http.Request { return post(`{"é~/\"\n":{"\ud800":tru}}`) }, payload.Options{}, 400, "misspelt-literal"},
	{"a pointer that is too long", func() *http.Request {
		return post(`{"a":{"` + strings.Repeat("b", 240) + `":{"` + strings.Repeat("c", 240) + `":tru}}}`)
	}, payload.Options{}, 400, "misspelt-literal"},
	{"a name that is too long", func() *http.Request { return post(`{"` + strings.Repeat("é", 200) + `":tru}`) }, payload.Options{}, 400, "misspelt-literal"},
	{"too deep", func() *http.Request {
		return post(strings.Repeat("[", payload.DefaultMaxDepth+1) + strings.Repeat("]", payload.DefaultMaxDepth+1))
	}, payload.Options{}, 400, "too-deep"},
	{"deeper than asked for", func() *http.Request { return post(`[[[["` + secret + `"]]]]`) }, strict, 400, "too-deep"},
	{"equal names", func() *http.Request { return post(`{"a":1,"\u0061":2}`) }, payload.Options{}, 400, "duplicate-name"},
	{"equal names, by limits", func() *http.Request { return post(`{"a":1,"\u0061":2}`) }, strict, 400, "duplicate-name"},
	{"names that differ in case", func() *http.Request { return post(`{"role":"user","Role":"admin"}`) }, payload.Options{}, 400, "case-collision"},
	{"names that differ in case, with I-JSON", func() *http.Request { return post(`{"role":"user","\u0052ole":"admin"}`) }, payload.Options{Checks: []tokenizer.Option{tokenizer.IJSON()}}, 400, "case-collision"},
	{"names that differ in case outside ASCII", func() *http.Request { return post("{\"keys\":1,\"\u212aey\u017f\":2}") }, strict, 400, "case-collision"},
	{"a lone surrogate", func() *http.Request { return post(`["\ud800"]`) }, strict, 400, "lone-surrogate"},
	{"a long string", func() *http.Request { return post(`["` + secret + secret + secret + `"]`) }, strict, 400, "string-too-long"},
	{"a long number", func() *http.Request { return post(`[1234567890]`) }, strict, 400, "number-too-long"},
	{"many members", func() *http.Request { return post(`[1,2,3,4,5]`) }, strict, 400, "too-many-members"},
	{"many tokens", func() *http.Request { return post(`[[1,2,3],[1,2,3]]`) }, strict, 400, "too-many-tokens"},
	{"many bytes by a check", func() *http.Request { return post(`[` + strings.Repeat(" ", 60) + `]`) }, strict, 413, "input-too-long"},

	{"not gzip", func() *http.Request { return post(`{"a":"`+secret+`"}`, "Content-Encoding", "gzip") }, payload.Options{}, 400, "bad-encoding"},
	{"not deflate", func() *http.Request { return post(`{"a":"`+secret+`"}`, "Content-Encoding", "deflate") }, payload.Options{}, 400, "bad-encoding"},
	{"not zstd", func() *http.Request { return post(`{"a":"`+secret+`"}`, "Content-Encoding", "zstd") }, payload.Options{}, 400, "bad-encoding"},

	{"too large by Content-Length", func() *http.Request { return long(post(`{}`), 1001) }, payload.Options{MaxBytes: 1000}, 413, "too-large"},
	{"too large by default", func() *http.Request { return long(post(`{}`), 1<<20+1) }, payload.Options{}, 413, "too-large"},
	{"too large in chunks", func() *http.Request { return long(post(string(quoted(1001))), -1) }, payload.Options{MaxBytes: 1000}, 413, "too-large"},
	{"too large decoded", func() *http.Request { return encoded(encoders["gzip"](quoted(1001)), "gzip") }, payload.Options{MaxBytes: 1000}, 413, "too-large"},
	{"too large for somebody else", func() *http.Request {
		r := post(string(quoted(1001)))
		r.Body = http.MaxBytesReader(httptest.NewRecorder(), r.Body, 1000)
		return r
	}, payload.Options{}, 413, "too-large"},

	{"form", func() *http.Request {
		return with(post(`a=1`), "Content-Type", "application/x-www-form-urlencoded")
	}, payload.Options{}, 415, "unsupported-type"},
	{"text", func() *http.Request { return with(post(`{}`), "Content-Type", "text/plain; charset=utf-8") }, payload.Options{}, 415, "unsupported-type"},
	{"no type", func() *http.Request { return with(post(`{}`), "Content-Type") }, payload.Options{}, 415, "unsupported-type"},
	{"an empty type", func() *http.Request { return with(post(`{}`), "Content-Type", "") }, payload.Options{}, 415, "unsupported-type"},
	{"two types", func() *http.Request {
		return with(post(`{}`), "Content-Type", "application/json", "application/json")
	}, payload.Options{}, 415, "unsupported-type"},
	{"a wrong type", func() *http.Request { return with(post(`{}`), "Content-Type", "application/json; charset=") }, payload.Options{}, 415, "unsupported-type"},
	{"a parameter twice", func() *http.Request {
		return with(post(`{}`), "Content-Type", "application/json; charset=utf-8; charset=utf-16")
	}, payload.Options{}, 415, "unsupported-type"},
	{"json where another is wanted", func() *http.Request { return post(`{}`) }, payload.Options{MediaTypes: []string{"application/merge-patch+json", "text/*"}}, 415, "unsupported-type"},
	{"a charset", func() *http.Request {
		return with(post(`{}`), "Content-Type", "application/json; charset=iso-8859-1")
	}, payload.Options{}, 415, "unsupported-charset"},
	{"a charset that is almost UTF-8", func() *http.Request {
		return with(post(`{}`), "Content-Type", "application/json; charset=utf-16")
	}, payload.Options{}, 415, "unsupported-charset"},
	{"a charset with an underscore", func() *http.Request {
		return with(post(`{}`), "Content-Type", "application/json; charset=utf_8")
	}, payload.Options{}, 415, "unsupported-charset"},
	{"brotli", func() *http.Request { return post(`{}`, "Content-Encoding", "br") }, payload.Options{}, 415, "unsupported-encoding"},
	{"gzip where none is wanted", func() *http.Request { return post(`{}`, "Content-Encoding", "gzip") }, payload.Options{Encodings: []string{}}, 415, "unsupported-encoding"},
	{"gzip in gzip in gzip", func() *http.Request { return post(`{}`, "Content-Encoding", "gzip, gzip, gzip") }, payload.Options{}, 415, "unsupported-encoding"},

	{"violations", func() *http.Request { return post(`{"age":-1}`) }, payload.Options{Schema: violations{
		{
			Place: contract.Place{Pointer: "/age", Offset: 7, Position: tokenizer.Locate([]byte(`{"age":-1}`), 7)}, Message: "It must be 0 or more.",
			Detail: "It must be 0 or more, and is -1.",
		},
		{Message: "It must have a member name."},
	}}, 422, "invalid"},
	{"a body too deep for the schema", func() *http.Request { return post(`[[]]`) }, payload.Options{Schema: unable{tokenizer.Check([]byte(`[[]]`), tokenizer.MaxDepth(1))}}, 400, "too-deep"},
	{"a body that takes too long to check", func() *http.Request { return post(`[[]]`) }, payload.Options{Schema: unable{contract.ErrTooManySteps}}, 400, "limit-exceeded"},
	{"a schema that fails", func() *http.Request { return post(`[[]]`) }, payload.Options{Schema: unable{errors.New("hunter2")}}, 500, "internal"},
	{"violations without end", func() *http.Request { return post(`{}`) }, payload.Options{Schema: tooMany}, 422, "invalid"},

	{"a deadline", func() *http.Request { return unreadable(os.ErrDeadlineExceeded) }, payload.Options{}, 408, "timed-out"},
	{"an end too early", func() *http.Request { return unreadable(io.ErrUnexpectedEOF) }, payload.Options{}, 400, "incomplete"},
	{"a wrong chunk", func() *http.Request { return unreadable(errors.New("malformed chunked encoding")) }, payload.Options{}, 400, "incomplete"},
	{"the client has gone", func() *http.Request { return canceled(unreadable(errors.New("client disconnected"))) }, payload.Options{}, 499, "canceled"},
	{"no turn in time", func() *http.Request { return post(`{}`) }, payload.Options{Brake: payload.FullBrake(), ReadTimeout: time.Nanosecond}, 429, "too-many-requests"},
	{"over budget", func() *http.Request { return post(`{}`) }, payload.Options{Budget: payload.NewBudget(100)}, 503, "overloaded"},
	{"over budget when decoded", func() *http.Request { return encoded(encoders["zstd"](quoted(100_000)), "zstd") }, payload.Options{Budget: payload.NewBudget(50_000)}, 503, "overloaded"},
}

func TestRefusals(t *testing.T) {
	var golden strings.Builder
	for _, test := range refusals {
		t.Run(test.name, func(t *testing.T) {
			var outcomes []payload.Outcome
			test.opts.Observe = func(o payload.Outcome) { outcomes = append(outcomes, o) }
			next := http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("it has been let through") })
			r := test.request()
			w := serve(next, test.opts, r)
			body := w.Body.String()
			writeAnswer(&golden, test.name, w)

			if w.Code != test.status {
				t.Errorf("status %d, want %d", w.Code, test.status)
			}
			if len(outcomes) != 1 || outcomes[0].Status != test.status || outcomes[0].Code != test.code {
				t.Errorf("observed %+v", outcomes)
			}
			switch {
			case r.Method == "HEAD" || test.status == 499:
				if body != "" {
					t.Errorf("there is a body: %.300s", body)
				}
			default:
				if p := readProblem(t, w.Code, w.Header(), w.Body.Bytes()); p.Kind != test.code {
					t.Errorf("kind %s, want %s", p.Kind, test.code)
				}
			}
			if strings.Contains(body, secret) {
				t.Errorf("the body is repeated: %.300s", body)
			}
			if closes := w.Header().Get("Connection") == "close"; closes != isHostile(test.status, test.code) {
				t.Errorf("closes the connection: %t", closes)
			}
		})
	}
	for _, test := range undecoded {
		w := httptest.NewRecorder()
		payload.Refuse(w, post(""), payload.Decode(nil, post(test.body), test.v, payload.Options{DisallowUnknownFields: true}))
		writeAnswer(&golden, test.name, w)
	}
	compareGolden(t, "testdata/problems.txt", golden.String())
}

// isHostile reports whether the server must close the connection after a response with the given
// status and code. It must do so if the rest of the body would have to be read, or if bodies that
// cause this response are usually sent on purpose.
func isHostile(status int, code string) bool {
	switch code {
	case "incomplete", "bad-encoding", "too-deep", "string-too-long", "number-too-long", "too-many-members", "too-many-tokens":
		return true
	}
	return slices.Contains([]int{408, 413, 429, 499, 503}, status)
}

// undecoded contains valid JSON for which Decode returns an error.
var undecoded = []struct {
	name, body string
	v          any
}{
	{"the wrong type", `{"items":[{"sku":15}]}`, new(basket)},
	{"out of range", `{"items":[{"quantity":256}]}`, new(basket)},
	{"an unknown member", `{"Items":[]}`, new(basket)},
	{"not a time", `{"items":[{"when":"` + secret + `"}]}`, new(basket)},
	{"a lone surrogate in a value", `{"items":[{"sku":"` + secret + `\ud800"}]}`, new(basket)},
	{"keys that become equal", `{"a":1,"A":2}`, new(map[folded]int)},
	{"a mistake of the program", `{"a":1}`, new(in[chan int])},
}

func writeAnswer(b *strings.Builder, name string, w *httptest.ResponseRecorder) {
	fmt.Fprintf(b, "-- %s --\n%d\n", name, w.Code)
	for _, name := range slices.Sorted(maps.Keys(w.Header())) {
		fmt.Fprintf(b, "%s: %s\n", name, w.Header().Get(name))
	}
	fmt.Fprintf(b, "\n%s\n", strings.ReplaceAll(w.Body.String(), `,"`, ",\n\""))
}

// The golden file of TestRefusals contains a response for every ErrorKind.
func TestProblemsHaveEveryKind(t *testing.T) {
	golden := string(must(os.ReadFile("testdata/problems.txt")))
	for k := payload.Malformed; k <= payload.CaseCollision; k++ {
		if k != payload.Canceled && !strings.Contains(golden, `"type":"`+k.Type()+`",`) { // the response to a cancelled request has no body
			t.Errorf("there is no %v", k)
		}
	}
}

// A title must be true of the body, and a problem type must have only one title (RFC 9457, section
// 3.1.3). For example, the title for duplicate names must not claim that the body is not valid
// JSON.
func TestTitlesAreTrue(t *testing.T) {
	titles := map[string]string{}
	for _, test := range refusals {
		r := test.request()
		body, _ := io.ReadAll(test.request().Body)
		w := serve(http.NotFoundHandler(), test.opts, r)
		if w.Body.Len() == 0 {
			continue
		}
		p := readProblem(t, w.Code, w.Header(), w.Body.Bytes())
		if title, ok := titles[p.Type]; ok && title != p.Title {
			t.Errorf("%s: the titles of %s are %q and %q", test.name, p.Type, title, p.Title)
		}
		titles[p.Type] = p.Title
		switch p.Title {
		case "The body is not valid JSON":
			if json.Valid(body) {
				t.Errorf("%s: %q, but it is: %.100q", test.name, p.Title, body)
			}
		case "The body is not valid UTF-8":
			if utf8.Valid(body) {
				t.Errorf("%s: %q, but it is: %.100q", test.name, p.Title, body)
			}
		}
	}
	for _, title := range []string{"The body is not valid JSON", "The body is not valid UTF-8", "An object has a duplicate name", "An object has names that differ only in case", "The body is not valid I-JSON", "The body exceeds a limit"} {
		if !slices.Contains(slices.Collect(maps.Values(titles)), title) {
			t.Errorf("no refusal has the title %q", title)
		}
	}
}

func compareGolden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		must(0, os.WriteFile(file, []byte(got), 0o666))
		return
	}
	if want := string(must(os.ReadFile(file))); got != want {
		gotLines, wantLines := strings.Split(got, "\n"), strings.Split(want, "\n")
		for i := range min(len(gotLines), len(wantLines)) {
			if gotLines[i] != wantLines[i] {
				t.Fatalf("%s:%d: got %.200s\nwant %.200s", file, i+1, gotLines[i], wantLines[i])
			}
		}
		t.Fatalf("%s: %d lines, want %d", file, len(gotLines), len(wantLines))
	}
}

// passes are requests that are accepted, together with the body that the next handler gets.
var passes = []struct {
	name    string
	request func() *http.Request
	opts    payload.Options
	want    string
}{
	{"JSON", func() *http.Request { return post(` {"a":[1]} `) }, payload.Options{}, ` {"a":[1]} `},
	{"a scalar", func() *http.Request { return post(`0`) }, payload.Options{}, `0`},
	{"in chunks", func() *http.Request { return long(post(`{"a":1}`), -1) }, payload.Options{}, `{"a":1}`},
	{"as large as allowed", func() *http.Request { return post(string(quoted(1000))) }, payload.Options{MaxBytes: 1000}, string(quoted(1000))},
	{"as large as allowed by default", func() *http.Request { return post(string(quoted(1 << 20))) }, payload.Options{}, string(quoted(1 << 20))},
	{"as deep as allowed", func() *http.Request { return post(strings.Repeat("[", 128) + strings.Repeat("]", 128)) }, payload.Options{}, strings.Repeat("[", 128) + strings.Repeat("]", 128)},
	{"GET with a body", func() *http.Request { r := post(`[]`); r.Method = "GET"; return r }, payload.Options{}, `[]`},
	{"charset", func() *http.Request { return with(post(`[]`), "Content-Type", "application/json; charset=UTF-8") }, payload.Options{}, `[]`},
	{"quoted charset", func() *http.Request { return with(post(`[]`), "Content-Type", `Application/JSON;Charset="Utf-8"`) }, payload.Options{}, `[]`},
	{"charset without a hyphen", func() *http.Request { return with(post(`[]`), "Content-Type", "application/json; charset=utf8") }, payload.Options{}, `[]`},
	{"charset without a hyphen, upper case", func() *http.Request { return with(post(`[]`), "Content-Type", "application/json;charset=UTF8") }, payload.Options{}, `[]`},
	{"charset without a hyphen, quoted", func() *http.Request { return with(post(`[]`), "Content-Type", `application/json; charset="Utf8"`) }, payload.Options{}, `[]`},
	{"a semicolon and no parameter", func() *http.Request { return with(post(`[]`), "Content-Type", `application/json;`) }, payload.Options{}, `[]`},
	{"other parameters", func() *http.Request {
		return with(post(`[]`), "Content-Type", `application/json; profile="https://example.com/"; charset=utf-8`)
	}, payload.Options{}, `[]`},
	{"+json", func() *http.Request { return with(post(`[]`), "Content-Type", "application/vnd.api+json") }, payload.Options{}, `[]`},
	{"another type", func() *http.Request { return with(post(`[]`), "Content-Type", "text/json") }, payload.Options{MediaTypes: []string{"text/*"}}, `[]`},
	{"any type", func() *http.Request { return with(post(`[]`), "Content-Type", "image/png") }, payload.Options{MediaTypes: []string{"*/*"}}, `[]`},
	{"no type", func() *http.Request { return with(post(`[]`), "Content-Type") }, payload.Options{MediaTypes: []string{"application/json", ""}}, `[]`},
	{"a byte order mark", func() *http.Request { return post("\uFEFF[]") }, payload.Options{Checks: []tokenizer.Option{tokenizer.AllowBOM()}}, "\uFEFF[]"},
	{"equal names", func() *http.Request { return post(`{"a":1,"a":2}`) }, payload.Options{Checks: []tokenizer.Option{}, AllowCaseCollisions: true}, `{"a":1,"a":2}`},
	{"names that differ in case", func() *http.Request { return post(`{"role":"user","Role":"admin"}`) }, payload.Options{AllowCaseCollisions: true}, `{"role":"user","Role":"admin"}`},
	{"names that differ in case, in two objects", func() *http.Request { return post(`{"role":{"Role":"user"}}`) }, payload.Options{}, `{"role":{"Role":"user"}}`},
	{"empty where that is allowed", func() *http.Request { return method("POST") }, payload.Options{AllowEmpty: true}, ``},
	{"empty in chunks where that is allowed", func() *http.Request { return long(post(""), -1) }, payload.Options{AllowEmpty: true}, ``},
	{"empty, said to be gzip", func() *http.Request { return long(encoded(nil, "gzip"), -1) }, payload.Options{AllowEmpty: true}, ``},
	{"a schema", func() *http.Request { return post(`{}`) }, payload.Options{Schema: violations(nil)}, `{}`},
	{"within the budget", func() *http.Request { return post(`{}`) }, payload.Options{Budget: payload.NewBudget(1 << 20)}, `{}`},
	{"no limit on time", func() *http.Request { return post(`{}`) }, payload.Options{ReadTimeout: -1}, `{}`},
}

func TestPasses(t *testing.T) {
	for _, test := range passes {
		t.Run(test.name, func(t *testing.T) {
			w := serve(echo, test.opts, test.request())
			if w.Code != 200 || w.Body.String() != test.want {
				t.Errorf("status %d, %.300s", w.Code, w.Body)
			}
		})
	}
}

// Requests without a body are passed on unchanged if their method does not require a body.
func TestUntouched(t *testing.T) {
	for _, name := range []string{"GET", "HEAD", "DELETE", "OPTIONS", "TRACE", "PROPFIND"} {
		r := method(name)
		next := http.HandlerFunc(func(_ http.ResponseWriter, got *http.Request) {
			if got != r {
				t.Errorf("%s: another request", name)
			}
		})
		observe := func(o payload.Outcome) { t.Errorf("%s: observed %+v", name, o) }
		serve(next, payload.Options{Observe: observe}, r)
	}
}

func TestObserve(t *testing.T) {
	var got payload.Outcome
	opts := payload.Options{Observe: func(o payload.Outcome) { got = o }}
	body := encoders["gzip"](quoted(1000))
	serve(echo, opts, encoded(body, "gzip"))
	if got.Status != 0 || got.Code != "" || got.Received != int64(len(body)) || got.Decoded != 1000 || got.Duration <= 0 {
		t.Errorf("%+v", got)
	}
}

func TestOnError(t *testing.T) {
	opts := payload.Options{OnError: func(w http.ResponseWriter, r *http.Request, e *payload.Error) {
		var bad *tokenizer.SyntaxError
		if !errors.As(e, &bad) || bad.Kind != tokenizer.TrailingComma {
			t.Errorf("%v", e)
		}
		e.Place.Pointer = ""
		http.Error(w, e.Error(), http.StatusTeapot)
	}}
	w := serve(echo, opts, post(`[1,]`))
	if want := "payload: 400 trailing-comma: line 1, column 3 (byte 2): A comma must not come before a closing bracket.\n"; w.Code != 418 || w.Body.String() != want {
		t.Errorf("status %d, %.300s", w.Code, w.Body)
	}
}

// Every tokenizer.ErrorKind has a sentence, and the type of every ErrorKind links to its constant.
func TestKinds(t *testing.T) {
	ofRecords := []tokenizer.ErrorKind{records.RecordTooLong, records.MissingSeparator, records.UndelimitedRecord}
	for k := tokenizer.ErrorKind(1); flaw.ErrorKind(k).IsValid(); k++ {
		if !slices.Contains(ofRecords, k) && !payload.HasSentence(k) {
			t.Errorf("%v has no sentence", k)
		}
	}
	source := string(must(os.ReadFile("error.go")))
	for k := payload.Malformed; k <= payload.CaseCollision; k++ {
		_, name, _ := strings.Cut(k.Type(), "#")
		if !strings.Contains(source, "\n\t// "+name+" (") {
			t.Errorf("%v leads to %q", k, k.Type())
		}
	}
}

// MarshalJSON returns the same JSON that ServeHTTP sends.
func TestErrorMarshals(t *testing.T) {
	var e *payload.Error
	if err := payload.Decode(nil, post(`[1,]`), nil, payload.Options{}); !errors.As(err, &e) {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	e.ServeHTTP(w, post(``))
	if got := must(json.Marshal(e)); string(got) != w.Body.String() {
		t.Errorf("%s\n%s", got, w.Body)
	}
}
