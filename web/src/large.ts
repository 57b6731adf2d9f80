// Files that are too large for the editor: they are checked as a stream, and each finding is shown as soon as it is known, with the text around
// it. Each check has a worker of its own, which is ended when the user cancels.
import { isolated, isolatedPointer, wordsOf } from './bidi'
import { button, copy, el, fill } from './dom'
import { Engine, Stopped, isPacked, type Programs } from './engine'
import type { Picked } from './files'
import { readAround, searchField } from './reader'
import { size, text } from './strings'
import type { CheckOptions, Found, Verdict } from './tools'
import { summary } from './verdict'

export interface Shown { kind: 'busy' | 'good' | 'error' | 'warning', title: string, about: string }

export class LargeView {
  private engine?: Engine
  isShown = false

  // The callback shows the verdict.
  constructor(private host: HTMLElement, private programs: Programs, private verdict: (shown: Shown) => void) {}

  hide() {
    this.engine?.end()
    this.engine = undefined
    this.isShown = false
    this.host.hidden = true
  }

  // check checks a file, and shows the progress.
  async check(picked: Picked, options: CheckOptions) {
    this.hide()
    this.isShown = true
    this.host.hidden = false
    const bar = el('progress', { max: picked.file.size, value: 0, 'aria-label': text.checking })
    const state = el('p', { class: 'hint' }), results = el('ol', { class: 'findings' })
    const stop = button(text.stop, () => this.engine?.end(), { id: 'stop' })
    fill(this.host, el('div', { class: 'stack' }, el('h2', {}, ...isolatedPointer(picked.name)), el('p', { class: 'hint' }, (isPacked(picked.name) ? text.largePacked : text.large)(size(picked.file.size))), bar, el('div', { class: 'row apart' }, state, stop), isPacked(picked.name) ? el('p', { class: 'hint' }, text.largeNotPacked) : searchField(picked.name, picked.file), results))
    this.verdict({ kind: 'busy', title: text.checking, about: picked.name })
    const engine = this.engine = new Engine(this.programs.for(picked.name))
    const started = performance.now()
    try {
      const done = await engine.check<Verdict>(picked.file, options, (read, found) => {
        results.append(...(JSON.parse(found) as Found[]).map(f => finding(f, picked)))
        bar.value = read
        state.textContent = text.largeProgress(size(read), size(picked.file.size), size(read / (performance.now() - started) * 1000))
      })
      bar.value = picked.file.size
      state.textContent = text.largeDone(size(picked.file.size), ((performance.now() - started) / 1000).toFixed(1))
      this.show(done, results, picked)
    } catch (error) {
      if (!this.isShown) return
      const reason = error instanceof Stopped ? text.largeStopped : text.unpackOffline
      state.textContent = reason
      this.verdict({ kind: 'warning', title: reason, about: error instanceof Stopped ? text.largeStoppedAbout : '' })
    } finally {
      stop.replaceWith(button(text.largeAgain, () => void this.check(picked, options)))
      engine.end()
    }
  }

  private show(done: Verdict, results: HTMLElement, picked: Picked) {
    const total = summary(done.errors, done.warnings, done.infos)
    if (done.trouble) this.verdict({ kind: 'error', title: text.largeInvalid, about: done.trouble })
    else if (done.errors > 0) this.verdict({ kind: 'error', title: text.largeInvalid, about: total })
    else this.verdict({ kind: total ? 'warning' : 'good', title: text.largeValid, about: total || text.validAbout })
    fill(results, ...done.findings.map(f => finding(f, picked)), done.omitted > 0 ? el('li', { class: 'hint' }, text.moreFindings(done.omitted)) : null)
  }
}

// commands shows what the command does with a file that is too large for the editor.
export function commands(name: string): HTMLElement {
  const quoted = /^[\w./-]+$/.test(name) && !name.startsWith('-') ? name : `'${name.replaceAll("'", `'\\''`)}'`
  const all: [what: string, command: string][] = [[text.commands.schema, `jsonlint --schema schema.json ${quoted}`]]
  if (!isPacked(name)) all.unshift([text.commands.fix, `jsonlint --fix ${quoted}`], [text.commands.encoding, `jsonlint --fix-encoding replace ${quoted}`], [text.commands.format, `jsonlint fmt --write ${quoted}`])
  const rows = all.flatMap(([what, command]) => [el('dt', {}, what), el('dd', { class: 'row apart' }, el('code', {}, command), button(text.copy, () => void copy(command, text.copied), { class: 'small', 'aria-label': `${text.copyCommand}: ${what}` }))])
  return el('dl', { class: 'commands' }, ...rows)
}

// finding shows a finding with the text around it, and lets the user read more of it.
function finding(f: Found, { name, file }: Picked): HTMLElement {
  return el('li', { class: `finding ${f.severity}` },
    el('div', { class: 'about' },
      el('span', { class: 'where' }, el('b', {}, text.severities[f.severity]), `${text.where(f.line, f.column)}, ${text.atByte(f.offset)}`),
      el('span', {}, ...isolated(f.message)), f.hint ? el('span', { class: 'advice' }, ...isolated(f.hint)) : null,
      f.pointer !== undefined ? el('span', { class: 'advice' }, `${text.pointer}: `, el('code', {}, ...isolatedPointer(f.pointer || '""'))) : null),
    el('div', { class: 'window' }, ...wordsOf(f.before), el('mark', {}, visible(f.text)), ...wordsOf(f.after)),
    isPacked(name) ? null : el('div', { class: 'more' }, button(text.readAround, () => readAround(name, file, f.offset, f.end.offset), { class: 'small' })))
}

// visible returns a text that can be seen, even if it is empty or a line end.
function visible(s: string): string { return s.trim() === '' ? s.replaceAll('\n', '⏎\n') || '␣' : s }
