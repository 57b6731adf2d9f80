package param

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/testing/longtest"
)

// numbered returns a text for each number below n, joined by a separator.
func numbered(n int, format, separator string) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = strings.ReplaceAll(format, "#", strconv.Itoa(i))
	}
	return strings.Join(parts, separator)
}

func TestLimits(t *testing.T) {
	limits := Limits{Pairs: 5, Bytes: 60, Items: 3, Depth: 2, JSON: 40}
	for _, row := range []struct{ param, text, want string }{
		{"query form* a [integer]", "a=1&b=1&c&&d&e=5", `[1]`},
		{"query form* a [integer]", "a=1&b=1&c&&d&e=5&f", `too-many-pairs at 17 "f"; 5`},
		{"cookie form* a integer", "b;c;d;;e\na=1", `1`},
		{"cookie form* a integer", "b;c;d;;e\nf;a=1", `too-many-pairs at 2 "a=1"; 5`},
		{"query form* a string", "b=" + strings.Repeat("x", 58), `(absent)`},
		{"query form* a string", "b=" + strings.Repeat("x", 59), `too-long at 60 "x"; 60`},
		{"cookie form* a string", "b=" + strings.Repeat("x", 58) + "\nyz", `too-long at 0 "yz"; 60`},
		{"header simple a string", strings.Repeat("x", 30) + "\n" + strings.Repeat("x", 31), `too-long at 30 "x"; 60`},
		{"path simple a string", strings.Repeat("x", 47), `too-long at 60 "s"; 60`},
		{"header simple a [integer]", "1,2,3", `[1,2,3]`},
		{"header simple a [integer]", "1,2,3,4", `too-many-items at 6 "4"; 3`},
		{"header simple a [integer]", "1,2,3,4,5,6,7,8", `too-many-items at 12 "7"; 3`},
		{"header simple a {}", "a,1,b,2,c,3", `{"a":1,"b":2,"c":3}`},
		{"header simple a {}", "a,1,b,2,c,3,d,4", `too-many-items at 12 "d"; 3`},
		{"header simple* a {}", "a=1,b=2,c=3,d=4", `too-many-items at 12 "d=4"; 3`},
		{"query form* a [integer]", "a=1&a=2&a=3", `[1,2,3]`},
		{"query form* a [integer]", "a=1&a=2&a=3&a=4&a=5", `too-many-items at 12 "a=4"; 3`},
		{"query form* a {}", "a=1&b=2&c=3&d=4", `too-many-items at 12 "d=4"; 3`},
		{"query form* a {b:[integer]}", "b=1&b=2&b=3&b=4", `too-many-items at 12 "b=4" in /b; 3`},
		{"query deepObject a {}", "a[b]=1&a[c]=2&a[d]=3&a[e]=4", `too-many-items at 21 "a[e]=4"; 3`},
		{"query deepObject a [integer]", "a[0]=1&a[1]=2&a[2]=3&a[3]=4", `too-many-items at 21 "a[3]=4"; 3`},
		{"query deepObject a [integer]", "a[]=1&a[]=2&a[]=3&a[]=4", `too-many-items at 18 "a[]=4"; 3`},
		{"query deepObject a {}", "a[b][c]=4", `{"b":{"c":4}}`},
		{"query deepObject a {}", "a[b][c][d][e]=4", `too-deep at 7 "[d][e]"; 2`},
		{"query form a any json", "a=[[]]", `[[]]`},
		{"query form a any json", "a=[[[]]]", `bad-json at 4 "[" in /0/0`},
		{"path simple a string", strings.Repeat("x", 38), `"` + strings.Repeat("x", 38) + `"`},
		{"path simple a string", strings.Repeat("x", 39), `too-large at 8 "` + strings.Repeat("x", 39) + `"; 40`},
		{"header simple a [string]", "x,\x01\x01\x01\x01,\x01\x01", `too-large at 7 "\x01\x01" in /2; 40`},
		{"query form a {} json", "a=" + strings.Repeat(" ", 41), `too-large at 2 "` + strings.Repeat(" ", 41) + `"; 40`},
	} {
		var d Decoder
		d.Reset(limits)
		p := paramOf(t, row.param)
		v, f := read(t, &d, p, row.text, 0)
		got := describe(t, row.text, v, f)
		if f != nil && f.Limit > 0 {
			got += fmt.Sprintf("; %d", f.Limit)
		}
		if got != row.want {
			t.Errorf("%s: %q is\n%s, want\n%s", row.param, row.text, got, row.want)
		}
	}
}

// Requests that are as large as the limits allow, and larger: all of them must be read in a reasonable time, which is why
// there are up to 100,000 parts of each. See BenchmarkHostile.
var hostile = []struct {
	name, param string
	text        func(n int) string
	want        string // the kind of the fault, or empty
}{
	{"equal names", "query form* a [string]", func(n int) string { return numbered(n, "a=#", "&") }, ""},
	{"equal names of a scalar", "query form* a string", func(n int) string { return numbered(n, "a=#", "&") }, "duplicate"},
	{"different names", "query form* a string", func(n int) string { return numbered(n, "b#=#", "&") }, ""},
	{"different members", "query form* a {}", func(n int) string { return numbered(n, "b#=#", "&") }, ""},
	{"encoded members", "query form* a {}", func(n int) string { return numbered(n, "%62#=+", "&") }, ""},
	{"equal members", "query form* a {b:[integer]}", func(n int) string { return numbered(n, "b=#", "&") }, ""},
	{"long names", "query form* a {}", func(n int) string { return strings.Repeat("%61", n) }, ""},
	{"ampersands", "query form* a string", func(n int) string { return strings.Repeat("&", n) }, ""},
	{"items", "path simple a [string]", func(n int) string { return numbered(n, "#", ",") }, ""},
	{"empty items", "path simple a [string]", func(n int) string { return strings.Repeat(",", n) }, ""},
	{"members", "path simple* a {}", func(n int) string { return numbered(n, "b#=#", ",") }, ""},
	{"matrix", "path matrix* a {}", func(n int) string { return numbered(n, ";b#=#", "") }, ""},
	{"percent signs", "path simple a string", func(n int) string { return strings.Repeat("%", n) }, "bad-percent"},
	{"encoded percent signs", "path simple a string", func(n int) string { return strings.Repeat("%25", n) }, ""},
	{"encoded zeros", "path simple a string", func(n int) string { return strings.Repeat("%00", n) }, ""},
	{"percent signs for pipes", "query pipeDelimited a [string]", func(n int) string { return "a=" + strings.Repeat("%7", n) }, "bad-percent"},
	{"encoded pipes", "query pipeDelimited a [string]", func(n int) string { return "a=" + strings.Repeat("%7c", n) }, ""},
	{"points", "path label* a {}", func(n int) string { return ".a=1" + strings.Repeat(".", n) }, ""},
	{"late UTF-8", "path simple a [string]", func(n int) string { return strings.Repeat("%61", n) + "%ff" }, "bad-utf8"},
	{"deep members", "query deepObject a {}", func(n int) string { return numbered(n, "a[#]=#", "&") }, ""},
	{"deep indices", "query deepObject a [string]", func(n int) string { return numbered(n, "a[#]=#", "&") }, ""},
	{"deep items", "query deepObject a [string]", func(n int) string { return numbered(n, "a[]=#", "&") }, ""},
	{"deep branches", "query deepObject a {}", func(n int) string { return numbered(n, "a[b][#][c][d]=#", "&") }, ""},
	{"deep paths", "query deepObject a {}", func(n int) string {
		return numbered(n/10, "a"+strings.Repeat("[%23#]", 16)+"=#", "&")
	}, ""},
	{"brackets", "query deepObject a {}", func(n int) string { return "a" + strings.Repeat("[b]", n) + "=1" }, "too-deep"},
	{"open brackets", "query deepObject a {}", func(n int) string { return "a" + strings.Repeat("[", n) }, "bad-brackets"},
	{"cookies", "cookie cookie* a {}", func(n int) string { return numbered(n, "b#=#", "; ") }, ""},
	{"lines", "header simple a [string]", func(n int) string { return numbered(n, "#", "\n") }, ""},
	{"spaces", "header simple a [string]", func(n int) string { return strings.Repeat(" ", n) + "," + strings.Repeat("\t ", n) }, ""},
	{"brackets of JSON", "query form* a any json", func(n int) string { return "a=" + strings.Repeat("[", n) }, "bad-json"},
	{"names of JSON", "query form* a any json", func(n int) string { return "a={" + numbered(n, `%22#%22:1`, ",") + "}" }, ""},
}

func TestHostileRequests(t *testing.T) {
	counts := []int{1000, 10_000, 100_000}
	if longtest.Off() {
		counts = counts[:2]
	}
	for _, h := range hostile {
		t.Run(h.name, func(t *testing.T) {
			var d Decoder
			for _, n := range counts {
				// With the default limits, there is a value or a fault.
				d.Reset(Limits{})
				text, p := h.text(n), paramOf(t, h.param)
				read(t, &d, p, text, 0)
				d.Reset(unlimited)
				v, f := read(t, &d, p, text, 0)
				if f == nil && h.want != "" || f != nil && f.Kind.String() != h.want {
					t.Fatalf("%d: got %v, want %q", n, f, h.want)
				}
				if f != nil {
					cut(t, text, f.Place)
					_ = f.Error()
				}
				v.Place(len(v.JSON), 0)
			}
		})
	}
}

var unlimited = Limits{Pairs: 1 << 30, Bytes: 1 << 30, Items: 1 << 30, JSON: 1 << 30}

func TestUnknown(t *testing.T) {
	var d Decoder
	if f := d.SplitQuery("a=1&b=2&%63=3&d[x]=4&R=5&S=6&d[=7"); f != nil {
		t.Fatal(f)
	}
	unknown := func() (names []string) {
		for at := range d.Unknown() {
			names = append(names, fmt.Sprint(at.Name, at.Offset, "+", at.Length))
		}
		return
	}
	for _, step := range []struct {
		param string
		json  string
		want  []string
	}{
		{"query form* b string", `"2"`, []string{"a0+3", "c8+5", "d[x]14+6", "R21+3", "S25+3", "d[29+4"}},
		{"query form* c string", `"3"`, []string{"a0+3", "d[x]14+6", "R21+3", "S25+3", "d[29+4"}},
		{"query form* x {R:string}", `{"R":"5"}`, []string{"a0+3", "d[x]14+6", "S25+3", "d[29+4"}},
		{"query deepObject d {}", "", []string{"a0+3", "S25+3"}},
		{"query form* a integer", "1", []string{"S25+3"}},
		{"query form* y {*:any}", `{"S":6}`, nil},
		{"query form* y {*:any}", "", nil},
	} {
		p := paramOf(t, step.param)
		v, _ := d.Query(p, 0)
		if again, _ := d.Query(p, 0); string(again.JSON) != string(v.JSON) {
			t.Errorf("%s is %s, and then %s", step.param, v.JSON, again.JSON)
		}
		if got := unknown(); !slices.Equal(got, step.want) {
			t.Errorf("after %s, unknown names are %q, want %q", step.param, got, step.want)
		}
		if string(v.JSON) != step.json {
			t.Errorf("%s is %s, want %s", step.param, v.JSON, step.json)
		}
	}
	d.Reset(Limits{})
	if v, _ := d.Query(paramOf(t, "query form* a integer"), 0); v.JSON != nil {
		t.Errorf("after Reset, a is %s", v.JSON)
	}
}

func TestTakesRest(t *testing.T) {
	for param, want := range map[string]bool{
		"query form* a {}": true, "query form* a {b:any}": false, "query form* a {b:any,*:any}": true, "query form a {}": false,
		"query form* a any": false, "query form* a {}|string": false, "query form* a {} json": false, "query deepObject* a {}": false,
		"cookie form* a {}": true, "header simple* a {}": false, "path matrix* a {}": false, "query form* a {*:any}|string": false,
	} {
		if got := paramOf(t, param).TakesRest(); got != want {
			t.Errorf("%s: %t, want %t", param, got, want)
		}
	}
}

// A Decoder that has read many names must not find them in the next value.
func TestManyNames(t *testing.T) {
	var d Decoder
	for i, text := range []string{numbered(300, "b#,#", ","), "x,1," + numbered(20, "b#,#", ","), numbered(20, "b#,#", ",")} {
		for range 2 {
			v, f := d.Header(paramOf(t, "header simple a {}"), []string{text}, 0)
			if want := []string{`{"b0":0,"b1":1,`, `{"x":1,"b0":0,`, `{"b0":0,"b1":1`}[i]; f != nil || !strings.HasPrefix(string(v.JSON), want) {
				t.Errorf("got %.50s, %v; want %s...", v.JSON, f, want)
			}
		}
	}
	text := numbered(60, "b#,#", ",")
	text = text[:strings.Index(text, "b42")] + "b5,5"
	if _, f := d.Header(paramOf(t, "header simple a {}"), []string{text}, 0); f == nil || f.Related.Offset != strings.Index(text, "b5,5") || f.Place.Offset != len(text)-4 {
		t.Errorf("got %v, want a duplicate of b5", f)
	}
}
