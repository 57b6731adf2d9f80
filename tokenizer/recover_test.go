package tokenizer

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// errorsOf returns the errors and the tokens of a Tokenizer that keeps going.
func errorsOf(t *testing.T, tokens *Tokenizer) (faults []*SyntaxError, text string) {
	t.Helper()
	var b strings.Builder
	for range 1 << 20 {
		token, err := tokens.Next()
		if err == io.EOF {
			return faults, b.String()
		}
		if err != nil {
			fault, ok := err.(*SyntaxError)
			if !ok {
				t.Fatal(err)
			}
			faults = append(faults, fault)
			continue
		}
		fmt.Fprintf(&b, "%s@%d/%d ", token.Raw(), token.Offset(), token.Depth())
	}
	t.Fatal("it does not end")
	return nil, ""
}

func TestKeepGoing(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, c := range []struct {
		in     string
		faults string // kinds, offsets, and pointers other than ""
	}{
		{`[1,2]`, ``},
		{`[1,]`, `trailing-comma 2`},
		{`{"a":[1,],"b":2,}`, `trailing-comma 7 /a; trailing-comma 15`},
		{`[1 2 3]`, `missing-comma 3; missing-comma 5`},
		{`{"a" 1,"b" 2}`, `missing-colon 5 /a; missing-colon 11 /b`},
		{`{"a":1 "b":2 "c":3}`, `missing-comma 7; missing-comma 13`},
		{`[01,1.,.5,+1,-,0x1F,1_000]`, `leading-zero 1 /0; missing-fraction 6 /1; leading-point 7 /2; leading-plus 10 /3; missing-integer 14 /4; bad-number 16 /5; bad-number 21 /6`},
		{`[True,None,NaN,undefined]`, `misspelt-literal 1 /0; misspelt-literal 6 /1; misspelt-literal 11 /2; misspelt-literal 15 /3`},
		{`{'a':'b',c:1}`, `unexpected-token 1; unexpected-token 5; unexpected-token 9`},
		{`["a\x","\u12","b\q\r"]`, `bad-escape 3 /0; bad-unicode-escape 8 /1; bad-escape 16 /2`},
		{"[\"a\x01b\x02\",\"\xFF\xFE\"]", `control-character 3 /0; control-character 5 /0; utf8-impossible-byte 9 /1; utf8-impossible-byte 10 /1`},
		{"{\"a\": \"b,\n\"c\": 1}", `control-character 9 /a`},
		{"{\"a\": \"b\n\"}", `control-character 8 /a`},
		{"[\"a\nb\", 1 2]", `control-character 3 /0; missing-comma 10`},
		{`[1,,2]`, `unexpected-token 3 /1`},
		{`[,1]`, `unexpected-token 1 /0`},
		{`{"a":,"b":}`, `unexpected-token 5 /a; unexpected-token 10 /b`},
		{"[1, // one\n 2, /* two */ 3, # three\n 4]", `unexpected-token 4 /1; unexpected-token 15 /2; unexpected-token 28 /3`},
		{`{größe: 3, имя: x, 名: 4, क्षेत्र: 5, "a": Größe, "b": да, "c": 中文, "d": naïve-é.ü}`,
			`unexpected-token 1; unexpected-token 13; misspelt-literal 21; unexpected-token 24; unexpected-token 32; misspelt-literal 63 /a; misspelt-literal 77 /b; misspelt-literal 88 /c; misspelt-literal 101 /d`},
		{`{größe, имя, "a": 1 имя: 2, "b" да}`, `unexpected-token 1; missing-comma 25; missing-colon 40 /b`},
		{`["сказал "привет" и ушёл", да нет, trüe, 中文，日文]`, `missing-comma 16; misspelt-literal 44 /1; misspelt-literal 57 /2; misspelt-literal 64 /3; unexpected-token 70`},
		{"[größe\xFF, é\xC3]", `misspelt-literal 1 /0; utf8-impossible-byte 8`},
		{`{"a"=1,"b"=>2}`, `missing-colon 4 /a; missing-colon 10 /b`},
		{`["a":1;2]`, `unexpected-token 4; unexpected-token 6`},
		{`[1}`, `mismatched-bracket 2`},
		{`{"a":[1,2}`, `mismatched-bracket 9 /a`},
		{`{"a":[1,{"b":[2}],"c":3}`, `mismatched-bracket 15 /a/1/b`},
		{`{} {} {}`, `trailing-data 3`},
		{`{}}`, `trailing-data 2`},
		{`{} tail of it`, `trailing-data 3`},
		{`[1`, `truncated 2`},
		{`[1 2`, `missing-comma 3; truncated 4`},
		{`["a`, `unterminated-string 3 /0`},
		{``, `empty-input 0`},
		{"\ufeff[1,]", `byte-order-mark 0; trailing-comma 5`},
		{"[\xFF1,\xFF\xFE2 3]", `utf8-impossible-byte 1 /0; utf8-impossible-byte 4 /1; missing-comma 8`},
		{`[“a”,1]`, `unexpected-token 1 /0`},
		{`{"a":1,"b":@,"c":[@#]}`, `unexpected-token 11 /b; unexpected-token 18 /c/0`},
		{`[1,@ , ,2 3]`, `unexpected-token 3 /1; missing-comma 10`},
		{`{"all":[{"a":1,{"a":2},{"a":3}],"b":x}`, `unexpected-token 15 /all/0; misspelt-literal 36 /b`},
		{"[/* " + strings.Repeat("1 ", 5000) + "*/ 1 2]", `unexpected-token 1 /0; missing-comma 10009`},
		{"[/*/ 1 /**/, 1 2]", `unexpected-token 1 /0; unexpected-token 11 /0; missing-comma 15`},
		{"[1] // *", `trailing-data 4`},
		{"[1 /* *", `unexpected-token 3; truncated 7`},
		{"[1, <!-- two: 2 --> 3 4]", `unexpected-token 4 /1; missing-comma 22`},
		{`{"a" := 1, "b" => 2, "c" == 3}`, `unexpected-token 6 /a; missing-colon 15 /b; missing-colon 25 /c`},
		{`{{"a":1}}`, `unexpected-token 1`},
		{`{"a":{"b":tru,"c":[fals]},"d":nul}`, `misspelt-literal 10 /a/b; misspelt-literal 19 /a/c/0; misspelt-literal 30 /d`},

		// In each of these, one mistake consists of several tokens.
		{`{"a":Hello World,"b":x}`, `misspelt-literal 5 /a; misspelt-literal 21 /b`},
		{`[x true]`, `misspelt-literal 1 /0; missing-comma 3`},
		{`{"a":demo","b":x}`, `misspelt-literal 5 /a; misspelt-literal 15 /b`},
		{`{a":1,"b":x}`, `unexpected-token 1; misspelt-literal 10 /b`},
		{"{\"a: \"b c\",\n\"d\":x}", `missing-colon 6 /a: ; misspelt-literal 16 /d`},
		{`{"a":"b "c" d","e":x}`, `missing-comma 9; misspelt-literal 19 /e`},
		{`{"a":"b ""c"" d","e":x}`, `missing-comma 9; misspelt-literal 21 /e`},
		{`["a""b", x]`, `missing-comma 4; misspelt-literal 9 /1`},
		{`{"a":"b""c":x}`, `missing-comma 8; misspelt-literal 12 /c`},
		{`{"a":new Date(1, "x)"),"b":x}`, `misspelt-literal 5 /a; misspelt-literal 27 /b`},
		{`{"a":ISODate("2024"),"b":x}`, `misspelt-literal 5 /a; misspelt-literal 25 /b`},
		{`{"a":(1,2),"b":x}`, `unexpected-token 5 /a; misspelt-literal 15 /b`},
		{`{"a":f(,"b":1}`, `misspelt-literal 5 /a; unexpected-token 6`},
		{`{"a":${B},"b":x}`, `misspelt-literal 5 /a; misspelt-literal 14 /b`},
		{`{"a":$B,"b":x}`, `misspelt-literal 5 /a; misspelt-literal 12 /b`},
		{`{"a":{{ .B }},"b":x}`, `unexpected-token 6 /a; misspelt-literal 18 /b`},
		{`{"a":{% b %},"b":x}`, `unexpected-token 6 /a; misspelt-literal 17 /b`},
		{`[<key>,x]`, `unexpected-token 1 /0; misspelt-literal 7 /1`},
		{`{"a":"b" + "c" + d,"e":x}`, `unexpected-token 9; misspelt-literal 23 /e`},
		{`{"a":1/3,"b":x}`, `unexpected-token 6; misspelt-literal 13 /b`},
		{`{"a":- 1,"b":x}`, `missing-integer 6 /a; misspelt-literal 13 /b`},
		{`{"a":1,299.5,"b":x}`, `unexpected-token 7; misspelt-literal 17 /b`},
		{`{"a":{1, 2,3},"b":x}`, `unexpected-token 6 /a; misspelt-literal 18 /b`},
		{`{"a","b","c":x}`, `missing-colon 4 /a; misspelt-literal 13 /c`},
		{`{:a=>x}`, `unexpected-token 1; missing-colon 3; misspelt-literal 5`},
		{`{u'a':u'b',"c":x}`, `unexpected-token 1; misspelt-literal 6; misspelt-literal 15 /c`},

		// Brackets.
		{"{\"a\":{\n  \"b\":1\n \"c\":x}", `missing-comma 16 /a; misspelt-literal 20 /c`},
		{"[{\n  \"b\":1\n \"c\":x}]", `missing-comma 12 /0; misspelt-literal 16 /0/c`},
		{`{"a":1],"b":x}`, `mismatched-bracket 6; misspelt-literal 12 /b`},
		{`{"a":1 ] , "b":{"c":[x]}}`, `mismatched-bracket 7; misspelt-literal 21 /b/c/0`},
		{`{"a":1,]"b":x}`, `mismatched-bracket 7; misspelt-literal 12 /b`},
		{"{\"a\":1,\n] \"b\":[x],\"c\":2]", `mismatched-bracket 8; misspelt-literal 15 /b/0; mismatched-bracket 23`},
		{`{"a":1],}`, `mismatched-bracket 6`},
		{`{"a":1],{"b":x}`, `mismatched-bracket 6; misspelt-literal 13 /b`},
		{`{"a":1] "b":x}`, `mismatched-bracket 6; misspelt-literal 12 /b`},
		{`{"a":1],"b":2`, `mismatched-bracket 6; truncated 13`},
		{`{]"a":x}`, `mismatched-bracket 1; misspelt-literal 6 /a`},
		{"{\"a\":1]\n{\"b\":x}", `mismatched-bracket 6; misspelt-literal 13 /b`},
		{`{"a":[{"b":1}},{"c":2}],"d":x}`, `mismatched-bracket 13 /a; misspelt-literal 28 /d`},
		{`{"a":{"b":[1]],"c":2},"d":x}`, `mismatched-bracket 13 /a; misspelt-literal 26 /d`},
		{`{"a":{"b":1],"c":x}`, `mismatched-bracket 11 /a; misspelt-literal 17 /c`}, // nothing is extra, so the bracket is of the wrong kind
		{`[1},"b":x]`, `mismatched-bracket 2`},
		{`{"a":["b"},"c":x}`, `mismatched-bracket 9 /a; misspelt-literal 15 /c`},

		// Texts that are not JSON at all end at the first error.
		{"<html>[1 2]", `unexpected-token 0`},
		{"[INFO] all is well\n[1 2]", `misspelt-literal 1 /0`},
		{"a,b\n1,2\n", `misspelt-literal 0`},
		{"Not Found", `misspelt-literal 0`},
		{"{\x00\"\x00a\x00\"\x00:\x001\x00}\x00", `unexpected-token 1`},
		{"\x00\x00\x00", `unexpected-token 0`},

		// In each of these, a comment is between a trailing comma and the bracket.
		{"[1, // a, b\n]", `unexpected-token 4 /1; trailing-comma 2`},
		{"{\"a\":1,\n# b, c\n/*,*/}", `unexpected-token 8; unexpected-token 15; trailing-comma 6`},
		{"[{\"a\":[1 // b\n, // c\n]}]", `unexpected-token 9 /0/a; unexpected-token 16 /0/a/1; trailing-comma 14 /0/a`},

		// Only the second side of a merge conflict is read.
		{"{\"a\":1,\n<<<<<<< HEAD\n\"b\":x,\n=======\n\"b\":y,\n>>>>>>> c\n\"d\":z}", `unexpected-token 8; misspelt-literal 40 /b; misspelt-literal 57 /d`},
		{"[1\n<<<<<<< HEAD\n,x]\n||||||| a\n,2\n=======\n>>>>>>> b\n]", `unexpected-token 3`},
		{"[1,\n<<<<<<< HEAD\n2", `unexpected-token 4 /1; truncated 18 /1`},
		{"[1\n>>>>>>> a\n,\n=======\n2]", `unexpected-token 3; unexpected-token 15 /1`},
	} {
		faults, _ := errorsOf(t, New([]byte(c.in), KeepGoing()))
		if got := listOf(faults); got != c.faults {
			t.Errorf("%s\n got %s\nwant %s", c.in, got, c.faults)
		}
		checkKeepGoing(t, rng, []byte(c.in))
	}
}

// The pointer of a duplicate name ends with that name, whatever names come before it.
func TestKeepGoingNamesDuplicates(t *testing.T) {
	faults, _ := errorsOf(t, New([]byte(`{"":1,"b":{"c":2},"":3,"b":4}`), KeepGoing(), UniqueNames()))
	if got, want := listOf(faults), `duplicate-name 18 /; duplicate-name 23 /b`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func listOf(faults []*SyntaxError) string {
	var b strings.Builder
	for i, e := range faults {
		if i > 0 {
			b.WriteString("; ")
		}
		fmt.Fprintf(&b, "%v %d", e.Kind, e.Offset)
		if p := pointerOf(e); p != "" {
			b.WriteString(" " + p)
		}
	}
	return b.String()
}

// checkKeepGoing checks that the first error is that of Check and that a valid document has no
// errors. It also checks that streams report the same errors, wherever they are cut into reads.
func checkKeepGoing(t *testing.T, rng *rand.Rand, b []byte, opts ...Option) {
	t.Helper()
	goOn := []TokenizerOption{JoinOptions(opts...), KeepGoing()}
	faults, tokens := errorsOf(t, New(b, goOn...))
	want := errorOf(index.Check(new(RulesOf(opts)), b))
	switch {
	case want == nil && len(faults) > 0:
		t.Fatalf("%.300q: %v, and there is none", b, faults[0])
	case want != nil && (len(faults) == 0 || reportOf(faults[0]) != reportOf(want) || pointerOf(faults[0]) != pointerOf(want)):
		t.Fatalf("%.300q: %s, want %s", b, listOf(faults), reportOf(want))
	}
	for i, e := range faults {
		checkWholeAfter(t, b, e)
		atEnd := e.Kind == Truncated && i > 0 && e.Offset == faults[i-1].Offset // the last token lacks digits, and white space follows
		if i > 0 && e.Offset <= faults[i-1].Offset && e.Kind != TrailingComma && !exceeds(e, faults[i-1]) && !atEnd {
			t.Fatalf("%.300q: %s", b, listOf(faults))
		}
	}
	if want != nil && want.Kind == InputTooLong {
		return
	}
	r := jsontest.PiecesOf(b, 1+rng.IntN(40), rng)
	for name, other := range map[string]*Tokenizer{
		"a stream":             NewReader(r, append(goOn, Chunk(100+rng.IntN(2000)))...),
		"the scanner":          scannerAlone(b, goOn...),
		"trusting the kernels": eager(b, goOn...),
	} {
		got, text := errorsOf(t, other)
		if listOf(got) != listOf(faults) || text != tokens {
			t.Fatalf("%.300q\n%s says %s\nand %.300s,\nthe document says %s\nand %.300s", b, name, listOf(got), text, listOf(faults), tokens)
		}
		for i, e := range got {
			if reportOf(e) != reportOf(faults[i]) {
				t.Fatalf("%.300q\n%s says %s,\nthe document says %s", b, name, reportOf(e), reportOf(faults[i]))
			}
		}
	}
}

// scannerAlone is like New, but the Tokenizer uses no kernels.
func scannerAlone(b []byte, opts ...TokenizerOption) *Tokenizer {
	t := New(b, opts...)
	t.buffer.wary, t.buffer.indexFrom = 1<<40, never
	return t
}

// eager is like New, but the Tokenizer uses kernels again right after each error.
func eager(b []byte, opts ...TokenizerOption) *Tokenizer {
	t := New(b, opts...)
	t.buffer.wary, t.buffer.judged, t.buffer.skimmed = 0, 0, 0
	return t
}

// exceeds reports whether e is about a limit, at the same offset as another error, such as a
// missing comma. The parameter before is that other error.
func exceeds(e, before *SyntaxError) bool {
	return (e.Kind == TooDeep || flaw.ErrorKind(e.Kind).IsLimit()) && e.Offset == before.Offset && e.Kind != before.Kind
}

// checkWholeAfter is like checkWhole, but for errors after the first one.
func checkWholeAfter(t *testing.T, b []byte, e *SyntaxError) {
	t.Helper()
	if end := e.Offset + int64(e.Length); e.Offset < 0 || e.Length < 0 || end > int64(len(b)) {
		t.Fatalf("%.300q: %s at %d, length %d", b, e.Kind, e.Offset, e.Length)
	}
	if want := Locate(b, e.Offset); e.Position() != want {
		t.Fatalf("%.300q: %s at %d is at %+v, want %+v", b, e.Kind, e.Offset, e.Position(), want)
	}
	if e.Message() == e.Kind.String() {
		t.Fatalf("%.300q: no message for %v", b, e.Kind)
	}
}

// A name with an error in it is not equal to any other name.
func TestKeepGoingWithNames(t *testing.T) {
	const text = "{\"\xc8\":0,\"\xc8\":1,\"a\":2,\"a\":3}"
	const want = "utf8-missing-continuation 2; utf8-missing-continuation 8; duplicate-name 19 /a"
	faults, _ := errorsOf(t, New([]byte(text), KeepGoing(), UniqueNames()))
	if got := listOf(faults); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	rng := rand.New(rand.NewPCG(9, 10))
	checkKeepGoing(t, rng, []byte(text), UniqueNames())
	checkKeepGoing(t, rng, []byte("{\"\xc8\"0\"\xc8\""), UniqueNames())
}

func TestKeepGoingAnywhere(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(3, 4))
		rounds := 3000
		if longtest.Off() {
			rounds = 300
		}
		documents := jsontest.StreamSeeds()
		for range rounds {
			b := []byte(documents[rng.IntN(len(documents))])
			b = b[:min(len(b), 4000)]
			for range rng.IntN(6) {
				if len(b) == 0 {
					break
				}
				i := rng.IntN(len(b))
				switch rng.IntN(4) {
				case 0:
					b[i] = byte(rng.IntN(256))
				case 1:
					b = append(b[:i], b[i+1:]...)
				case 2:
					word := []string{"größe", "имя", "中文", "trüe ", "e\u0301", "-é: "}[rng.IntN(6)]
					b = append(b[:i], append([]byte(word), b[i:]...)...)
				default:
					b = append(b[:i], append([]byte{"{}[]\",:'/\\\n\xff 1at"[rng.IntN(16)]}, b[i:]...)...)
				}
			}
			checkKeepGoing(t, rng, b)
		}
	})
}

// An index may start at any token, and finds the same tokens as an index of the whole document.
func TestIndexBeginsAnywhere(t *testing.T) {
	count := 10
	if testing.Short() { // the race detector makes this slow
		count = 3
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		if !jsonsimd.HasKernel() {
			t.Skip("no kernel for JSON")
		}
		rng := rand.New(rand.NewPCG(11, 12))
		seen := map[scan.State]int{}
		documents := append(jsontest.StreamSeeds(), jsontest.Nested(rng, 20_000), jsontest.Lined(rng, 20_000), "["+strings.Repeat(`[{"a":`, 300)+"1"+strings.Repeat("}]", 300)+"]")
		for _, doc := range documents {
			if !Valid([]byte(doc)) || len(doc) < 1500 {
				continue
			}
			_, want := errorsOf(t, scannerAlone([]byte(doc), KeepGoing()))
			for range count {
				if got := readEntering(t, rng, doc, seen); got != want {
					t.Fatalf("%.300q: got %.500s, want %.500s", doc, got, want)
				}
			}
		}
		for s := range scan.State(scan.NumStates) {
			if seen[s] == 0 && s != scan.WantEnd {
				t.Errorf("no index began in state %d", s)
			}
		}
	})
}

// readEntering reads a valid document. Now and then it replaces the index by another one, which
// starts at the current position.
func readEntering(t *testing.T, rng *rand.Rand, doc string, seen map[scan.State]int) string {
	t.Helper()
	var b strings.Builder
	tokens := eager([]byte(doc), KeepGoing())
	s := &tokens.scanner
	for i := 0; ; i++ {
		if i%5 == rng.IntN(5) {
			tokens.walk.leave()
			tokens.walk.free()
			if tokens.buffer.indexFrom = never; rng.IntN(2) == 0 {
				tokens.PeekKind() // PeekKind consumes a comma or colon
			}
			tokens.buffer.indexFrom = 0
			state, left := s.State, len(doc)-s.Pos
			tokens.refill()
			if begins := tokens.walk.index != nil; !begins && state != scan.WantEnd && left > index.LeastIndexed {
				t.Fatalf("%.300q: no index at %d, in state %d", doc, s.Pos, state)
			} else if begins {
				seen[state]++
			}
		}
		token, err := tokens.Next()
		if err == io.EOF {
			return b.String()
		}
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%s@%d/%d ", token.Raw(), token.Offset(), token.Depth())
	}
}

// Only the first extra brackets in an array or object are reported. More of them have the same cause.
func TestManyExtraBrackets(t *testing.T) {
	for _, c := range []struct {
		begin, part, end string
		want             int // number of errors in brackets
	}{
		{"[[", "1},", "", 3}, {"[", "1},", "", 3}, {"[[", "[1]},", "", 3}, {"[[", "{\"a\":1}},", "", 3}, {"[[", "\n},1,", "1]]", 3},
		{`{"a":{"b":1`, `],"c":1`, "", 3}, {"[[", "}, ]", "", 2}, {"[[", "\"" + strings.Repeat("x", 5000) + "\"},", "1]]", 4}, // the first is not seen to be extra
		{"[", "[1},2],", "3]", 100}, // in different arrays
	} {
		text := []byte(c.begin + strings.Repeat(c.part, 100) + c.end)
		for name, tokens := range map[string]*Tokenizer{
			"memory": New(text, KeepGoing()), "stream": NewReader(bytes.NewReader(text), KeepGoing()), "only errors": New(text, OnlyErrors()),
		} {
			got := 0
			faults, _ := errorsOf(t, tokens)
			for _, e := range faults {
				if e.Kind == MismatchedBracket {
					got++
				}
			}
			if got != c.want {
				t.Errorf("%s%.10s: %s: %d errors, want %d: %.300s", c.begin, c.part, name, got, c.want, listOf(faults))
			}
		}
	}
}

// After a guess about brackets, the number of open brackets is not known, so no error states that a bracket is extra.
func TestNoBracketIsExtraAfterAGuess(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{`{"a":[{"b":1}},{"c":2}]}`, "13 "},
		{`{"a":[{"b":1}},{"c":2}},{"d":3}]}`, "13 22 "}, // that the first is extra is not a guess about others
		{`{"p":{"q":[[1}]],"b":[{"d":[1}, 2],"e":3}}`, ""},
		{`[{"x":[1},"y":[[1},2]]}]`, ""},
		{`{"a":[{"b":1,{"c":[[1},2]]}]}`, ""}, // a bracket is missing
		{"{\"a\":{\n  \"b\":1\n \"c\":[[1},2]]}", ""},
		{`{"a":1},"b":[1},{"c":[2},3]}]`, ""},                                                       // the first document may have ended too early
		{"[" + strings.Repeat("„,\\", 200) + `[[1},{"b":"` + strings.Repeat("x", 80) + `"}]]]`, ""}, // so much has been examined in vain that recovery looks less far
	} {
		for name, tokens := range map[string]*Tokenizer{
			"memory": New([]byte(c.in), KeepGoing()), "stream": NewReader(strings.NewReader(c.in), KeepGoing()), "only errors": New([]byte(c.in), OnlyErrors()),
		} {
			got := ""
			faults, _ := errorsOf(t, tokens)
			for _, e := range faults {
				if strings.HasSuffix(e.Message(), "perhaps this bracket is extra") {
					got += fmt.Sprintf("%d ", e.Offset)
				}
			}
			if got != c.want {
				t.Errorf("%.60s: %s: %s, want %s; %.300s", c.in, name, got, c.want, listOf(faults[max(len(faults)-4, 0):]))
			}
		}
	}
}

func FuzzKeepGoing(t *testing.F) {
	f := fuzzing.Of(t)
	for _, s := range jsontest.StreamSeeds() {
		f.Add([]byte(s), uint64(1))
	}
	f.Fuzz(func(t *testing.T, b []byte, seed uint64) {
		rng := rand.New(rand.NewPCG(seed, 0))
		b = b[:min(len(b), 3000)] // reporting many errors twice takes a long time
		checkKeepGoing(t, rng, b)
		checkKeepGoing(t, rng, b, ServiceLimits(), AllowBOM())
	})
}

// The time for any number of errors is linear in the length of the text.
func TestKeepGoingIsLinear(t *testing.T) {
	many := 20_000
	if longtest.Off() {
		many = 5000
	}
	for _, s := range []string{"[1 ", "[}", "\xFF", "\"\xFF\xFF", "{\"a\"", "[,", "/**/", "'a'", "\"\n", "]", "[\"a\x01", "{} ", "[[[}", "(", "x(", "\"\"", "{1,", "{a\"", "\"+a", "${", "{{a", "[\n<<<<<<< ", "{\"a\":1\n\"b", "é", "имя ", "{größe"} {
		faults, _ := errorsOf(t, New(bytes.Repeat([]byte(s), many), KeepGoing()))
		if len(faults) == 0 {
			t.Errorf("%q: no error", s)
		}
	}
}

// An invalid word or number of any length takes linear time. In the long tests, a quadratic algorithm would take minutes.
func TestLongInvalidTokensAreLinear(t *testing.T) {
	length := 64 << 20
	if longtest.Off() {
		length = 1 << 20
	}
	for _, s := range []string{"n", "0", "true", "tя", "中"} {
		text := append([]byte("["), bytes.Repeat([]byte(s), length/len(s))...)
		if n := countErrors(New(text, KeepGoing())); n == 0 {
			t.Errorf("%q: no error", s)
		}
	}
}

// A string with many errors takes linear time. The rest of the string used to be scanned again after
// each lone surrogate and after each noncharacter.
func TestManyErrorsInOneStringAreLinear(t *testing.T) {
	const many = 100_000
	for _, options := range [][]TokenizerOption{{KeepGoing()}, {KeepGoing(), IJSON()}} {
		for _, s := range []string{`\ud800`, `\ud800\ud83d\ude00`, `\ufffe`, "\uFFFE", `\ud800\q`, "\xFF", "\x01"} {
			b := []byte(`["` + strings.Repeat(s, many) + `"]`)
			inMemory, inStream := countErrors(New(b, options...)), countErrors(NewReader(iotest.OneByteReader(bytes.NewReader(b)), options...))
			if inMemory != inStream {
				t.Errorf("%q, %d options: %d errors in memory, %d in a stream", s, len(options), inMemory, inStream)
			}
		}
	}
}

func countErrors(t *Tokenizer) (n int) {
	for {
		_, err := t.Next()
		if _, ok := err.(*SyntaxError); ok {
			n++
		} else if err != nil {
			return n
		}
	}
}

// If documents follow the document without commas, errors far behind it are not searched for.
func TestKeepGoingBeyondTheDocument(t *testing.T) {
	if testing.Short() {
		t.Skip("slow with the race detector, which runs short tests")
	}
	for _, c := range []struct {
		name, between string
		want          []ErrorKind
	}{
		{"lines", "\n", []ErrorKind{TrailingData, MisspeltLiteral}},
		{"list", ",\n", []ErrorKind{TrailingData, MisspeltLiteral, MisspeltLiteral}},
	} {
		text := []byte(`{"a":1}` + c.between + `{"b":[x]}` + c.between + strings.Repeat(`{"a":[1,2,{"b":"text"}]}`+c.between, mostBeyond/16) + `{"c":x}`)
		for _, opt := range []TokenizerOption{KeepGoing(), OnlyErrors()} {
			for _, tokens := range []*Tokenizer{New(text, opt), NewReader(bytes.NewReader(text), opt)} {
				var got []ErrorKind
				for {
					_, err := tokens.Next()
					if err == io.EOF {
						break
					}
					if err != nil {
						got = append(got, err.(*SyntaxError).Kind)
					}
				}
				if !slices.Equal(got, c.want) {
					t.Errorf("%s: %v, want %v", c.name, got, c.want)
				}
				if _, err := tokens.Next(); err != io.EOF {
					t.Errorf("%s: %v after the end", c.name, err)
				}
			}
		}
	}
}

// The last token that is examined does not depend on how the text is read: it is the last one that begins within mostBeyond
// bytes after the beginning of the second document.
func TestLastTokenBeyondTheDocument(t *testing.T) {
	rng := rand.New(rand.NewPCG(29, 3))
	for range 8 {
		text := []byte("{} [")
		for len(text) < mostBeyond+40<<10 {
			text = append(text, []string{"1,", "\n\"text\", ", `"\\n\u00e9 \" \\",`, "[],", `{"a": {"b": null}} , `, strings.Repeat(" ", 90)}[rng.IntN(6)]...)
		}
		text = append(text, "0]"...)
		want := int64(-1)
		second := New(text[3:])
		for token, err := second.Next(); err == nil && token.Offset() <= mostBeyond; token, err = second.Next() {
			want = token.Offset() + 3
		}
		for name, tokens := range map[string]*Tokenizer{
			"memory": New(text, KeepGoing()), "unique": New(text, KeepGoing(), UniqueNames()), "stream": NewReader(bytes.NewReader(text), KeepGoing()),
			"halves": NewReader(iotest.HalfReader(bytes.NewReader(text)), KeepGoing()),
		} {
			got := int64(-1)
			for err := error(nil); err != io.EOF; {
				var token Token
				if token, err = tokens.Next(); err == nil {
					got = token.Offset()
				}
			}
			if got != want {
				t.Errorf("%s: the last token is at %d, want %d", name, got, want)
			}
		}
	}
}
