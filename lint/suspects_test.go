package lint

import (
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/longtest"
	"github.com/assayjson/assay/tokenizer"
)

// suspicious are documents with all that they make suspect.
var suspicious = map[string]ruleSet{
	`["a\\u0430", "\\\\ud800", "\t", 1e22, "x1e999"]`: 0,
	`{"é": 1}`:                                      nameRulesSet,
	"{\"\u00e9\" \n\t: 1}":                          nameRulesSet,
	`{"a": "é", "b": "\u00e9", "c": 1}`:             0,
	`{"a": "é\": \"", "b\\": "é\\"}`:                0,
	`{"a": "é", "b\\": "é\\", "é\\": 1}`:            nameRulesSet,
	`{"\u0430\": \"" : 1}`:                          nameRulesSet,
	`{"a": ["\u0430\": \"", "é"]}`:                  0,
	`["\ud83d\ude00"]`:                              0,
	`["\\\ud83d\ude00"]`:                            0,
	`["\\ud83d\ude00"]`:                             setOf(loneSurrogates),
	`["\ud83d\\ude00"]`:                             setOf(loneSurrogates),
	`["\udbff\udfff"]`:                              setOf(noncharacters),
	`["\uFFFE"]`:                                    setOf(noncharacters),
	"[\"\uFFFF\"]":                                  setOf(noncharacters),
	"[\"\U0003FFFF\"]":                              setOf(noncharacters),
	"[\"\uFDEF\"]":                                  setOf(noncharacters),
	"[\"\uFDCF\uFDF0\u202F\u2065\u206A\u00A0\"]":    0,
	"[\"\u202A\"]":                                  setOf(bidiCharacters),
	"[\"\u2069\"]":                                  setOf(bidiCharacters),
	`["\u2066"]`:                                    setOf(bidiCharacters),
	`["\u206a\u2029"]`:                              0,
	`["\u0000"]`:                                    setOf(controlCharacters),
	`["\u007F"]`:                                    setOf(controlCharacters),
	"[\"\x7F\"]":                                    setOf(controlCharacters),
	"[\"\u0080\"]":                                  setOf(controlCharacters),
	`["\u000a\u00a0"]`:                              0,
	`{"é` + strings.Repeat("x", 300) + `": 1}`:      nameRulesSet,
	`{"\u0430` + strings.Repeat("x", 300) + `": 1}`: nameRulesSet,
	`["\u0430` + strings.Repeat("x", 300) + `", "é` + strings.Repeat("x", 300) + `"]`: 0,
	`[1e999]`:                            setOf(numberRange),
	`[-1E-999]`:                          setOf(numberRange),
	`[` + strings.Repeat("7", 400) + `]`: setOf(numberRange),
}

var suspicion = New(Options{Severities: severitiesOf(func(r Rule) Severity {
	switch r.Name {
	case "number-precision", "unsafe-integer", "deep-nesting", "key-order":
		return Off
	}
	return Error
})})

func TestSuspects(t *testing.T) {
	for text, want := range suspicious {
		if !tokenizer.Valid([]byte(text)) {
			t.Errorf("%q is no document", text)
		}
		if got := suspicion.suspects([]byte(text)); got != want {
			t.Errorf("%q: %b, want %b", text, got, want)
		}
	}
}

// Wherever a document is cut, a sentry sees the same, unless a string is longer than half of
// its window.
// Wherever windows and units of signs end.
func TestSuspectsAnywhere(t *testing.T) {
	for at := range 1500 {
		before, after := strings.Repeat("x", at), strings.Repeat("x", 3*at)
		for what, want := range map[string]ruleSet{
			"\u2069":     setOf(bidiCharacters),
			"\U0003FFFF": setOf(noncharacters),
			"é":          0,
		} {
			if got := suspicion.suspects([]byte(`["` + before + what + after + `","é"]`)); got != want {
				t.Fatalf("%q behind %d: %v, want %v", what, at, got, want)
			}
		}
		if got := suspicion.suspects([]byte(`{"é` + before + after + `":2}`)); got != nameRulesSet {
			t.Fatalf("a name with %d after it: %v", at, got)
		}
		if got := suspicion.suspects([]byte(`["é` + before + `",{"` + before + `é` + after + `":1},"` + after + `é"]`)); got != nameRulesSet {
			t.Fatalf("a name behind %d: %v", at, got)
		}
		if got := suspicion.suspects([]byte(`["é` + before + `",{"` + before + `":"é` + after + `"}]`)); got != 0 {
			t.Fatalf("no name behind %d: %v", at, got)
		}
		if got := suspicion.suspects([]byte(`["` + before + `", 7e308, 7E-` + strings.Repeat("0", at%3) + `324, "` + after + `"]`)); got != setOf(numberRange) {
			t.Fatalf("a number behind %d: %v", at, got)
		}
	}
}

func TestSentry(t *testing.T) {
	step := 1
	if longtest.Off() {
		step = 7
	}
	l := New(suspicion.options)
	l.window = 4000
	for text, suspects := range suspicious {
		if suspects == setOf(numberRange) && len(text) > 300 {
			continue
		}
		for before := 0; before < 2*l.window; before += step {
			doc := "[" + strings.Repeat("1 ,", before/3) + strings.Repeat(" ", before%3) + text + strings.Repeat(",1 ", 700) + "]"
			for _, part := range []int{100, 700, 2000} {
				if clean := isCleanIn(l, doc, part+before%64); clean != (suspects == 0) {
					t.Errorf("%q after %d bytes, in parts of %d: %v", text, before, part+before%64, clean)
				}
			}
		}
	}
}

func TestSentryAndBackslashes(t *testing.T) {
	l := New(suspicion.options)
	l.window = 4000
	for n := range 400 {
		text := strings.Repeat(" ", 500+n%2) + `["` + strings.Repeat(`\\`, n) + `ud800", ` + strings.Repeat("1,", 1000) + "1]"
		for _, part := range []int{100, 700, 2000} {
			if !isCleanIn(l, text, part) {
				t.Fatalf("%d backslashes, in parts of %d", 2*n, part)
			}
		}
	}
}

// Strings that may have something to be found, and are long, are looked at when they end.
func TestSentryAndLongStrings(t *testing.T) {
	l := New(suspicion.options)
	l.window = 16_000
	for _, text := range []string{"ä", `\u00e4`, "\\"} {
		for n := 10; n < 7_000; n = n*5/4 + 1 {
			long := strings.Repeat(text, n/len(text))
			for before := 0; before < 3000; before += 577 {
				for _, part := range []int{10, 300, 3000, 20_000} {
					doc := "[" + strings.Repeat(" ", before) + `"` + long + `", 1` + strings.Repeat(" ", 5000) + "]"
					if !isCleanIn(l, doc, part) {
						t.Errorf("%q for %d bytes after %d, in parts of %d", text, n, before, part)
					}
					name := strings.Replace(doc, ", 1", ": 1", 1)
					if want := text == "\\"; isCleanIn(l, name, part) != want {
						t.Errorf("%q as a name of %d bytes after %d, in parts of %d: %v", text, n, before, part, !want)
					}
				}
			}
		}
	}
}

// isCleanIn reports whether a sentry finds nothing in a document in parts of so many bytes.
func isCleanIn(l *Linter, doc string, part int) bool {
	s := sentry{Linter: l}
	s.begin()
	for rest := []byte(doc); len(rest) > 0; {
		n := min(len(rest), part)
		if !s.take(rest[:n:n]) {
			return false
		}
		rest = rest[n:]
	}
	return s.endsClean()
}

// What a report takes does not grow with the product of findings and depth, or of findings
// and the length of a line.
func TestReportsAreOfBoundedSize(t *testing.T) {
	l := New(Options{MaxProblems: -1})
	deep := strings.Repeat(`{"a long name":[`, 4000) + strings.Repeat(`"\ud800",`, 5000) + "0" + strings.Repeat("]}", 4000)
	wide := "[" + strings.Repeat(`"\ud800",`, 50_000) + "0]"
	for _, text := range []string{deep, wide} {
		pointers, contexts := 0, 0
		var last []byte
		r := l.Check([]byte(text))
		for _, d := range r.Diagnostics {
			pointers += len(d.Pointer)
			if len(d.Context) > 0 && (last == nil || &d.Context[0] != &last[0]) {
				contexts += len(d.Context)
			}
			last = d.Context
			if d.Offset < d.ContextOffset || d.Offset > d.ContextOffset+int64(len(d.Context)) {
				t.Fatalf("%d is not in %d bytes at %d", d.Offset, len(d.Context), d.ContextOffset)
			}
		}
		if len(r.Diagnostics) < 5000 || pointers > 20<<20 || contexts > 32<<20 {
			t.Errorf("%d findings, %d bytes of pointers, %d of contexts", len(r.Diagnostics), pointers, contexts)
		}
	}
}

func TestRecordTooLong(t *testing.T) {
	l := New(Options{Dialect: NDJSON})
	r := &Report{}
	for record := range tokenizer.Records([]byte("[1]\n[1,2,3,4]\n[1,]\n"), tokenizer.MaxRecord(6)) {
		l.checkRecord(r, record, l.newSeam())
	}
	const want = "2:7-2:7 +10 error syntax/record-too-long at \"\"\n\tthe record is longer than 6 bytes\n"
	if got := describe(r); !strings.HasPrefix(got, want) || len(r.Diagnostics) != 2 {
		t.Error(got)
	}
}

func TestASCIILen(t *testing.T) {
	const long = 1200
	for length := range long {
		b := []byte(strings.Repeat("a", length))
		if n := asciiLen(b); n != length {
			t.Fatalf("%d of %d ASCII bytes", n, length)
		}
		for _, at := range []int{0, 7, 8, 255, 256, 257, 511, 600, length - 1} {
			if 0 <= at && at < length {
				b[at] = 0x80
				if n := asciiLen(b); n != at {
					t.Fatalf("%d bytes before that at %d of %d", n, at, length)
				}
				b[at] = 'a'
			}
		}
	}
}
