package program

import (
	"encoding/json"
	"math"
	"math/big"
	"slices"

	"github.com/assayjson/assay/schema/internal/model"
)

// valuesOf returns the formula of "const" and "enum" for one kind.
func valuesOf(s *model.Schema, of kind) *expr {
	parts := []*expr{}
	if s.Const != nil {
		parts = append(parts, listed([]any{*s.Const}, of))
	}
	if s.Enum != nil {
		parts = append(parts, listed(s.Enum.Values, of))
	}
	return combiner{}.all(parts)
}

// listed returns the formula for being one of the given values, for one kind.
func listed(values []any, of kind) *expr {
	values = slices.DeleteFunc(slices.Clone(values), func(v any) bool { return kindOf(v) != of })
	if len(values) == 0 {
		return no
	}
	switch of {
	case number:
		test := &numberTest{isListed: true}
		for _, v := range values {
			test.values = append(test.values, newLimit(decimalOf([]byte(v.(json.Number))), false))
		}
		return &expr{code: opLeaf, number: test}
	case text:
		test := &textTest{most: -1, values: &textTable{}}
		for _, v := range values {
			test.values.add(v.(string))
		}
		return &expr{code: opLeaf, text: test}
	case array, object:
		var all captures
		for _, v := range values {
			all = append(all, string(appendCanonical(nil, v)))
		}
		slices.Sort(all)
		return &expr{code: opLeaf, values: all}
	}
	return yes
}

// numberLeaf returns the test of a schema for numbers.
func numberLeaf(s *model.Schema) *expr {
	test := &numberTest{}
	if s.Types != nil {
		names := s.Types.ToStrings()
		test.integer = slices.Contains(names, "integer") && !slices.Contains(names, "number")
	}
	for _, bound := range []struct {
		value       *big.Rat
		isExclusive bool
	}{{s.Minimum, false}, {s.ExclusiveMinimum, true}} {
		if bound.value != nil {
			l := newLimit(decimalOfRat(bound.value), bound.isExclusive)
			if order := compareDecimals(&l.decimal, &test.least.decimal); !test.hasLeast || order > 0 || order == 0 && l.exclusive {
				test.least, test.hasLeast = l, true
			}
		}
	}
	for _, bound := range []struct {
		value       *big.Rat
		isExclusive bool
	}{{s.Maximum, false}, {s.ExclusiveMaximum, true}} {
		if bound.value != nil {
			l := newLimit(decimalOfRat(bound.value), bound.isExclusive)
			if order := compareDecimals(&l.decimal, &test.most.decimal); !test.hasMost || order < 0 || order == 0 && l.exclusive {
				test.most, test.hasMost = l, true
			}
		}
	}
	if s.MultipleOf != nil {
		test.multiple = newDivisor(s.MultipleOf)
	}
	if !test.integer && !test.hasLeast && !test.hasMost && test.multiple == nil {
		return yes
	}
	return &expr{code: opLeaf, number: test}
}

func newLimit(d decimal, isExclusive bool) limit {
	l := limit{decimal: d, exclusive: isExclusive}
	if zeros := d.exponent - d.digits(); d.digits() == 0 {
		l.isSmall = true
	} else if zeros >= 0 {
		if n, ok := d.coefficient(min(zeros, 100)); ok {
			l.small, l.isSmall = int64(n), true
			if d.negative {
				l.small = -l.small
			}
		}
	}
	return l
}

func newDivisor(r *big.Rat) *divisor {
	d := divisor{number: decimalOfRat(r), exact: r}
	d.integer, _ = d.number.coefficient(0)
	return &d
}

// decimalOfRat converts a number that is a finite decimal fraction, as all numbers in a schema are.
func decimalOfRat(r *big.Rat) decimal {
	digits, _ := r.FloatPrec()
	return decimalOf([]byte(r.FloatString(digits)))
}

// textLeaf returns the test of a schema for strings.
func (c *compiler) textLeaf(s *model.Schema) *expr {
	test := &textTest{most: -1}
	isNeeded := false
	if s.MinLength != nil && *s.MinLength > 0 {
		test.least, isNeeded = clamp(*s.MinLength), true
	}
	if s.MaxLength != nil {
		if *s.MaxLength < 0 {
			return no
		}
		test.most, isNeeded = clamp(*s.MaxLength), true
	}
	if s.Pattern != nil {
		test.match, isNeeded = matcherOf(s.Pattern), true
		test.pattern = s.Pattern.String()
		_, test.mayBacktrack = s.Pattern.(Matcher)
	}
	if s.Format != nil {
		test.format, isNeeded = s.Format.Is, true
		test.formatName = s.Format.Name
	}
	if s.ContentEncoding != nil || s.ContentMediaType != nil {
		test.content, isNeeded = c.config.Content(s), true
	}
	if !isNeeded {
		return yes
	}
	return &expr{code: opLeaf, text: test}
}

// clamp converts a count in a schema. A Run does not decide about containers with as many children as
// the largest result, and no string has as many characters.
func clamp(n int) int32 { return int32(min(max(n, 0), math.MaxInt32)) }

// A Matcher is a pattern whose matches may take too long. If finished is false, the match was
// abandoned.
type Matcher interface {
	Match(text string) (matched, finished bool)
}

func matcherOf(pattern model.Regexp) func(string) (matched, finished bool) {
	if m, ok := pattern.(Matcher); ok {
		return m.Match
	}
	return func(text string) (matched, finished bool) { return pattern.MatchString(text), true }
}
