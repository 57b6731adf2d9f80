package agreement

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/lint"
)

// An input is a text about which all ways are asked.
type input struct {
	number  int
	dialect lint.Dialect
	name    string // of a file with the text
	text    []byte
	made    []string // how the text was made
}

func (in *input) String() string {
	return fmt.Sprintf("input %d (%s, %d bytes: %s) %.120q", in.number, in.name, len(in.text), strings.Join(in.made, ", "), in.text)
}

// isOfRecords reports whether the text consists of many documents.
func (in *input) isOfRecords() bool { return in.dialect == lint.NDJSON || in.dialect == lint.JSONSeq }

// extensions has the extensions from which the dialects are known.
var extensions = map[lint.Dialect]string{
	lint.JSON: ".json", lint.IJSON: ".ijson", lint.JSONC: ".jsonc", lint.JWCC: ".jwcc", lint.JSON5: ".json5", lint.NDJSON: ".ndjson", lint.JSONSeq: ".json-seq",
}

// dialects has each dialect as often as it is tried among so many inputs.
var dialects = []lint.Dialect{
	lint.JSON, lint.NDJSON, lint.JSON, lint.JSONC, lint.NDJSON, lint.JSON, lint.JSONSeq, lint.NDJSON, lint.JSON, lint.JWCC,
	lint.JSON, lint.NDJSON, lint.JSON5, lint.JSON, lint.IJSON, lint.NDJSON, lint.JSONSeq,
}

// edges are sizes in bytes of buffers, windows, segments and thresholds in this module, with the number of inputs in a
// thousand in which something happens near them. The others are short.
var edges = []struct{ size, often int }{
	{512, 40}, {4 << 10, 60}, {16 << 10, 40}, {32 << 10, 40}, {64 << 10, 80}, {128 << 10, 10}, {192 << 10, 10}, {256 << 10, 15},
	{1 << 20, 12}, {2 << 20, 4}, {4 << 20, 4}, {16 << 20, 1},
}

// makeInput makes the input with a number, which is always the same.
func makeInput(number int) *input {
	rng := rand.New(rand.NewPCG(37, uint64(number)))
	m := &maker{Rand: rng, input: &input{number: number, dialect: dialects[number%len(dialects)]}}
	m.name = "in" + extensions[m.dialect]
	m.newline = m.pick("\n", "\n", "\n", "\r\n", "\r")
	if m.isOfRecords() && m.newline == "\r" {
		m.newline = "\n" // a carriage return is white space in a record
	}
	m.base()
	if m.IntN(4) > 0 {
		m.damage()
		for m.IntN(5) == 0 {
			m.damage()
		}
	}
	m.pad()
	m.end()
	m.encode()
	return m.input
}

// A maker makes an input.
type maker struct {
	*rand.Rand
	*input
	newline string
	at      int // where the last damage is
}

func (m *maker) pick(of ...string) string { return of[m.IntN(len(of))] }

func (m *maker) note(format string, a ...any) { m.made = append(m.made, fmt.Sprintf(format, a...)) }

// documents are valid in JSON. The members of objects are on lines of their own.
var documents = []string{
	`1`, `"text"`, `[]`, `{}`, `null`, ` [ 1 , 2 ] `,
	"{\n  \"id\": 1,\n  \"name\": \"Zoë\",\n  \"tags\": [\"a\", \"b\\n\", \"日本\"],\n  \"ok\": true\n}",
	"{\n  \"a\": {\n    \"b\": [1, 2.5, -3e-7, {\"c\": null}],\n    \"é😀\": \"\\ud83d\\ude00\"\n  },\n  \"d\": \"\\u00e9\\\\\\\"\"\n}",
	"[\n  [1, 0, -1],\n  [123456789012345678901234567890, 1.7976931348623157e308, 5e-324],\n  [0.1, 1E+2, -0.0]\n]",
	`{"long":"` + strings.Repeat("some text ", 30) + `","` + strings.Repeat("n", 70) + `":[` + strings.Repeat(`{"k":"v"},`, 20) + `0]}`,
	`[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]`, `{"a":1e400,"b":"\ud800","c":"\uffff"}`, `{"a":1,"a":2}`,
	"{\"date\": \"2026-11-28\",\n\"values\": [true, false, null, \"\", {}, []],\n\"p\": {\"q\": {\"r\": {\"s\": \"t\"}}}}",
}

// withSyntax are valid in a dialect, and mostly not in JSON.
var withSyntax = map[lint.Dialect][]string{
	lint.JSONC: {"// é\n{\n  \"a\": 1, /* in */ \"b\": [1, 2] // end\n}", "/* 😀\n*/ [1, 2,\n3]", "{\"a\": [1, 2,], // trailing\n}"},
	lint.JWCC:  {"// é\n{\n  \"a\": [1, 2,], /* in */\n  \"b\": {},\n}", "[1, 2, /* x */ ]", "{\"a\": 1, // x\n}"},
	lint.JSON5: {"// é\n{\n  a: 'x\\'y', $b: [+1, .5, 0xFF, -Infinity, NaN,],\n}", "['a\\\nb', 5., \"\\x41\", '\\v']", "{'é': \"\\u{1}\"}", "{\u00e9\u4e2d: 1,\u00a0b: 2}"},
}

// base makes the text without damage.
func (m *maker) base() {
	if !m.isOfRecords() {
		m.text = []byte(strings.ReplaceAll(m.document(), "\n", m.newline))
		return
	}
	n := m.IntN(9)
	for range n {
		if m.dialect == lint.JSONSeq {
			m.text = append(m.text, 0x1E)
		}
		one := m.document()
		if m.dialect == lint.NDJSON || m.IntN(2) == 0 {
			one = strings.ReplaceAll(one, "\n", "")
		}
		m.text = append(append(m.text, strings.ReplaceAll(one, "\n", m.newline)...), m.newline...)
	}
	m.note("%d records", n)
}

// document returns a valid document.
func (m *maker) document() string {
	switch k := m.IntN(12); {
	case k == 0:
		return jsontest.Mixed(m.Rand, 10+m.IntN(500))
	case k == 1:
		return jsontest.Nested(m.Rand, 10+m.IntN(300))
	case k == 2:
		return strings.ReplaceAll(jsontest.Lined(m.Rand, 20+m.IntN(500)), "\r", "\n")
	case k == 3:
		return string(jsontest.NewNamer(m.Rand).Document())
	case k == 4 && m.IntN(4) == 0:
		n := []int{64, 127, 128, 9999, 10000, 10001}[m.IntN(6)]
		return strings.Repeat("[", n) + strings.Repeat("]", n)
	case k < 8 && withSyntax[m.dialect] != nil:
		return m.pick(withSyntax[m.dialect]...)
	}
	return m.pick(documents...)
}

// intruders are inserted in a text.
var intruders = []string{
	",", ":", "{", "}", "[", "]", `"`, `\`, "/", "//x", "/*", "'", "-", "+", ".", "0", "01", "1.", "tru", "NaN", "nan", "None", " ", "\t", "\n", "\r\n", "\r", "\x00", "\x1f", "\x1e", "\x7f", "\x1a",
	`\u12`, `\ud800`, `\udc00`, `\x`, "\ufeff", "\u2028", "\u00a0", "\u202e", "“", "\xc0\x80", "\xc2", "\xe2\x80", "\xe9", "\xed\xa0\x80", "\xf0\x9f\x98", "\xf5", "\xff", "\xef\xbb", "\x80",
	`"a":1,`, `"a":1,"a":2`, "[]", "{}", "1 1", "```", ")]}',", "// jsonlint-disable-file syntax\n", "# comment\n",
}

// damage changes the text in one place.
func (m *maker) damage() {
	b := m.text
	at := m.IntN(len(b) + 1)
	if m.IntN(4) == 0 { // the start of a line
		at = bytes.LastIndexByte(b[:at], '\n') + 1
	} else if m.IntN(8) == 0 {
		at = len(b)
	}
	m.at = at
	switch k := m.IntN(12); {
	case k < 2:
		m.text = b[:at:at]
		m.note("cut off at %d", at)
	case k < 6:
		what := m.pick(intruders...)
		m.text = slices.Concat(b[:at], []byte(what), b[at:])
		m.note("%q inserted at %d", what, at)
	case k == 6 && at < len(b):
		to := byte(m.Uint32())
		m.text = slices.Concat(b[:at], []byte{to}, b[at+1:])
		m.note("%#02x at %d", to, at)
	case k == 7 && at < len(b):
		m.text = slices.Concat(b[:at], b[at+1:])
		m.note("%q deleted at %d", b[at], at)
	case k == 8: // a name twice
		m.replace(at, `":`, `":1,"a":2,"a":`)
	case k == 9:
		m.replace(at, m.pick("}", "]"), m.pick(",}", ",]", "}", "]", ",,]"))
	case k == 10: // a mark in front of a line or of the first value after it
		m.text = slices.Concat(b[:at], []byte("\ufeff"), b[at:])
		m.note("mark at %d", at)
	default:
		m.replace(at, m.pick(",", ":", `"`, "\n"), m.pick("", ";", "'", "  "))
	}
}

// replace replaces the first old text after an offset.
func (m *maker) replace(at int, old, by string) {
	if i := bytes.Index(m.text[at:], []byte(old)); i >= 0 {
		m.at = at + i
		m.text = slices.Concat(m.text[:m.at], []byte(by), m.text[m.at+len(old):])
		m.note("%q becomes %q at %d", old, by, m.at)
	}
}

// pad puts text before the damage, so that it is near the edge of a buffer.
func (m *maker) pad() {
	edge, n := 0, m.IntN(1000)
	for _, e := range edges {
		if n < e.often {
			edge = e.size
			break
		}
		n -= e.often
	}
	if edge == 0 {
		return
	}
	edge *= 1 + m.IntN(2)*m.IntN(2)
	n = edge + m.IntN(9) - 4 - m.at
	if n <= 0 {
		return
	}
	how := m.IntN(7)
	before, after := m.padding(how, n)
	end := len(m.text)
	if m.isOfRecords() {
		if how < 4 {
			end = 0
		} else if i := bytes.IndexByte(m.text, '\n'); i >= 0 {
			end = i
		}
	}
	first := 0
	if m.dialect == lint.JSONSeq && how >= 4 && end > 0 && m.text[0] == 0x1E {
		first = 1
	}
	m.text = slices.Concat(m.text[:first], []byte(before), m.text[first:max(first, end)], []byte(after), m.text[max(first, end):])
	m.note("%d bytes of padding %d", n, how)
}

// padding returns n bytes to put before a text, and what must follow the text.
func (m *maker) padding(how, n int) (before, after string) {
	fill := func(begin, unit, end string) string {
		k := max(0, n-len(begin)-len(end)) / len(unit)
		s := begin + strings.Repeat(unit, k) + end
		return strings.Repeat(" ", max(0, n-len(s))) + s
	}
	lines := "\n"
	if m.newline == "\r\n" {
		lines = "\r\n"
	}
	switch how {
	case 0, 1:
		return fill("", lines, ""), ""
	case 2:
		if m.isOfRecords() {
			return fill("", m.record(`{"a":[1,"é"]}`), ""), ""
		}
		return fill("[", `{"a":[1,"é"]},`+m.newline, ""), "]"
	case 3:
		if m.isOfRecords() {
			return fill(m.record("")[:len(m.record(""))-len(m.newline)]+`{"s":"`, "x", `"}`+m.newline), ""
		}
		if m.dialect == lint.JSONC || m.dialect == lint.JWCC || m.dialect == lint.JSON5 {
			return fill("/*", "comment ", "*/"), ""
		}
		return fill("", " ", ""), ""
	case 4:
		return fill(`["`, "é", `",`), "]"
	case 5:
		return fill(`{"`, "k", `":`), "}"
	}
	return fill("[", "1,", ""), "]"
}

// record returns a text as a record.
func (m *maker) record(text string) string {
	if m.dialect == lint.JSONSeq {
		text = "\x1e" + text
	}
	return text + m.newline
}

// end adds text at the end, sometimes up to the edge of a buffer.
func (m *maker) end() {
	n := 0
	switch m.IntN(6) {
	case 0:
		n = m.IntN(100)
	case 1:
		for _, e := range edges {
			if e.size >= len(m.text) && e.size < 2*len(m.text)+1000 {
				n = max(0, e.size-len(m.text)+m.IntN(5)-2)
			}
		}
	case 2:
		if m.isOfRecords() {
			m.text = append(m.text, strings.Repeat(m.record(`{"z":[1,2,{"é":"x"}]}`), m.IntN(1<<m.IntN(13)))...)
			m.note("records at the end")
		}
		return
	default:
		return
	}
	unit := m.pick(" ", m.newline, m.newline)
	m.text = append(m.text, strings.Repeat(unit, n/len(unit))...)
	m.note("%d bytes of %q at the end", n, unit)
}

// encode adds a byte order mark, or writes the text in another encoding.
func (m *maker) encode() {
	switch k := m.IntN(60); {
	case k < 5:
		m.text = append([]byte("\ufeff"), m.text...)
		m.note("mark")
	case k == 5:
		m.text = append([]byte("\ufeff\ufeff"), m.text...)
		m.note("two marks")
	case k == 6:
		m.text = append([]byte(m.pick("\xff\xfe", "\xfe\xff", "\xff\xfe\x00\x00", "\x00\x00\xfe\xff", "\xef\xbb", "\xef")), m.text...)
		m.note("a mark of another encoding, or a part of one")
	case k < 11 && len(m.text) < 1<<20:
		mark := m.pick("", "\ufeff")
		m.text = wide(mark+string(m.text), k)
		m.note("encoded in form %d, with the mark %q", k, mark)
	}
}

// wide encodes a text in UTF-16LE (7), UTF-16BE (8), UTF-32LE (9) or UTF-32BE (10).
func wide(text string, form int) (b []byte) {
	for _, r := range text {
		units := []rune{r}
		if hi, lo := utf16.EncodeRune(r); form < 9 && r > 0xFFFF {
			units = []rune{hi, lo}
		}
		for _, u := range units {
			switch form {
			case 7:
				b = append(b, byte(u), byte(u>>8))
			case 8:
				b = append(b, byte(u>>8), byte(u))
			case 9:
				b = append(b, byte(u), byte(u>>8), byte(u>>16), 0)
			case 10:
				b = append(b, 0, byte(u>>16), byte(u>>8), byte(u))
			}
		}
	}
	return b
}
