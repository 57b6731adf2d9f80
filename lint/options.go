package lint

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"sync"

	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/stream"
	"github.com/assayjson/assay/internal/files/natural"
	"github.com/assayjson/assay/internal/files/suppress"
	"github.com/assayjson/assay/lint/internal/ruleset"
	"github.com/assayjson/assay/lint/internal/suspects"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/schema/contract"
	"github.com/assayjson/assay/tokenizer"
)

// Options determine what a [Linter] looks for. The zero value is ready to use. Names and values
// that do not exist, such as a misspelled name of a rule, are ignored; [Options.Validate] reports
// them.
type Options struct {
	Dialect Dialect

	// Severities maps the names of rules, which [Rules] lists, to severities that replace
	// [Rule.Default]. A name that does not exist is ignored. The rule trailing-commas applies to [JSONC], and to [JWCC] if it is in the map. The rules of RFC 7493 are
	// duplicate-keys, lone-surrogates, noncharacters and number-range. In the dialect [IJSON],
	// findings of these rules are errors, unless Severities has another value for the rule.
	Severities map[string]Severity

	// MaxProblems is the largest number of findings in a report. If there are more, the report has
	// the most severe ones and, among equally severe ones, the first. The others are only counted.
	// 0 stands for 100, and a negative number means no limit.
	MaxProblems int

	// If SkipOmitted is set, Check does not look for findings that the report would omit because of
	// MaxProblems, and need not count them. [Report.Omitted] and [Report.Count] may then be too small, but
	// Omitted is still positive if a finding is omitted. Report.Diagnostics is the same. SkipOmitted has no effect
	// on Split and Fix, on long inputs of CheckReader, and on texts with suppressions.
	SkipOmitted bool

	// If StopAt is not Off, a check may end after a finding that has this severity or a higher one.
	// This is useful to learn quickly whether there is such a finding. The report does not cover the
	// text after it, and an error of the reader is not returned if it comes later. Fix ignores StopAt.
	StopAt Severity

	// If Found is not nil, Check and CheckReader call it with each finding before they return,
	// usually soon after the text of the finding has been read. The calls are not concurrent with each other,
	// but another goroutine may be reading from the reader at the same time. The report may describe a finding
	// better, for example with another count in its message, and may omit it because of MaxProblems or an error
	// of the reader. Found is not called for texts with suppressions, nor by Fix, Split and Diagnose.
	Found func(Diagnostic)

	// AllowEmpty allows a text without a value: an empty text, or one that has only white space and
	// comments. Some programs take it for an empty object. The rule schema does not apply to it.
	AllowEmpty bool

	MaxDepth     int    // largest number of nested levels that is accepted; 0 or less stands for 10,000
	NestingLimit int    // deep-nesting warns about deeper levels; 0 or less stands for 64
	KeyOrder     string // order for key-order: "asc" (or "") or "desc" by code points, or "natural" with digits compared as numbers

	// Workers is the number of goroutines that may check one long text at the same time, but no more
	// than [runtime.GOMAXPROCS]. Check uses them for documents from 4 MiB up, as long as they have no
	// findings. If Workers is less than 2, Check uses only the calling goroutine, and CheckReader
	// checks a long file by two others. CheckReader takes 1 MiB more memory for each worker beyond two.
	// Workers does not change the report.
	Workers int

	// If Schema is not nil, the rule schema checks all documents without errors against it. It can
	// be a [*github.com/assayjson/assay/schema.Schema], for example. If the schema cannot check a
	// document, the document has a finding of the rule schema.
	Schema contract.Schema

	// Suppressions remove findings from the report by rule and JSON Pointer. The findings are then in
	// [Report.Suppressed].
	Suppressions []Suppression

	// SuppressInComments also removes the findings that comments in the text suppress, in the dialects
	// that have comments. The package documentation describes such comments. Set it only if the
	// authors of the texts may decide which findings are reported.
	SuppressInComments bool
}

// A Suppression removes the findings of some rules about a value and everything in it. It has no effect
// on rules whose findings cannot be suppressed (see [Rule.IsSuppressible]).
type Suppression struct {
	Rules []string // names of rules

	// Pointer is the JSON Pointer (RFC 6901) of the value; "" stands for the whole text. The reference
	// token * stands for any name or index, as in /users/*/id. In a text of many records, pointers
	// refer to the record. A finding without a pointer can be suppressed only in the whole text.
	Pointer string

	Reason string // why the findings are suppressed; it may be empty
}

const (
	defaultMaxProblems  = 100
	defaultNestingLimit = 64
)

// Validate returns an error that lists all mistakes in o: rules that do not exist, invalid
// severities, an invalid dialect, an unknown order of keys, and negative limits. MaxProblems may be
// negative.
func (o *Options) Validate() error {
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(o.Severities)) {
		if !slices.ContainsFunc(rules[:], func(r Rule) bool { return r.Name == name }) {
			errs = append(errs, fmt.Errorf("lint: unknown rule %q", name))
		}
		if s := o.Severities[name]; int(s) >= len(severityNames) {
			errs = append(errs, fmt.Errorf("lint: invalid severity of rule %q: %v", name, s))
		}
	}
	if int(o.Dialect) >= len(dialects) {
		errs = append(errs, fmt.Errorf("lint: invalid dialect: %v", o.Dialect))
	}
	if int(o.StopAt) >= len(severityNames) {
		errs = append(errs, fmt.Errorf("lint: invalid severity for StopAt: %v", o.StopAt))
	}
	if o.MaxDepth < 0 {
		errs = append(errs, fmt.Errorf("lint: MaxDepth is negative: %d", o.MaxDepth))
	}
	if o.NestingLimit < 0 {
		errs = append(errs, fmt.Errorf("lint: NestingLimit is negative: %d", o.NestingLimit))
	}
	if !slices.Contains([]string{"", "asc", "desc", "natural"}, o.KeyOrder) {
		errs = append(errs, fmt.Errorf("lint: unknown key order %q; use asc, desc or natural", o.KeyOrder))
	}
	for i := range o.Suppressions {
		errs = append(errs, o.Suppressions[i].validate())
	}
	return errors.Join(errs...)
}

func (s *Suppression) validate() error {
	var errs []error
	for _, name := range s.Rules {
		switch r, ok := RuleOf(name); {
		case !ok:
			errs = append(errs, fmt.Errorf("lint: unknown rule %q in a suppression", name))
		case !r.IsSuppressible():
			errs = append(errs, fmt.Errorf("lint: findings of the rule %s cannot be suppressed", name))
		}
	}
	if !suppress.IsPattern(s.Pointer) {
		errs = append(errs, fmt.Errorf("lint: invalid JSON Pointer in a suppression: %q", s.Pointer))
	}
	return errors.Join(errs...)
}

// SeverityOf returns the severity of the findings of a rule. It is [Off] for a rule that does not exist.
func (o *Options) SeverityOf(rule string) Severity {
	for id, r := range rules {
		if r.Name == rule {
			return o.severity(ruleset.ID(id))
		}
	}
	return Off
}

func (o *Options) severity(id ruleset.ID) Severity {
	if s, ok := o.Severities[rules[id].Name]; ok {
		return min(s, Error)
	}
	if o.Dialect == IJSON && ruleset.Profile.Has(id) {
		return Error
	}
	return rules[id].Default
}

// severities returns the severities of all rules.
func (o *Options) severities() (all [ruleset.Count]Severity) {
	for id := range rules {
		all[id] = o.severity(ruleset.ID(id))
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
	if o.NestingLimit <= 0 {
		return defaultNestingLimit
	}
	return o.NestingLimit
}

// order returns the function that compares names for the rule key-order.
func (o *Options) order() func(a, b []byte) int {
	switch o.KeyOrder {
	case "desc":
		return func(a, b []byte) int { return bytes.Compare(b, a) }
	case "natural":
		return natural.Compare
	}
	return bytes.Compare // UTF-8 preserves the order of code points
}

func (o *Options) maxDepth() int {
	if o.MaxDepth <= 0 {
		return scan.DefaultMaxDepth
	}
	return o.MaxDepth
}

// settings contains the options and what is derived from them. It does not change after it has been
// configured.
type settings struct {
	options   Options
	levels    [ruleset.Count]Severity
	on        ruleset.Set // the rules whose severity is not Off
	limit     int         // largest number of findings; negative for no limit
	window    int         // inputs are read in parts of this size
	mostPiece int         // if a piece of a document takes more bytes, the rest of the document is walked over; see pieceCheck
	segment   int         // see [stream.Config]; 0 unless in tests, and then any object counts as giant
	farError  int         // in shorter texts, a walk begins at the start, and nothing else is done to make it shorter or to keep fewer names
	whole     int         // shorter texts are read into memory as a whole; at least window

	compare func(a, b []byte) int // the order that the rule key-order requires

	plain   []tokenizer.Option          // the rules of the grammar
	verdict scan.Rules                  // the rules for a verdict on a document, which may include I-JSON, and what the rules about pairs of names look for
	unique  []tokenizer.Option          // plain, and UniqueNames if the rule duplicate-keys is on
	reading stream.Config               // for the verdict on a reader, with the limit of the rule deep-nesting
	walking []tokenizer.TokenizerOption // plain, for a walk

	passes  sync.Pool // values of type *cleanPass
	heads   sync.Pool // values of type *[]byte: the memory for the starts of inputs
	walkers sync.Pool // values of type *walkers

	thoroughOnce sync.Once // guards the initialization of thorough
	thorough     *settings // see forSuppressions
}

// mostUnlimited is the largest number of findings in a text with suppressions, before they are applied.
const mostUnlimited = 100_000

// forSuppressions returns settings for a text in which findings may be suppressed. They are like s, but
// suppressed findings must not take the place of others, so the limit is large and no finding ends the check.
func (s *settings) forSuppressions() *settings {
	s.thoroughOnce.Do(func() {
		o := s.options
		o.StopAt, o.Found, o.SkipOmitted = Off, nil, false
		if s.limit >= 0 {
			o.MaxProblems = max(s.limit, mostUnlimited)
		}
		t := &settings{options: o}
		t.configure()
		t.window, t.whole, t.mostPiece, t.segment, t.farError = s.window, s.whole, s.mostPiece, s.segment, s.farError
		s.thorough = t
	})
	return s.thorough
}

// configure derives the settings from the options.
func (s *settings) configure() {
	options := &s.options
	if severity := options.Severities[rules[ruleset.TrailingCommas].Name]; severity != Off && options.Dialect == JWCC {
		options.Dialect = JSONC // the dialects differ only in this rule
	}
	s.levels, s.limit = options.severities(), options.maxProblems()
	s.window, s.whole, s.mostPiece, s.farError = 1<<20, 4<<20, 4<<20, 32<<10
	s.compare = options.order()
	for id, level := range s.levels {
		if level != Off {
			s.on |= ruleset.Of(ruleset.ID(id))
		}
	}
	workers := tokenizer.Workers(options.Workers)
	s.plain = []tokenizer.Option{tokenizer.MaxDepth(options.maxDepth()), tokenizer.AllowBOM()}
	s.unique = s.plain
	if s.on.Has(ruleset.DuplicateKeys) {
		s.unique = slices.Concat(s.plain, []tokenizer.Option{tokenizer.UniqueNames()})
	}
	verdict := s.unique
	if s.on.Has(ruleset.DuplicateKeys) && s.on&ruleset.Profile != ruleset.Of(ruleset.DuplicateKeys) {
		verdict = slices.Concat(s.plain, []tokenizer.Option{tokenizer.IJSON()})
	}
	verdict = slices.Concat(verdict, []tokenizer.Option{workers})
	s.verdict = s.comparing(tokenizer.RulesOf(verdict))
	plain, anyToken := tokenizer.JoinOptions(s.plain...), tokenizer.MaxToken(math.MaxInt)
	if s.on.Has(ruleset.DeepNesting) {
		verdict = slices.Concat(verdict, []tokenizer.Option{tokenizer.MaxDepth(min(options.maxDepth(), options.nestingLimit()))})
	}
	s.reading = stream.Config{Rules: s.comparing(tokenizer.RulesOf(verdict)), ReadAhead: true, Names: stream.Gathered}
	s.reading.MaxToken = math.MaxInt
	s.walking = []tokenizer.TokenizerOption{plain, anyToken, tokenizer.KeepGoing()}
}

// comparing returns the rules for a verdict that also excludes what the rules about pairs of names find.
func (s *settings) comparing(rules scan.Rules) scan.Rules {
	if f := suspects.FormFor(s.on); f != nil {
		rules.UniqueNames, rules.Form = true, f
	}
	return rules
}

// needsOnlyErrors reports whether none of the given rules examines tokens.
func needsOnlyErrors(on ruleset.Set) bool { return on&^ruleset.Verdict == 0 }

// walkingFor returns the options for a walk that applies the given rules. If none of these rules
// examines tokens, the tokenizer returns only errors.
func (s *settings) walkingFor(on ruleset.Set) []tokenizer.TokenizerOption {
	opts := slices.Clip(s.walking)
	if (on & s.on).Has(ruleset.DuplicateKeys) {
		opts = append(opts, tokenizer.UniqueNames())
	}
	if needsOnlyErrors(on) {
		opts = append(opts, tokenizer.OnlyErrors())
	}
	return opts
}

// forRecords returns the option for a verdict on each record.
func (s *settings) forRecords() records.Option {
	opts := []records.Option{records.Each(s.unique...), records.Each(tokenizer.AllowBOM())}
	if s.options.Dialect == JSONSeq {
		opts = append(opts, records.TextSequence())
	}
	return records.JoinOptions(opts...)
}

// isOfRecords reports whether a text consists of many documents.
func (s *settings) isOfRecords() bool {
	return s.options.Dialect == NDJSON || s.options.Dialect == JSONSeq
}

func (s *settings) usesSchema() bool {
	return s.options.Schema != nil && s.levels[ruleset.Schema] != Off
}
