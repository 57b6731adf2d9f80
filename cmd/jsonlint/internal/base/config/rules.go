package config

import (
	"math"
	"slices"

	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/tokenizer"
)

// A RuleOption is a setting that a rule has in addition to its severity.
type RuleOption struct {
	Rule   string
	Name   string
	Doc    string
	Values []string // the allowed values; empty if the value is an integer of at least 1
	read   func(*Section, *node) error
}

// RuleOptions returns the options of all rules.
func RuleOptions() []RuleOption {
	return []RuleOption{
		{"deep-nesting", "limit", "The number of allowed levels of nesting.", nil, readNestingLimit},
		{"key-order", "order", "Ascending or descending by code points, or ascending with digits compared as numbers.", keyOrders, readKeyOrder},
		{"schema", "maxSteps", "The number of steps that checking a document against its schema may take.", nil, readMaxSteps},
		{"schema", "formats", "When \"format\" is checked: as the draft of the schema requires, or always.", Formats, readFormats},
	}
}

var keyOrders = []string{"asc", "desc", "natural"}

// Severities are the names of severities that settings and flags accept.
var Severities = []string{"off", "info", "warn", "warning", "error"}

// RuleNames returns the names of all rules.
func RuleNames() []string {
	var names []string
	for _, r := range lint.Rules() {
		names = append(names, r.Name)
	}
	return names
}

func readRules(s *Section, n *node) error {
	if n.kind != tokenizer.BeginObject {
		return at(n, "expected an object, found %s", described(n))
	}
	for _, m := range n.members {
		if !slices.Contains(RuleNames(), m.name.text) {
			return unknown(m.name, "rule", RuleNames())
		}
		if err := s.readRule(m.name.text, m.value); err != nil {
			return err
		}
	}
	return nil
}

// readRule reads the severity of a rule, or an object with the severity and options of the rule.
func (s *Section) readRule(rule string, n *node) error {
	if n.kind != tokenizer.BeginObject {
		return s.readSeverity(rule, n)
	}
	names := []string{"severity"}
	for _, o := range RuleOptions() {
		if o.Rule == rule {
			names = append(names, o.Name)
		}
	}
	for _, m := range n.members {
		if !slices.Contains(names, m.name.text) {
			return unknown(m.name, "option of "+rule, names)
		}
		if err := s.readRuleMember(rule, m); err != nil {
			return err
		}
	}
	return nil
}

func (s *Section) readRuleMember(rule string, m member) error {
	for _, o := range RuleOptions() {
		if o.Rule == rule && o.Name == m.name.text {
			return o.read(s, m.value)
		}
	}
	return s.readSeverity(rule, m.value)
}

func (s *Section) readSeverity(rule string, n *node) error {
	name, err := n.string()
	if err != nil {
		return at(n, `expected a severity, such as "error", found %s`, described(n))
	}
	severity, err := lint.ParseSeverity(name)
	if err != nil {
		return unknown(n, "severity", Severities)
	}
	if s.Severities == nil {
		s.Severities = map[string]lint.Severity{}
	}
	s.Severities[rule] = severity
	return nil
}

func readNestingLimit(s *Section, n *node) (err error) {
	s.NestingLimit, err = n.int(1, 1<<31-1)
	return err
}

func readMaxSteps(s *Section, n *node) (err error) {
	s.MaxSteps, err = n.int(1, math.MaxInt32)
	return err
}

// Formats are the values of the option "formats".
var Formats = []string{"draft", "always"}

func readFormats(s *Section, n *node) (err error) {
	if s.Formats, err = n.string(); err == nil && !slices.Contains(Formats, s.Formats) {
		return unknown(n, "value of formats", Formats)
	}
	return err
}

func readKeyOrder(s *Section, n *node) (err error) {
	if s.KeyOrder, err = n.string(); err == nil && !slices.Contains(keyOrders, s.KeyOrder) {
		return unknown(n, "order", keyOrders)
	}
	return err
}
