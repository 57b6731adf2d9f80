package structure

import (
	"fmt"
	"strings"
	"testing"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/tokenizer"
)

// trace returns a line for each event of a walk.
func trace(src string, d dialect.Dialect) string {
	var b strings.Builder
	w := &Walk{Src: []byte(src), Dialect: d}
	event := func(sign string) func(*Value) bool {
		return func(v *Value) bool {
			end := src[v.Begin:min(v.End, len(src))]
			fmt.Fprintf(&b, "%s%s=%s;", sign, w.Pointer(v), end)
			return true
		}
	}
	w.Enter, w.Leave, w.Scalar = event("+"), event("-"), event("")
	w.Comment = func(t dialect.Token) bool { b.WriteString("#;"); return true }
	w.Run()
	return b.String()
}

// What is not closed in a record ends with it.
func TestRecords(t *testing.T) {
	src := "{\"a\": [1\n\n\"x\n[2]]\n[3"
	var got []string
	w := &Walk{Src: []byte(src), Separator: '\n'}
	w.Scalar = func(v *Value) bool {
		got = append(got, w.Pointer(v)+"="+src[v.Begin:v.End])
		return true
	}
	w.Leave = w.Scalar
	w.Run()
	if want := "/a/0=1 /a=[1 ={\"a\": [1 =\"x /0=2 =[2] /0=3 =[3"; strings.Join(got, " ") != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestWalk(t *testing.T) {
	for _, c := range []struct {
		src  string
		d    dialect.Dialect
		want string
	}{
		{``, 0, ``},
		{`1`, 0, `=1;`},
		{`{"a":[1,"x",{}]}`, 0, `+={;+/a=[;/a/0=1;/a/1="x";+/a/2={;-/a/2={};-/a=[1,"x",{}];-={"a":[1,"x",{}]};`},
		{`{"~/\u00e9":null}`, 0, `+={;/~0~1é=null;-={"~/\u00e9":null};`},
		{"1\n[2]\n", 0, "=1;+=[;/0=2;-=[2];"},
		// invalid texts
		{`{"a":1 "b":2}`, 0, `+={;/a=1;/b=2;-={"a":1 "b":2};`},
		{`{"a" 1}`, 0, `+={;-={"a" 1};`},
		{`{"a":}`, 0, `+={;-={"a":};`},
		{`{"a":,"b":1}`, 0, `+={;/b=1;-={"a":,"b":1};`},
		{`{"a":1`, 0, `+={;/a=1;-={"a":1;`},
		{`[1,2}`, 0, `+=[;/0=1;/1=2;-=[1,2};`},
		{`{"a":[1}`, 0, `+={;+/a=[;/a/0=1;-/a=[1};-={"a":[1};`},
		{`]}[1]`, 0, `+=[;/0=1;-=[1];`},
		{`[1 2 "x`, 0, `+=[;/0=1;/1=2;/2="x;-=[1 2 "x;`},
		{`{1:2}`, 0, `+={;-={1:2};`},
		{`[@,1]`, 0, `+=[;/0=1;-=[@,1];`},
		// dialects
		{"{a:'\\x41', /*c*/ \"b\":+1,} // d", dialect.JSON5, "+={;/a='\\x41';#;/b=+1;-={a:'\\x41', /*c*/ \"b\":+1,};#;"},
		{"[1, // c\n]", dialect.JWCC, "+=[;/0=1;#;-=[1, // c\n];"},
		{"/*", dialect.JSONC, "#;"},
	} {
		if got := trace(c.src, c.d); got != c.want {
			t.Errorf("%s:\n%s, want\n%s", c.src, got, c.want)
		}
	}
}

// In a valid document, the pointers lead to the values.
func TestPointers(t *testing.T) {
	tried := 0
	for _, text := range jsontest.StreamSeeds() {
		doc, err := document.Parse([]byte(text), tokenizer.UniqueNames())
		if err != nil {
			continue
		}
		tried++
		w := &Walk{Src: []byte(text)}
		n := 0
		check := func(v *Value) bool {
			n++
			p := w.Pointer(v)
			value, err := doc.Lookup(p)
			if err != nil || value.Offset() != int64(v.Begin) {
				t.Errorf("%.50s: %s: %d, want %d, %v", text, p, v.Begin, value.Offset(), err)
			}
			return n < 1000
		}
		w.Scalar, w.Leave = check, check
		w.Run()
	}
	if tried < 15 {
		t.Errorf("only %d valid documents", tried)
	}
}

// The time is linear, whatever is open. A quadratic algorithm would take minutes.
func TestWalksAreLinear(t *testing.T) {
	const n = 400_000
	for _, src := range []string{
		strings.Repeat("[", n) + strings.Repeat("}", n), strings.Repeat("[{\"a\":", n) + strings.Repeat("}", n), strings.Repeat("{", n) + strings.Repeat("]", n),
	} {
		entered, left := 0, 0
		w := &Walk{Src: []byte(src)}
		w.Enter = func(*Value) bool { entered++; return true }
		w.Leave = func(*Value) bool { left++; return true }
		w.Run()
		if entered != left || entered < n {
			t.Errorf("%.10s: %d, %d", src, entered, left)
		}
	}
}

// A walk ends when a function says so.
func TestStop(t *testing.T) {
	n := 0
	stop := func(*Value) bool { n++; return false }
	for _, w := range []*Walk{{Enter: stop}, {Leave: stop}, {Scalar: stop}, {Comment: func(dialect.Token) bool { n++; return false }}} {
		n = 0
		w.Src, w.Dialect = []byte("[[1,1] /**/ /**/]"), dialect.JSONC
		if w.Run(); n != 1 {
			t.Errorf("%d calls", n)
		}
	}
}

func FuzzWalk(t *testing.F) {
	f := fuzzing.Of(t)
	for _, seed := range []string{`{"a":[1,{"b":"\u00e9"}]}`, `{a:'x',}`, "[1}{]", "// c\n{", "\"\\", "'\\"} {
		for d := range uint8(4) {
			f.Add(seed, d)
		}
	}
	f.Fuzz(func(t *testing.T, src string, d uint8) {
		entered, left := 0, 0
		w := &Walk{Src: []byte(src), Dialect: dialect.Dialect(d % 4)}
		w.Enter = func(v *Value) bool { entered++; w.Pointer(v); return true }
		w.Leave = func(v *Value) bool {
			left++
			if v.Begin >= v.End {
				t.Errorf("%v", v)
			}
			return true
		}
		w.Scalar = func(v *Value) bool { w.Pointer(v); w.Text(v.Span); return true }
		if w.Run(); entered != left {
			t.Errorf("%d containers begin and %d end", entered, left)
		}
	})
}
