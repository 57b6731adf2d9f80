// The editor. It lives in a shadow tree, where its style sheets can be constructed by scripts, which the policy of the page
// allows; style elements would be forbidden.
import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory } from '@codemirror/commands'
import { bracketMatching, codeFolding, foldGutter, foldKeymap, indentUnit } from '@codemirror/language'
import { lintGutter, lintKeymap } from '@codemirror/lint'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { Compartment, EditorState, type Extension, type Transaction } from '@codemirror/state'
import { EditorView, crosshairCursor, drawSelection, dropCursor, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, keymap, lineNumbers, placeholder, rectangularSelection } from '@codemirror/view'
import { isolates } from './bidi'
import { syntax } from './highlight'
import { text } from './strings'

const wave = (color: string) => ({ textDecoration: `underline wavy ${color} 1.5px`, textUnderlineOffset: '3px', textDecorationSkipInk: 'none', backgroundImage: 'none', paddingBottom: '0' })

// look has the colors of the page, which are variables.
export const look = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--paper)', color: 'var(--ink)', fontSize: '13.5px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.6' },
  '.cm-content': { caretColor: 'var(--ink)', padding: '10px 0 40px' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--ink)', borderLeftWidth: '2px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': { background: 'var(--selection)' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--active)' },
  '.cm-gutters': { backgroundColor: 'var(--paper)', color: 'var(--faint)', border: 'none', paddingLeft: '6px' },
  '.cm-foldPlaceholder': { backgroundColor: 'var(--accent-soft)', border: 'none', color: 'var(--accent)', padding: '0 6px' },
  '.cm-placeholder': { color: 'var(--faint)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--accent-soft)', outline: '1px solid var(--accent)', borderRadius: '2px' },
  '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'var(--error-soft)' },
  '.cm-selectionMatch': { backgroundColor: 'var(--accent-soft)' },
  '.cm-searchMatch': { backgroundColor: 'var(--selection)', outline: 'none' },
  '.cm-searchMatch-selected': { outline: '2px solid var(--accent)' },
  '.cm-lintRange-error': wave('var(--error)'), '.cm-lintRange-warning': wave('var(--warning)'), '.cm-lintRange-info': wave('var(--info)'),
  '.cm-gutter-lint': { width: '16px' }, '.cm-gutter-lint .cm-gutterElement': { padding: '0', display: 'grid', placeItems: 'center' },
  '.cm-lint-marker': { width: '8px', height: '8px', borderRadius: '50%', content: '""' },
  '.cm-lint-marker-error': { content: '""', backgroundColor: 'var(--error)' }, '.cm-lint-marker-warning': { content: '""', backgroundColor: 'var(--warning)' }, '.cm-lint-marker-info': { content: '""', backgroundColor: 'var(--info)' },
  '.cm-lintPoint:after': { bottom: '0' },
  '.cm-isolated': { unicodeBidi: 'isolate', direction: 'ltr' }, '.cm-tooltip code': { unicodeBidi: 'isolate' },
  '.cm-tooltip': { backgroundColor: 'var(--paper)', color: 'var(--ink)', border: '1px solid var(--line)', borderRadius: '8px', boxShadow: 'var(--shadow)', fontFamily: 'var(--sans)', maxWidth: 'min(36em, 90vw)', overflow: 'hidden' },
  '.cm-tooltip code, .cm-tooltip pre': { fontFamily: 'var(--mono)', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  '.cm-tooltip .cm-lsp-documentation': { padding: '6px 11px', fontSize: '13px', maxHeight: '40vh', overflow: 'auto' },
  '.cm-diagnostic': { padding: '6px 11px', borderLeftWidth: '3px', whiteSpace: 'pre-wrap', fontSize: '13px' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--error)' }, '.cm-diagnostic-warning': { borderLeftColor: 'var(--warning)' }, '.cm-diagnostic-info': { borderLeftColor: 'var(--info)' },
  '.cm-diagnosticAction': { backgroundColor: 'var(--accent)', color: 'var(--on-accent)', padding: '2px 9px', borderRadius: '5px', font: 'inherit', marginLeft: '8px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--on-accent)' },
  '.cm-panels': { backgroundColor: 'var(--raised)', color: 'var(--ink)', borderColor: 'var(--line)', fontFamily: 'var(--sans)' },
  '.cm-panels-bottom, .cm-panels-top': { borderColor: 'var(--line)' },
  '.cm-textfield': { backgroundColor: 'var(--paper)', color: 'var(--ink)', border: '1px solid var(--line)', borderRadius: '5px', fontSize: '13px' },
  '.cm-button': { backgroundImage: 'none', backgroundColor: 'var(--raised)', color: 'var(--ink)', border: '1px solid var(--line)', borderRadius: '5px', fontSize: '13px' },
  '.cm-panel.cm-search [name=close]': { color: 'var(--ink)' },
  '.cm-specialChar': { color: 'var(--error)', backgroundColor: 'var(--error-soft)', borderRadius: '2px' },
  '.cm-changedText': { background: 'color-mix(in srgb, var(--good) 28%, transparent) !important', borderRadius: '2px' }, '.cm-deletedChunk .cm-deletedText': { background: 'color-mix(in srgb, var(--error) 30%, transparent) !important', borderRadius: '2px', textDecoration: 'line-through' },
  '.cm-changedLine, .cm-insertedLine': { backgroundColor: 'color-mix(in srgb, var(--good-soft) 60%, transparent) !important' },
  '.cm-deletedChunk': { backgroundColor: 'color-mix(in srgb, var(--error-soft) 60%, transparent) !important', color: 'var(--ink)' },
  '.cm-changeGutter': { width: '4px', paddingLeft: '2px' }, '.cm-changedLineGutter': { background: 'var(--good)' }, '.cm-deletedLineGutter': { background: 'var(--error)' },
  '.cm-collapsedLines': { color: 'var(--faint)', background: 'var(--ground)', padding: '3px 12px' },
})

// shadow returns the root of a shadow tree in an element.
export function shadow(host: HTMLElement): ShadowRoot {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(':host { display: flex; flex-direction: column } .host { flex: 1; min-height: 0 }')
  root.adoptedStyleSheets = [sheet]
  return root
}

// replacesAll reports whether the user has pasted a text in place of the whole one.
function replacesAll(t: Transaction): boolean {
  let isAll = false
  t.changes.iterChanges((from, to, _, end) => { isAll = from === 0 && to > 0 && to === t.startState.doc.length && end > 0 })
  return isAll && t.isUserEvent('input.paste')
}

export class Editor {
  readonly view: EditorView
  private language = new Compartment()
  private indent = new Compartment()

  // The keys are handled before those of the editor. The callback is called after the text or the selection has changed; isReplaced
  // reports whether the user has pasted a text in place of the whole one.
  constructor(host: HTMLElement, keys: Extension, changed: (textChanged: boolean, isReplaced: boolean) => void) {
    const root = shadow(host)
    const parent = document.createElement('div')
    parent.className = 'host'
    root.append(parent)
    const extensions = [
      keys, lineNumbers(), highlightActiveLineGutter(), highlightSpecialChars(), history(), foldGutter(), codeFolding(), drawSelection(), dropCursor(),
      EditorState.allowMultipleSelections.of(true), bracketMatching(), closeBrackets(), rectangularSelection(), crosshairCursor(), highlightActiveLine(),
      highlightSelectionMatches(), search({ top: true }), lintGutter(), EditorView.lineWrapping, placeholder(text.placeholder), syntax, isolates, look,
      keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...completionKeymap, ...lintKeymap, indentWithTab]),
      EditorView.contentAttributes.of({ 'aria-label': text.editorLabel }), this.language.of([]), this.indent.of(indentUnit.of('  ')),
      EditorView.updateListener.of(update => { if (update.docChanged || update.selectionSet) changed(update.docChanged, update.transactions.some(replacesAll)) }),
    ]
    this.view = new EditorView({ parent, root, state: EditorState.create({ extensions }) })
  }

  // text returns the text, whose lines end with LF.
  get text(): string { return this.view.state.doc.toString() }

  // useLanguage connects the editor with a document of the language server.
  useLanguage(extension: Extension) { this.view.dispatch({ effects: this.language.reconfigure(extension) }) }

  // replace replaces the whole text. It can be undone, in a step of its own.
  replace(insert: string) {
    const unit = /\n(\t+| +)\S/.exec(insert.slice(0, 10_000))?.[1] ?? '  '
    const changes = { from: 0, to: this.view.state.doc.length, insert }
    const annotations = isolateHistory.of('full')
    this.view.dispatch({ changes, annotations, selection: { anchor: 0 }, scrollIntoView: true, effects: this.indent.reconfigure(indentUnit.of(unit.startsWith('\t') ? '\t' : unit.slice(0, 8))) })
  }

  // show selects a range, scrolls to it and moves the focus there.
  show(from: number, to: number) {
    const end = this.view.state.doc.length
    const selection = { anchor: Math.min(from, end), head: Math.min(to, end) }
    this.view.dispatch({ selection, effects: EditorView.scrollIntoView(selection.anchor, { y: 'center' }) })
    this.view.focus()
  }
}
