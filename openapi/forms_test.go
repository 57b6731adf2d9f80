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

// Forms are checked as objects.
func TestForms(t *testing.T) {
	d := load(t, head("3.1.1")+`paths:
  /a:
    post:
      requestBody:
        required: true
        content:
          application/x-www-form-urlencoded:
            schema:
              type: object
              required: [id]
              additionalProperties: {type: string, maxLength: 3}
              properties:
                id: {type: integer, minimum: 1}
                both: {type: [integer, string], maxLength: 2}
                list: {type: array, items: {type: integer}, maxItems: 3}
                csv: {type: array, items: {type: integer}}
                object: {type: object, properties: {x: {type: integer}}, additionalProperties: false}
                items: {type: array, items: {type: string}}
                either: {anyOf: [{type: array, items: {type: string}}, {type: integer}, {enum: ['']}]}
                deep: {type: object, properties: {x: {type: array, items: {type: integer}}}}
                spread: {type: object, properties: {left: {type: integer}, right: {type: integer}}}
                json: {type: integer}
                reserved: {type: string}
                'a"/b': {type: integer}
            encoding:
              csv: {explode: false}
              deep: {style: deepObject, explode: true}
              items: {style: deepObject, explode: true}
              either: {style: deepObject, explode: true}
              spread: {style: form, explode: true}
              json: {contentType: application/json}
              reserved: {allowReserved: true}
  /open: {post: {requestBody: {content: {application/x-www-form-urlencoded: {schema: {properties: {a: {type: integer}}}}}}, `+okay+`}}
  /closed: {post: {requestBody: {content: {application/x-www-form-urlencoded: {schema: {type: object, additionalProperties: false, properties: {a: {type: integer}}}}}}, `+okay+`}}
  /deep: {post: {requestBody: {content: {application/x-www-form-urlencoded: {schema: {type: object, required: [a], properties: {a: {type: array, items: {type: string}}}}, encoding: {a: {style: deepObject}}}}}, `+okay+`}}
  /any: {post: {requestBody: {content: {application/x-www-form-urlencoded: {}}}, `+okay+`}}
  /unclear: {post: {requestBody: {content: {application/x-www-form-urlencoded: {schema: {type: object, required: [b], properties: {a: {type: array, items: {type: object}}}}}}}, `+okay+`}}
  /pattern: {post: {requestBody: {content: {'application/*': {schema: {type: object, required: [b]}}}}, `+okay+`}}
`)
	for _, c := range []struct {
		path, body string
		status     int
		want       string // the findings
	}{
		{"/a", "id=1", 200, ``},
		{"/a", "id=1&both=12&list=1&list=2&csv=1,2&x=y+z&a%22%2Fb=7", 200, ``},
		{"/a", "id=1&both=1&both=2", 400, `12+6 body (/both): occurs more than once`},
		{"/a", "id=1&both=123", 200, ``}, // a number, which has no maximum length
		{"/a", "id=1&both=abc", 422, `10+3 body (/both): must have at most 2 characters, but has 3`},
		{"/a", "id=x&list=1&list=y&x=long", 422, `3+1 body (/id): must be an integer, but is a string; 17+1 body (/list/1): must be an integer, but is a string; 21+4 body (/x): must have at most 3 characters, but has 4`},
		{"/a", "list=1&list=2&list=3&list=4", 422, `0+27 body: must have the member "id"; 0+6 body (/list): must have at most 3 items, but has 4`},
		{"/a", "id=0&a%22%2Fb=x", 422, `3+1 body (/id): must be at least 1; 14+1 body (/a"~1b): must be an integer, but is a string`},
		{"/a", "id=1&csv=1,x", 422, `11+1 body (/csv/1): must be an integer, but is a string`},
		{"/a", "id=1&object=%7B%22x%22:1%7D", 200, ``},
		{"/a", "id=1&object=%7B%22y%22:1%7D", 422, `15+7 body (/object/y): must not have this member`},
		{"/a", "id=1&object=x", 400, `12+1 body (/object): is not valid JSON`},
		{"/a", "id=1&deep[x][]=1&deep[x][]=2", 200, ``},
		{"/a", "id=1&deep[x][]=y", 422, `15+1 body (/deep/x/0): must be an integer, but is a string`},
		{"/a", "id=1&items[]=x&either[]=y", 200, ``},
		{"/a", "id=1&items=x", 422, `11+1 body (/items): must be an array, but is a string`},
		{"/a", "id=1&items=x&items=y", 400, `occurs more than once`},
		{"/a", "id=1&either=", 200, ``},
		{"/a", "id=1&either=5", 200, ``},
		{"/a", "id=1&either=x", 422, `12+1 body (/either): `},
		{"/a", "id=1&left=1&right=2", 200, ``},
		{"/a", "id=1&left=1&right=x", 422, `18+1 body (/spread/right): must be an integer, but is a string`},
		{"/a", "id=1&json=5", 200, ``},
		{"/a", "id=1&json=%225%22", 422, `10+7 body (/json): must be an integer, but is a string`},
		{"/a", "id=1&x=a;b", 400, `8+1 body: has a semicolon that is not escaped, which services read in different ways`},
		{"/a", "id=1&x=a%3Bb", 200, ``},
		{"/a", "id=1&reserved=a;b", 200, ``},
		{"/a", "id=1&x=%", 400, `7+1 body (/x): has a percent sign that is not followed by two hexadecimal digits`},
		{"/a", "id=1&%=", 400, `5+1 body: has a percent sign that is not followed by two hexadecimal digits`},
		{"/a", "id=1&x=1&x=2", 400, `occurs more than once`},
		{"/a", "id=1&reserved=" + strings.Repeat("1", 100_000), 200, ``},
		{"/a", "id=" + strings.Repeat("1", 1<<20), 413, ``},
		{"/a", "", 400, `0+0 body: A body is required.`},
		{"/open", "a=1&b=x", 200, ``},
		{"/open", "a=x", 422, `2+1 body (/a): must be an integer, but is a string`},
		{"/closed", "a=1&b=x", 422, `4+1 body (/b): must not have this member`},
		{"/closed", "", 200, ``},
		{"/deep", "a[0]=x", 200, ``},
		{"/deep", "a=x", 422, `2+1 body (/a): must be an array, but is a string`},
		{"/deep", "a=x&a=y", 400, `4+3 body (/a): occurs more than once`},
		{"/any", "a;b%", 200, ``},
		{"/unclear", "a;b%", 200, ``},
		{"/pattern", "a;b%", 200, ``},
	} {
		for _, mode := range []Mode{Enforce, Report} {
			passed, status := "", http.StatusOK
			var findings []string
			note := func(e *RequestError) {
				status = e.Status
				for _, f := range e.Findings {
					findings = append(findings, fmt.Sprintf("%d+%d %s", f.Offset, f.Length, f))
				}
			}
			opts := CheckOptions{Requests: mode, Body: payload.Options{MaxBytes: 1 << 20},
				OnReport: func(_ *http.Request, e *RequestError) { note(e) },
				OnError:  func(_ http.ResponseWriter, _ *http.Request, e *RequestError) { note(e) },
			}
			h := Handler(d, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				text, _ := io.ReadAll(r.Body)
				passed = string(text)
			}), opts)
			r := httptest.NewRequest("POST", c.path, strings.NewReader(c.body))
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")
			h.ServeHTTP(httptest.NewRecorder(), r)
			body := c.body[:min(len(c.body), 40)]
			if got := strings.Join(findings, "; "); status != c.status || got != c.want && (c.want == "" && c.status == 200 || !strings.Contains(got, c.want)) {
				t.Errorf("%s %s, mode %d: got %d %s, want %d %s", c.path, body, mode, status, got, c.status, c.want)
			}
			if isPassed := passed == c.body; isPassed != (mode == Report || c.status == 200) && c.body != "" {
				t.Errorf("%s %s, mode %d: passed is %v", c.path, body, mode, isPassed)
			}
		}
	}
}
