// A dialog that shows what a change would do before it is made.
import { unifiedMergeView } from '@codemirror/merge'
import { EditorState } from '@codemirror/state'
import { EditorView, lineNumbers } from '@codemirror/view'
import { button, el, modal } from './dom'
import { look, shadow } from './editor'
import { syntax } from './highlight'
import { text } from './strings'

// showDiff shows the difference between two texts, and calls apply if the user agrees.
export function showDiff(title: string, about: string, before: string, after: string, apply: () => void, options?: HTMLElement) {
  const host = el('div', { class: 'diff' })
  let view: EditorView | undefined
  modal(title, about, close => {
    const buttons = [button(text.cancel, close), button(text.apply, () => { close(); apply() }, { class: 'main', autofocus: true })]
    return { body: el('div', { class: 'stack' }, options, host), buttons }
  }, true)
  view = diffView(host, before, after)
  host.closest('dialog')?.addEventListener('close', () => view?.destroy())
}

// diffView shows the difference between two texts in an element.
export function diffView(host: HTMLElement, before: string, after: string): EditorView {
  const root = shadow(host)
  const parent = document.createElement('div')
  root.replaceChildren(parent)
  const merge = unifiedMergeView({ original: before, mergeControls: false, collapseUnchanged: { margin: 2, minSize: 5 }, diffConfig: { scanLimit: 2000, timeout: 500 } })
  const extensions = [lineNumbers(), EditorState.readOnly.of(true), EditorView.editable.of(false), EditorView.contentAttributes.of({ 'aria-label': text.editorLabel, tabindex: '0' }), EditorView.lineWrapping, EditorView.theme({ '.cm-scroller': { maxHeight: '56vh' } }), syntax, look, merge]
  return new EditorView({ parent, root, state: EditorState.create({ doc: after, extensions }) })
}
