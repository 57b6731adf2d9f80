package shapes

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

var testSizes = []int{4 << 10, 64 << 10}

func TestThereAreManyTexts(t *testing.T) {
	all := All()
	if len(all) < 60 {
		t.Errorf("%d texts, want at least 60", len(all))
	}
	names := map[string]bool{}
	for _, text := range all {
		if names[text.Name] {
			t.Errorf("two texts have the name %s", text.Name)
		}
		names[text.Name] = true
	}
}

// TestSeed detects changes to texts, after which old and new figures could no longer be compared.
func TestSeed(t *testing.T) {
	h := fnv.New64a()
	for _, text := range All() {
		fmt.Fprintf(h, "%s %d %d\n", text.Name, text.Kind, text.Traits)
		for _, chunk := range text.Load(4 << 10).Chunks {
			h.Write(chunk)
			h.Write([]byte{0xFF, 0})
		}
	}
	const want = 0x2c6ddf804e98ffed
	if got := h.Sum64(); got != want {
		t.Errorf("the texts have the sum %#x, not %#x", got, uint64(want))
	}
}

func TestSizes(t *testing.T) {
	for _, text := range All() {
		for _, size := range []int{4 << 10, 1 << 20} {
			l := text.Load(size)
			if text.fixed > 0 {
				size = text.fixed
			}
			if want := min(max(1, poolSize/size), maxChunks); len(l.Chunks) != want {
				t.Errorf("%s, %d bytes: %d chunks, want %d", text.Name, size, len(l.Chunks), want)
			}
			exact := text.Kind == Tiny || text.Kind == String || text.Kind == Bytes || strings.HasPrefix(text.Name, "long string/")
			total := 0
			for _, chunk := range l.Chunks {
				total += len(chunk)
				// Wide white space and long comments make records of more than a kilobyte.
				if n := len(chunk); exact && n != size || n < size/2 || n > size+6<<10 {
					t.Errorf("%s: %d bytes instead of %d", text.Name, n, size)
					break
				}
			}
			if total != l.Bytes {
				t.Errorf("%s: the chunks have %d bytes, not %d", text.Name, total, l.Bytes)
			}
		}
	}
}

// TestChunksDiffer checks that a branch predictor cannot learn the texts.
func TestChunksDiffer(t *testing.T) {
	for _, text := range All() {
		chunks := text.Load(4 << 10).Chunks
		distinct := map[string]bool{}
		for _, chunk := range chunks {
			distinct[string(chunk)] = true
		}
		// The content of some texts cannot vary, and the shortest texts have few different
		// contents.
		if monotonous.MatchString(text.Name) {
			continue
		}
		if want := len(chunks) * 9 / 10; len(distinct) < want {
			t.Errorf("%s: %d of %d chunks are distinct", text.Name, len(distinct), len(chunks))
		}
	}
}

var monotonous = regexp.MustCompile(`^tiny/(1|2|8|20) |/one nest|/empty (objects|arrays)|/array of nulls|/quotes only|/control characters|^containers/5000`)

// TestTraits proves with encoding/json that each text is as valid as its traits say, and that it has
// equal names only if they say so.
func TestTraits(t *testing.T) {
	for _, text := range All() {
		for _, size := range testSizes {
			for _, chunk := range text.Load(size).Chunks {
				if err := text.prove(chunk); err != nil {
					t.Errorf("%s, %d bytes: %v", text.Name, size, err)
					break
				}
			}
		}
	}
}

func (t Text) prove(b []byte) error {
	valid := !t.Has(Invalid)
	switch t.Kind {
	case Document, Tiny:
		if t.Has(TooDeep) {
			b = oneLevel(b)
		}
		if got := json.Valid(b) && utf8.Valid(b); got != valid {
			return fmt.Errorf("valid is %t", got)
		}
		if valid {
			return proveTraits(t, b)
		}
	case Records:
		invalid := 0
		for line := range bytes.Lines(b) {
			if !json.Valid(line) || !utf8.Valid(line) {
				invalid++
			} else if err := proveTraits(t, line); err != nil {
				return err
			}
		}
		if (invalid > 0) == valid {
			return fmt.Errorf("%d invalid records", invalid)
		}
	case JSONC, JSON5:
		if json.Valid(b) || !utf8.Valid(b) {
			return fmt.Errorf("JSON, or not UTF-8")
		}
	case String, Bytes:
		if utf8.Valid(b) != (t.Kind == String) {
			return fmt.Errorf("UTF-8 is %t", utf8.Valid(b))
		}
	}
	return nil
}

// oneLevel removes all levels of a nest except one, because encoding/json allows only 10,000.
func oneLevel(b []byte) []byte {
	open, close := "[", "]"
	if b[0] == '{' {
		open, close = `{"a":`, "}"
	}
	levels := bytes.Count(b, []byte(open))
	want := strings.Repeat(open, levels) + "1" + strings.Repeat(close, levels)
	if string(b) != want {
		return nil
	}
	return []byte(open + "1" + close)
}

// proveTraits compares the traits of a valid text with what a decoder finds.
func proveTraits(t Text, b []byte) error {
	var w walk
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		} else if err != nil {
			return err
		}
		w.token(token)
	}
	want := t.Traits &^ (Invalid | TooDeep)
	if t.Has(TooDeep) {
		want &^= Deep // see oneLevel
	}
	if w.found != want {
		return fmt.Errorf("traits %b, want %b", w.found, want)
	}
	return nil
}

// A walk finds traits in the tokens of a text.
type walk struct {
	found Traits
	open  []container
}

type container struct {
	names map[string]bool // nil in an array
	value bool            // the next token is the value of a member
}

func (w *walk) token(token json.Token) {
	switch token {
	case json.Delim('{'):
		w.open = append(w.open, container{names: map[string]bool{}})
	case json.Delim('['):
		w.open = append(w.open, container{})
	case json.Delim('}'), json.Delim(']'):
		w.open = w.open[:len(w.open)-1]
		w.endValue()
	default:
		w.scalar(token)
	}
	if len(w.open) > 64 {
		w.found |= Deep
	}
}

// endValue prepares for the next name, if an object is open.
func (w *walk) endValue() {
	if len(w.open) > 0 {
		w.open[len(w.open)-1].value = false
	}
}

func (w *walk) scalar(token json.Token) {
	switch token := token.(type) {
	case json.Number:
		if _, err := token.Float64(); err != nil {
			w.found |= NotIJSON | Findings
		}
	case string:
		if strings.ContainsRune(token, utf8.RuneError) { // the decoder replaces a lone surrogate with U+FFFD
			w.found |= NotIJSON | Findings
		}
		if len(w.open) == 0 {
			break
		}
		if last := &w.open[len(w.open)-1]; last.names != nil && !last.value {
			w.name(last.names, token)
			last.value = true
			return
		}
	}
	w.endValue()
}

func (w *walk) name(names map[string]bool, name string) {
	if names[name] {
		w.found |= Duplicates
	}
	names[name] = true
	if strings.ContainsRune(name, 'е') && strings.ContainsRune(name, 't') { // Cyrillic and Latin
		w.found |= Findings
	}
}

// A property is what the name of a text promises.
type property func(b []byte) bool

// properties lists the properties of all texts. Each property is for the texts whose names match a
// pattern.
var properties = []struct {
	pattern string
	holds   property
}{
	{"^plain$", all(isASCII, lacks(`\`), has(": "), has(", "), lacks("\t"))},
	{"^values/", all(not(isASCII), lacks(`\`), has(`"id": `))},
	{"^values/(latin1|german)$", valuesIn(unicode.Latin)},
	{"^values/greek$", valuesIn(unicode.Greek)},
	{"^values/cyrillic$", valuesIn(unicode.Cyrillic)},
	{"^values/hebrew$", valuesIn(unicode.Hebrew)},
	{"^values/chinese$", valuesIn(unicode.Han)},
	{"^values/japanese$", all(some(unicode.Hiragana), some(unicode.Katakana), some(unicode.Han))},
	{"^values/hindi$", valuesIn(unicode.Devanagari)},
	{"^values/emoji$", valuesIn(unicode.So)},
	{"^values/mixed$", all(some(unicode.Cyrillic), some(unicode.Han), some(unicode.So))},
	{"^names/distinct$", all(isASCII, lacks(`"id":`))},
	{"^names/(latin1|german)$", all(not(isASCII), some(unicode.Latin))},
	{"^names/greek$", some(unicode.Greek)},
	{"^names/cyrillic$", some(unicode.Cyrillic)},
	{"^names/hebrew$", some(unicode.Hebrew)},
	{"^names/(chinese|japanese)$", some(unicode.Han)},
	{"^names/hindi$", some(unicode.Devanagari)},
	{"^names/emoji$", some(unicode.So)},
	{"^names/mixed$", all(some(unicode.Latin), some(unicode.Cyrillic), some(unicode.Han))},
	{"^escaped values/", all(isASCII, has(`"id": `), escapesIn(0.4, 0))},
	{"^one in 100 values/", all(isASCII, has(`"id": `), escapesIn(0, 0), not(escapesIn(0.1, 0)))},
	{"^escaped names/", all(isASCII, lacks(`"id":`), escapesIn(0, 0.9))},
	{"^one in 100 names/", all(isASCII, has(`"id": `), escapesIn(0, 0), not(escapesIn(0, 0.1)))},
	{"/newline$", has(`\n`)},
	{"/quote$", has(`\"`)},
	{"/backslash$", has(`\\`)},
	{"/u-ascii$", has(`\u00`)},
	{"/u-2-byte$", has(`\u04`)},
	{"/u-3-byte$", matches(`\\u[4-9][0-9a-f]{3}`)},
	{"/(u-pairs)$", matches(`\\ud8[0-9a-f]{2}\\ud[c-f][0-9a-f]{2}`)},
	{"/lone surrogates$", all(has(`\ud8`), lacks(`\udc`))},
	{"^content/uuids$", matches(`"[0-9a-f]{8}-[0-9a-f]{4}-`)},
	{"^content/base64$", matches(`"[A-Za-z0-9+/]{40,}=="`)},
	{"^content/dates$", matches(`"20\d\d-\d\d-\d\dT`)},
	{"^content/urls$", has("https://")},
	{"^content/log lines$", all(has(`\n\tat`), has(`C:\\`), has(`\"`))},
	{"^content/geojson$", has(`"coordinates": [[[`)},
	{"^content/empty strings$", all(has(`"user": ""`), matches(`\["", ""\]`))},
	{"^numbers/one digit$", matches(`"id": \d,`)},
	{"^numbers/negative$", matches(`"id": -\d+\.\d,`)},
	{"^numbers/17 digits$", matches(`"id": \d\.\d{16},`)},
	{"^numbers/exponents$", matches(`"id": \d\.\d+e-\d+,`)},
	{"^numbers/over 2\\^53$", matches(`"id": \d{19},`)},
	{"^numbers/fractions$", matches(`"id": 0\.\d{6},`)},
	{"^numbers/many zeros$", matches(`"id": \d+0{20}\.0{20}\d,`)},
	{"^numbers/out of range$", matches(`"id": \de400,`)},
	{"^long string/", oneString},
	{"^(long string|text)/ascii$", isASCII},
	{"^(long string|text)/(latin1|german)$", all(not(isASCII), some(unicode.Latin))},
	{"^(long string|text)/greek$", some(unicode.Greek)},
	{"^(long string|text)/(cyrillic|mixed)$", some(unicode.Cyrillic)},
	{"^(long string|text)/hebrew$", some(unicode.Hebrew)},
	{"^(long string|text)/(chinese|japanese)$", some(unicode.Han)},
	{"^(long string|text)/hindi$", some(unicode.Devanagari)},
	{"^(long string|text)/emoji$", some(unicode.So)},
	{"^containers/deep arrays$", has(strings.Repeat("[", 60))},
	{"^containers/deep objects$", has(strings.Repeat(`{"a":`, 60))},
	{"^containers/5000 arrays deep$", has(strings.Repeat("[", 1000))},
	{"^containers/5000 objects deep$", has(strings.Repeat(`{"a":`, 300))},
	{"^containers/one nest of arrays$", has(strings.Repeat("[", 2000))},
	{"^containers/one nest of objects$", has(strings.Repeat(`{"a":`, 500))},
	{"^containers/ragged$", all(has("[["), has("[{"), has("]]"), has("}]"), has(":["))},
	{"^containers/empty objects$", has("{},{},{}")},
	{"^containers/empty arrays$", has("[],[],[]")},
	{"^containers/one object", all(onlyOne('{'), lacks("["))},
	{"^containers/one object, cyrillic", has("имя")},
	{"^containers/one object, escaped", has(`\u0061`)},
	{"^containers/matrix$", matches(`\[[0-9., ]+\]`)},
	{"^containers/array of digits$", all(onlyOne('['), matches(`\d,\d,\d`))},
	{"^containers/array of literals$", all(onlyOne('['), has("true, "), has("false, "))},
	{"^containers/array of nulls$", has("null, null")},
	{"^containers/array of strings$", matches(`^\[\n"[a-z]+", "[a-z]+", "`)},
	{"^space/minified$", lacks(": ")},
	{"^space/indented$", has("\n    \"user\"")},
	{"^space/tabs$", has("\n\t\t\"user\":\t\"")},
	{"^space/crlf$", all(has("\r\n    \"user\""), not(matches(`[^\r]\n {4}`)))},
	{"^space/wide$", has(strings.Repeat(" ", 100) + "\"user\"")},
	{"^space/blank lines$", has("\n\n\n\n\"user\"")},
	{"^tiny/", all()}, // see TestSizes
	{"^invalid/at the start$", all(before(0.01, has(";")), onlyOne(';'))},
	{"^invalid/in the middle$", all(not(before(0.45, has(";"))), before(0.51, has(";")), onlyOne(';'))},
	{"^invalid/at the end$", all(not(before(0.9, has(";"))), onlyOne(';'))},
	{"^invalid/bad utf-8 at the end$", all(before(0.9, utf8.Valid), not(utf8.Valid))},
	{"^(findings|ndjson)/equal names$", matches(`(?m)"id": \d.*"id": (true|false)`)},
	{"^findings/look-alike names$", all(has(`"text"`), has("\"tехt\""))},
	{"^ndjson/", has("\n")},
	{"^ndjson/short lines$", everyLine(regexp.MustCompile(`^{.{80,400}}\n$`))},
	{"^ndjson/crlf$", everyLine(regexp.MustCompile(`^{.*}\r\n$`))},
	{"^ndjson/one byte$", everyLine(regexp.MustCompile(`^\d\n$`))},
	{"^ndjson/lines of 1 KiB$", everyLine(regexp.MustCompile(`^\[(.{450}){2}.{0,400}\]\n$`))},
	{"^ndjson/lines of 1 MiB$", func(b []byte) bool { return bytes.Count(b, []byte("\n")) <= 3 }},
	{"^ndjson/cyrillic values$", all(has(`"user"`), some(unicode.Cyrillic))},
	{"^ndjson/german names$", has("größe")},
	{"^ndjson/escaped values$", matches(`"user": "(\\u04[0-9a-f]{2})+`)},
	{"^ndjson/escaped names$", matches(`{"(\\u04[0-9a-f]{2})+": \d`)},
	{"^ndjson/17 digits$", matches(`"id": \d\.\d{16},`)},
	{"^ndjson/every other invalid$", invalidLine(func(i int) bool { return i%2 == 0 })},
	{"^ndjson/all invalid$", invalidLine(func(int) bool { return true })},
	{"^ndjson/one in 100 invalid$", invalidLine(func(i int) bool { return i%100 == 0 })},
	{"^comments/one per line$", has("// the next record\n")},
	{"^comments/blocks$", has(`, /* next */ "user"`)},
	{"^comments/long$", matches(`/\*( a comment,\n)+\*/`)},
	{"^json5/escapes$", has(`\x41"`)},
	{"^json5/hexadecimal$", matches(`"id": 0x[0-9a-f]+,`)},
	{"^text/a quote in 64$", rate('"', 64)},
	{"^text/an escape in 8$", rate('\\', 40)},
	{"^text/quotes only$", rate('"', 1)},
	{"^text/control characters$", rate(1, 1)},
	{"^text/random bytes$", rate(0xFF, 256)},
	{"^text/a bad byte in 1000$", rate(0xFF, 1000)},
	{"^text/a bad byte in 10$", rate(0xFF, 10)},
	{"^text/a bad byte at the end$", all(before(0.99, utf8.Valid), not(utf8.Valid))},
	{"^text/windows-1251$", all(rate(' ', 6), not(utf8.Valid))},
}

// TestNames proves that each text is what its name says.
func TestNames(t *testing.T) {
	used := make([]bool, len(properties))
	for _, text := range All() {
		found := false
		chunk := text.Load(64 << 10).Chunks[0]
		for i, p := range properties {
			if !regexp.MustCompile(p.pattern).MatchString(text.Name) {
				continue
			}
			found, used[i] = true, true
			if !p.holds(chunk) {
				t.Errorf("%s does not have the property of %s: %.200q", text.Name, p.pattern, chunk)
			}
		}
		if !found {
			t.Errorf("%s has no property", text.Name)
		}
	}
	for i, p := range properties {
		if !used[i] {
			t.Errorf("no text matches %s", p.pattern)
		}
	}
}

// TestPropertiesTellTextsApart checks that the properties reject other texts: almost no property
// holds for a plain text.
func TestPropertiesTellTextsApart(t *testing.T) {
	plain := All()[slices.IndexFunc(All(), func(t Text) bool { return t.Name == "plain" })].Load(64 << 10).Chunks[0]
	for _, p := range properties {
		switch p.pattern {
		case "^plain$", "^tiny/", "^ndjson/", "^(long string|text)/ascii$", "^text/quotes only$":
			continue
		}
		if p.holds(plain) {
			t.Errorf("the property of %s holds for a plain text", p.pattern)
		}
	}
}

func all(properties ...property) property {
	return func(b []byte) bool {
		return !slices.ContainsFunc(properties, func(p property) bool { return !p(b) })
	}
}

func not(p property) property { return func(b []byte) bool { return !p(b) } }

func has(text string) property   { return func(b []byte) bool { return bytes.Contains(b, []byte(text)) } }
func lacks(text string) property { return not(has(text)) }

func matches(pattern string) property { return regexp.MustCompile(pattern).Match }

func isASCII(b []byte) bool {
	return !bytes.ContainsFunc(b, func(c rune) bool { return c >= 0x80 })
}

func some(table *unicode.RangeTable) property {
	return func(b []byte) bool {
		return !isASCII(b) && bytes.ContainsFunc(b, func(c rune) bool { return unicode.Is(table, c) })
	}
}

// valuesIn holds if at least half of the values of "user" have characters of a table that are not
// ASCII, and names have none.
func valuesIn(table *unicode.RangeTable) property {
	value := regexp.MustCompile(`"user": "([^"]*)"`)
	return func(b []byte) bool {
		found := value.FindAllSubmatch(b, -1)
		in := 0
		for _, m := range found {
			if bytes.ContainsFunc(m[1], func(c rune) bool { return c >= 0x80 && unicode.Is(table, c) }) {
				in++
			}
		}
		return len(found) > 0 && 2*in > len(found)
	}
}

// escapesIn holds if at least one string or name has an escape, and if the shares of string values
// and of names that have an escape are larger than the given shares. A given share of 0 means that
// the share does not matter.
func escapesIn(values, names float64) property {
	str := regexp.MustCompile(`"((?:[^"\\]|\\.)*)"(:?)`)
	return func(b []byte) bool {
		var total, with [2]float64
		for _, m := range str.FindAllSubmatch(b, -1) {
			total[len(m[2])]++
			if bytes.Contains(m[1], []byte(`\`)) {
				with[len(m[2])]++
			}
		}
		part := func(i int, least float64) bool { return least == 0 || with[i] > least*total[i] }
		return with[0]+with[1] > 0 && part(0, values) && part(1, names)
	}
}

func oneString(b []byte) bool {
	var s string
	return b[0] == '"' && json.Unmarshal(b, &s) == nil
}

func onlyOne(c byte) property {
	return func(b []byte) bool { return bytes.Count(b, []byte{c}) == 1 }
}

// before holds if p holds for the beginning of the text, up to the given part of its length.
func before(part float64, p property) property {
	return func(b []byte) bool { return p(b[:int(part*float64(len(b)))]) }
}

func everyLine(pattern *regexp.Regexp) property {
	return func(b []byte) bool {
		for line := range bytes.Lines(b) {
			if !pattern.Match(line) {
				return false
			}
		}
		return true
	}
}

// invalidLine holds if line i, counted from 0, is invalid if and only if invalid(i) is true.
func invalidLine(invalid func(i int) bool) property {
	return func(b []byte) bool {
		i := 0
		for line := range bytes.Lines(b) {
			if json.Valid(line) == invalid(i) {
				return false
			}
			i++
		}
		return i > 0
	}
}

// rate holds if about one byte in n is c.
func rate(c byte, n float64) property {
	return func(b []byte) bool {
		got := float64(len(b)) / float64(bytes.Count(b, []byte{c}))
		return 0.7*n < got && got < 1.4*n
	}
}

// A generator must not loop or panic on small sizes.
func TestSmallSizes(t *testing.T) {
	for _, text := range All() {
		for _, size := range []int{256, 1000} {
			if text.fixed == 0 {
				if b := text.make(rand.New(rand.NewPCG(1, 1)), size); len(b) == 0 {
					t.Errorf("%s: no text of %d bytes", text.Name, size)
				}
			}
		}
	}
}
