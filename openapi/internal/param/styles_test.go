package param

import (
	"strings"
	"testing"

	"github.com/assayjson/assay/tokenizer"
)

// The examples of OpenAPI 3.0.4, 3.1.1 and 3.2.0, section "Style Examples". Those of 3.0.4 and 3.1.1 are the same as those of
// 3.2.0, except that the latter has the style cookie and does not write the question mark of queries.
var styleExamples = []struct{ style, undefined, text, array, object string }{
	{"path matrix", ";color", ";color=blue", ";color=blue,black,brown", ";color=R,100,G,200,B,150"},
	{"path matrix*", ";color", ";color=blue", ";color=blue;color=black;color=brown", ";R=100;G=200;B=150"},
	{"path label", ".", ".blue", ".blue,black,brown", ".R,100,G,200,B,150"},
	{"path label*", ".", ".blue", ".blue.black.brown", ".R=100.G=200.B=150"},
	{"path simple", "", "blue", "blue,black,brown", "R,100,G,200,B,150"},
	{"path simple*", "", "blue", "blue,black,brown", "R=100,G=200,B=150"},
	{"header simple", "", "blue", "blue,black,brown", "R,100,G,200,B,150"},
	{"header simple*", "", "blue", "blue,black,brown", "R=100,G=200,B=150"},
	{"query form", "color=", "color=blue", "color=blue,black,brown", "color=R,100,G,200,B,150"},
	{"query form*", "color=", "color=blue", "color=blue&color=black&color=brown", "R=100&G=200&B=150"},
	{"cookie form", "color=", "color=blue", "color=blue,black,brown", "color=R,100,G,200,B,150"},
	{"query spaceDelimited", "n/a", "n/a", "color=blue%20black%20brown", "color=R%20100%20G%20200%20B%20150"},
	{"query pipeDelimited", "n/a", "n/a", "color=blue%7Cblack%7Cbrown", "color=R%7C100%7CG%7C200%7CB%7C150"},
	{"query deepObject", "n/a", "n/a", "n/a", "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"},
	{"query deepObject*", "n/a", "n/a", "n/a", "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"},
	{"cookie cookie", "color=", "color=blue", "color=blue,black,brown", "color=R,100,G,200,B,150"},
	{"cookie cookie*", "color=", "color=blue", "color=blue; color=black; color=brown", "R=100; G=200; B=150"},
}

func TestStyleExamples(t *testing.T) {
	for _, row := range styleExamples {
		for _, c := range []struct{ shape, text, want string }{
			{"string", row.undefined, `""`},
			{"null|integer", row.undefined, `null`},
			{"[string]", row.undefined, `[]`},
			{"string", row.text, `"blue"`},
			{"[string]", row.text, `["blue"]`},
			{"[string]", row.array, `["blue","black","brown"]`},
			{"[string]|null", row.array, `["blue","black","brown"]`},
			{"{R:integer,G:integer,B:integer}", row.object, `{"R":100,"G":200,"B":150}`},
			{"{*:number}", row.object, `{"R":100,"G":200,"B":150}`},
			{"{R:string,*:integer}", row.object, `{"R":"100","G":200,"B":150}`},
			{"string|null|{R:string,*:integer}", row.object, `{"R":"100","G":200,"B":150}`},
		} {
			if c.text == "n/a" {
				continue
			}
			check(t, row.style+" color "+c.shape, c.text, c.want)
		}
	}
}

// The examples of RFC 6570, sections 3.2.2, 3.2.5, 3.2.7 and 3.2.8, as far as OpenAPI has their operators.
func TestTemplateExamples(t *testing.T) {
	const list, keys = `["red","green","blue"]`, `{"semi":";","dot":".","comma":","}`
	for _, row := range []struct{ param, text, want string }{
		{"path simple var string", "value", `"value"`},
		{"path simple hello string", "Hello%20World%21", `"Hello World!"`},
		{"path simple half string", "50%25", `"50%"`},
		{"path simple list [string]", "red,green,blue", list},
		{"path simple* list [string]", "red,green,blue", list},
		{"path simple keys {}", "semi,%3B,dot,.,comma,%2C", keys},
		{"path simple* keys {}", "semi=%3B,dot=.,comma=%2C", keys},
		{"path label var string", ".value", `"value"`},
		{"path label half string", ".50%25", `"50%"`},
		{"path label list [string]", ".red,green,blue", list},
		{"path label* list [string]", ".red.green.blue", list},
		{"path label keys {}", ".semi,%3B,dot,.,comma,%2C", keys},
		{"path label* keys {}", ".semi=%3B.dot=..comma=%2C", keys},
		{"path label empty_keys {}", "", "(absent)"},
		{"path matrix half string", ";half=50%25", `"50%"`},
		{"path matrix empty string", ";empty", `""`},
		{"path matrix list [string]", ";list=red,green,blue", list},
		{"path matrix* list [string]", ";list=red;list=green;list=blue", list},
		{"path matrix keys {}", ";keys=semi,%3B,dot,.,comma,%2C", keys},
		{"path matrix* keys {}", ";semi=%3B;dot=.;comma=%2C", keys},
		{"query form half string", "half=50%25", `"50%"`},
		{"query form y integer", "x=1024&y=768&empty=", `768`},
		{"query form empty string", "x=1024&y=768&empty=", `""`},
		{"query form list [string]", "list=red,green,blue", list},
		{"query form* list [string]", "list=red&list=green&list=blue", list},
		{"query form keys {}", "keys=semi,%3B,dot,.,comma,%2C", keys},
		{"query form* keys {}", "semi=%3B&dot=.&comma=%2C", keys},
	} {
		check(t, row.param, row.text, row.want)
	}
}

// Examples elsewhere in OpenAPI 3.2.0.
func TestOtherExamples(t *testing.T) {
	for _, row := range []struct{ param, text, want string }{
		{"header simple X-Token [integer]", "12345678,90099", "[12345678,90099]"},
		{"cookie cookie* cookie {greeting:string,code:integer}", "greeting=Hello%2C world!; code=42", `{"greeting":"Hello%2C world!","code":42}`},
		{"cookie form* greeting string", "greeting=Hello%2C%20world%21", `"Hello, world!"`},
		{"path simple username string", "di%E1%B9%85n%C4%81ga", "\"di\u1e45n\u0101ga\""},
		{"query form* thing [string]", "thing=one%20thing&thing=another%20thing", `["one thing","another thing"]`},
		{"query form* freeForm {*:integer}", "page=4&pageSize=50", `{"page":4,"pageSize":50}`},
		{"query form* coordinates {} json", "coordinates=%7B%22lat%22%3A10%2C%22long%22%3A60%7D", `{"lat":10,"long":60}`},
		{"query form* formulas {a:string,b:string,c:string}", "a=x%2By&b=x%2Fy&c=x%5Ey&words=math,is,fun", `{"a":"x+y","b":"x/y","c":"x^y"}`},
		{"query form words [string]", "a=x%2By&b=x%2Fy&c=x%5Ey&words=math,is,fun", `["math","is","fun"]`},
		{"query spaceDelimited words [string]", "a=x%2By&b=x/y&c=x%5Ey&words=math%20is%20fun", `["math","is","fun"]`},
		{"query form* \u2764\ufe0f string", "%E2%9D%A4%EF%B8%8F=love%21", `"love!"`},
	} {
		check(t, row.param, row.text, row.want)
	}
}

// check checks the result of a parameter, and of the same parameter in a request where other ones surround it.
func check(t *testing.T, param, text, want string) {
	t.Helper()
	var d Decoder
	p := paramOf(t, param)
	v, f := read(t, &d, p, text, 0)
	if got := describe(t, text, v, f); got != want {
		t.Errorf("%s: %q is\n%s, want\n%s", param, text, got, want)
	}
	if v.JSON != nil {
		checkPlaces(t, p, text, &v)
	}
	d.Reset(Limits{})
	if v, f := read(t, &d, p, text, 0); describe(t, text, v, f) != want {
		t.Errorf("%s: %q is %s in a Decoder that is used again", param, text, describe(t, text, v, f))
	}
}

// checkPlaces checks that the value is JSON, and that what is at the place of each name or scalar is its text.
func checkPlaces(t *testing.T, p *Param, text string, v *Value) {
	t.Helper()
	if err := tokenizer.Check(v.JSON, tokenizer.UniqueNames()); err != nil {
		t.Fatalf("%q: %s: %v", text, v.JSON, err)
	}
	c := map[In]coding{Path: percent, Query: form, Header: verbatim, Cookie: percent, QueryString: form}[p.In]
	if p.Style == CookieStyle {
		c = verbatim
	}
	if p.In == QueryString && v.JSON[0] != '{' {
		c = percent
	}
	for tok, err := range tokenizer.New(v.JSON).All() {
		if err != nil {
			t.Fatal(err)
		}
		offset := int(tok.Offset())
		raw := cut(t, text, v.Place(offset, len(tok.Raw())))
		if p.JSON {
			continue
		}
		decoded, _ := c.appendDecoded(nil, raw)
		want := string(tok.Raw())
		if strings.HasPrefix(want, `"`) {
			want = string(tok.AppendString(nil))
		}
		switch tok.Kind() {
		case tokenizer.BeginObject, tokenizer.EndObject, tokenizer.BeginArray, tokenizer.EndArray:
		case tokenizer.Null:
			if raw != "" {
				t.Errorf("%q: null in %s is at %q", text, v.JSON, raw)
			}
		default:
			if string(decoded) != want {
				t.Errorf("%q: %s in %s is at %q", text, tok.Raw(), v.JSON, raw)
			}
		}
	}
}
