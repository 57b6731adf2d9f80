package openapi

import (
	"regexp"
	"slices"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
)

// A difference is a message about which assay and a peer disagree. One of the lists of problems is empty.
type difference struct {
	*message
	ours, theirs []problem
	kin          *kin
	assay        *ours
	asserting    *ours // assay with assertions of formats
}

// A rule explains differences of one kind. It looks for the reason in the message and the document, not in what assay says about it.
type rule struct {
	class  string
	reason string // in a sentence, with its source
	ours   func(d *difference, p problem) bool
	kin    func(d *difference, l leaf) bool
}

// explain returns the class of a difference, or "". Every problem must be explained by a rule.
func explain(d *difference) string {
	class := ""
	for _, p := range d.ours {
		p = d.field(p)
		i := slices.IndexFunc(rules, func(r rule) bool { return r.ours != nil && r.ours(d, p) })
		if i < 0 {
			return ""
		}
		class = rules[i].class
	}
	for _, l := range leaves(d.theirs) {
		i := slices.IndexFunc(rules, func(r rule) bool { return r.kin != nil && r.kin(d, l) })
		if i < 0 {
			return ""
		}
		class = rules[i].class
	}
	return class
}

// A leaf is a reason of kin-openapi: an error with the parameter to which it belongs, if any.
type leaf struct {
	err       error
	parameter *openapi3.Parameter
	header    string
}

func (l leaf) schemaError() *openapi3.SchemaError {
	e, _ := l.err.(*openapi3.SchemaError)
	return e
}

var headerInError = regexp.MustCompile(`header "([^"]+)" value`)

func leaves(all []problem) (list []leaf) {
	var add func(err error, l leaf)
	add = func(err error, l leaf) {
		switch e := err.(type) {
		case *openapi3filter.RequestError:
			l.parameter = e.Parameter
			if e.Err != nil {
				add(e.Err, l)
				return
			}
		case *openapi3filter.ResponseError:
			if m := headerInError.FindStringSubmatch(e.Reason); m != nil {
				l.header = m[1]
			}
			if e.Err != nil {
				add(e.Err, l)
				return
			}
		case openapi3.MultiError:
			for _, one := range e {
				add(one, l)
			}
			return
		}
		l.err = err
		list = append(list, l)
	}
	for _, p := range all {
		add(p.err, leaf{})
	}
	return list
}

// rules are all rules. The first one that covers a problem counts.
var rules []rule

func init() { rules = slices.Concat(parameterRules, formRules, bodyRules) }
