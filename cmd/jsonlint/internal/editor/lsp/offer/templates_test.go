package offer

import (
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/lint"
)

// Placeholders of templates. The first one of each text can be put in quotes, and all of them.
func TestPlaceholders(t *testing.T) {
	for _, c := range []struct {
		dialect lint.Dialect
		src     string
		want    []string
	}{
		{lint.JSON, `{"a": {{ value }}, "b": ${PORT}, "c": <%= x %>, "d": %(name)s}`, []string{
			`{"a": "{{ value }}", "b": ${PORT}, "c": <%= x %>, "d": %(name)s}`,
			`{"a": "{{ value }}", "b": "${PORT}", "c": "<%= x %>", "d": "%(name)s"}`,
		}},
		{lint.JSON, `[@A@, %B%, $(C), #{d}, ${{ e.f }}, $G, $1]`, []string{ // with one of them in quotes, the next one is an error that followed before
			`["@A@", "%B%", "$(C)", "#{d}", "${{ e.f }}", "$G", "$1"]`,
		}},
		{lint.JSON, `[{{имя}}, ${größe}, <ваш-ключ>, %имя%, $имя]`, []string{
			`["{{имя}}", ${größe}, <ваш-ключ>, %имя%, $имя]`, `["{{имя}}", "${größe}", "<ваш-ключ>", "%имя%", "$имя"]`,
		}},
		{lint.JSON, `{"a": {{{x}}}}`, []string{`{"a": "{{{x}}}"}`}},
		{lint.JSON, `{{{ x }}: 1}`, []string{`{"{{ x }}": 1}`}},
		{lint.JSON, `{${KEY}: 1}`, []string{`{"${KEY}": 1}`}},
		{lint.JSON, `["{{ x }}", {{ y }}]`, []string{`["{{ x }}", "{{ y }}"]`}},
		{lint.JSON, `{"a": {{first}} {{last}}}`, []string{`{"a": "{{first}} {{last}}"}`}},
		{lint.JSON, `{"a": http://${HOST}:${PORT}/x, "b": 80${N}}`, []string{
			`{"a": "http://${HOST}:${PORT}/x", "b": "80${N}"}`,
		}},
		{lint.JSON, `{"a": <YOUR_KEY>, "b": %s}`, []string{`{"a": "<YOUR_KEY>", "b": %s}`, `{"a": "<YOUR_KEY>", "b": "%s"}`}},
		{lint.JSONC, "{\"a\": ${X}, // ${Y}\n /* {{ z }} */ \"b\": {{ z }}}", []string{
			"{\"a\": \"${X}\", // ${Y}\n /* {{ z }} */ \"b\": {{ z }}}", "{\"a\": \"${X}\", // ${Y}\n /* {{ z }} */ \"b\": \"{{ z }}\"}",
		}},
		{lint.JWCC, `{"a": {{ x }},}`, []string{`{"a": "{{ x }}",}`}},
		{lint.JSON5, `{a: {{ x }}, $b: '{{ y }}', c: $D,}`, []string{`{a: "{{ x }}", $b: '{{ y }}', c: $D,}`, `{a: "{{ x }}", $b: '{{ y }}', c: "$D",}`}},
		{lint.NDJSON, "{\"a\": {{ x }}}\n[${Y}]\n", []string{"{\"a\": \"{{ x }}\"}\n[${Y}]\n", "{\"a\": \"{{ x }}\"}\n[\"${Y}\"]\n"}},
		{lint.JSON, `{"a": {{ x | default("y") }}}`, nil}, // the template would get other quotes
		{lint.JSON, `{% if x %}{"a": 1}{% endif %}`, nil},
		{lint.JSON, `[{% for x in y %}{"a": 1}{% endfor %}]`, nil},
		{lint.JSON, `{{"a": 1}}`, nil}, // not a placeholder
	} {
		if got := repairedIn(c.dialect, c.src); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.src, got, c.want)
		}
	}
}

// Values and names as other languages write them.
func TestOtherLanguages(t *testing.T) {
	for _, c := range []struct {
		src  string
		want string // one of the repairs
	}{
		{`{:id=>1, :name=>"x", :role=>:admin, "data" => nil}`, `{"id":1, "name":"x", "role":"admin", "data" : null}`},
		{`{ name: "x", role: :admin }`, `{ "name": "x", "role": "admin" }`},
		{`{ "name": "x", "role": :admin }`, `{ "name": "x", "role": "admin" }`},
		{`{:größe => :ja}`, `{"größe" : "ja"}`},
		{`{ "a" => 1, "b" => 2 }`, `{ "a" : 1, "b" : 2 }`},
		{`{"_id": ObjectId("5c51"), "at": ISODate("2017-08-30T20:39:46Z"), "n": NumberLong(5)}`,
			`{"_id": {"$oid": "5c51"}, "at": {"$date": "2017-08-30T20:39:46Z"}, "n": {"$numberLong": "5"}}`},
		{`{"_id": ObjectId("5c51"), "n": NumberLong(5)}`, `{"_id": "5c51", "n": 5}`},
		{`{'p': Decimal('1.20'), 'at': datetime.datetime(2024, 1, 31, 9, 5), 'd': datetime.date(2024, 1, 31)}`,
			`{"p": "1.20", "at": "2024-01-31T09:05", "d": "2024-01-31"}`},
		{`[datetime.datetime(2024, 1, 31, 9, 5, 7, 120, tzinfo=datetime.timezone.utc)]`, `["2024-01-31T09:05:07.000120Z"]`},
		{`{"at": new Date("2024-01-31")}`, `{"at": "2024-01-31"}`},
		{`[undefined, NaN, -Infinity]`, `[null, null, null]`},
		{`{name=John Smith, none=, at={city=Berlin, zip=10115}, tags=[a, 2], x={}, n=null}`,
			`{"name": "John Smith", "none": "", "at": {"city": "Berlin", "zip": 10115}, "tags": ["a", 2], "x": {}, "n": null}`},
		{`{“a”: “b”, „c“: „d”, ‘e’: «f»}`, `{"a": "b", "c": "d", "e": "f"}`},
		{"{\"a\":\u00A01,\u3000\"b\":\u200B2}", `{"a": 1, "b":2}`},
		{"{\"a\": 1,\uFEFF \"b\": 2}", `{"a": 1, "b": 2}`},
		{`{"a"： 1，"b": ［1、2］}`, `{"a": 1,"b": [1,2]}`},
		{`{"a": 1, <!-- c --> "b": 2}`, `{"a": 1,  "b": 2}`},
	} {
		if got := repaired(c.src); !slices.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", c.src, got, c.want)
		}
	}
	for _, src := range []string{`{a=b=c}`, `{a=1, b}`, `{a={b}}`, `{=1}`, `{a=1]]`, `{a=x{}}`, "[datetime.date(2024, 1)]", "[datetime.datetime(2024, 1, 31, 9)]", "[datetime.date(2024, +1, 31)]"} {
		for _, text := range repaired(src) {
			if lint.New(lint.Options{}).Check([]byte(text)).Count(lint.Error) == 0 {
				t.Errorf("%s becomes %s", src, text)
			}
		}
	}
}

// A hash of Ruby is not a map of Java with values that begin with >.
func TestHashIsNoMap(t *testing.T) {
	if got, want := repaired(`{:a => 1}`), []string{`{"a" : 1}`, `{"a" => 1}`}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// Documents with something else around their lines or characters.
func TestCopiedTexts(t *testing.T) {
	const want = "{\n  \"a\": 1\n}\n"
	for _, src := range []string{
		"1 {\n2   \"a\": 1\n3 }\n",
		"   9\t{\n  10\t  \"a\": 1\n  11\t}\n",
		"1: {\n2:   \"a\": 1\n3: }\n",
		"+{\n+  \"a\": 1\n+}\n",
		" {\n-  \"a\": 0\n+  \"a\": 1\n }\n",
		"--- a\n+++ b\n@@ -1 +1 @@\n {\n-  \"a\": 1\n+  \"b\": 1\n }\n",
		"> {\n>   \"a\": 1\n> }\n",
		"\x1b[32m{\x1b[0m\n  \"a\": \x1b[1;31m1\x1b[0m\n}\n",
		"{\n<<<<<<< HEAD\n  \"a\": 1\n=======\n  \"a\": 2\n>>>>>>> x\n}\n",
		"{\n<<<<<<< HEAD\n  \"b\": 1\n||||||| base\n=======\n  \"a\": 1\n>>>>>>> x\n}\n",
		"{\n  &quot;a&quot;: 1\n}\n",
		"%7B%0A%20%20%22a%22%3A%201%0A%7D%0A",
	} {
		if got := repaired(src); !slices.Contains(got, want) {
			t.Errorf("%q: %q", src, got)
		}
	}
	for _, c := range []struct{ src, want string }{
		{`'{"a": "it'\''s"}'`, `{"a": "it's"}`},
		{`"{""a"": ""x"", ""b"": """"}"`, `{"a": "x", "b": ""}`},
		{`{""a"": ""x""}`, `{"a": "x"}`},
		{`2024-01-31 12:00:00 INFO {"a": 1}`, `{"a": 1}`},
		{`curl -d '{"a": 1}' http://example.org`, `{"a": 1}`},
		{`b'{"a": 1}'`, `{"a": 1}`},
	} {
		if got := repaired(c.src); len(got) == 0 || got[0] != c.want {
			t.Errorf("%s: %q, want %q", c.src, got, c.want)
		}
	}
	for _, src := range []string{"1", "+1", "-\n-", "> 1\n2", `'x'`, `""`} {
		for _, text := range repaired(src) {
			if strings.ContainsAny(text, "{") {
				t.Errorf("%q becomes %q", src, text)
			}
		}
	}
}
