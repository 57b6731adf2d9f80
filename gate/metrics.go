package gate

import (
	"errors"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/assayjson/assay/openapi"
)

// An outcome is what has happened to a message. The values are those of a label, and are logged.
type outcome string

const (
	passed    outcome = "passed"    // it fits, or is not checked
	reported  outcome = "reported"  // it does not fit, and has passed
	refused   outcome = "refused"   // the request got an answer that says why
	replaced  outcome = "replaced"  // the client got status 500 instead of the response
	cutOff    outcome = "cut"       // the connection was cut in the response
	unchecked outcome = "unchecked" // the response could not be checked to its end
)

// counts are the metrics of all handlers of one configuration.
type counts struct {
	requests  *prometheus.CounterVec
	responses *prometheus.CounterVec
	findings  *prometheus.CounterVec
	loads     *prometheus.CounterVec
}

// newCounts returns the metrics in a registry, and adds them to it unless another handler has done that.
func newCounts(registry *prometheus.Registry) (*counts, error) {
	var all error
	add := func(name, help string, labels ...string) *prometheus.CounterVec {
		c := prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: "assay", Name: name, Help: help}, labels)
		err := registry.Register(c)
		var other prometheus.AlreadyRegisteredError
		if errors.As(err, &other) {
			return other.ExistingCollector.(*prometheus.CounterVec)
		}
		all = errors.Join(all, err)
		return c
	}
	c := &counts{
		requests:  add("requests_total", "Requests, by what has happened to them.", "operation", "outcome"),
		responses: add("responses_total", "Responses that do not fit the document or were not checked to their end, by what has happened to them.", "operation", "outcome"),
		findings:  add("findings_total", "What does not fit the document, by the place in the message and the keyword or kind.", "operation", "message", "in", "keyword"),
		loads:     add("document_loads_total", "How often the OpenAPI document was read, by the result: used or unusable.", "result"),
	}
	for _, result := range []string{"used", "unusable"} {
		c.loads.WithLabelValues(result) // Prometheus sees an increase only of what it knows
	}
	return c, all
}

// nameOf returns the name of an operation in metrics and logs.
func nameOf(o *openapi.Operation) string {
	switch {
	case o == nil:
		return "unknown"
	case o.ID != "":
		return o.ID
	}
	return o.Method + " " + o.Path
}

func (c *counts) request(o *openapi.Operation, is outcome, reports []*openapi.RequestError) {
	name := nameOf(o)
	c.requests.WithLabelValues(name, string(is)).Inc()
	for _, e := range reports {
		c.count(name, "request", e.Findings)
		if len(e.Findings) == 0 {
			c.findings.WithLabelValues(name, "request", "", e.Code).Inc()
		}
	}
}

func (c *counts) response(e *openapi.ResponseError) {
	name := nameOf(e.Operation)
	c.responses.WithLabelValues(name, string(outcomeOf(e))).Inc()
	c.count(name, "response", e.Findings)
}

func (c *counts) count(operation, message string, findings []openapi.Finding) {
	for _, f := range findings {
		c.findings.WithLabelValues(operation, message, f.In, f.Keyword).Inc()
	}
}

// outcomeOf returns what has happened to a response.
func outcomeOf(e *openapi.ResponseError) outcome {
	switch {
	case e.Replaced:
		return replaced
	case e.Cut:
		return cutOff
	case len(e.Findings) == 0:
		return unchecked
	}
	return reported
}

func (c *counts) load(err error) {
	result := "used"
	if err != nil {
		result = "unusable"
	}
	c.loads.WithLabelValues(result).Inc()
}
