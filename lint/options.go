package lint

import "github.com/assayjson/assay/tokenizer"

// Options say what a [Linter] looks for. The zero value is good.
type Options struct {
	Dialect Dialect

	// Severities are those of rules, by name, where they differ from [Rule.Default]. In the
	// dialect [IJSON], the rules of RFC 7493 are errors unless they say otherwise:
	// duplicate-keys, lone-surrogates, noncharacters and number-range.
	Severities map[string]Severity

	// MaxProblems is how many findings a report has at the most, the first ones; the others
	// are counted. 0 is 100, and a negative number lifts the limit.
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
		return s
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
