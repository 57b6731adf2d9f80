// Writes cases.json: what the npm package json5, the reference parser of JSON5, makes of texts.
//
//	git clone https://github.com/json5/json5-tests && npm install json5@2.2.3
//	node cases.mjs json5-tests >cases.json
//
// The first cases are those of json5-tests (MIT license, Copyright (c) 2012-2016 Aseem Kishore and
// others), which says by the extension of a file whether it is JSON5; the others are ours. "json" is
// the value as JSON, with 0 for what JSON doesn't have; without it, the text is refused.
import JSON5 from 'json5'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ours = [
  `null|true|false|1|-1|+1|1.|.1|-.1|+.1|1.e1|.1e1|1.e+1|1.e-1|1E5|0.|0|-0|+0|.|+|-|+.|-.|1e|1e+|.e1|00|01|-01|+01|0.0|00.1|1.2.3|1_0|1n|1f|--1|+-1|- 1|+ 1`,
  `0x0|0X0|0xF|0xf|-0xF|+0xF|0x|-0x|0xg|0x1.8|0x1p3|0xFFFFFFFFFFFFFFFF|0x10000000000000000|0x123456789ABCDEF0123456789|0x1fffffffffffff|0x20000000000001|0x00000000000000000001|0xe+1`,
  `Infinity|+Infinity|-Infinity|NaN|+NaN|-NaN|infinity|nan|Infinityx|-Infinityx|-Infinit|Inf|NaN1|[Infinity,-Infinity,NaN]|undefined|True|None|nul|nulll|trueish|{true:1,false:2,null:3}`,
  `""|''|'a'|"a'b"|'a"b'|'a\\'b'|"a\\"b"|'a\\"b'|"a\\'b"|'"\\'"'|"\\a"|"\\q\\z"|'\\b\\f\\n\\r\\t\\v\\0'|'\\0a'|'\\01'|'\\1'|'\\9'|'\\8'|'\\x41'|'\\xaF'|'\\x4'|'\\xg1'|'\\x'|'\\u0041'|'\\u004'|'\\u{41}'|'\\uD83D\\uDE00'|'\\uD83D'|'\\/'|'\\\\'|'\\|'|"'|'é'|'\\é'|'\\😀'|"\\U0041"`,
  `'a\\\nb'|'a\\\rb'|'a\\\r\nb'|'a\\\u2028b'|'a\\\u2029b'|'a\u2028b'|"a\u2029b"|'a\nb'|'a\rb'|"a\nb"|'a\tb'|"\u0001\u001f"|'\u007f'|'\\\t'|'\\\n\\\n'|'\\\n'|'a\\\n'|'\\`,
  `{a:1}|{'a':1}|{"a":1}|{a:1,}|{a:1,,}|{,}|{,a:1}|{a}|{a:}|{a 1}|{a:1 b:2}|{1:1}|{1a:1}|{a-b:1}|{$:1,_:2,$_$1:3}|{é:1}|{ünïcödé:1}|{日本:1}|{\\u0061b:1}|{a\\u0062:1}|{\\u0031:1}|{a\\u0031:1}|{a\\u002d:1}|{\\x61:1}|{\\u006:1}|{a\\:1}|{a\u200cb:1,a\u200db:2}|{\u200ca:1}|{a\u0301:1}|{\u0301a:1}|{ª:1}|{ⅷ:1}|{a·b:1}|{℘:1}|{a٠:1}|{٠a:1}|{𠮷:1}|{a𠮷b:1}|{\\uD842\\uDFB7:1}|{ⸯ:1}|{😀:1}|{a‿b:1}|{NaN:1}|{Infinity:1}|{-Infinity:1}|{if:1}|{new:1}|{a:NaN}|{a.b:1}|{#a:1}|{[a]:1}|{a:1;b:2}|{a=1}|{a:b}|{a:1,'a':2}`,
  `[]|[1,]|[1,,]|[,]|[,1]|[1 2]|[1,2|[1}|[a]|['a',"b",]|[[],[[]],]|[{},{a:{}}]|[1,/**/]|[1/**/,]|[/**/]|[//\n]|[1,//\n]|[1//,\n,2]`,
  `/**/1|//\n1|1//|1//a|1/**/|1/*a*//*b*/|/* * / **/1|/***/1|/****/1|/*/1|/*/*/1|/**|/*|/|1/|1/ /|/*a*/|//a|//\r1|//\u20281|//\u20291|//\r\n1|#a\n1|<!--1|/*\n*/1|[1/*,*/,/*]*/2]|{/*a*/b/*c*/:/*d*/1/*e*/,/*f*/}|"/*a*/"|'//a'|//é😀\n1|1/*é*/`,
  `\t1|\v1|\f1|\u00a01|\ufeff1|1\ufeff|\u20281|\u20291|\u30001|\u16801|\u20001|\u202f1|\u205f1|\u180e1|\u200b1|\u00851|[\u00a01\u00a0,\u00a02\u00a0]|\u00001|1\u0000| |\ufeff`,
  `1 2|1,2|1,|{}{}|{}[]|"a""b"|'a''b'|{a:1}}|[1]]|)|(1)|@|\`a\`|“a”|a|€|[€]|'|{'a:1}|{a':1}`,
  `{a: 1, 'b': "x\\x41'", "c": [0xFF, +.5, 5., NaN,], /* d */ d: {e: '\\\n', f: "\\v"},} // end`,
].flatMap((line) => line.split('|'))

const cases = []
const folder = process.argv[2]
for (const name of readdirSync(folder, { recursive: true }).sort()) {
  if (/\.(json|json5|js|txt)$/.test(name) && !name.startsWith('.git')) cases.push({ name, text: readFileSync(join(folder, name), 'utf8') })
}
cases.push(...ours.map((text) => ({ text })))

const finite = (key, value) => typeof value === 'number' && !Number.isFinite(value) ? 0 : value
for (const c of cases) {
  try { c.json = JSON.stringify(JSON5.parse(c.text), finite) } catch { /* no JSON5 */ }
}
console.log('[\n' + cases.map((c) => JSON.stringify(c)).join(',\n') + '\n]')
