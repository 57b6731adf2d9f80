// The verdict on the text, above the views.
import { el, fill } from './dom'
import { text } from './strings'

export type Kind = 'busy' | 'good' | 'error' | 'warning' | 'nothing'

const marks: Record<Kind, string> = { busy: '…', good: '✓', error: '✕', warning: '!', nothing: '{ }' }

export class Verdict {
  readonly element = el('div', { class: 'verdict' })
  private mark = el('span', { class: 'mark', 'aria-hidden': 'true' })
  private title = el('h2', { tabIndex: -1 })
  private about = el('p')
  private last = ''

  constructor(...actions: HTMLElement[]) {
    this.element.append(this.mark, el('div', { 'aria-live': 'polite' }, this.title, this.about), el('div', { class: 'actions' }, ...actions))
    this.show('busy', text.loading, text.loadingAbout)
  }

  // hide hides or shows one of the actions. If it has the focus, the title gets that.
  hide(action: HTMLElement, isHidden: boolean) {
    if (isHidden && document.activeElement === action) this.title.focus()
    action.hidden = isHidden
  }

  show(kind: Kind, title: string, about: string) {
    const now = `${kind}\n${title}\n${about}`
    if (now === this.last) return // so that screen readers do not repeat it
    this.last = now
    this.element.className = `verdict ${kind}`
    this.mark.textContent = marks[kind]
    fill(this.title, title)
    fill(this.about, about)
    if (kind !== 'busy') performance.mark('verdict')
  }
}

// summary describes numbers of findings, such as "2 errors, 1 warning".
export function summary(errors: number, warnings: number, notes: number): string {
  const parts = [errors > 0 && text.errors(errors), warnings > 0 && text.warnings(warnings), notes > 0 && text.notes(notes)]
  return parts.filter(Boolean).join(', ')
}
