package jsontest

// Seeds are texts that reach every state of the scanner. Package conformance has larger tables.
var Seeds = []string{
	``, ` `, `1`, `-0.5e+7`, `"a\u0041\n"`, `[]`, `{}`, `[1,"2",null,true,false,{"a":[]}]`, `{"a":{"b":[1,{"c":"d"}]}}`,
	`[1,]`, `{"a":1,}`, `[1 2]`, `{"a" 1}`, `{"a":1 "b":2}`, `[}`, `01`, `1.`, `tru`, `"abc`, "\"\xED\xA0\x80\"", "\xEF\xBB\xBF1",
	`"\uD800"`, `{"a":1,"a":2}`, `1e400`, "\"\uFFFF\"", "[\r\n1,\rx]", `{"a":1`,
}
