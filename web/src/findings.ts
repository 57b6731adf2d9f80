// The list of findings, which can be used with the keyboard alone.
import type { EditorView } from '@codemirror/view'
import { button, el, fill } from './dom'
import { findingsIn, type Finding } from './language'
import { isolated } from './bidi'
import { text } from './strings'

export interface Actions {
  show(from: number, to: number): void
  fix(finding: Finding): void
}

export class FindingsList {
  readonly element = el('div', { class: 'stack' })
  private list = el('ol', { class: 'findings' })

  constructor(private actions: Actions) {
    this.list.addEventListener('keydown', event => this.move(event))
  }

  // update shows the findings of an editor, or a hint if there are none. More says what is not listed. The focus stays at the
  // same place in the list, and goes to the pane if the list is empty now.
  update(view: EditorView, empty: HTMLElement, more: string) {
    const findings = findingsIn(view)
    const focused = [...this.list.children].findIndex(item => item.contains(document.activeElement))
    const wasFix = document.activeElement?.matches('.more button.fix') ?? false
    if (findings.length === 0) {
      const pane = this.element.parentElement
      fill(this.list)
      fill(this.element, empty)
      if (focused >= 0) pane?.focus()
      return
    }
    fill(this.list, ...findings.map(f => this.item(view, f)))
    fill(this.element, this.list, more ? el('p', { class: 'hint' }, more) : null, el('p', { class: 'hint' }, text.keysOfList))
    const item = focused < 0 ? undefined : this.list.children[Math.min(focused, findings.length - 1)]
    const next = wasFix && item?.querySelector<HTMLElement>('button.fix') || item?.querySelector<HTMLElement>('button')
    next?.focus()
  }

  private item(view: EditorView, f: Finding): HTMLElement {
    const line = view.state.doc.lineAt(Math.min(f.from, view.state.doc.length))
    const column = [...line.text.slice(0, f.from - line.from)].length + 1
    const [message, ...advice] = f.message.split('; ')
    const more = el('div', { class: 'more' })
    if (f.fixes.length > 0 || f.mayHaveFixes) more.append(button(text.fix, () => this.actions.fix(f), { class: 'small fix', title: f.fixes.map(fix => fix.title).join('\n') }))
    for (const r of f.related.slice(0, 5)) more.append(button(text.related(r.line), () => this.actions.show(r.from, r.to), { class: 'small plain', title: r.message }))
    if (f.href) more.append(el('a', { href: f.href, target: '_blank', rel: 'noopener noreferrer' }, text.explainRule(f.code.split('/')[0])))
    return el('li', { class: `finding ${f.severity}` },
      el('button', { type: 'button', onclick: () => this.actions.show(f.from, f.to) },
        el('span', { class: 'where' }, el('b', {}, text.severities[f.severity]), text.where(line.number, column)),
        ...isolated(message), advice.length > 0 ? el('span', { class: 'advice' }, ...isolated(advice.join('; '))) : null),
      more.childElementCount > 0 ? more : null)
  }

  private buttons(): HTMLButtonElement[] { return [...this.list.querySelectorAll<HTMLButtonElement>('.finding > button')] }

  private move(event: KeyboardEvent) {
    const all = this.buttons(), at = all.findIndex(b => b.parentElement?.contains(document.activeElement))
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key]
    if (to === undefined || at < 0) return
    event.preventDefault()
    all[Math.max(0, Math.min(to, all.length - 1))]?.focus()
  }
}
