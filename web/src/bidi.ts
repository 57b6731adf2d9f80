// Shows text of documents so that its parts stay in their order, even if some are written from right to left. Without isolation, the
// colon between a name and a value in Hebrew would be shown to the left of the name.
import { Decoration, Direction, EditorView, MatchDecorator, ViewPlugin, type DecorationSet, type ViewUpdate } from '@codemirror/view'
import { Prec, type Extension } from '@codemirror/state'
import { el } from './dom'

const letter = String.raw`\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}`
const isRightToLeft = new RegExp(`[${letter}\u061c\u200f\u202b\u202e\u2067]`, 'u')
const strings = /"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?/gu
const words = new RegExp(`[${letter}](?:[${letter}\\p{M}\\s]*[${letter}\\p{M}])?`, 'gu')

// isolated returns a text whose strings, and whose words outside of strings, do not reorder what is around them.
export function isolated(text: string): (Node | string)[] {
  return isRightToLeft.test(text) ? split(text, strings, part => isRightToLeft.test(part) ? [el('bdi', { dir: 'ltr' }, part)] : [part], wordsOf) : [text]
}

// wordsOf does the same for a part of a text that may begin or end within a string.
export function wordsOf(text: string): (Node | string)[] {
  return isRightToLeft.test(text) ? split(text, words, part => [el('bdi', {}, part)], part => [part]) : [text]
}

// split returns the parts of a text that a pattern matches, and those between them, as the functions make them.
function split(text: string, pattern: RegExp, match: (part: string) => (Node | string)[], between: (part: string) => (Node | string)[]): (Node | string)[] {
  const parts: (Node | string)[] = []
  let last = 0
  for (const found of text.matchAll(pattern)) {
    parts.push(...between(text.slice(last, found.index)), ...match(found[0]))
    last = found.index + found[0].length
  }
  return [...parts, ...between(text.slice(last))]
}

// isolatedPointer returns a JSON Pointer, or a path of a file, whose parts stay in their order.
export function isolatedPointer(pointer: string): (Node | string)[] {
  return isRightToLeft.test(pointer) ? pointer.split('/').flatMap((part, i) => [i > 0 ? '/' : '', el('bdi', {}, part)]) : [pointer]
}

const mark = Decoration.mark({ class: 'cm-isolated', bidiIsolate: Direction.LTR })
const decorator = new MatchDecorator({ regexp: strings, decorate: (add, from, to, match) => { if (isRightToLeft.test(match[0])) add(from, to, mark) } })

// isolates does the same in an editor.
export const isolates: Extension = ViewPlugin.fromClass(class {
  marks: DecorationSet
  constructor(view: EditorView) { this.marks = decorator.createDeco(view) }
  update(update: ViewUpdate) { this.marks = decorator.updateDeco(update, this.marks) }
}, {
  provide: plugin => {
    const marks = (view: EditorView) => view.plugin(plugin)?.marks ?? Decoration.none
    return Prec.lowest([EditorView.decorations.of(marks), EditorView.bidiIsolatedRanges.of(marks)])
  },
})
