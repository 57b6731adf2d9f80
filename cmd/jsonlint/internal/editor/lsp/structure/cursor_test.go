package structure

import (
	"fmt"
	"strings"
	"testing"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/internal/testing/fuzzing"
)

// describeCursor writes a cursor in a short form: what is expected, the token, the path, the members, the place of a missing comma, and
// the next token.
func describeCursor(c *Cursor) string {
	var b strings.Builder
	b.WriteString([]string{"nothing", "name", "value"}[c.Expects])
	if c.Expects == Nothing {
		return b.String()
	}
	fmt.Fprintf(&b, " %s", c.Src[c.Token.Begin:c.Token.End])
	for i, l := range c.Levels {
		switch {
		case l.InArray:
			fmt.Fprintf(&b, "/%d", l.Index)
		case i > 0:
			b.WriteString("/" + l.Key)
		}
		if len(l.Members) > 0 {
			names := []string{}
			for _, m := range l.Members {
				names = append(names, c.Text(m.Name))
			}
			fmt.Fprintf(&b, "(%s)", strings.Join(names, " "))
		}
	}
	if c.CommaAt >= 0 {
		fmt.Fprintf(&b, " comma at %d", c.CommaAt)
	}
	if c.Next != 0 {
		fmt.Fprintf(&b, " before %c", c.Next)
	}
	if c.NextIsName {
		b.WriteString(":")
	}
	return b.String()
}

func TestAt(t *testing.T) {
	for _, c := range []struct {
		src  string
		d    dialect.Dialect
		want string
	}{
		{`|`, 0, `value `},
		{`tr|`, 0, `value tr`},
		{`1 |`, 0, `nothing`},
		{`{|`, 0, `name `},
		{`{|}`, 0, `name  before }`},
		{`{|"a":1}`, 0, `name (a) before ":`},
		{`{"|`, 0, `name "`},
		{`{"|"}`, 0, `name "" before }`},
		{`{"a|b": 1, "c": 2}`, 0, `name "ab"(c) before :`},
		{`{"ab"|: 1}`, 0, `nothing`},
		{`{"ab" |: 1}`, 0, `nothing`},
		{`{"a": |1}`, 0, `value /a before 0`},
		{`{"a": 1|}`, 0, `value 1/a before }`},
		{`{"a": "x|"}`, 0, `value "x"/a before }`},
		{`{"a": "x"|}`, 0, `nothing`},
		{`{"a": "x" |}`, 0, `name (a) comma at 9 before }`},
		{"{\"a\": 1\n|\"b\": 2}", 0, `name (a b) comma at 7 before ":`},
		{"{\"a\": {} na|\n\"b\": 2}", 0, `name na(a b) comma at 8 before ":`},
		{`{"a": 1, |}`, 0, `name (a) before }`},
		{`{"a": 1, |, "b": 2}`, 0, `name (a b) before ,`},
		{"{\"a\": 1, \"n|\n  \"b\": 2}", 0, `name "n(a b) before ":`},
		{"{\"a\": \"n|\n  \"b\": 2}", 0, `value "n(b)/a before ":`},
		{"{\"a\": |\n  \"b\": 2}", 0, `value (b)/a before ":`},
		{`[|]`, 0, `value /0 before ]`},
		{`[1, |]`, 0, `value /1 before ]`},
		{`[1, |2]`, 0, `value /1 before 0`},
		{`[1 |]`, 0, `value /1 comma at 2 before ]`},
		{`[[1], {"x": [tr|`, 0, `value tr/1(x)/x/0`},
		{`{"a": {"b": 1}, "c": [{}, {"d": 1, |}], "e": 1}`, 0, `name (a c)/c/1(d) before }`},
		{`{"a": {|}, "e": 1}`, 0, `name (a)/a before }`},
		{`{"a": {"b": 1]}, "c": {|`, 0, `name (a c)/c`},
		{`{"\u00e9|": 1}`, 0, `name "\u00e9" before :`},
		{`{"a\"|`, 0, `name "a\"`},
		{`{"a\\"|`, 0, `nothing`},
		{`{// |`, dialect.JSONC, `nothing`},
		{`{/* | */}`, dialect.JSONC, `nothing`},
		{`{/* */|}`, dialect.JSONC, `name  before }`},
		{`{/* |`, dialect.JSONC, `nothing`},
		{`{/*|`, dialect.JSON, `name `}, // not a comment
		{"{// \n|}", dialect.JSONC, `name  before }`},
		{`{a: 1, b|c: 2}`, dialect.JSON5, `name bc(a) before :`},
		{`{a: 'x|'}`, dialect.JSON5, `value 'x'/a before }`},
		{"{a: 'x|\\\ny'}", dialect.JSON5, `nothing`},
	} {
		at := strings.IndexByte(c.src, '|')
		src := []byte(c.src[:at] + c.src[at+1:])
		if got := describeCursor(At(src, c.d, at)); got != c.want {
			t.Errorf("%s:\n%s, want\n%s", c.src, got, c.want)
		}
	}
}

// However large a text is, a cursor takes linear time and bounded memory. A quadratic algorithm would take minutes.
func TestHostileCursors(t *testing.T) {
	const n = 30_000
	for _, src := range []string{strings.Repeat("[", n), strings.Repeat(`{"a":`, n), "{" + strings.Repeat(`"a":1,`, n), "[" + strings.Repeat(`{"a":[1]},`, n), strings.Repeat("{", n) + strings.Repeat("]", n)} {
		for _, at := range []int{len(src), len(src) / 2} {
			c := At([]byte(src), dialect.JSON, at)
			items := 0
			for _, l := range c.Levels {
				items += len(l.Members)
			}
			if items > mostItems+deepestPath || len(c.Levels) > deepestPath+1 {
				t.Errorf("%.10s: %d levels, %d members", src, len(c.Levels), items)
			}
		}
	}
}

func FuzzAt(t *testing.F) {
	f := fuzzing.Of(t)
	for _, seed := range []string{`{"a":[1,{"b":"\u00e9"}], "c" 1}`, `{a:'x',}`, "[1}{]", "// c\n{", "\"\\", "'\\", "{\"a\n\"b\":1}"} {
		for d := range uint8(4) {
			f.Add(seed, d)
		}
	}
	f.Fuzz(func(t *testing.T, src string, d uint8) {
		for at := range min(len(src), 100) + 1 {
			c := At([]byte(src), dialect.Dialect(d%4), at)
			if !c.Token.Contains(at) || strings.ContainsAny(src[c.Token.Begin:c.Token.End], "\r\n") && c.Expects != Nothing {
				t.Fatalf("at %d: %+v", at, c)
			}
			if c.CommaAt >= c.Token.Begin || c.Expects == Name && len(c.Levels) == 0 {
				t.Fatalf("at %d: %+v", at, c)
			}
			Enclosing([]byte(src), dialect.Dialect(d%4), at)
		}
	})
}
