package contest

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"
)

// A Finding is one property of a contestant, found by probes.
type Finding struct {
	Column string // what was probed, such as UTF-8
	Value  string // for checks: yes, no, or the share of probes that were caught
}

// accepts is the column for valid inputs, which should be accepted.
const accepts = "accepts"

// right is the column that shows whether the output of a transform is correct.
const right = "right"

// Probe finds out what a contestant of category c really checks, by applying it to small inputs. It
// does not rely on documentation.
func Probe(c Category, apply func(chunk []byte) Outcome) []Finding {
	p := prober{apply: apply}
	switch c {
	case UTF8:
		p.reject("UTF-8", illFormedTexts())
		p.accept(accepts, wellFormedTexts)
	case Quoting:
		p.quoting()
	case Unquoting:
		p.unquoting()
	case Decoding:
		p.decoding()
	default:
		p.documents(c)
	}
	if p.panics > 0 {
		p.add("panics", fmt.Sprint(p.panics))
	}
	return p.findings
}

// Stronger reports whether a contestant with the findings in a makes every check that a contestant
// with the findings in b makes. Whether the contestants accept valid inputs does not matter.
func Stronger(a, b []Finding) bool {
	for _, f := range b {
		if f.Column != accepts && caught(f.Value) && !caught(Value(a, f.Column)) {
			return false
		}
	}
	return true
}

// ChecksAny reports whether any check in findings was passed in full.
func ChecksAny(findings []Finding) bool {
	for _, f := range findings {
		if f.Column != accepts && f.Column != right && caught(f.Value) {
			return true
		}
	}
	return false
}

// caught reports whether a value means that everything invalid was found. It does not matter whether that is an error or is replaced.
func caught(value string) bool {
	return value == "yes" || value == fateError || value == fateReplaced || value == fateError+", "+fateReplaced
}

// Value returns the value in a column, or "" if there is no such column.
func Value(findings []Finding, column string) string {
	for _, f := range findings {
		if f.Column == column {
			return f.Value
		}
	}
	return ""
}

type prober struct {
	apply    func([]byte) Outcome
	findings []Finding
	panics   int
}

func (p *prober) add(column, value string) {
	p.findings = append(p.findings, Finding{column, value})
}

func (p *prober) try(input string) Outcome {
	o := p.apply([]byte(input))
	if o.Panicked {
		p.panics++
	}
	return o
}

// reject adds a column with the number of inputs that are rejected. A panic is not a rejection.
func (p *prober) reject(column string, inputs []string) {
	p.count(column, inputs, func(o Outcome) bool { return !o.OK && !o.Panicked })
}

// accept adds a column with the number of inputs that are accepted.
func (p *prober) accept(column string, inputs []string) {
	p.count(column, inputs, func(o Outcome) bool { return o.OK })
}

func (p *prober) count(column string, inputs []string, good func(Outcome) bool) {
	hits := 0
	for _, in := range inputs {
		if good(p.try(in)) {
			hits++
		}
	}
	p.add(column, share(hits, len(inputs)))
}

// share formats a number of hits: as yes if all inputs are hits, as no if none are, and otherwise
// as a fraction.
func share(hits, all int) string {
	switch hits {
	case all:
		return "yes"
	case 0:
		return "no"
	}
	return fmt.Sprintf("%d/%d", hits, all)
}

func (p *prober) documents(c Category) {
	p.reject("UTF-8", inStrings(illFormed))
	p.reject("control", inStrings(controls))
	p.reject("escapes", inStrings(badEscapes))
	p.reject("surrogates", inStrings(loneSurrogates))
	p.reject("numbers", wrap("[", badNumbers, "]"))
	p.reject("grammar", badGrammar(c))
	p.reject("duplicates", duplicates)
	p.accept(accepts, goodDocuments)
	if c == Tokens {
		p.tokens()
	}
}

// tokens finds out whether a walk visits every token, and what it returns for a string.
func (p *prober) tokens() {
	o := p.try(`{"a":[1,true,null,{}],"b":"c"}`)
	tally, err := ParseTally(string(o.Out))
	all := err == nil && tally.Tokens == 12
	p.add("each token", map[bool]string{true: "yes", false: "no"}[all])
	o = p.try(`["\u0061"]`)
	tally, _ = ParseTally(string(o.Out))
	switch tally.Text {
	case 1:
		p.add("strings", "decoded")
	case 6:
		p.add("strings", "raw")
	default:
		p.add("strings", "on demand")
	}
}

func (p *prober) quoting() {
	p.add(right, p.roundTrips())
	p.add("bad UTF-8", p.fates(illFormed, func(s string) string { return "text " + s + " text" }))
	o := p.try("<&>")
	p.add("HTML", map[bool]string{true: "kept", false: "escaped"}[bytes.Contains(o.Out, []byte("<&>"))])
}

func (p *prober) unquoting() {
	hits := 0
	for _, e := range escaped {
		if o := p.try(`"` + e.quoted + `"`); o.OK && string(o.Out) == e.text {
			hits++
		}
	}
	p.add(right, share(hits, len(escaped)))
	quote := func(s string) string { return `"text ` + s + ` text"` }
	p.add("bad UTF-8", p.fates(illFormed, quote))
	p.add("surrogates", p.fates(loneSurrogates, quote))
	p.reject("control", wrap(`"`, controls, `"`))
	p.reject("escapes", wrap(`"`, badEscapes, `"`))
}

// fates lists what happens to invalid parts of a text: error, U+FFFD (they are replaced), kept, or
// panic.
func (p *prober) fates(parts []string, in func(string) string) string {
	seen := map[string]bool{}
	for _, part := range parts {
		seen[fate(p.try(in(part)))] = true
	}
	var names []string
	for _, name := range []string{fateError, fateReplaced, "kept", "panic"} {
		if seen[name] {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

// What happens to an invalid part if it is found.
const (
	fateError    = "error"
	fateReplaced = "U+FFFD"
)

func fate(o Outcome) string {
	switch {
	case o.Panicked:
		return "panic"
	case !o.OK:
		return fateError
	case !utf8.Valid(o.Out):
		return "kept"
	case bytes.ContainsRune(o.Out, utf8.RuneError), bytes.Contains(bytes.ToLower(o.Out), []byte(`\ufffd`)):
		return fateReplaced
	}
	return "kept"
}
