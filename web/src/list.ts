// The list of files that were opened together, with their verdicts.
import { isolatedPointer } from './bidi'
import { el, fill } from './dom'
import { Engine, Stopped, isPacked, type Programs } from './engine'
import type { Picked } from './files'
import type { Served } from './served'
import { size, text } from './strings'
import type { CheckOptions, Verdict } from './tools'
import { summary } from './verdict'

function fileButton(name: string, onclick: () => void): HTMLElement { return el('button', { type: 'button', class: 'small plain', onclick }, ...isolatedPointer(name)) }

export class FilesView {
  readonly element = el('div', { class: 'stack' })
  private engine?: Engine

  constructor(private programs: Programs, private open: (picked: Picked) => void) {}

  // list shows files that are read only when one is chosen.
  list(files: Served[], isTruncated: boolean, open: (path: string) => void) {
    const rows = files.map(f => el('tr', {}, el('td', {}, fileButton(f.path, () => open(f.path))), el('td', { class: 'number' }, size(f.size))))
    const heads = text.fileColumns.slice(0, 2).map((name, i) => el('th', { scope: 'col', class: i === 1 ? 'number' : '' }, name))
    fill(this.element, el('p', { class: 'hint' }, text.servedHint), el('table', { class: 'verdicts file-list' }, el('thead', {}, el('tr', {}, ...heads)), el('tbody', {}, ...rows)), isTruncated ? el('p', { class: 'hint' }, text.servedMore) : null)
  }

  // check checks files one after another. Those that were checked before are forgotten.
  async check(files: Picked[], options: (name: string) => CheckOptions) {
    this.engine?.end()
    const cells = files.map(() => el('td', { class: 'hint' }, text.fileWaiting))
    const rows = files.map((f, i) => el('tr', {}, el('td', {}, fileButton(f.name, () => this.open(f))), el('td', { class: 'number' }, size(f.file.size)), cells[i]))
    const heads = text.fileColumns.map((name, i) => el('th', { scope: 'col', class: i === 1 ? 'number' : '' }, name))
    fill(this.element, el('p', { class: 'hint' }, text.filesHint), el('table', { class: 'verdicts file-list' }, el('thead', {}, el('tr', {}, ...heads)), el('tbody', {}, ...rows)))
    const engine = this.engine = new Engine(files.some(f => isPacked(f.name)) ? this.programs.large() : this.programs.small)
    try {
      for (const [i, f] of files.entries()) {
        fill(cells[i], text.fileChecking)
        const { bad, about } = await this.verdict(engine, f, options(f.name))
        cells[i].className = bad ? 'bad' : 'good'
        fill(cells[i], about)
      }
    } catch (error) {
      if (error instanceof Stopped) return // other files have been opened
      for (const cell of cells.filter(c => c.className === 'hint')) fill(cell, text.unpackOffline)
    } finally {
      engine.end()
    }
  }

  // verdict checks a file. A file that cannot be read does not stop the check of the others.
  private async verdict(engine: Engine, f: Picked, options: CheckOptions): Promise<{ bad: boolean, about: string }> {
    try {
      const done = await engine.check<Verdict>(f.file, options, () => {})
      return { bad: done.trouble !== undefined || done.errors > 0, about: done.trouble ?? (summary(done.errors, done.warnings, done.infos) || text.largeValid) }
    } catch (error) {
      if (error instanceof Stopped) throw error
      return { bad: true, about: text.fileUnreadable }
    }
  }
}
