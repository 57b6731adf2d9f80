package records_test

import (
	"fmt"
	"math"
	"strings"

	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

// This file is the oracle for Salvage. It follows the definition in the documentation of Salvage with
// recursive functions and one line at a time, and shares no code with the package.

// salvageRules are the options that the oracle supports.
type salvageRules struct {
	kinds     string // one of salvageKinds
	maxRecord int    // 0 for no limit
	maxDepth  int    // 0 for the default
	unique    bool
	ijson     bool
}

var salvageKinds = []string{"", "arrays", "all"}

func (r salvageRules) options() []records.SalvageOption {
	opts := []records.SalvageOption{records.Each(r.each()...)}
	switch r.kinds {
	case "arrays":
		opts = append(opts, records.ObjectsAndArrays())
	case "all":
		opts = append(opts, records.AllKinds())
	}
	if r.maxRecord > 0 {
		opts = append(opts, records.MaxRecord(r.maxRecord))
	}
	return opts
}

func (r salvageRules) each() (opts []tokenizer.Option) {
	if r.maxDepth > 0 {
		opts = append(opts, tokenizer.MaxDepth(r.maxDepth))
	}
	if r.unique {
		opts = append(opts, tokenizer.UniqueNames())
	}
	if r.ijson {
		opts = append(opts, tokenizer.IJSON())
	}
	return opts
}

// A span is a record, or text that is not a record.
type span struct {
	begin, end int
	reason     records.Reason // 0 for a record
}

func (s span) String() string { return fmt.Sprintf("[%d,%d) %v", s.begin, s.end, s.reason) }

// oracle returns the records and the text that is not a record, in order.
func (r salvageRules) oracle(input string) (all []span) {
	begin := 0
	if strings.HasPrefix(input, "\uFEFF") {
		all, begin = append(all, span{0, 3, records.LeadingBOM}), 3
	}
	for line := range strings.Lines(input[begin:]) {
		w := naiveSalvager{rules: r, text: strings.TrimSuffix(line, "\n"), ended: strings.HasSuffix(line, "\n")}
		w.line()
		for _, s := range spread(w.items, len(line)) {
			all = append(all, span{s.begin + begin, s.end + begin, s.reason})
		}
		begin += len(line)
	}
	return all
}

// spread joins items that are not records, and gives them the white space beside them.
func spread(items []span, length int) (all []span) {
	for i, s := range items {
		if s.reason == 0 {
			all = append(all, s)
			continue
		}
		if i == 0 {
			s.begin = 0
		} else if before := items[i-1]; before.reason == 0 {
			s.begin = before.end
		}
		s.end = length
		if i+1 < len(items) {
			s.end = items[i+1].begin
		}
		if i > 0 && items[i-1].reason != 0 {
			last := &all[len(all)-1]
			if (last.reason == records.NUL) == (s.reason == records.NUL) {
				last.end = s.end
				if last.reason == records.StrayComma {
					last.reason = s.reason
				}
				continue
			}
		}
		all = append(all, s)
	}
	return all
}

// A naiveSalvager divides a line.
type naiveSalvager struct {
	rules salvageRules
	text  string // without its newline
	ended bool   // there is a newline
	items []span // everything that is not white space
}

func isBoundary(c byte) bool { return c < ' ' && c != '\t' && c != '\r' }

func (w *naiveSalvager) add(begin, end int, reason records.Reason) {
	if begin < end {
		w.items = append(w.items, span{begin, end, reason})
	}
}

// at returns the byte at offset i, or 0 at the end of the line.
func (w *naiveSalvager) at(i int) byte {
	if i >= len(w.text) {
		return 0
	}
	return w.text[i]
}

// skip returns the offset of the next byte that is not a space, tab or CR.
func (w *naiveSalvager) skip(i int) int {
	for strings.IndexByte(" \t\r", w.at(i)) >= 0 {
		i++
	}
	return i
}

// ends reports whether the text ends at offset i: at the end of the line or at a control character.
func (w *naiveSalvager) ends(i int) bool { return i >= len(w.text) || isBoundary(w.text[i]) }

func (w *naiveSalvager) line() {
	if w.scalar() {
		return
	}
	for i := 0; i < len(w.text); {
		if c := w.text[i]; isBoundary(c) {
			reason := records.OtherText
			if c == 0 {
				reason = records.NUL
			}
			w.add(i, i+1, reason)
			i++
			continue
		}
		i = w.segment(i)
	}
}

// scalar handles a line that has only a string, number or literal.
func (w *naiveSalvager) scalar() bool {
	value := strings.Trim(w.text, " \t\r")
	begin := w.skip(0)
	if w.rules.kinds != "all" || value == "" || strings.IndexByte("{[", value[0]) >= 0 || !w.isValid(value) {
		return false
	}
	if len(w.text)-begin > w.limit() {
		return false
	}
	reason := records.Reason(0)
	if !w.ended && strings.IndexByte("-0123456789", value[0]) >= 0 {
		reason = records.Torn
	}
	w.add(begin, begin+len(value), reason)
	return true
}

func (w *naiveSalvager) isValid(value string) bool {
	return tokenizer.Check([]byte(value), w.rules.each()...) == nil
}

func (w *naiveSalvager) limit() int {
	if w.rules.maxRecord > 0 {
		return w.rules.maxRecord
	}
	return math.MaxInt
}

// isOpener reports whether there is an opening bracket at offset i.
func (w *naiveSalvager) isOpener(i int) bool { return w.at(i) == '{' || w.at(i) == '[' }

// isStrong reports whether there is an opening bracket and a quotation mark at offset i.
func (w *naiveSalvager) isStrong(i int) bool {
	if !w.isOpener(i) {
		return false
	}
	if c := w.at(i + 1); c == ' ' || c == '\t' || c == '\r' {
		i++
	}
	return w.at(i+1) == '"'
}

// segment divides the text from offset i on up to the next control character, and returns the offset
// of the latter.
func (w *naiveSalvager) segment(i int) int {
	damaged, surrounded, afterComma := false, false, false
	unsure, follows := i > 0 && isBoundary(w.text[i-1]), false // follows: another value has just broken off here; unsure: its beginning may be in a string
	before := byte(0)
	for {
		i = w.skip(i)
		if w.ends(i) {
			return i
		}
		c := w.text[i]
		isStart := w.isOpener(i)
		surrounded = (damaged || unsure) && !w.isStrong(i) || damaged && strings.IndexByte(":,[", before) >= 0
		if damaged && (!follows || unsure) {
			unsure, isStart = true, w.isStrong(i)
		}
		switch {
		case isStart:
			unsure = unsure || damaged
			i, damaged, follows, before = w.judge(w.run(i), afterComma, damaged, surrounded)
			unsure, afterComma = unsure && damaged, false
		case damaged:
			w.add(i, i+1, records.OtherText)
			if c == ':' && before != 0 && before != '"' { // text such as INFO:
				c = 'x'
			}
			before, follows = c, false
			i++
		case c == ',':
			w.add(i, i+1, records.StrayComma)
			afterComma = true
			i++
		default:
			damaged, afterComma, before = true, false, 0
		}
	}
}

// byteBefore returns the last byte before offset i that is not white space, or a comma if that is too
// far away.
func (w *naiveSalvager) byteBefore(i int) byte {
	before := strings.TrimRight(w.text[:i], " \t\r")
	if i-len(before) >= 32 {
		return ','
	}
	return before[len(before)-1]
}

// A naiveRun is one or more values with single commas between them.
type naiveRun struct {
	begin  int
	values []span
	end    int  // the first byte after the values that is not white space or a comma, or where the last value breaks off
	comma  bool // there is a comma after the last value
	torn   *broken
	last   int // where the last value begins that breaks off
}

// broken is where and how a value breaks off.
type broken struct {
	at     int
	deep   bool
	quoted int // where a string ends directly before at, or -1
}

func (w *naiveSalvager) run(i int) naiveRun {
	r := naiveRun{begin: i}
	for {
		end, b := w.value(i, 1)
		if b != nil {
			r.torn, r.end, r.last = b, b.at, i
			return r
		}
		r.values = append(r.values, span{begin: i, end: end})
		i = w.skip(end)
		if w.at(i) != ',' {
			r.end = i
			return r
		}
		if i = w.skip(i + 1); !w.isOpener(i) {
			r.end, r.comma = i, true
			return r
		}
	}
}

// judge adds the values of a run. It returns where to continue and how.
func (w *naiveSalvager) judge(r naiveRun, afterComma, damaged, surrounded bool) (next int, stillDamaged, follows bool, before byte) {
	tooLong := r.end-r.begin > w.limit()
	if r.torn != nil {
		return w.judgeTorn(r, damaged || surrounded, tooLong)
	}
	before = '}'
	if r.comma {
		before = ','
	}
	ended := w.ends(r.end) || w.isOpener(r.end) || w.at(r.end) == ','
	hasComma := afterComma || r.comma || len(r.values) > 1
	allowed := ended && !(damaged && len(r.values) > 1)
	continues := !allowed && (hasComma || w.at(r.end) == '}' || w.at(r.end) == ']')
	switch {
	case tooLong:
		w.add(r.begin, r.end, records.TooLong)
		return r.end, !ended, false, before
	case surrounded || continues:
		w.add(r.begin, r.end, records.Fragment)
	case !allowed && (damaged || !w.isStrong(r.begin)):
		w.add(r.begin, r.end, records.OtherText)
	default:
		w.accept(r.values)
		lost := w.items[len(w.items)-1].reason != 0
		return r.values[len(r.values)-1].end, damaged && lost, false, '}'
	}
	return r.end, true, false, before
}

// judgeTorn is like judge, for a run whose last value breaks off.
func (w *naiveSalvager) judgeTorn(r naiveRun, damaged, tooLong bool) (next int, stillDamaged, follows bool, before byte) {
	reason := records.Torn
	if r.torn.deep {
		reason = records.TooDeep
	}
	next = r.torn.at // an opening bracket here cannot be a value of the one that breaks off, whatever comes before it
	if q := r.torn.quoted; q >= 0 {
		if w.skip(q-2) == q-1 && w.isOpener(q-3) {
			next = q - 3 // {" with white space between
		}
		if w.isOpener(q - 2) {
			next = q - 2
		}
	}
	if next < r.torn.at {
		before = w.byteBefore(next)
	}
	end := max(next, r.last+1)
	if r.torn.deep {
		for !w.ends(end) {
			end++
		}
		next = end
	}
	switch {
	case tooLong:
		w.add(r.begin, end, records.TooLong)
	case damaged:
		w.add(r.begin, end, reason)
	default:
		w.accept(r.values)
		w.add(r.last, end, reason)
	}
	return next, true, true, before
}

// accept adds values that are records if they are valid.
func (w *naiveSalvager) accept(values []span) {
	for i, v := range values {
		value := w.text[v.begin:v.end]
		switch {
		case !w.isValid(value):
			v.reason = records.Invalid
		case value[0] == '[' && w.rules.kinds == "":
			v.reason = records.OtherValue
		}
		w.items = append(w.items, v)
		if i+1 < len(values) {
			w.add(w.skip(v.end), w.skip(v.end)+1, records.StrayComma)
		}
	}
}

// value returns the end of the value at offset i, which is on the given level. Only the structure
// counts.
func (w *naiveSalvager) value(i, level int) (end int, b *broken) {
	switch c := w.at(i); {
	case w.ends(i) || strings.IndexByte("}]:,", c) >= 0:
		return 0, &broken{at: i, quoted: -1}
	case c == '"':
		return w.str(i)
	case c == '{' || c == '[':
		if maxDepth := w.rules.maxDepth; maxDepth == 0 && level > 10000 || maxDepth > 0 && level > maxDepth {
			return 0, &broken{at: i, deep: true, quoted: -1}
		}
		return w.container(i, level)
	}
	for !w.ends(i) && strings.IndexByte(" \t\r{}[],:\"", w.text[i]) < 0 {
		i++
	}
	return i, nil
}

// str returns the end of the string at offset i.
func (w *naiveSalvager) str(i int) (end int, b *broken) {
	for i++; !w.ends(i); i++ {
		switch w.text[i] {
		case '"':
			return i + 1, nil
		case '\\':
			if i++; w.ends(i) {
				return 0, &broken{at: i, quoted: -1}
			}
		}
	}
	return 0, &broken{at: i, quoted: -1}
}

// container returns the end of the object or array at offset i.
func (w *naiveSalvager) container(i, level int) (end int, b *broken) {
	isObject := w.text[i] == '{'
	closer := w.text[i] + 2
	for {
		if i = w.skip(i + 1); w.at(i) == closer {
			return i + 1, nil
		}
		if isObject {
			if w.at(i) != '"' {
				return 0, &broken{at: i, quoted: -1}
			}
			if i, b = w.str(i); b != nil {
				return 0, b
			}
			end := i
			if i = w.skip(i); w.at(i) != ':' {
				return 0, brokenAfter(i, end)
			}
			i = w.skip(i + 1)
		}
		isString := w.at(i) == '"'
		if i, b = w.value(i, level+1); b != nil {
			return 0, b
		}
		end := i
		switch i = w.skip(i); {
		case w.at(i) == ',':
		case w.at(i) == closer:
			return i + 1, nil
		case isString:
			return 0, brokenAfter(i, end)
		default:
			return 0, &broken{at: i, quoted: -1}
		}
	}
}

// brokenAfter returns a broken at offset i, after a string that ends at offset end.
func brokenAfter(i, end int) *broken {
	if i == end {
		return &broken{at: i, quoted: end}
	}
	return &broken{at: i, quoted: -1}
}
