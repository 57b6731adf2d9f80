// The pane that compares the text with another one, as values: white space, the order of members and the notation of values do not count.
import { isolated, isolatedPointer } from './bidi'
import { button, debounce, el, fill } from './dom'
import { largest } from './files'
import { reasonOf, text } from './strings'
import { isSame, type Comparison, type Input, type Tools } from './tools'
import { shownValue } from './tree'

const most = 200 // differences that are listed

export class CompareView {
  readonly element = el('div', { class: 'stack' })
  private area = el('textarea', { id: 'other-text', spellcheck: false, autocapitalize: 'off', oninput: () => { this.name = ''; this.changed() } })
  private state = el('p', { class: 'hint', role: 'status' })
  private list = el('ol', { class: 'findings' })
  private name = '' // of the file with the other text, or ""
  private input?: Input // the text in the editor
  private last?: { input: Input, other: string, name: string }

  // The callback shows a part of the text in the editor.
  constructor(private tools: Tools, private show: (from: number, to: number) => void) {
    fill(this.element, el('label', { htmlFor: 'other-text', class: 'hint' }, text.compareHint), this.area,
      el('div', { class: 'row' }, button(text.compareOpen, () => this.pick(), { class: 'small' }), button(text.compareClear, () => this.set('', ''), { class: 'small' })), this.state, this.list)
  }

  // read makes a file the other text.
  async read(file: File) {
    if (file.size > largest) return this.say(text.compareLarge, true)
    try {
      this.set(new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()), file.name)
    } catch {
      this.say(text.compareNotUtf8(file.name), true)
    }
  }

  // update compares again, if one of the texts has changed.
  async update(input: Input) {
    this.input = input
    const other = this.area.value, { name, last } = this
    if (last && isSame(input, last.input) && last.other === other && last.name === name) return
    const now = this.last = { input, other, name }
    if (other.trim() === '') {
      this.say('')
      return fill(this.list)
    }
    try {
      const compared = await this.tools.compare(input, other, name || input.name, most)
      if (this.last === now) this.draw(compared)
    } catch (error) {
      if (this.last !== now) return
      fill(this.list)
      this.say(text.compareNot(reasonOf(error)), true)
    }
  }

  private draw({ differences, omitted }: Comparison) {
    const n = differences.length + omitted
    this.say(n === 0 ? text.compareEqual : text.compareDifferent(n, differences.length))
    fill(this.list, ...differences.map(({ pointer, here, there }) => {
      const kind = here && there ? text.compareChanged : here ? text.compareHere : text.compareThere
      const range = here && { from: this.tools.index(here.offset), to: this.tools.index(here.offset + here.length) }
      const line = (label: string, node: typeof here) => node ? el('span', { class: 'advice' }, `${label}: `, el('code', {}, ...isolated(shownValue(node)))) : null
      const about = [el('span', { class: 'where' }, el('b', {}, kind)), el('code', {}, ...isolatedPointer(pointer || text.wholeDocument)), line(text.here, here), line(text.there, there)]
      return el('li', { class: 'finding info' }, range ? el('button', { type: 'button', onclick: () => this.show(range.from, range.to) }, ...about) : el('div', { class: 'about' }, ...about))
    }))
  }

  private changed = debounce(400, () => { if (this.input) void this.update(this.input) })

  private set(other: string, name: string) {
    this.area.value = other
    this.name = name
    if (this.input) void this.update(this.input)
  }

  private say(state: string, isWrong = false) {
    fill(this.state, ...isolated(state))
    this.state.className = isWrong ? 'warn' : 'hint'
  }

  private pick() {
    const input = el('input', { type: 'file' })
    input.onchange = () => { if (input.files?.[0]) void this.read(input.files[0]) }
    input.click()
  }
}
