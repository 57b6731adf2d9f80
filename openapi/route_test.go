package openapi

import (
	"bufio"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
)

func TestRoutes(t *testing.T) {
	var b strings.Builder
	b.WriteString(head("3.1.1") + "servers: [{url: 'https://{host}.example.com/{base}/{v}', variables: {host: {default: a}, base: {default: api}, v: {default: v1, enum: [v1, v2]}}}, {url: /other/}, {url: 'https://b.example.com'}]\npaths:\n")
	paths := []string{"/pets", "/pets/mine", "/pets/{id}", "/pets/{id}.json", "/pets/{id}/toys/{toy}", "/{kind}/mine/toys", "/a-{x}-{y}", "/files/*", "/%61bc/ü", "/report({id})", "/"}
	for _, path := range paths {
		params, _ := parseTemplate(path)
		var list []string
		for _, name := range params.names {
			list = append(list, fmt.Sprintf("{name: %s, in: path, required: true, schema: {type: string}}", name))
		}
		fmt.Fprintf(&b, "  %q: {get: {parameters: [%s], %s}}\n", path, strings.Join(list, ", "), okay)
	}
	d := load(t, b.String())
	for _, c := range []struct{ path, want string }{
		{"/api/v1/pets", "/pets"},
		{"/other/pets", "/pets"},
		{"/pets", "/pets"},
		{"/api/v1/pets/", "none"},
		{"/api/v1/pets/mine", "/pets/mine"},
		{"/api/v1/pets/7", "/pets/{id} 7"},
		{"/api/v1/pets/7.json", "/pets/{id}.json 7"},
		{"/api/v1/pets/7%2F8", "none"},
		{"/api/v1/pets/7/toys/8", "/pets/{id}/toys/{toy} 7 8"},
		{"/api/v1/pets/mine/toys/8", "/pets/{id}/toys/{toy} mine 8"},
		{"/api/v1/dogs/mine/toys", "/{kind}/mine/toys dogs"},
		{"/api/v1/a-1-2", "/a-{x}-{y} 1 2"},
		{"/api/v1/files/*", "/files/*"},
		{"/api/v1/files/x", "none"},
		{"/api/v1/files/%2A", "/files/*"},
		{"/api/v1/abc/%C3%BC", "/%61bc/ü"},
		{"/api/v1/%70ets/mine", "/pets/mine"},
		{"/api/v1/report(7)", "/report({id}) 7"},
		{"/api/v1/report%287%29", "/report({id}) 7"},
		{"/api/v1/pets/v1.2.json", "/pets/{id}.json v1.2"},
		{"/api/v1/pets/.json", "/pets/{id} .json"},
		{"/api/v1/pets/*/toys/*7", "/pets/{id}/toys/{toy} * *7"},
		{"/api/v1/pets/7%2Ftoys%2F8", "none"}, // without escapes, another path
		{"/api/v1/abc/%c3%bc", "/%61bc/ü"},
		{"/api/v2/pets", "/pets"},
		{"/api/v1/", "/"},
		{"/api/v1", "none"},
		{"/api/v3/pets", "none"},
		{"/api/v1/pets/7/toys", "none"},
	} {
		r := httptest.NewRequest("GET", c.path, nil)
		o, path, matches, bad := d.find(r, nil)
		got := "none"
		if bad == nil {
			got = o.Path
			for _, m := range matches {
				got += " " + path[m.begin:m.end]
			}
		}
		if got != c.want {
			t.Errorf("%s: got %s, want %s", c.path, got, c.want)
		}
	}
}

// A path that services take for different paths is refused.
func TestAmbiguousPaths(t *testing.T) {
	parameter := func(more string) string {
		return "parameters: [{name: id, in: path, required: true, " + more + "}]"
	}
	d := load(t, head("3.1.1")+"paths:\n"+
		"  /a/{id}: {"+parameter("schema: {type: string}")+", get: {"+okay+"}}\n"+
		"  /reserved/{id}: {"+parameter("allowReserved: true, schema: {type: string}")+", get: {"+okay+"}}\n"+
		"  /reserved/{id}/x: {"+parameter("schema: {type: string}")+", get: {"+okay+"}}\n"+
		"  /pattern/{id}: {"+parameter(`schema: {pattern: '^\w+/\w+$'}`)+", get: {"+okay+"}, put: {"+okay+"}}\n"+
		"  /enum/{id}: {"+parameter("schema: {enum: [a, b/c]}")+", get: {"+okay+"}}\n"+
		"  /format/{id}: {"+parameter("schema: {format: uri}")+", get: {"+okay+"}}\n"+
		"  /both/{id}: {get: {"+parameter("schema: {format: uri}")+", "+okay+"}, put: {"+parameter("schema: {}")+", "+okay+"}}\n"+
		"  /lit%2Feral: {get: {"+okay+"}}\n  /admin: {get: {"+okay+"}}\n  /empty//x: {get: {"+okay+"}}\n  /dir/: {get: {"+okay+"}}\n  /: {get: {"+okay+"}}\n"+
		"  /a/me: {get: {"+okay+"}}\n  /map/me: {get: {"+okay+"}}\n  /at;x={id}: {"+parameter("schema: {}")+", get: {"+okay+"}}\n  /at: {get: {"+okay+"}}\n"+
		"  /map/{id}: {"+parameter("style: matrix, schema: {type: string}")+", get: {"+okay+"}}\n  /a/{id}/x: {"+parameter("schema: {}")+", get: {"+okay+"}}\n")
	for _, c := range []struct {
		path   string
		status int // 0 if it is accepted
	}{
		{"/a/b", 0}, {"/a/b%20c", 0}, {"/a/%25", 0}, {"/a/%61", 0}, {"/a/%3B%C3%BC", 0}, {"/a/.b", 0}, {"/a/b..", 0}, {"/a/...", 0}, {"/a/b%252Fc", 0},
		{"/a/b%2Fc", 400}, {"/a/b%2fc", 400}, {"/a/b%5Cc", 400}, {"/a/b%5c", 400}, {"/a/%2F", 400},
		{"/a/..", 400}, {"/a/.", 400}, {"/a/%2e%2E", 400}, {"/a/.%2e", 400}, {"/a/%2E", 400}, {"/a/x/../b", 400}, {"/a/./b", 400},
		{"/reserved/b%2Fc", 0}, {"/reserved/b%5Cc", 0}, {"/reserved/b%2Fx", 400}, {"/reserved/b%2F..", 400}, {"/reserved/b%2F..%2Fc", 400}, {"/reserved/b%5C..%5Cc", 400},
		{"/reserved/..%2F..%2Fadmin", 400}, {"/reserved/b%2F%2Fx", 400}, {"/reserved/b%2F%2Fy", 0}, {"/reserved/b%2Fc/x", 400},
		{"/pattern/b%2Fc", 0}, {"/enum/b%2Fc", 0}, {"/format/https:%2F%2Fa.com", 0}, {"/both/b%2Fc", 400},
		{"/lit%2Feral", 0}, {"/lit%2feral", 0}, {"/lit/eral", 404}, {"/empty//x", 0}, {"/empty/x", 404}, {"/dir/", 0}, {"/dir/%2e", 400}, {"/dir/x/..", 400}, {"/dir", 404},
		{"/x/../admin", 400}, {"//admin", 400}, {"/x/%2e%2e/admin", 400}, {"/x%2F..%2Fadmin", 400}, {"/%5Cadmin", 400}, {"/.", 400}, {"/..", 400}, {"/", 0}, {"//", 400},
		{"/x/../y", 404}, {"/x%2Fy", 404}, {"/x//y", 404}, {"/a/b/../../../y", 404},
		{"/a/b;c", 0}, {"/a/b;c/x", 0}, {"/at;x=1", 0}, {"/map/;id=1", 0}, {"/map/;id=me", 0}, // for Tomcat and others, a segment ends at a semicolon
		{"/a/me;c", 400}, {"/a/me%3Bc", 400}, {"/a;c/b", 400}, {"/admin;c", 400}, {"/x/..;/admin", 400}, {"/a/..;/x", 400}, {"/a/..;c/x", 400}, {"/map/..;", 400}, {"/y;c", 404},
	} {
		for _, pass := range []bool{false, true} {
			passed := false
			next := http.HandlerFunc(func(http.ResponseWriter, *http.Request) { passed = true })
			r := httptest.NewRequest("GET", "http://a.com"+c.path, nil)
			w := httptest.NewRecorder()
			Handler(d, next, CheckOptions{PassUnknown: pass}).ServeHTTP(w, r)
			if want := c.status == 0 || c.status == 404 && pass; passed != want || !passed && w.Code != c.status {
				t.Errorf("%s, PassUnknown %v: passed is %v, status %d, want %d", c.path, pass, passed, w.Code, c.status)
			}
		}
	}
}

// A target such as x:orders/0 has no path that could be compared, but proxies pass it on.
func TestOpaqueTargets(t *testing.T) {
	d := load(t, head("3.1.1")+"paths:\n  /: {get: {"+okay+"}}\n")
	for target, want := range map[string]int{"/": 200, "http://a.com": 200, "http://a.com/": 200, "x:orders/0": 400, "x:": 200} {
		for _, pass := range []bool{false, true} {
			r, err := http.ReadRequest(bufio.NewReader(strings.NewReader("GET " + target + " HTTP/1.1\r\nHost: a.com\r\n\r\n")))
			if err != nil {
				t.Fatal(err)
			}
			w := httptest.NewRecorder()
			Handler(d, http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}), CheckOptions{PassUnknown: pass}).ServeHTTP(w, r)
			if w.Code != want {
				t.Errorf("%s, PassUnknown %v: status %d, want %d", target, pass, w.Code, want)
			}
		}
	}
}

// Some services, such as those written with Django, take get for GET.
func TestMethodsInLowerCase(t *testing.T) {
	d := load(t, head("3.1.1")+"paths:\n  /a: {get: {"+okay+"}}\n")
	for _, c := range []struct {
		request             string
		status, withUnknown int
	}{
		{"GET /a", 200, 200}, {"HEAD /a", 200, 200}, {"get /a", 405, 405}, {"Head /a", 405, 405}, {"put /a", 405, 200}, {"PUT /a", 405, 200}, {"get /b", 404, 200},
	} {
		for _, pass := range []bool{false, true} {
			r := httptest.NewRequest("GET", "/", nil)
			r.Method, r.URL.Path, _ = strings.Cut(c.request, " ")
			w := httptest.NewRecorder()
			Handler(d, http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}), CheckOptions{PassUnknown: pass}).ServeHTTP(w, r)
			want := c.status
			if pass {
				want = c.withUnknown
			}
			if w.Code != want {
				t.Errorf("%s, PassUnknown %v: status %d, want %d", c.request, pass, w.Code, want)
			}
		}
	}
}

// The servers of a path or operation replace those around it.
func TestServers(t *testing.T) {
	const id = "parameters: [{name: id, in: path, required: true, schema: {}}], "
	text := head("3.1.1") + "servers: [{url: /v1}, {url: /v2}]\npaths:\n" +
		"  /a: {get: {" + okay + "}, put: {servers: [{url: /v3}], " + okay + "}}\n" +
		"  /mine: {servers: [{url: /v3}, {url: /v1/x}], get: {servers: [], " + okay + "}, put: {servers: [{url: /}], " + okay + "}}\n" +
		"  /{id}: {" + id + "get: {" + okay + "}}\n" +
		"  /other: {$ref: '#/components/pathItems/p', get: {" + okay + "}}\n" +
		"components: {pathItems: {p: {servers: [{url: /v4}], put: {servers: [{url: /v5}], " + okay + "}}}}\n"
	for base, cases := range map[string]map[string]string{
		"": {
			"GET /v1/a": "/a", "GET /v2/a": "/a", "GET /v3/a": "405", "PUT /v3/a": "/a", "PUT /v1/a": "405", "GET /a": "404",
			"GET /v3/mine": "/mine", "GET /v1/x/mine": "/mine", "GET /v1/mine": "/{id}", "PUT /mine": "/mine", "PUT /v3/mine": "405", "GET /mine": "405",
			"GET /v3/x": "404", "GET /v1/x": "/{id}", "GET /v4/other": "/other", "PUT /v5/other": "/other", "PUT /v4/other": "405", "GET /v1/other": "/{id}",
		},
		"/b": {"GET /b/a": "/a", "PUT /b/a": "/a", "GET /b/mine": "/mine", "PUT /b/other": "/other", "GET /v1/a": "404", "PUT /v3/a": "404"},
	} {
		d, err := Load(fstest.MapFS{"api.yaml": {Data: []byte(text)}}, "api.yaml", Options{BasePath: base})
		if err != nil {
			t.Fatal(err)
		}
		for request, want := range cases {
			method, path, _ := strings.Cut(request, " ")
			o, _, _, bad := d.find(httptest.NewRequest(method, path, nil), nil)
			var got string
			if bad != nil {
				got = fmt.Sprint(bad.Status)
			} else {
				got = o.Path
			}
			if got != want {
				t.Errorf("%s: got %s, want %s", request, got, want)
			}
		}
	}
}

// No request makes the check panic, whatever its path, query, headers and body are.
func FuzzRequest(f *testing.F) {
	d := loadFor(f, head("3.2.0")+`paths:
  /a/{p}/{q}.x:
    parameters:
      - {name: p, in: path, required: true, style: matrix, explode: true, schema: {type: array, items: {type: integer}}}
      - {name: q, in: path, required: true, style: label, schema: {type: object, additionalProperties: {type: string}}}
      - {name: deep, in: query, style: deepObject, schema: {type: object, properties: {a: {type: array, items: {type: object}}, b: {$ref: "#/components/schemas/Tree"}}}}
      - {name: any, in: query, schema: {}}
      - {name: rest, in: query, schema: {type: object, additionalProperties: {type: number}}}
      - {name: json, in: query, content: {application/json: {schema: {$ref: "#/components/schemas/Tree"}}}}
      - {name: X-List, in: header, schema: {type: array, uniqueItems: true}}
      - {name: id, in: cookie, schema: {type: [integer, string], maxLength: 3}}
    post:
      requestBody:
        content:
          application/*: {schema: {$ref: "#/components/schemas/Tree"}}
          application/x-ndjson: {itemSchema: {$ref: "#/components/schemas/Tree"}}
          application/x-www-form-urlencoded:
            schema: {type: object, required: [value], additionalProperties: {type: integer}, properties: {left: {$ref: "#/components/schemas/Tree"}, value: {type: [number, array, string]}, right: {$ref: "#/components/schemas/Tree"}}}
            encoding: {right: {style: deepObject}}
      responses: {default: {description: d}}
components:
  schemas:
    Tree: {type: object, properties: {left: {$ref: "#/components/schemas/Tree"}, value: {type: number}}, additionalProperties: false}
`)
	h := Handler(d, http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}), CheckOptions{RefuseUnknownParameters: true})
	f.Add("/a/;p=1;p=2/.k,v.x", "deep[a][0][b]=1&deep[b][left][value]=5&x=1&json=%7B%22value%22:1%7D", "a, b", "id=5; x", "application/json", `{"left":{"value":1}}`)
	f.Add("/a/;p=1/.k,v.x", "", "", "", "application/x-www-form-urlencoded", "value=1,2&right[left][value]=5&left=%7B%7D&x=1")
	f.Add("/a/;p=1/%2Fk,v.x", "", "", "", "application/x-ndjson", "{\"value\":1}\n5\n")
	f.Add("/a/;p/.x", "any=%&rest", ",", "id", "application/x", ``)
	f.Fuzz(func(t *testing.T, path, query, header, cookie, contentType, body string) {
		r := httptest.NewRequest("POST", "/", strings.NewReader(body))
		r.URL.Path, r.URL.RawQuery = path, query
		r.Header["X-List"], r.Header["Cookie"], r.Header["Content-Type"] = []string{header}, []string{cookie}, []string{contentType}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
	})
}
