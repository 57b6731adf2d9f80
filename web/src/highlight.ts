// The syntax of JSON, JSONC, JWCC and JSON5 for the editor: colors, indentation and folding. It never fails, because texts
// may be invalid; what is wrong with them is the engine's business.
import { HighlightStyle, StreamLanguage, foldService, indentService, syntaxHighlighting, type StringStream } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { tags } from '@lezer/highlight'

interface State { inComment: boolean }

const language = StreamLanguage.define<State>({
  name: 'json',
  startState: () => ({ inComment: false }),
  token: (stream, state) => state.inComment ? comment(stream, state) : token(stream, state),
  languageData: { closeBrackets: { brackets: ['[', '{', '"'] }, commentTokens: { line: '//', block: { open: '/*', close: '*/' } } },
  tokenTable: { name: tags.propertyName },
})

function comment(stream: StringStream, state: State): string {
  if (stream.skipTo('*/')) {
    stream.match('*/')
    state.inComment = false
  } else stream.skipToEnd()
  return 'comment'
}

function token(stream: StringStream, state: State): string | null {
  if (stream.eatSpace()) return null
  if (stream.match('//')) {
    stream.skipToEnd()
    return 'comment'
  }
  if (stream.match('/*')) {
    state.inComment = true
    return comment(stream, state)
  }
  if (stream.match(/^"(?:[^"\\]|\\.)*"?/) || stream.match(/^'(?:[^'\\]|\\.)*'?/)) return isName(stream) ? 'name' : 'string'
  if (stream.match(/^[-+]?(?:0[xX][\da-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)/)) return 'number'
  if (stream.match(/^[-+]?(?:true|false|null|NaN|Infinity)\b/)) return isName(stream) ? 'name' : 'atom'
  if (stream.match(/^[\p{L}_$][\p{L}\p{N}_$]*/u)) return isName(stream) ? 'name' : 'variableName'
  stream.next()
  return 'punctuation'
}

// isName reports whether a colon follows.
function isName(stream: StringStream): boolean { return stream.match(/^\s*:/, false) !== null && stream.match(/^\s*:/, false) !== false }

const colors = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--name)' }, { tag: tags.string, color: 'var(--string)' }, { tag: tags.number, color: 'var(--number)' },
  { tag: tags.atom, color: 'var(--literal)' }, { tag: tags.comment, color: 'var(--comment)', fontStyle: 'italic' },
])

// A line is indented as the one before, and one step more after an opening bracket.
const indentation = indentService.of((context, position) => {
  const line = context.lineAt(position, -1)
  if (line.from === 0) return 0
  const before = context.lineAt(line.from - 1, -1)
  const opens = /[[{]\s*$/.test(before.text), closes = /^\s*[\]}]/.test(line.text)
  return Math.max(0, context.lineIndent(before.from) + (opens ? context.unit : 0) - (closes ? context.unit : 0))
})

const mostLines = 50_000 // beyond which a bracket is not looked for

// A line that ends in an opening bracket can be folded up to the next line that is not indented more.
const folding = foldService.of((state, from, to) => {
  const line = state.doc.lineAt(from)
  if (!/[[{]\s*$/.test(line.text)) return null
  const indent = line.text.search(/\S/)
  const last = Math.min(state.doc.lines, line.number + mostLines)
  for (let n = line.number + 1; n <= last; n++) {
    const next = state.doc.line(n), at = next.text.search(/\S/)
    if (at >= 0 && at <= indent) return n > line.number + 1 ? { from: to, to: next.from + at } : null
  }
  return null
})

export const syntax: Extension = [language, syntaxHighlighting(colors), indentation, folding]
