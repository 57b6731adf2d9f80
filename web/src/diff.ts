// A dialog that shows what a change would do before it is made.
import { unifiedMergeView } from '@codemirror/merge'
import { EditorState } from '@codemirror/state'
import { EditorView, lineNumbers } from '@codemirror/view'
import { isolated, isolates } from './bidi'
import { button, el, modal } from './dom'
import { look, shadow } from './editor'
import { syntax } from './highlight'
import { text } from './strings'

// Choice is a change that the user can choose.
export interface Choice { title: string, after: string }

// showDiff shows the difference that each choice would make to a text, and calls apply with the new text if the user agrees.
export function showDiff(title: string, about: string, before: string, choices: Choice[], apply: (after: string) => void) {
  const host = el('div', { class: 'diff' })
  let chosen = choices[0], view: EditorView | undefined
  const choose = (choice: Choice) => {
    chosen = choice
    view?.destroy()
    view = diffView(host, before, choice.after)
  }
  modal(title, about, close => {
    const buttons = [button(text.cancel, close), button(text.apply, () => { close(); apply(chosen.after) }, { class: 'main', autofocus: true })]
    return { body: el('div', { class: 'stack' }, offered(choices, choose), host), buttons }
  }, true)
  choose(chosen)
  host.closest('dialog')?.addEventListener('close', () => view?.destroy())
}

// offered shows the titles of choices, and lets the user choose if there are several.
function offered(choices: Choice[], choose: (choice: Choice) => void): HTMLElement | null {
  if (choices.length === 1) return choices[0].title ? el('p', {}, ...isolated(choices[0].title)) : null
  const radios = choices.map((choice, i) => {
    const radio = el('input', { type: 'radio', name: 'choice', checked: i === 0, onchange: () => choose(choice) })
    return el('label', { class: 'row' }, radio, el('span', {}, ...isolated(choice.title)))
  })
  return el('div', { role: 'radiogroup', 'aria-label': text.fixes, class: 'choices' }, ...radios)
}

// diffView shows the difference between two texts in an element.
export function diffView(host: HTMLElement, before: string, after: string): EditorView {
  const root = shadow(host)
  const parent = document.createElement('div')
  root.replaceChildren(parent)
  const merge = unifiedMergeView({ original: before, mergeControls: false, collapseUnchanged: { margin: 2, minSize: 5 }, diffConfig: { scanLimit: 2000, timeout: 500 } })
  const extensions = [lineNumbers(), EditorState.readOnly.of(true), EditorView.editable.of(false), EditorView.contentAttributes.of({ 'aria-label': text.editorLabel, tabindex: '0' }), EditorView.lineWrapping, EditorView.theme({ '.cm-scroller': { maxHeight: '56vh' } }), syntax, isolates, look, merge]
  return new EditorView({ parent, root, state: EditorState.create({ doc: after, extensions }) })
}
