package openapi

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/assayjson/assay/openapi/internal/param"
	"github.com/assayjson/assay/tokenizer"
)

// A checker checks the parameters of one request after the other.
type checker struct {
	decoder param.Decoder
	matches []match
}

var checkers = sync.Pool{New: func() any { return new(checker) }}

// find returns the operation of a request, or why there is none. The matches belong to the path.
func (d *Document) find(r *http.Request, matches []match) (o *Operation, path string, found []match, bad *RequestError) {
	path = cmp.Or(r.URL.EscapedPath(), "/")
	if d.any != nil {
		return d.any, path, matches, nil
	}
	if d.routes == nil {
		return nil, path, matches, &RequestError{Status: http.StatusNotFound, Code: "not-found", Detail: "The API has no operations."}
	}
	if r.URL.Opaque != "" {
		return nil, path, matches, &RequestError{Status: http.StatusBadRequest, Code: ambiguousPath, isAmbiguous: true, Detail: "The target of the request is neither a path nor a URL with a path."}
	}
	p, found := d.routes.find(path, matches)
	if d.routes.isAmbiguous(r, path, p, found) {
		return nil, path, found, &RequestError{Status: http.StatusBadRequest, Code: ambiguousPath, isAmbiguous: true, Detail: "The path has a semicolon, an escaped slash or backslash, or a segment such as .., so that it may be taken for another path."}
	}
	if p == nil {
		return nil, path, found, &RequestError{Status: http.StatusNotFound, Code: "not-found", Detail: "The API has no such path."}
	}
	if o := p.operation(r.Method); o != nil {
		return o, path, found, nil
	}
	return nil, path, found, &RequestError{
		Status: http.StatusMethodNotAllowed, Code: "method-not-allowed", Detail: "The path does not have this method.",
		Header: http.Header{"Allow": {p.allow()}}, isAmbiguous: p.operation(strings.ToUpper(r.Method)) != nil,
	}
}

// parameters checks the parameters of a request. The result is nil if all of them fit.
func (d *Document) parameters(c *checker, o *Operation, r *http.Request, path string, limits param.Limits, refuseUnknown bool) *RequestError {
	c.decoder.Reset(limits)
	var bad *RequestError
	report := func(f Finding) {
		if bad == nil {
			bad = &RequestError{Status: http.StatusBadRequest, Code: "parameters", Detail: "Parameters of the request do not fit the API.", Operation: o}
		}
		bad.add(f)
	}
	queryFault := c.decoder.SplitQuery(r.URL.RawQuery)
	if queryFault != nil {
		report(faultFinding(queryFault))
	}
	if i := semicolon(o.parameters, r.URL.RawQuery); i >= 0 {
		report(Finding{In: "query", Offset: int64(i), Length: 1, Keyword: "semicolon", Message: semicolonMessage})
	}
	cookieFault := c.decoder.SplitCookies(r.Header["Cookie"])
	if cookieFault != nil {
		report(faultFinding(cookieFault))
	}
	for rest := range 2 {
		for _, p := range o.parameters {
			isSplit := !(queryFault != nil && (p.In == param.Query || p.In == param.QueryString) || cookieFault != nil && p.In == param.Cookie)
			if p.TakesRest() == (rest == 1) && isSplit {
				d.parameter(c, o, p, r, path, report)
			}
		}
	}
	if refuseUnknown && queryFault == nil {
		for place := range c.decoder.Unknown() {
			if o.hasKey(place.Name) {
				continue
			}
			report(Finding{In: "query", Offset: int64(place.Offset), Length: place.Length, Keyword: "unknown", Message: "is not a parameter of this operation"})
		}
	}
	return bad
}

// hasKey reports whether a parameter of the query is an API key of a security scheme, which is not among the parameters.
func (o *Operation) hasKey(name string) bool {
	for _, required := range o.Security {
		for _, s := range required {
			if s.Type == "apiKey" && s.In == "query" && s.Key == name {
				return true
			}
		}
	}
	return false
}

const semicolonMessage = "has a semicolon that is not escaped, which services read in different ways"

// semicolon returns the offset of a semicolon in a query or form, or -1. It is a part of the value here, and between two pairs for some services,
// and net/http ignores the pair. So what has been checked may not be what the service reads. The document may say that a value has
// semicolons, with "allowReserved".
func semicolon(parameters []*parameter, query string) int {
	if strings.IndexByte(query, ';') < 0 {
		return -1
	}
	at := 0
	for pair := range strings.SplitSeq(query, "&") {
		if i := strings.IndexByte(pair, ';'); i >= 0 && !allowsSemicolons(parameters, pair) {
			return at + i
		}
		at += len(pair) + 1
	}
	return -1
}

// allowsSemicolons reports whether a pair of a query belongs to a parameter that may have reserved characters.
func allowsSemicolons(parameters []*parameter, pair string) bool {
	name, _, _ := strings.Cut(pair, "=")
	name, _ = url.QueryUnescape(name)
	object, _, isDeep := strings.Cut(name, "[")
	return slices.ContainsFunc(parameters, func(p *parameter) bool {
		switch {
		case p.In == param.QueryString:
			return p.JSON
		case p.In != param.Query || !p.isReserved:
			return false
		}
		isMember := p.Style == param.Form && p.Explode && p.Shape != nil && (p.Shape.Properties[name] != nil || p.TakesRest())
		return p.Name == name || isDeep && p.Style == param.DeepObject && p.Name == object || isMember
	})
}

// parameter checks one parameter.
func (d *Document) parameter(c *checker, o *Operation, p *parameter, r *http.Request, path string, report func(Finding)) {
	findings := d.readings(p, func(reading param.Reading) (param.Value, *param.Fault) { return d.read(c, o, p, r, path, reading) })
	for _, f := range findings {
		report(f)
	}
}

// readings checks a parameter or header. The text may have several readings, such as 5 for a number or a string, which read returns. If the
// schema accepts none of them, the findings are those of the first.
func (d *Document) readings(p *parameter, read func(param.Reading) (param.Value, *param.Fault)) (findings []Finding) {
	for reading, first := param.Reading(0), true; ; first = false {
		v, fault := read(reading)
		found := d.judge(p, &v, fault)
		if len(found) == 0 {
			return nil
		}
		if first {
			findings = found
		}
		next, more := v.Next()
		if !more {
			return findings
		}
		reading = next
	}
}

// read reads a parameter.
func (d *Document) read(c *checker, o *Operation, p *parameter, r *http.Request, path string, reading param.Reading) (param.Value, *param.Fault) {
	switch p.In {
	case param.Path:
		for i, name := range o.template.names {
			if name == p.Name {
				m := c.matches[i]
				return c.decoder.Path(&p.Param, path, m.begin, m.end, reading)
			}
		}
		return param.Value{}, nil
	case param.Header:
		if http.CanonicalHeaderKey(p.Name) == "Host" { // net/http keeps it elsewhere
			return c.decoder.Header(&p.Param, []string{r.Host}, reading)
		}
		return c.decoder.Header(&p.Param, r.Header[http.CanonicalHeaderKey(p.Name)], reading)
	case param.Cookie:
		return c.decoder.Cookie(&p.Param, reading)
	}
	return c.decoder.Query(&p.Param, reading)
}

// judge checks a reading of a parameter or header against its schema.
func (d *Document) judge(p *parameter, v *param.Value, fault *param.Fault) (findings []Finding) {
	switch {
	case fault != nil:
		return []Finding{faultFinding(fault)}
	case v.JSON == nil || p.schema == nil:
		return nil
	}
	found, err := p.schema.Check(v.JSON)
	if err != nil {
		place := v.Place(0, len(v.JSON))
		return []Finding{{In: p.In.String(), Name: p.Name, Offset: int64(place.Offset), Length: place.Length, Keyword: "limit", Message: "takes too long to check"}}
	}
	for _, f := range found[:min(len(found), MaxFindings)] {
		place := v.Place(int(f.Offset), f.Length)
		next := d.finding(p.In.String(), p.Name, f)
		next.Offset, next.Length, next.Position = int64(place.Offset), place.Length, tokenizer.Position{}
		findings = append(findings, next)
	}
	return findings
}

func faultFinding(f *param.Fault) Finding {
	pointer, isCut := cutPointer(f.Pointer)
	return Finding{
		In: strings.TrimSuffix(f.Place.In.String(), "string"), Name: f.Place.Name, Offset: int64(f.Place.Offset), Length: f.Place.Length,
		Pointer: pointer, PointerCut: isCut, Keyword: f.Kind.String(), Message: f.Reason(),
	}
}
