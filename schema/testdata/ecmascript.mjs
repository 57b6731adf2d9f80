// Writes ecmascript.json: what Node.js makes of patterns, in Unicode mode and without it.
//
//	node ecmascript.mjs
//
// For each pattern, "unicode" and "legacy" have a digit for each text, 1 if the pattern matches,
// or are null if the pattern is not valid.
import { writeFileSync } from 'node:fs'

const texts = [
  '', 'a', 'b', 'ab', 'abc', 'aa', 'aab', 'A', 'Z', 'zz', '0', '9', '09', '42', '_', '-', '.', '/', 'a-b', 'a.b', '\n', 'a\n', '\t', ' ',
  '\v', '\u00a0', '\ufeff', '\u2028', '\u2003', '\u0085', '\u180e', 'é', 'ß', '😀', '😀a', 'α', 'Α', '٣', '\0', '\u0001', '\b',
  '\\', 'a b', 'foo', 'Foo', 'foo-bar_1', '1.2.3', '{', '}', '[', ']', '{2}', 'a{2}', 'p{L}', 'u{2}', 'uu', 'cA', 'x4',
  ':]', '\u212a', '\u017f', 'k', 'ab ab', 'user@example.com', '2020-01-02',
]

const pieces = [
  'a', 'b', 'Z', '0', '9', '_', '-', '.', '^', '$', '*', '+', '?', '{2}', '{2,}', '{1,3}', '{', '}', '[', ']', '(', ')', '|',
  '\\d', '\\D', '\\w', '\\W', '\\s', '\\S', '\\b', '\\B', '\\-', '\\_', '\\/', '\\.', '\\a', '\\e', '\\z', '\\Z', '\\A', '\\cA',
  '\\c', '\\0', '\\1', '\\2', '\\k<n>', '(?<n>a)', '(?:', '(?=', '(?!', '(?<=', '(?<!', '(?i)', '(?#', '(?>', '(?P<n>',
  '\\p{L}', '\\p{Lu}', '\\P{Nd}', '\\p{Letter}', '\\p{Script=Greek}', '\\p{Greek}', '\\p{ASCII}', '\\u0041', '\\u{1F600}', '\\u{2}',
  '\\uD83D\\uDE00', '\\uD83D', '\\x41', '\\x4', '\\u00', '[a-z]', '[^a-z]', '[\\w-]', '[\\w-.]', '[^\\s]', '[\\S]', '[]', '[^]',
  '[a-', '-z]', 'é', '😀', '\u2028', ',', '/', '\\t', '\\n', '\\v', '\\f', '\\r', '[\\b]', '[\\d-z]', '[+--]', '[[:alpha:]]', '\\\\',
  '\\^', '\\{', '\\ ', '(a|b)', '(a)\\1', '*?', '+?', '??', '++', 'a{2,1}', '\\8', '\\07', '\\p', '\\p{', '=', '!', '<', '>', ':',
  '[\\p{L}_]', '[^\\P{L}]', '[\\s-a]', '[a\\-z]', '^(?!.*foo)', '(?<!o)$',
]

// random is mulberry32.
let state = 1
function random(n) {
  state = (state + 0x6d2b79f5) | 0
  let t = Math.imul(state ^ (state >>> 15), 1 | state)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) % n
}

const patterns = new Set(pieces)
while (patterns.size < 1000) {
  let pattern = ''
  for (let n = 2 + random(4); n > 0; n--) pattern += pieces[random(pieces.length)]
  patterns.add(pattern)
}

function verdict(pattern, flags) {
  try {
    const expression = new RegExp(pattern, flags)
    return texts.map(text => (expression.test(text) ? '1' : '0')).join('')
  } catch {
    return null
  }
}

const lines = [...patterns].map(pattern =>
  JSON.stringify({ pattern, unicode: verdict(pattern, 'u'), legacy: verdict(pattern, '') }))
writeFileSync(new URL('ecmascript.json', import.meta.url),
  `{"texts": ${JSON.stringify(texts)},\n"patterns": [\n${lines.join(',\n')}\n]}\n`)
