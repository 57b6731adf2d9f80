package openapi

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"github.com/assayjson/assay/bench/internal/report"
	"github.com/assayjson/assay/bench/internal/ruler"
	"github.com/assayjson/assay/openapi"
	"github.com/getkin/kin-openapi/openapi3filter"
)

// shop is the document for the measurement. %s is its version.
const shop = `openapi: %s
info: {title: Shop, version: "1"}
paths:
  /orders/{id}:
    post:
      parameters:
        - {name: id, in: path, required: true, schema: {type: integer, minimum: 1}}
        - {name: dry, in: query, schema: {type: boolean}}
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [customer, items]
              properties:
                customer: {type: string, minLength: 1, maxLength: 40}
                note: {type: string, maxLength: 100}
                items:
                  type: array
                  maxItems: 10
                  items:
                    type: object
                    required: [sku, count]
                    properties: {sku: {type: string, pattern: "^[A-Z]{2}-[0-9]+$"}, count: {type: integer, minimum: 1}, price: {type: number}}
      responses: {"204": {description: The order is stored}}
`

// order is a body of 200 bytes.
var order = func() string {
	text := `{"customer":"Ada Lovelace","items":[{"sku":"AB-1234","count":2,"price":9.75},{"sku":"CD-99","count":1,"price":149.5}],"note":"`
	return text + strings.Repeat("x", 200-len(text)-2) + `"}`
}()

// A check is the measurement of the check of a POST request with two parameters and a body of 200 bytes.
type check struct{ version string }

// figures are the nanoseconds and allocations of assay, and the time of kin-openapi as a multiple.
type figures struct{ nanos, allocs, peerAllocs, times float64 }

// body is a body that can be read again.
type body struct{ strings.Reader }

func (*body) Close() error { return nil }

type nowhere struct{ header http.Header }

func (w nowhere) Header() http.Header         { return w.header }
func (w nowhere) Write(b []byte) (int, error) { return len(b), nil }
func (w nowhere) WriteHeader(int)             {}

func (c check) measure(plan ruler.Plan) (figures, error) {
	dir, err := os.MkdirTemp("", "assay-openapi-")
	if err != nil {
		return figures{}, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "shop.yaml")
	if err := os.WriteFile(file, fmt.Appendf(nil, shop, c.version), 0o600); err != nil {
		return figures{}, err
	}
	doc, err := openapi.Load(os.DirFS(dir), "shop.yaml", openapi.Options{})
	if err != nil {
		return figures{}, err
	}
	peer, err := newKin(file)
	if err != nil {
		return figures{}, err
	}
	ours, theirs := assayWork(doc), peer.work()
	for _, work := range []func(string) error{ours, theirs} {
		if err := errors.Join(work(order), unless(work(strings.Replace(order, `"count":1`, `"count":0`, 1)))); err != nil {
			return figures{}, err
		}
	}
	times := ruler.Race([]ruler.Lane{ruler.Func(func() error { return ours(order) }), ruler.Func(func() error { return theirs(order) })}, plan)
	return figures{ruler.Median(times[0].Nanos), times[0].Allocs, times[1].Allocs, ruler.Ratio(times[0].Nanos, times[1].Nanos)}, errors.Join(times[0].Err, times[1].Err)
}

// unless returns an error if there is none.
func unless(err error) error {
	if err == nil {
		return errors.New("an invalid order is accepted")
	}
	return nil
}

// newOrder returns a request and a function that gives it a body.
func newOrder() (*http.Request, func(text string)) {
	r, err := http.NewRequest(http.MethodPost, "http://localhost/orders/17?dry=true", http.NoBody)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	r.Header.Set("Content-Type", "application/json")
	b := new(body)
	return r, func(text string) {
		b.Reset(text)
		r.Body, r.ContentLength = b, int64(len(text))
	}
}

// assayWork returns the work of the handler of package openapi.
func assayWork(doc *openapi.Document) func(text string) error {
	var bad error
	h := openapi.Handler(doc, http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}), openapi.CheckOptions{
		OnError: func(_ http.ResponseWriter, _ *http.Request, e *openapi.RequestError) { bad = e },
	})
	r, set := newOrder()
	w := nowhere{http.Header{}}
	return func(text string) error {
		set(text)
		bad = nil
		h.ServeHTTP(w, r)
		return bad
	}
}

// work returns the work of kin-openapi: finding the route, and ValidateRequest.
func (c *kin) work() func(text string) error {
	r, set := newOrder()
	ctx := context.Background()
	return func(text string) error {
		set(text)
		route, params, err := c.router.FindRoute(r)
		if err != nil {
			return err
		}
		return openapi3filter.ValidateRequest(ctx, &openapi3filter.RequestValidationInput{Request: r, PathParams: params, Route: route})
	}
}

// bars are what a check must reach.
func bars() []report.Rule[map[string]figures] {
	rule := func(name string, want float64, unit string, most, absolute bool, value func(figures) float64) report.Rule[map[string]figures] {
		return report.Rule[map[string]figures]{
			Target: report.Target{Name: name, Want: want, Unit: unit, Most: most, Absolute: absolute},
			Value:  func(all map[string]figures) float64 { return value(all["3.1.1"]) },
		}
	}
	return []report.Rule[map[string]figures]{
		rule("check of a POST of 200 bytes", 7, "µs", true, true, func(f figures) float64 { return f.nanos / 1000 }),
		rule("its allocations", 25, "allocations", true, false, func(f figures) float64 { return f.allocs }),
		rule("against kin-openapi, for a document of OpenAPI 3.1", 40, "times the speed", false, false, func(f figures) float64 { return f.times }),
	}
}

// measure measures a check, and judges the figures.
func (o *options) measure(out io.Writer) error {
	head := report.NewHead(o.Plan, o.Short, ruler.OneCPU(o.Pin))
	head.MeasurePace()
	all := map[string]figures{}
	table := &report.Grid{Head: []string{"OpenAPI", "µs", "allocations", "times the speed of kin-openapi", "allocations of kin-openapi"}}
	for _, version := range []string{"3.0.4", "3.1.1"} {
		f, err := check{version}.measure(o.Plan)
		if err != nil {
			return fmt.Errorf("%s: %w", version, err)
		}
		all[version] = f
		table.Add(version, report.Figure(f.nanos/1000), report.Figure(f.allocs), report.Figure(f.times), report.Figure(f.peerAllocs))
	}
	fmt.Fprintf(out, "\nA POST request with two parameters and a body of 200 bytes, on an %s:\n\n", report.CPUModel())
	table.Markdown(out)
	grid, failed := report.Judge(bars(), all, head.Slack)
	fmt.Fprintln(out)
	grid.Markdown(out)
	return report.Failure(failed)
}
