package lint

import (
	"fmt"
	"slices"

	"github.com/assayjson/assay/internal/files/suppress"
	"github.com/assayjson/assay/lint/internal/locate"
	"github.com/assayjson/assay/lint/internal/ruleset"
)

// A silencer suppresses the findings of one text.
type silencer struct {
	list       []Suppression
	directives []directive
	places     map[silenced]int // the index in directives of the first directive for a rule and a line
}

// A directive is what a comment says about one rule.
type directive struct {
	suppress.Directive
	finding Diagnostic // reports the directive if it is unused or invalid
	used    bool
}

// A silenced is a rule on a line. Line 0 stands for the whole text.
type silenced struct {
	rule string
	line int
}

// newSilencer returns a silencer with the directives in a text, or nil if there are none.
func newSilencer(src []byte, d Dialect) *silencer {
	found := suppress.Find(src, d.Notation())
	if len(found) == 0 {
		return nil
	}
	s := &silencer{directives: make([]directive, len(found)), places: make(map[silenced]int, len(found))}
	own, targets := locate.New(src, locate.Start), locate.New(src, locate.Start)
	excerpts := locate.NewExcerpts(src, 0, mostExcerpts)
	for i, f := range found {
		at := Span{Offset: int64(f.Offset), Length: int64(f.Length), Start: own.Locate(f.Offset), End: own.Locate(f.Offset + f.Length)}
		line := 0
		switch {
		case f.Scope == suppress.NextLine && f.Target >= 0:
			line = targets.Locate(f.Target).Line
		case f.Scope == suppress.NextLine:
			line = -1 // there is no such line
		case f.Scope == suppress.Line:
			line = own.Locate(f.Target).Line
		}
		one := directive{Directive: f}
		one.finding = Diagnostic{Rule: rules[ruleset.UnusedSuppression].Name, Span: at}
		one.finding.Context, one.finding.ContextOffset = excerpts.At(at.Offset)
		if one.explain(line); one.finding.Code == codeUnused {
			key := silenced{f.Rule, line}
			if _, isTaken := s.places[key]; isTaken {
				one.finding.Message = "unused suppression: another comment suppresses the rule " + f.Rule + " in the same place"
			} else {
				s.places[key] = i
			}
		}
		s.directives[i] = one
	}
	return s
}

// codeUnused is the code of the finding about a valid directive that is not used.
const codeUnused = "unused"

// explain sets the code and the message of the finding about a directive that applies to a line.
func (d *directive) explain(line int) {
	f := &d.finding
	r, known := RuleOf(d.Rule)
	switch {
	case d.Scope == suppress.Unknown:
		f.Code, f.Message = "unknown-comment", "unknown kind of suppression: "+quote([]byte(d.Word))
		f.Hint = "use " + suppress.Words[suppress.NextLine] + ", " + suppress.Words[suppress.Line] + " or " + suppress.Words[suppress.File]
	case d.Rule == "":
		f.Code, f.Message = "no-rule", d.Word+" names no rule"
		f.Hint = "name the rule of the finding, as in: " + d.Word + " duplicate-keys -- reason"
	case !known:
		f.Code, f.Message = "unknown-rule", "there is no rule "+quote([]byte(d.Rule))
		f.Hint = "separate several rules by commas, and write -- before the reason"
	case !r.IsSuppressible():
		f.Code, f.Message = "not-suppressible", "findings of the rule "+d.Rule+" cannot be suppressed"
	case d.Scope == suppress.File:
		f.Code, f.Message = codeUnused, "unused suppression: the rule "+d.Rule+" finds nothing else in this text"
	case line < 0:
		f.Code, f.Message = codeUnused, "unused suppression: there is no next line"
	default:
		f.Code, f.Message = codeUnused, fmt.Sprintf("unused suppression: the rule %s finds nothing on line %d", d.Rule, line)
	}
}

// apply removes the suppressed findings from a report, and adds the findings about directives. If the
// text that has been read is not complete, directives are not reported as unused.
func (s *silencer) apply(r *Report, of *settings, complete bool) {
	r.Diagnostics = slices.DeleteFunc(r.Diagnostics, func(d Diagnostic) bool { return s.silences(r, &d) })
	severity := of.levels[ruleset.UnusedSuppression]
	if severity == Off {
		return
	}
	isMisread := !complete || slices.ContainsFunc(r.Diagnostics, func(d Diagnostic) bool {
		return d.Rule == rules[ruleset.Syntax].Name || d.Rule == rules[ruleset.Encoding].Name
	})
	for i := range s.directives {
		d := &s.directives[i]
		if d.finding.Code == codeUnused && (d.used || isMisread || !of.finds(d.Rule)) {
			continue
		}
		d.finding.Severity = severity
		r.Diagnostics = append(r.Diagnostics, d.finding)
	}
	slices.SortStableFunc(r.Diagnostics, func(a, b Diagnostic) int { return int(max(min(a.Offset-b.Offset, 1), -1)) })
}

// finds reports whether a rule is applied to valid texts. A rule for the texts of schemas may or may not be.
func (s *settings) finds(rule string) bool {
	if id := slices.IndexFunc(rules[:], func(r Rule) bool { return r.Name == rule }); id >= 0 && ruleset.Reviewed.Has(ruleset.ID(id)) {
		return false
	}
	return s.options.SeverityOf(rule) != Off && (rule != rules[ruleset.Schema].Name || s.options.Schema != nil)
}

// silences reports whether a finding is suppressed. It then adds the finding to those that are.
func (s *silencer) silences(r *Report, d *Diagnostic) bool {
	if rule, ok := RuleOf(d.Rule); !ok || !rule.IsSuppressible() {
		return false
	}
	if one := s.directiveFor(d); one != nil {
		one.used = true
		r.Suppressed = append(r.Suppressed, Suppressed{Diagnostic: *d, Reason: one.Reason})
		return true
	}
	for i := range s.list {
		if s.list[i].covers(d) {
			r.Suppressed = append(r.Suppressed, Suppressed{Diagnostic: *d, Reason: s.list[i].Reason, Source: InOptions, Index: i})
			return true
		}
	}
	return false
}

// directiveFor returns the directive that suppresses a finding, or nil.
func (s *silencer) directiveFor(d *Diagnostic) *directive {
	for _, line := range []int{d.Start.Line, 0} {
		if i, ok := s.places[silenced{d.Rule, line}]; ok {
			return &s.directives[i]
		}
	}
	return nil
}

// covers reports whether the suppression is for findings such as d.
func (s *Suppression) covers(d *Diagnostic) bool {
	return slices.Contains(s.Rules, d.Rule) && suppress.IsPattern(s.Pointer) &&
		(s.Pointer == "" || d.HasPointer && suppress.Matches(s.Pointer, d.Pointer))
}

// takes is like silences, for a finding that is inserted later. If a directive suppresses the finding,
// it is no longer reported as unused.
func (s *silencer) takes(r *Report, d *Diagnostic) bool {
	if !s.silences(r, d) {
		return false
	}
	if one := s.directiveFor(d); one != nil {
		r.Diagnostics = slices.DeleteFunc(r.Diagnostics, func(d Diagnostic) bool {
			return d.Rule == one.finding.Rule && d.Offset == one.finding.Offset
		})
	}
	return true
}
