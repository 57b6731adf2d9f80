package encode

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/escape"
)

// run makes the calls that a script describes. Each word of the script is a call: { } [ ] true false
// null, or a letter with an argument: n a name, s a string, i u f t # numbers, r a raw value, v a Value.
func run(w *Writer, script string) {
	for word := range strings.FieldsSeq(script) {
		arg := word[1:]
		switch word[0] {
		case '{':
			w.BeginObject()
		case '}':
			w.EndObject()
		case '[':
			w.BeginArray()
		case ']':
			w.EndArray()
		case 't', 'f':
			if word == "true" || word == "false" {
				w.Bool(word == "true")
				continue
			}
			f, err := strconv.ParseFloat(arg, 64)
			if err != nil {
				panic(err)
			}
			if word[0] == 't' {
				w.Float32(float32(f))
			} else {
				w.Float(f)
			}
		case 'n':
			if word == "null" {
				w.Null()
			} else {
				w.Name(unhex(arg))
			}
		case 's':
			w.String(unhex(arg))
		case 'b':
			w.StringBytes([]byte(unhex(arg)))
		case 'i':
			i, err := strconv.ParseInt(arg, 10, 64)
			if err != nil {
				panic(err)
			}
			w.Int(i)
		case 'u':
			u, err := strconv.ParseUint(arg, 10, 64)
			if err != nil {
				panic(err)
			}
			w.Uint(u)
		case '#':
			w.Number(arg)
		case 'r':
			w.Raw([]byte(strings.ReplaceAll(arg, "_", " ")))
		case 'v':
			if arg == "" {
				w.Value(document.Value{})
				continue
			}
			d, err := document.Parse([]byte(strings.ReplaceAll(arg, "_", " ")))
			if err != nil {
				panic(err)
			}
			w.Value(d.Root())
		default:
			panic(word)
		}
	}
}

// unhex replaces %FF with the byte FF.
func unhex(s string) string {
	for {
		before, after, ok := strings.Cut(s, "%")
		if !ok {
			return s
		}
		c, err := strconv.ParseUint(after[:2], 16, 8)
		if err != nil {
			panic(err)
		}
		s = before + string([]byte{byte(c)}) + after[2:]
	}
}

// outcome returns the output of a Writer to memory, or a description of its error.
func outcome(w *Writer) string {
	var e *Error
	switch err := w.Close(); {
	case err == nil:
		return string(w.Bytes())
	case errors.As(err, &e):
		return fmt.Sprintf("!%d %q at %d, open %q", e.Kind, e.Pointer, e.Offset, e.Open)
	default:
		return "!" + err.Error()
	}
}

var ascii, html = escape.Options{ASCII: true}, escape.Options{HTML: true, JS: true}

var scripts = []struct {
	o            Options
	script, want string
}{
	// Values
	{Options{}, `{ }`, `{}`},
	{Options{}, `[ ]`, `[]`},
	{Options{}, `null`, `null`},
	{Options{}, `s`, `""`},
	{Options{}, `i-9223372036854775808`, `-9223372036854775808`},
	{Options{}, `u18446744073709551615`, `18446744073709551615`},
	{Options{}, `{ na i1 nb [ true false null ] nc { } nd s%22\%0a }`, `{"a":1,"b":[true,false,null],"c":{},"d":"\"\\\n"}`},
	{Options{}, `[ [ ] [ [ ] ] i1 { n i2 } b%c3%a9 ]`, `[[],[[]],1,{"":2},"é"]`},
	{Options{}, `[ f1 f-0 f0.1 f1e21 f1e20 f1e-6 f1e-7 f-1.5e300 f5e-324 f123456789012345680 f1e-300 ]`,
		`[1,-0,0.1,1e+21,100000000000000000000,0.000001,1e-7,-1.5e+300,5e-324,123456789012345680,1e-300]`},
	{Options{}, `[ t1 t-0 t0.1 t1e21 t1e20 t1e-6 t1e-7 t-3.4028234e38 t1e-45 t16777216 t123456789 ]`,
		`[1,-0,0.1,1e+21,100000000000000000000,0.000001,1e-7,-3.4028235e+38,1e-45,16777216,123456790]`},
	{Options{Floats: Nlohmann}, `[ t0.1 t2 ]`, `[0.10000000149011612,2.0]`},
	{Options{Canonical: true}, `[ t0.1 t-0 ]`, `[0.1,0]`},
	{Options{Floats: Nlohmann}, `[ f1 f-0 f0 f0.1 f1e22 f1e15 f1e14 f1e-4 f1e-5 f-1.5e300 f5e-324 f123456789012345680 f1e9 i1 ]`,
		`[1.0,-0.0,0.0,0.1,1e+22,1e+15,100000000000000.0,0.0001,1e-05,-1.5e+300,5e-324,1.2345678901234568e+17,1000000000.0,1]`},
	{Options{}, `[ #1 #-0.50e+07 #1e999 #12345678901234567890123 ]`, `[1,-0.50e+07,1e999,12345678901234567890123]`},

	// Layouts
	{Options{Layout: Lines}, `[ i1 { na [ ] } ]`, "[\n1,\n{\n\"a\": []\n}\n]"},
	{Options{Indent: "  "}, `{ na [ i1 [ ] { } [ i2 ] ] nb i3 }`, "{\n  \"a\": [\n    1,\n    [],\n    {},\n    [\n      2\n    ]\n  ],\n  \"b\": 3\n}"},
	{Options{Indent: "\t"}, `[ [ [ i1 ] ] ]`, "[\n\t[\n\t\t[\n\t\t\t1\n\t\t]\n\t]\n]"},
	{Options{Records: true}, `i1 [ i2 ] { na s }`, "1\n[2]\n{\"a\":\"\"}\n"},
	{Options{Records: true}, ``, ""},
	{Options{Canonical: true}, `{ nb f-0 na s%c3%a9 n%f0%9f%98%80 #1.0 n%ef%bf%bd r[_1e2_] }`, `{"a":"é","b":0,"😀":1,"` + "\uFFFD" + `":[100]}`},
	{Options{Canonical: true, Records: true}, `{ nb i1 na i2 } i3 { nd i1 nc i2 }`, "{\"a\":2,\"b\":1}\n3\n{\"c\":2,\"d\":1}\n"},

	// Strings
	{Options{Strings: ascii}, `{ n%c3%a9 s%f0%9f%98%80%7f }`, `{"\u00e9":"\ud83d\ude00\u007f"}`},
	{Options{Strings: html}, `[ s<%e2%80%a8 ]`, `["\u003c\u2028"]`},
	{Options{Strings: escape.Options{Invalid: escape.Replace}}, `[ s%ff ]`, `["` + "\uFFFD" + `"]`},
	{Options{Strings: escape.Options{Invalid: escape.Ignore}}, `{ na%ff s%ff }`, `{"a":""}`},

	// Copied values
	{Options{}, `[ r_{_"a":_1_}_ v[1,__2] ]`, `[{ "a": 1 },[1,  2]]`},
	{Options{Layout: Compact}, `[ r_{_"a":_1_}_ v[1,__2] v"a" v1.0 vtrue ]`, `[{"a":1},[1,2],"a",1.0,true]`},
	{Options{Indent: " "}, `r_{_"a":[1,{}_]_}_`, "{\n \"a\": [\n  1,\n  {}\n ]\n}"},
	{Options{Indent: " "}, `[ r_{_"a":[1,{}_]_}_ ]`, "[\n {\n  \"a\": [\n   1,\n   {}\n  ]\n }\n]"},
	{Options{Layout: Lines}, `r[1,[]]`, "[\n1,\n[]\n]"},
	{Options{Strings: ascii}, `r{"é":"\u00E9\ud800x\udc00\ud83d\ude00\/"}`, `{"\u00e9":"\u00e9\ud800x\udc00\ud83d\ude00/"}`},
	{Options{Strings: html}, `r["<\u0026","a"]`, `["\u003c\u0026","a"]`},
	{Options{Respell: true}, `r[1.0,1E4e]`, `!11 "" at 0, open ""`},
	{Options{Respell: true}, `r[1.0,1e2,-0,18446744073709551615,18446744073709551616,0.10,"\u0041\/\ud800\ud801"]`, `[1,100,0,18446744073709551615,18446744073709552000,0.1,"A/\ud800\ud801"]`},
	{Options{Respell: true, Floats: Nlohmann}, `r[1.0,1e2,-0,-0.0,18446744073709551616]`, `[1.0,100.0,0,-0.0,1.8446744073709552e+19]`},
	{Options{Records: true}, "r[1,_2]", "[1, 2]\n"},

	// Wrong order
	{Options{}, `{ i1`, `!1 "" at 1, open "{"`},
	{Options{}, `{ na i1 s`, `!1 "" at 6, open "{"`},
	{Options{}, `{ [`, `!1 "" at 1, open "{"`},
	{Options{}, `{ r1`, `!1 "" at 1, open "{"`},
	{Options{}, `[ { na { nb i1 r1`, `!1 "/0/a" at 12, open "[{{"`},
	{Options{}, `{ na nb`, `!2 "/a" at 5, open "{"`},
	{Options{}, `{ na }`, `!2 "/a" at 5, open "{"`},
	{Options{}, `{ na ]`, `!2 "/a" at 5, open "{"`},
	{Options{}, `na`, `!3 "" at 0, open ""`},
	{Options{}, `[ i1 na`, `!3 "" at 2, open "["`},
	{Options{}, `[ [ i1 na`, `!3 "/0" at 3, open "[["`},
	{Options{}, `}`, `!4 "" at 0, open ""`},
	{Options{}, `[ }`, `!4 "" at 1, open "["`},
	{Options{}, `{ ]`, `!4 "" at 1, open "{"`},
	{Options{}, `{ na [ i1 i2 }`, `!4 "/a" at 9, open "{["`},
	{Options{}, `i1 i2`, `!5 "" at 1, open ""`},
	{Options{}, `[ ] r1`, `!5 "" at 2, open ""`},
	{Options{}, `[ ] ]`, `!5 "" at 2, open ""`},
	{Options{}, `{ } na`, `!5 "" at 2, open ""`},

	// Bad values
	{Options{UniqueNames: true}, `{ na i1 nb i2 na i3`, `!6 "/a" at 13, open "{"`},
	{Options{UniqueNames: true}, `{ na { na i1 } nb { na i1 nb i2 na`, `!6 "/b/a" at 30, open "{{"`},
	{Options{UniqueNames: true}, `[ r{"a":1,"\u0061":2}`, `!6 "/0" at 1, open "["`},
	{Options{UniqueNames: true}, `{ na i1 nA i2 naa r{"a":{"a":1}} }`, `{"a":1,"A":2,"aa":{"a":{"a":1}}}`},
	{Options{MaxDepth: 2}, `[ [ [`, `!7 "/0/0" at 2, open "[["`},
	{Options{MaxDepth: 2}, `[ [ ] r[1] r[[]]`, `!7 "/2" at 7, open "["`},
	{Options{}, `[ i1 s%ff`, `!8 "/1" at 3, open "["`},
	{Options{}, `{ n%ff`, `!8 "" at 1, open "{"`},
	{Options{}, `{ na #1.`, `!9 "/a" at 5, open "{"`},
	{Options{}, `{ na #`, `!9 "/a" at 5, open "{"`},
	{Options{}, `{ na #1,2`, `!9 "/a" at 5, open "{"`},
	{Options{}, `{ na #"1"`, `!9 "/a" at 5, open "{"`},
	{Options{}, `[ i1 fNaN`, `!10 "/1" at 3, open "["`},
	{Options{}, `{ nx tNaN`, `!10 "/x" at 5, open "{"`},
	{Options{}, `t-Inf`, `!10 "" at 0, open ""`},
	{Options{}, `f-Inf`, `!10 "" at 0, open ""`},
	{Options{Respell: true}, `[ i0 v1e400`, `!10 "/1" at 3, open "["`},
	{Options{}, `[ i1 r[1,]`, `!11 "/1" at 2, open "["`},
	{Options{}, `[ r`, `!11 "/0" at 1, open "["`},
	{Options{}, `{ na r1_2`, `!11 "/a" at 5, open "{"`},
	{Options{}, `[ v`, `!12 "/0" at 1, open "["`},
	{Options{Canonical: true}, `{ na r"\ud800" }`, `!13 "/a" at 6, open ""`},
	{Options{Canonical: true}, `{ na i1 na i2 }`, `!13 "/a" at 7, open ""`},

	// Close
	{Options{}, ``, `!15 "" at 0, open ""`},
	{Options{}, `{`, `!14 "" at 1, open "{"`},
	{Options{}, `{ na [ { nb`, `!14 "/a/0/b" at 11, open "{[{"`},
	{Options{}, `{ na [ i1`, `!14 "/a" at 7, open "{["`},
	{Options{Records: true}, `i1 [`, `!14 "" at 3, open "["`},
	{Options{}, `{ na~1/0 [ i1 {`, `!14 "/a~01~10/1" at 13, open "{[{"`},

	// Options
	{Options{Layout: 9}, `i1`, `!17 "" at 0, open ""`},
	{Options{Floats: 9}, `i1`, `!17 "" at 0, open ""`},
	{Options{Indent: "x"}, `i1`, `!17 "" at 0, open ""`},
	{Options{Strings: escape.Options{Invalid: escape.Keep}}, `i1`, `!17 "" at 0, open ""`},
	{Options{Strings: escape.Options{Invalid: 9}}, `i1`, `!17 "" at 0, open ""`},
	{Options{Canonical: true, Respell: true}, `i1`, `!17 "" at 0, open ""`},
	{Options{Records: true, Indent: " "}, `i1`, `!17 "" at 0, open ""`},
	{Options{Records: true, Layout: Lines}, `i1`, `!17 "" at 0, open ""`},
}

func TestScripts(t *testing.T) {
	for _, c := range scripts {
		w := NewWriter(nil, c.o)
		run(w, c.script)
		if got := outcome(w); got != c.want {
			t.Errorf("%+v %s:\n got %s\nwant %s", c.o, c.script, got, c.want)
		}
		if first := w.err; first != nil {
			run(w, "[ i1 ] r1 } ]")
			if w.Close() != first || w.Err() != first {
				t.Errorf("%s: %v, then %v", c.script, first, w.err)
			}
		}
		w.ResetBytes([]byte("before"))
		run(w, c.script)
		if got := strings.TrimPrefix(outcome(w), "before"); got != c.want {
			t.Errorf("%s after ResetBytes: %s", c.script, got)
		}
		for _, piece := range []int{1, 3, 1 << 20} {
			var to chunks
			s := NewWriter(&to, c.o)
			for word := range strings.FieldsSeq(c.script) {
				run(s, word)
				if len(s.buf) >= piece {
					s.Flush()
				}
			}
			got := outcome(s)
			if !strings.HasPrefix(got, "!") {
				got = string(to)
			}
			if got != c.want {
				t.Errorf("%s with Flush:\n got %s\nwant %s", c.script, got, c.want)
			}
		}
	}
}

// chunks is an io.Writer to memory.
type chunks []byte

func (c *chunks) Write(p []byte) (int, error) {
	*c = append(*c, p...)
	return len(p), nil
}

func TestAfterClose(t *testing.T) {
	for _, call := range strings.Fields("{ } [ ] na s i1 true null r1 v1 v") {
		w := NewWriter(nil, Options{})
		w.Null()
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Errorf("second Close: %v", err)
		}
		run(w, call)
		var e *Error
		if !errors.As(w.Err(), &e) || e.Kind != Closed || string(w.Bytes()) != "null" {
			t.Errorf("%s after Close: %v", call, w.Err())
		}
	}
}

// Every float64 is read back from what is written.
func TestFloatsRoundTrip(t *testing.T) {
	for _, form := range []FloatForm{ECMAScript, Nlohmann} {
		for exponent := range 2047 {
			for _, fraction := range []uint64{0, 1, 1<<52 - 1, 0x5555555555555} {
				f := math.Float64frombits(uint64(exponent)<<52 | fraction)
				out, err := appendWith(Options{Floats: form}, func(w *Writer) { w.Float(-f) })
				if back, e := strconv.ParseFloat(out, 64); err != nil || e != nil || back != -f {
					t.Fatalf("%v: %s, %v", -f, out, err)
				}
			}
		}
	}
}

// appendWith returns what the calls of a function write.
func appendWith(o Options, calls func(w *Writer)) (string, error) {
	w := NewWriter(nil, o)
	calls(w)
	err := w.Close()
	return string(w.Bytes()), err
}
