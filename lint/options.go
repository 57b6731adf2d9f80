package lint

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/assayjson/assay/tokenizer"
)

// Options say what a [Linter] looks for. The zero value is good. What does not exist is passed
// over, such as a rule whose name is misspelt; [Options.Validate] tells.
type Options struct {
	Dialect Dialect

	// Severities are those of rules, by name, where they differ from [Rule.Default]. In the
	// dialect [IJSON], the rules of RFC 7493 are errors unless they say otherwise:
	// duplicate-keys, lone-surrogates, noncharacters and number-range.
	Severities map[string]Severity

	// MaxProblems is how many findings a report has at most: the most severe ones, and of
	// these the first. The others are counted. 0 is 100, and a negative number lifts the limit.
	MaxProblems int

	MaxDepth     int    // levels of nesting that are read; 0 is [tokenizer.DefaultMaxDepth]
	NestingLimit int    // levels from which on deep-nesting warns; 0 is 64
	KeyOrder     string // what key-order wants: "asc" (which is ""), "desc", by code points, or "natural", where digits count as numbers

	// Schema checks documents that are free of errors, for the rule schema; nil for none.
	Schema Schema
}

// A Schema checks a document.
type Schema interface {
	// Check returns what is wrong with the values of data, a valid document.
	Check(data []byte) []SchemaFinding
}

// A SchemaFinding is a value that its schema does not allow.
type SchemaFinding struct {
	Offset, Length int64
	Pointer        string
	Keyword        string // of the schema, such as "required"
	Message        string
}

const (
	defaultMaxProblems  = 100
	defaultNestingLimit = 64
)

// Validate returns an error that names all that does not exist: rules, severities, the dialect, the
// order of keys.
func (o *Options) Validate() error {
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(o.Severities)) {
		if !slices.ContainsFunc(rules[:], func(r Rule) bool { return r.Name == name }) {
			errs = append(errs, fmt.Errorf("lint: no rule is called %q", name))
		}
		if s := o.Severities[name]; int(s) >= len(severityNames) {
			errs = append(errs, fmt.Errorf("lint: the severity of %q is %v", name, s))
		}
	}
	if int(o.Dialect) >= len(dialectNames) {
		errs = append(errs, fmt.Errorf("lint: the dialect is %v", o.Dialect))
	}
	if !slices.Contains([]string{"", "asc", "desc", "natural"}, o.KeyOrder) {
		errs = append(errs, fmt.Errorf("lint: no order of keys is called %q", o.KeyOrder))
	}
	return errors.Join(errs...)
}

// SeverityOf returns the severity that findings of a rule have, which is [Off] of one that there
// is not.
func (o *Options) SeverityOf(rule string) Severity {
	for id, r := range rules {
		if r.Name == rule {
			return o.severity(ruleID(id))
		}
	}
	return Off
}

func (o *Options) severity(id ruleID) Severity {
	if s, ok := o.Severities[rules[id].Name]; ok {
		return min(s, Error)
	}
	if o.Dialect == IJSON && profileRules.has(id) {
		return Error
	}
	return rules[id].Default
}

// severities returns those of all rules.
func (o *Options) severities() (all [numRules]Severity) {
	for id := range rules {
		all[id] = o.severity(ruleID(id))
	}
	return all
}

func (o *Options) maxProblems() int {
	if o.MaxProblems == 0 {
		return defaultMaxProblems
	}
	return o.MaxProblems
}

func (o *Options) nestingLimit() int {
	if o.NestingLimit == 0 {
		return defaultNestingLimit
	}
	return o.NestingLimit
}

func (o *Options) maxDepth() int {
	if o.MaxDepth == 0 {
		return tokenizer.DefaultMaxDepth
	}
	return o.MaxDepth
}
