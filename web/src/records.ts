// The records of NDJSON or of a JSON text sequence, with their verdicts, as a table.
import { isolated } from './bidi'
import { button, el, fill } from './dom'
import { count, text } from './strings'
import { hasRecords, isSame, type Entry, type Input, type Records, type Tools } from './tools'

const step = 100 // records that are shown at a time

export class RecordsView {
  readonly element = el('div', { class: 'stack' })
  private onlyInvalid = false
  private last?: { input: Input, onlyInvalid: boolean }

  // The callback shows a line of the text.
  constructor(private tools: Tools, private showLine: (line: number) => void) {}

  // update reads the records again, if the text or the choice has changed. Otherwise, the table stays as the user has left it.
  async update(input: Input) {
    const { onlyInvalid, last } = this
    if (last?.onlyInvalid === onlyInvalid && isSame(input, last.input)) return
    const now = this.last = { input, onlyInvalid }
    const isOfRecords = input.text !== '' && hasRecords(await this.tools.dialect(input))
    if (this.last !== now) return
    if (!isOfRecords) return fill(this.element, el('p', { class: 'hint' }, text.recordsNone))
    const page = await this.tools.records(input, 0, step, onlyInvalid)
    if (this.last === now) this.show(input, page)
  }

  private show(input: Input, page: Records) {
    const box = el('input', { type: 'checkbox', id: 'only-invalid', checked: this.onlyInvalid, onchange: () => { this.onlyInvalid = box.checked; void this.update(input) } })
    const body = el('tbody')
    const heads = text.recordColumns.map((name, i) => el('th', { scope: 'col', class: i < 2 ? 'number' : '' }, name))
    const table = el('table', { class: 'verdicts' }, el('thead', {}, el('tr', {}, ...heads)), body)
    const more = button(text.recordsMore, () => void this.more(input, body, more), { class: 'small' })
    body.append(...page.records.map(r => this.row(r)))
    more.hidden = page.records.length >= (this.onlyInvalid ? page.invalid : page.total)
    fill(this.element, el('div', { class: 'row apart' }, el('p', {}, text.recordsTotal(page.total, page.invalid)), el('label', { class: 'row', htmlFor: 'only-invalid' }, box, text.onlyBad)), table, more)
  }

  private async more(input: Input, body: HTMLElement, more: HTMLElement) {
    const page = await this.tools.records(input, body.childElementCount, step, this.onlyInvalid)
    body.append(...page.records.map(r => this.row(r)))
    more.hidden = body.childElementCount >= (this.onlyInvalid ? page.invalid : page.total)
  }

  private row(r: Entry): HTMLElement {
    const line = r.error?.line ?? r.line
    return el('tr', {}, el('td', { class: 'number' }, count(r.number + 1)), el('td', { class: 'number' }, button(count(line), () => this.showLine(line), { class: 'small plain', 'aria-label': text.goToLine(line) })),
      el('td', { class: r.valid ? 'good' : 'bad' }, ...isolated(r.valid ? `✓ ${text.recordValid}` : `✕ ${r.message ?? ''}`), el('code', { class: 'cut' }, ...isolated(r.text))))
  }
}
