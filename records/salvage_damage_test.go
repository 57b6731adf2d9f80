package records_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
)

// A cell is a byte of a damaged file, and where it comes from.
type cell struct {
	b      byte
	record int // number of the undamaged record, or -1 for a byte that is in no record
	at     int // offset in that record
}

// follows reports whether c comes directly after before in an undamaged record.
func (c cell) follows(before cell) bool {
	return c.record >= 0 && c.record == before.record && c.at == before.at+1
}

// A damager makes damaged files.
type damager struct {
	*rand.Rand
	kinds string // the kinds of records; see salvageRules

	records []string
	cells   []cell
}

// file returns a damaged file of NDJSON.
func (d *damager) file() []byte {
	d.records, d.cells = d.records[:0], d.cells[:0]
	writers := 1
	if d.IntN(4) == 0 {
		writers = 2 + d.IntN(2)
	}
	files := make([][]cell, writers)
	for i := range files {
		for range d.IntN(8) {
			files[i] = append(files[i], d.line()...)
		}
	}
	d.interleave(files)
	for range d.IntN(4) {
		d.damage()
	}
	text := make([]byte, len(d.cells))
	for i, c := range d.cells {
		text[i] = c.b
	}
	return text
}

// interleave writes the files to one file, each in pieces.
func (d *damager) interleave(files [][]cell) {
	for {
		left := 0
		for i, f := range files {
			n := len(f)
			if len(files) > 1 {
				n = min(n, 1+d.IntN(60))
				if d.IntN(2) == 0 { // the end of a line
					n = min(len(f), 1+bytes.IndexByte(bytesOf(f), '\n'))
				}
			}
			d.cells = append(d.cells, f[:n]...)
			files[i] = f[n:]
			left += len(f) - n
		}
		if left == 0 {
			return
		}
	}
}

func bytesOf(cells []cell) []byte {
	b := make([]byte, len(cells))
	for i, c := range cells {
		b[i] = c.b
	}
	return b
}

// noise returns bytes that are in no record.
func noise(s string) (cells []cell) {
	for i := range len(s) {
		cells = append(cells, cell{s[i], -1, 0})
	}
	return cells
}

// line returns a record with its newline.
func (d *damager) line() []cell {
	record := d.record()
	number := len(d.records)
	d.records = append(d.records, record)
	return append(cellsOf(number, record), noise("\n")...)
}

// cellsOf returns the bytes of a record.
func cellsOf(number int, record string) (cells []cell) {
	for i := range len(record) {
		cells = append(cells, cell{record[i], number, i})
	}
	return cells
}

// record returns a record.
func (d *damager) record() string {
	var b strings.Builder
	switch n := d.IntN(20); {
	case n == 0 && d.kinds == "all":
		d.scalar(&b)
	case n < 4 && d.kinds != "":
		d.array(&b, 0)
	default:
		d.object(&b, 0)
	}
	return b.String()
}

// space writes white space, which is rare.
func (d *damager) space(b *strings.Builder) {
	if d.IntN(12) == 0 {
		b.WriteString([]string{" ", " ", "\t", "  ", "\r"}[d.IntN(5)])
	}
}

func (d *damager) object(b *strings.Builder, level int) {
	b.WriteByte('{')
	for i := range d.members(level) {
		if i > 0 {
			b.WriteByte(',')
		}
		d.space(b)
		fmt.Fprintf(b, "%q", names[d.IntN(len(names))])
		b.WriteByte(':')
		d.space(b)
		d.value(b, level+1)
	}
	d.space(b)
	b.WriteByte('}')
}

func (d *damager) array(b *strings.Builder, level int) {
	b.WriteByte('[')
	for i := range d.members(level) {
		if i > 0 {
			b.WriteByte(',')
		}
		d.space(b)
		d.value(b, level+1)
	}
	b.WriteByte(']')
}

// members returns a number of members. Empty objects and arrays are rare.
func (d *damager) members(level int) int {
	if d.IntN(10) == 0 {
		return 0
	}
	return 1 + d.IntN(4)/(level+1)
}

func (d *damager) value(b *strings.Builder, level int) {
	switch n := d.IntN(8); {
	case n == 0 && level < 5:
		d.array(b, level)
	case n < 3 && level < 5:
		d.object(b, level)
	default:
		d.scalar(b)
	}
}

func (d *damager) scalar(b *strings.Builder) {
	b.WriteString(scalars[d.IntN(len(scalars))])
}

// names are names of members. Some begin with bytes that have a meaning outside strings.
var names = []string{
	"a", "b", "id", "time", "msg", "level", "user", "items", "type", "x", "a", "b", "id", "time", "msg", "level", "user", "items", "type", "x",
	"", " ", ":", ",", "}", "{", "[x", "]", ",{", "\u6f22", "a b", "{a",
}

// scalars are strings, numbers and literals.
var scalars = []string{
	"1", "0", "-12.5e3", "1234567", "true", "false", "null", `""`, `"text"`, `"2026-11-25T10:20:30Z"`, `"hello world"`, `"漢字 é 😀"`, `"{"`, `"}"`, `"if (x) {"`,
	`"{}"`, `"see {} or [1]"`, `"[1,2]"`, `"[INFO] a: b"`, `"{\"x\":1}"`, `"{\"x\":[{\"y\":\"z\"}]}"`, `"a\\"`, `"\\\""`, `"\u00e9\n"`, `"a, b"`, `"a: b"`, `"{ "`, `"[ "`, `":{"`, `",["`,
}

// damage damages the file once.
func (d *damager) damage() {
	n := len(d.cells)
	if n == 0 {
		return
	}
	at := d.IntN(n)
	length := min(1+d.IntN(1+d.IntN(80)), n-at)
	switch d.IntN(12) {
	case 0: // a cut
		d.replace(at, length, nil)
	case 1: // a splice: the rest of the line is lost
		d.replace(at, bytes.IndexByte(append(bytesOf(d.cells[at:]), '\n'), '\n')+1, nil)
	case 2: // the beginning of a line is lost
		d.replace(at, 0, nil)
		if begin := bytes.LastIndexByte(bytesOf(d.cells[:at]), '\n') + 1; begin < at {
			d.replace(begin, at-begin, nil)
		}
	case 3: // a text is written twice
		d.replace(at, 0, append([]cell{}, d.cells[at:at+length]...))
	case 4: // NUL characters
		d.replace(at, length*d.IntN(2), noise(strings.Repeat("\x00", 1+d.IntN(20))))
	case 5: // a changed bit
		c := &d.cells[at]
		*c = cell{c.b ^ 1<<d.IntN(8), -1, 0}
	case 6: // CR LF
		d.newlines("\r\n", 1)
	case 7: // random bytes
		var b []byte
		for range 1 + d.IntN(12) {
			b = append(b, byte(d.Uint32()))
		}
		d.replace(at, length*d.IntN(2), noise(string(b)))
	case 8: // a torn tail
		d.replace(at, n-at, nil)
	case 9: // commas instead of newlines, or beside them
		d.newlines([]string{",", ",\n", "\n,", " , "}[d.IntN(4)], 1+d.IntN(3))
	case 10: // missing newlines
		d.newlines([]string{"", "", " "}[d.IntN(3)], 1+d.IntN(3))
	case 11: // text of another program
		d.replace(at, 0, noise([]string{"panic: x", "INFO [a] ", "\n", "\n\n", "killed\n", "{", "}", "[", "]", ",", `"`, `\`}[d.IntN(12)]))
	}
}

// replace replaces n cells.
func (d *damager) replace(at, n int, by []cell) {
	n = min(n, len(d.cells)-at)
	d.cells = append(d.cells[:at:at], append(by, d.cells[at+n:]...)...)
}

// newlines replaces newlines, one in a certain number of them.
func (d *damager) newlines(by string, oneIn int) {
	var all []cell
	for _, c := range d.cells {
		if c.b == '\n' && d.IntN(oneIn) == 0 {
			all = append(all, noise(by)...)
		} else {
			all = append(all, c)
		}
	}
	d.cells = all
}

// A judgement says what has become of the records of a file.
type judgement struct {
	files, whole, found     int // whole records in the files, and how many of them have been found
	valueBefore, valueAfter int // whole records that seem to be values, because of the text before or after them
	textAfter, oddNames     int // whole records in damaged text before other text; whole records in strings that their names continue
	altered                 int // records that have been found, with damage inside
	patched                 int // the same, but the record begins with a bracket from a string, or directly after damage
	between                 int // values that have been found, with damage before them on the line, and inside or directly after them
	exposed                 int // values that have been found because the damage ends exactly where they begin
	lost, invented          int // errors
}

// judge compares the records that have been found with the undamaged ones.
func (d *damager) judge(j *judgement, all []span) (complaints []string) {
	j.files++
	text := bytesOf(d.cells)
	found := map[span]bool{}
	for _, s := range all {
		if s.reason == 0 {
			found[s] = true
		}
	}
	clean := cleanStarts(text, all)
	for i, c := range d.cells {
		if c.record < 0 || c.at != 0 {
			continue
		}
		s := span{begin: i, end: i + len(d.records[c.record])}
		if !d.isIntact(s) {
			continue
		}
		j.whole++
		switch excuse := d.excuse(text, s, clean); {
		case found[s]:
			j.found++
			delete(found, s)
		case excuse == nil:
			j.lost++
			complaints = append(complaints, fmt.Sprintf("lost: %v %q", s, text[s.begin:s.end]))
		default:
			*excuse(j)++
		}
	}
	for s := range found {
		lineStart := bytes.LastIndexByte(text[:s.begin], '\n') + 1
		switch {
		case d.continues(s.begin) && !d.isInString(s.begin) && d.isDamagedBefore(lineStart, s.begin) && (d.hasSeam(s) || s.end == len(text) || !d.continues(s.end)):
			j.between++
		case d.continues(s.begin) && !(d.hasSeam(s) && d.isInString(s.begin)):
			j.invented++
			complaints = append(complaints, fmt.Sprintf("invented: %v %q", s, text[s.begin:s.end]))
		case !d.hasSeam(s):
			j.exposed++
		case d.cells[s.begin].at == 0:
			j.altered++
		default:
			j.patched++
		}
	}
	return complaints
}

// isInString reports whether the cell with number i is in a string of an undamaged record.
func (d *damager) isInString(i int) bool {
	quotes := 0
	record := d.records[d.cells[i].record]
	for at := 0; at < d.cells[i].at; at++ {
		switch record[at] {
		case '\\':
			at++
		case '"':
			quotes++
		}
	}
	return quotes%2 == 1
}

// continues reports whether the cell with number i follows the one before it in an undamaged record,
// and so does white space between it and another byte before it.
func (d *damager) continues(i int) bool {
	for i > 0 && d.cells[i].follows(d.cells[i-1]) {
		if i--; isBlankByte(d.cells[i].b) {
			continue
		}
		return true
	}
	return false
}

// isDamagedBefore reports whether there is damage before text[i] on its line, which starts at lineStart.
func (d *damager) isDamagedBefore(lineStart, i int) bool {
	return d.cells[lineStart].at > 0 || d.hasSeam(span{begin: lineStart, end: i})
}

func isBlankByte(c byte) bool { return c == ' ' || c == '\t' || c == '\r' }

// isIntact reports whether the bytes of a span are those of a record, from its start to its end.
func (d *damager) isIntact(s span) bool {
	return s.end <= len(d.cells) && d.cells[s.end-1].at == s.end-s.begin-1 && !d.hasSeam(s)
}

// hasSeam reports whether bytes in s do not follow one another in an undamaged record.
func (d *damager) hasSeam(s span) bool {
	for i := s.begin + 1; i < s.end; i++ {
		if !d.cells[i].follows(d.cells[i-1]) {
			return true
		}
	}
	return false
}

// cleanStarts maps the offsets at which undamaged text may begin: there are only records, commas and
// white space between such an offset and the start of the line or the last control character.
func cleanStarts(text []byte, all []span) map[int]bool {
	starts := map[int]bool{}
	inRecord := map[int]int{}
	for _, s := range all {
		if s.reason == 0 {
			inRecord[s.begin] = s.end
		}
	}
	clean := true
	for i := 0; i < len(text); i++ {
		if clean {
			starts[i] = true
		}
		switch c := text[i]; {
		case inRecord[i] > 0:
			i, clean = inRecord[i]-1, true
		case isBoundary(c):
			clean = true
		case c != ' ' && c != '\t' && c != '\r' && c != ',' && !bytes.HasPrefix(text[i:], []byte("\uFEFF")):
			clean = false
		}
	}
	return starts
}

// excuse returns the field of a judgement that counts records such as s, which cannot be distinguished from
// something else, or nil if s must be found.
func (d *damager) excuse(text []byte, s span, cleanStarts map[int]bool) func(*judgement) *int {
	clean := cleanStarts[s.begin]
	before := bytes.TrimRight(text[:s.begin], " \t\r")
	after := bytes.TrimLeft(text[s.end:], " \t\r")
	record := text[s.begin:s.end]
	isStrong := len(record) > 2 && (record[1] == '"' || record[2] == '"' && strings.IndexByte(" \t\r", record[1]) >= 0)
	name := record[bytes.IndexByte(append(record[:len(record):len(record)], '"'), '"'):]
	ended := len(after) == 0 || isBoundary(after[0]) || after[0] == '{' || after[0] == '['
	if !ended && after[0] == ',' {
		next := append(bytes.TrimLeft(after[1:], " \t\r"), 0)[0]
		ended = next == ',' || isBoundary(next)
		if !ended {
			return func(j *judgement) *int { return &j.valueAfter }
		}
	}
	switch {
	case !clean && len(before) > 0 && strings.IndexByte(":,[", before[len(before)-1]) >= 0 && !(isStrong && d.isBeforeName(len(before)-1, cleanStarts)):
		return func(j *judgement) *int { return &j.valueBefore }
	case !ended && (after[0] == '}' || after[0] == ']'):
		return func(j *judgement) *int { return &j.valueAfter }
	case !ended && (!clean || !isStrong || bytes.HasSuffix(before, []byte(","))):
		return func(j *judgement) *int { return &j.textAfter }
	case !isStrong && bytes.ContainsFunc(text[bytes.LastIndexByte(text[:s.begin], '\n')+1:s.begin], func(c rune) bool { return isBoundary(byte(min(c, ' '))) }):
		return func(j *judgement) *int { return &j.textAfter }
	case !clean && (!isStrong || len(name) > 1 && strings.IndexByte(",:}] \"", name[1]) >= 0):
		return func(j *judgement) *int { return &j.oddNames }
	}
	return nil
}

// isBeforeName reports whether the cell with number i is a comma in an object, in a record that begins where undamaged
// text may begin and that is undamaged up to there. Only a name can come after the comma, so an opening bracket begins another record.
func (d *damager) isBeforeName(i int, cleanStarts map[int]bool) bool {
	last := d.cells[i]
	begin := i - last.at
	if last.record < 0 || last.b != ',' || d.isInString(i) || begin < 0 || !cleanStarts[begin] || d.hasSeam(span{begin: begin, end: i + 1}) {
		return false
	}
	var open []byte
	for at := begin; at < i; at++ {
		if d.isInString(at) {
			continue
		}
		switch c := d.cells[at].b; c {
		case '{', '[':
			open = append(open, c)
		case '}', ']':
			open = open[:len(open)-1]
		}
	}
	return open[len(open)-1] == '{'
}
