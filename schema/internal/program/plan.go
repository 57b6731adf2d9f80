package program

import (
	"fmt"
	"strconv"
	"strings"
)

// Plan returns a listing of the program for people. For each schema, it shows what is tested for
// each kind of value. The function name converts the location of a schema to the form in which it is
// shown.
func (p *Program) Plan(name func(location string) string) string {
	w := planWriter{Program: p, name: name}
	if p.exact {
		w.line(0, "Documents with repeated names are checked by the engine. Names are remembered, up to %d MiB.", mostNames*8>>20)
		w.line(0, "")
	}
	for n := range p.nodes {
		w.node(int32(n))
	}
	if len(p.nodes) == 0 {
		w.line(0, "Every document is valid.")
	}
	return w.String()
}

// A planWriter writes a listing.
type planWriter struct {
	*Program
	strings.Builder
	name func(string) string
}

// line writes a line at a level of indentation.
func (w *planWriter) line(level int, format string, args ...any) {
	if format != "" {
		w.WriteString(strings.Repeat("  ", level))
		fmt.Fprintf(w, format, args...)
	}
	w.WriteByte('\n')
}

var kindNames = [numKinds]string{"null", "false", "true", "number", "string", "array", "object"}

// node writes the verdicts of a node.
func (w *planWriter) node(n int32) {
	if w.locations[n] == "" { // see impossible
		return
	}
	w.line(0, "%s", w.name(w.locations[n]))
	for _, constant := range []struct {
		verdict verdict
		is      string
	}{{never, "invalid"}, {always, "valid"}, {ask, "checked by the engine"}} {
		var kinds []string
		for k, v := range w.nodes[n] {
			if v == constant.verdict {
				kinds = append(kinds, kindNames[k])
			}
		}
		if len(kinds) > 0 {
			w.line(1, "%s: %s", constant.is, strings.Join(kinds, ", "))
		}
	}
	for k, v := range w.nodes[n] {
		switch {
		case v < 0:
		case kind(k) < array:
			w.line(1, "%s:", kindNames[k])
			w.formula(2, int32(v), kind(k), 0)
		default:
			w.line(1, "%s:", kindNames[k])
			if c := w.blocks[v].choice; c != nil {
				w.line(2, "alternatives are chosen by the member %q", c.name)
			}
			w.formula(2, w.blocks[v].formula, kind(k), w.blocks[v].begin)
		}
	}
}

var operators = [...]string{
	opAlways: "valid", opNever: "invalid", opAsk: "checked by the engine", opAnd: "all of:", opOr: "any of:", opOne: "exactly one of:", opNot: "not:", opIf: "if:",
}

// formula writes a formula for values of kind k. For arrays and objects, first is the index of the
// first cell of the block.
func (w *planWriter) formula(level int, at int32, k kind, first int32) {
	o := &w.ops[at]
	switch o.code {
	case opLeaf:
		w.leaf(level, o.a, k, first)
		return
	case opRest:
		rest := &w.rests[w.cells[first+o.b].at]
		w.formula(level, o.a, k, first)
		children := "members"
		if k == array {
			children = "elements"
		}
		w.line(level, "%s that nothing has evaluated: %s", children, w.target(rest.node))
		return
	}
	w.line(level, "%s", operators[o.code])
	switch o.code {
	case opAnd:
		for _, kid := range w.lists[o.a:o.b] {
			w.formula(level+1, kid, k, first)
		}
	case opOr, opOne:
		for _, kid := range w.lists[o.a:o.b] {
			w.item(level+1, kid, k, first)
		}
	case opNot:
		w.formula(level+1, o.a, k, first)
	case opIf:
		w.formula(level+1, o.a, k, first)
		w.line(level, "then:")
		w.formula(level+1, o.b, k, first)
		if w.ops[o.c].code != opAlways {
			w.line(level, "else:")
			w.formula(level+1, o.c, k, first)
		}
	}
}

// item writes an alternative, which may take several lines, after a dash.
func (w *planWriter) item(level int, at int32, k kind, first int32) {
	item := planWriter{Program: w.Program, name: w.name}
	item.formula(level+1, at, k, first)
	indent := strings.Repeat("  ", level)
	w.WriteString(indent + "- " + strings.TrimPrefix(item.String(), indent+"  "))
}

// target returns the name of a node.
func (w *planWriter) target(n int32) string {
	switch {
	case n == nothing:
		return "any value"
	case w.locations[n] == "":
		return "not allowed"
	}
	return w.name(w.locations[n])
}

// leaf writes a test or a cell.
func (w *planWriter) leaf(level int, at int32, k kind, first int32) {
	switch k {
	case number:
		w.line(level, "%s", w.numbers[at].describe())
		return
	case text:
		w.line(level, "%s", w.texts[at].describe())
		return
	}
	switch c := &w.Program.cells[first+at]; c.code {
	case objectCell:
		w.object(level, &w.objects[c.at])
	case arrayCell:
		w.array(level, &w.arrays[c.at])
	case captureCell:
		w.line(level, "equal to %s; the value is kept in memory until its end, up to %d MiB", countOf(len(w.captures[c.at]), "value"), mostCaptured>>20)
	}
}

// object writes a cell for objects.
func (w *planWriter) object(level int, o *objectPlan) {
	names := make([]string, len(o.slots))
	for _, e := range o.members {
		if e.value >= 0 {
			names[e.value] = strconv.Quote(w.names.texts[e.id])
		}
	}
	listed := func(mask uint64) string {
		var all []string
		for i, s := range o.slots {
			if s.bit > 0 && mask>>(s.bit-1)&1 != 0 {
				all = append(all, names[i])
			}
		}
		return strings.Join(all, ", ")
	}
	if r := rangeOf(int(o.least), int(o.most), "member"); r != "" {
		w.line(level, "%s", r)
	}
	if o.required != 0 {
		w.line(level, "required: %s", listed(o.required))
	}
	for _, d := range o.dependents {
		w.line(level, "if %s is present, required: %s", listed(d.given), listed(d.wants))
	}
	for i, s := range o.slots {
		if s.declared {
			w.line(level, "member %s: %s", names[i], w.target(s.node))
		}
	}
	for _, m := range o.patterns {
		w.line(level, "members that match %s: %s", strconv.Quote(m.pattern), w.target(m.node))
	}
	if o.hasRest {
		w.line(level, "other members: %s", w.target(o.rest))
	}
	switch {
	case o.askIfNamed:
		w.line(level, "names: checked by the engine")
	case o.nameTest != nothing:
		w.line(level, "names:")
		w.formula(level+1, o.nameTest, text, 0)
	}
}

// array writes a cell for arrays.
func (w *planWriter) array(level int, a *arrayPlan) {
	if r := rangeOf(int(a.least), int(a.most), "element"); r != "" {
		w.line(level, "%s", r)
	}
	if a.unique {
		w.line(level, "different elements; all elements are kept in memory until the end of the array, up to %d MiB", mostCaptured>>20)
	}
	for i, n := range a.prefix {
		w.line(level, "element %d: %s", i, w.target(n))
	}
	if a.hasRest {
		other := ""
		if len(a.prefix) > 0 {
			other = "other "
		}
		w.line(level, "%selements: %s", other, w.target(a.rest))
	}
	if a.hasContains {
		n := rangeOf(int(a.leastContained), int(a.mostContained), "element")
		if n == "" {
			n = "any number of elements"
		}
		w.line(level, "%s valid against %s", n, w.target(a.contains))
	}
}

// describe returns a description of a test.
func (t *numberTest) describe() string {
	var all []string
	if t.integer {
		all = append(all, "an integer")
	}
	bound := func(has bool, l *limit, inclusive, exclusive string) {
		if has && l.exclusive {
			inclusive = exclusive
		}
		if has {
			all = append(all, inclusive+" "+l.decimal.String())
		}
	}
	bound(t.hasLeast, &t.least, "at least", "greater than")
	bound(t.hasMost, &t.most, "at most", "less than")
	if t.multiple != nil {
		all = append(all, "a multiple of "+t.multiple.number.String())
	}
	if t.isListed {
		var values []string
		for i := range t.values {
			values = append(values, t.values[i].decimal.String())
		}
		all = append(all, oneOf(values, "number"))
	}
	return strings.Join(all, ", ")
}

// describe returns a description of a test.
func (t *textTest) describe() string {
	var all []string
	if t.values != nil {
		var values []string
		for _, s := range t.values.texts {
			values = append(values, strconv.Quote(s))
		}
		all = append(all, oneOf(values, "string"))
	}
	if r := rangeOf(int(t.least), int(t.most), "character"); r != "" {
		all = append(all, r)
	}
	if t.match != nil {
		pattern := "matches " + strconv.Quote(t.pattern)
		if t.mayBacktrack {
			pattern += " by backtracking"
		}
		all = append(all, pattern)
	}
	if t.format != nil {
		all = append(all, "of the format "+strconv.Quote(t.formatName))
	}
	if t.content != nil {
		all = append(all, "contents checked by the engine")
	}
	return strings.Join(all, ", ")
}

// rangeOf describes a number of things. If most is negative, there is no limit.
func rangeOf(least, most int, noun string) string {
	switch {
	case most < 0 && least <= 0:
		return ""
	case most < 0:
		return "at least " + countOf(least, noun)
	case least <= 0:
		return "at most " + countOf(most, noun)
	case least == most:
		return countOf(least, noun)
	}
	return fmt.Sprintf("%d to %s", least, countOf(most, noun))
}

// oneOf describes a list of values. If it is long, only their number is given.
func oneOf(values []string, noun string) string {
	const most = 80
	list := strings.Join(values, ", ")
	switch {
	case len(list) > most:
		return "one of " + countOf(len(values), noun)
	case len(values) == 1:
		return "equal to " + list
	}
	return "one of " + list
}

func countOf(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
