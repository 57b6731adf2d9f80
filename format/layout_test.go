package format

import (
	"testing"

	"github.com/assayjson/assay/dialect"
)

// layouts holds texts and their formatted form.
var layouts = []struct {
	name    string
	options Options
	src     string
	want    string
}{
	{"scalar", Options{}, ` 1.50e+1 `, "1.50e+1\n"},
	{"empty", Options{}, "{ \"a\" : [ ] , \"b\" : {\n} }", "{\n  \"a\": [],\n  \"b\": {}\n}\n"},
	{"nested", Options{}, `[1,[2,{"a":3}]]`, "[\n  1,\n  [\n    2,\n    {\n      \"a\": 3\n    }\n  ]\n]\n"},
	{"indent", Options{Indent: "\t"}, `[1]`, "[\n\t1\n]\n"},
	{"blank lines", Options{}, "[\n\n1,\n\n\n\n2,\n3\n\n]\n\n", "[\n  1,\n\n  2,\n  3\n]\n"},
	{"compact", Options{Compact: true}, "{ \"a\" : [ 1 , 2 ] }", "{\"a\":[1,2]}\n"},
	{"strings are kept", Options{}, `"\u0061\/é"`, "\"\\u0061\\/é\"\n"},

	{"fits", Options{Width: 12}, `[1,2,3,4]`, "[1, 2, 3, 4]\n"},
	{"does not fit", Options{Width: 11}, `[1,2,3,4]`, "[\n  1,\n  2,\n  3,\n  4\n]\n"},
	{"inner fits", Options{Width: 12}, `[[1,2],[3,4]]`, "[\n  [1, 2],\n  [3, 4]\n]\n"},
	{"room for the comma", Options{Width: 9}, `[[1,23],[3,4]]`, "[\n  [\n    1,\n    23\n  ],\n  [3, 4]\n]\n"},
	{"object fits", Options{Width: 80}, `{"a":1,"b":{}}`, "{ \"a\": 1, \"b\": {} }\n"},
	{"tight", Options{Width: 14, TightBraces: true}, `[{"a":1},{},{ "a": { } },{"b":[[]]}]`, "[\n  {\"a\": 1},\n  {},\n  {\"a\": {}},\n  {\"b\": [[]]}\n]\n"},
	{"tight comments", Options{Style: Prettier, Width: 80, TightBraces: true, Dialect: dialect.JSONC}, "{ /* a */ \"b\":{\"c\":1 /* d */ } }", "{/* a */ \"b\": {\"c\": 1 /* d */}}\n"},
	{"object is kept open", Options{Width: 80}, "{\n\"a\":1,\"b\":{\"c\":[\n1]}}", "{\n  \"a\": 1,\n  \"b\": { \"c\": [1] }\n}\n"},
	{"kept open when sorted", Options{Width: 80, Order: Ascending}, "{\n\"b\":1,\"a\":2}", "{\n  \"a\": 2,\n  \"b\": 1\n}\n"},
	{"code points", Options{Width: 6}, `["éé"]`, "[\"éé\"]\n"},
	{"name before", Options{Width: 23}, "{\n\"name\":[1,2,3,4],\"names\":[1,2,3,4]}", "{\n  \"name\": [1, 2, 3, 4],\n  \"names\": [\n    1,\n    2,\n    3,\n    4\n  ]\n}\n"},

	{"stringify", Options{Style: Stringify, Width: 80}, "{\"a\":[1],\n\n\"b\":{},\"c\":{\"d\":[[]]}}", "{\n  \"a\": [\n    1\n  ],\n  \"b\": {},\n  \"c\": {\n    \"d\": [\n      []\n    ]\n  }\n}\n"},
	{"stringify comments", Options{Style: Stringify, Dialect: dialect.JSONC}, "[1,\n\n// a\n2]", "[\n  1,\n  // a\n  2\n]\n"},
	{"tabs are two columns", Options{Style: Prettier, Width: 10, Indent: "\t"}, `[[1,2],[1,23],[3,4]]`, "[\n\t[1, 2],\n\t[1, 23],\n\t[3, 4]\n]\n"},
	{"tabs are four columns", Options{Style: Prettier, Width: 10, Indent: "\t", TabWidth: 4}, `[[1,2],[1,23],[3,4]]`, "[\n\t[\n\t\t1,\n\t\t2\n\t],\n\t[\n\t\t1,\n\t\t23\n\t],\n\t[3, 4]\n]\n"},
	{"comments", Options{Dialect: dialect.JWCC}, "// head\n\n{// open\n//one\n\"a\":1,// a\n\n/*b*/\"b\"/*c*/:/*d*/2/*e*/,//f\n//last\n}//end\n\n//eof",
		"// head\n\n{ // open\n  //one\n  \"a\": 1, // a\n\n  /*b*/ \"b\": /*c*/ /*d*/ 2, /*e*/ //f\n  //last\n} //end\n\n//eof\n"},
	{"comment in empty", Options{Dialect: dialect.JSONC}, "[/*a*/]", "[\n  /*a*/\n]\n"},
	{"comment keeps open", Options{Dialect: dialect.JSONC, Width: 80}, "[[1],[1/*a*/],[[[2]]]]", "[\n  [1],\n  [\n    1 /*a*/\n  ],\n  [[[2]]]\n]\n"},
	{"comment before comma", Options{Dialect: dialect.JSONC}, "[1 // a\n, 2\n// b\n, 3]", "[\n  1, // a\n  2,\n  // b\n  3\n]\n"},
	{"line comment after colon", Options{Dialect: dialect.JSONC}, "{\"a\": // x\n1}", "{\n  \"a\": // x\n    1\n}\n"},
	{"compact comments", Options{Dialect: dialect.JSONC, Compact: true}, "[1, // a \n 2 /* b */ ] // c", "[1,// a\n2/* b */]// c\n"},
	{"block keeps its lines", Options{Dialect: dialect.JSONC, LineEnd: CRLF}, "/* a\n   b */[]", "/* a\r\n   b */ []\r\n"},
	{"comment moves", Options{Dialect: dialect.JSONC, Order: Ascending}, "{\n// b\n\"b\": 1, // one\n\n// a\n\"a\": 2 // two\n}", "{\n  // a\n  \"a\": 2, // two\n  // b\n  \"b\": 1 // one\n}\n"},
	{"commas kept", Options{Dialect: dialect.JWCC}, "[1,[2,],[3],]", "[\n  1,\n  [\n    2,\n  ],\n  [\n    3\n  ],\n]\n"},
	{"commas added", Options{Dialect: dialect.JWCC, TrailingCommas: AddCommas, Width: 6}, "[[1],[1,2,3]]", "[\n  [1],\n  [\n    1,\n    2,\n    3,\n  ],\n]\n"},
	{"commas removed", Options{Dialect: dialect.JWCC, TrailingCommas: RemoveCommas}, "[1,/*a*/]", "[\n  1 /*a*/\n]\n"},
	{"no commas in JSON", Options{TrailingCommas: AddCommas}, "[1]", "[\n  1\n]\n"},
	{"JSON5", Options{Dialect: dialect.JSON5}, "{a:'b',\"c\":+.5,NaN:NaN}", "{\n  a: 'b',\n  \"c\": +.5,\n  NaN: NaN\n}\n"},
	{"JSON5 space", Options{Dialect: dialect.JSON5}, "\ufeff[\u00a01\u2028]", "[\n  1\n]\n"},
	{"string in two lines", Options{Dialect: dialect.JSON5, Width: 80}, "['a\\\nb']", "[\n  'a\\\nb'\n]\n"},

	{"ascending", Options{Compact: true, Order: Ascending}, `{"b":1,"a":2,"\u0061b":3,"é":4,"B":5,"a":6}`, `{"B":5,"a":2,"a":6,"\u0061b":3,"b":1,"é":4}` + "\n"},
	{"descending", Options{Compact: true, Order: Descending}, `{"b":1,"a":2,"a":6,"c":[{"x":1,"y":2}]}`, `{"c":[{"y":2,"x":1}],"b":1,"a":2,"a":6}` + "\n"},
	{"natural", Options{Compact: true, Order: Natural}, `{"a10":1,"a9":2,"a09":3,"a":4,"b1c2":5,"b1c10":6,"1":7}`, `{"1":7,"a":4,"a09":3,"a9":2,"a10":1,"b1c2":5,"b1c10":6}` + "\n"},
	{"sort lone surrogates", Options{Compact: true, Order: Ascending}, `{"\ufffd":1,"\ud801":2,"\ud800":3,"\ue000":4,"z":5}`, `{"z":5,"\ue000":4,"\ufffd":1,"\ud801":2,"\ud800":3}` + "\n"},
	{"sort JSON5", Options{Compact: true, Order: Ascending, Dialect: dialect.JSON5}, `{'b\x61':1,ab:2,"a":3}`, `{"a":3,ab:2,'b\x61':1}` + "\n"},

	{"ASCII", Options{Compact: true, ASCII: true}, `{"é":"\u00c9😀\\é\n"}`, `{"\u00e9":"\u00c9\ud83d\ude00\\\u00e9\n"}` + "\n"},
	{"ASCII is wider", Options{Width: 11, ASCII: true}, `["é",1]`, "[\n  \"\\u00e9\",\n  1\n]\n"},
	{"ASCII in JSON5", Options{Compact: true, ASCII: true, Dialect: dialect.JSON5}, "{é:'\\é\\\u2028x',𠮷:1/*é*/}", `{\u00e9:'\u00e9x',"\ud842\udfb7":1/*é*/}` + "\n"},

	{"CRLF", Options{LineEnd: CRLF}, "[1]", "[\r\n  1\r\n]\r\n"},
	{"line ends kept", Options{LineEnd: KeepLineEnd}, "[\r\n1]", "[\r\n  1\r\n]\r\n"},
	{"line ends kept LF", Options{LineEnd: KeepLineEnd}, "[\n1,\r\n2]", "[\n  1,\n  2\n]\n"},
	{"newline kept", Options{FinalNewline: KeepNewline}, "[]", "[]"},
	{"newline kept too", Options{FinalNewline: KeepNewline}, "[]\n\n", "[]\n"},
	{"no newline", Options{FinalNewline: NoNewline, Dialect: dialect.JSONC}, "[]//a\n\n", "[] //a"},
	{"indent detected", Options{Detect: true}, "{\"a\": [\n   1,\n 2]}", "{\n   \"a\": [\n      1,\n      2\n   ]\n}\n"},
	{"tabs detected", Options{Detect: true, Dialect: dialect.JSONC}, "/*\n  a */{\n\n\t\"a\": 1}", "/*\n  a */ {\n\t\"a\": 1\n}\n"},
	{"nothing detected", Options{Detect: true, Indent: " "}, "[1,\n2]", "[\n 1,\n 2\n]\n"},

	{"records", Options{Records: true, Order: Ascending}, "{\"b\" : 1, \"a\": 2}\n\n [ 1 ]\r\n2", "{\"a\":2,\"b\":1}\n[1]\n2\n"},
	{"canonical records", Options{Records: true, Canonical: true}, "{\"b\":1.0,\"a\":2}\n1e2", "{\"a\":2,\"b\":1}\n100\n"},
	{"canonical JSON5", Options{Canonical: true, Dialect: dialect.JSON5}, "{b:'x', /* c */ a:0x10,}", `{"a":16,"b":"x"}`},
}

func TestLayouts(t *testing.T) {
	for _, c := range layouts {
		got, err := Append(nil, []byte(c.src), c.options)
		if err != nil || string(got) != c.want {
			t.Errorf("%s: %v, got\n%s\nwant\n%s", c.name, err, got, c.want)
		}
		if again, err := Append(nil, got, c.options); err != nil || string(again) != string(got) {
			t.Errorf("%s, again: %v, got\n%s\nwant\n%s", c.name, err, again, got)
		}
	}
}
