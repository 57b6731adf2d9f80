// Statistics of the text: numbers, and charts of depths and sizes.
import { el, fill, svg } from './dom'
import { count, size, text } from './strings'
import { isSame, type Input, type Statistics, type Tools } from './tools'

export class StatsView {
  readonly element = el('div', { class: 'stack' }, el('p', { class: 'hint' }, text.statsNone))
  private last?: Input

  constructor(private tools: Tools) {}

  async update(input: Input) {
    if (isSame(input, this.last)) return
    this.last = input
    const s = await this.tools.statistics(input)
    if (input === this.last) fill(this.element, ...show(s))
  }
}

// show returns the facts and the charts.
function show(s: Statistics): HTMLElement[] {
  if (s.objects + s.arrays + s.strings + s.numbers + s.trues + s.falses + s.nulls === 0) return [el('p', { class: 'hint' }, text.statsNone)]
  const { stats } = text
  const facts: [string, string][] = [
    [stats.size, size(s.bytes)], [stats.depth, count(s.depth)], [stats.objects, count(s.objects)], [stats.arrays, count(s.arrays)], [stats.names, count(s.names)],
    [stats.strings, count(s.strings)], [stats.numbers, count(s.numbers)], [stats.booleans, count(s.trues + s.falses)], [stats.nulls, count(s.nulls)], [stats.longest, size(s.longestString)],
  ]
  if (s.records > 1) facts.unshift([stats.records, count(s.records)])
  return [
    s.invalid > 0 ? el('p', { class: 'hint' }, stats.partial) : el('span', { hidden: true }),
    el('dl', { class: 'facts' }, ...facts.map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, value)))),
    chart(text.statsDepths, s.depths, i => String(i)),
    chart(text.statsSizes, s.stringSizes, sizeClass),
    ...(s.records > 1 ? [chart(text.statsRecords, s.recordSizes, sizeClass)] : []),
  ]
}

// sizeClass describes the lengths that one bar stands for.
function sizeClass(i: number): string {
  if (i < 2) return String(i)
  const from = 2 ** (i - 1)
  return from < 1024 ? `${from}–${2 ** i - 1}` : `≥ ${size(from)}`
}

// chart draws a histogram with one horizontal bar for each number. The bars are of logarithmic length if the numbers
// differ much, so that small ones can be seen.
function chart(title: string, numbers: number[], label: (i: number) => string): HTMLElement {
  const row = 18, left = 76, width = 380, most = Math.max(...numbers, 1)
  const length = (n: number) => n === 0 ? 0 : Math.max(2, (Math.log10(n) + 1) / (Math.log10(most) + 1) * (width - left - 70))
  const first = Math.max(0, numbers.findIndex(n => n > 0)), shown = numbers.slice(first)
  const bars = shown.flatMap((n, i) => [
    svg('text', { x: left - 8, y: i * row + 13, 'text-anchor': 'end' }, label(first + i)),
    svg('rect', { x: left, y: i * row + 3, width: length(n), height: row - 6, rx: 3 }),
    svg('text', { x: left + length(n) + 6, y: i * row + 13 }, count(n)),
  ])
  const about = `${title}: ${shown.map((n, i) => `${label(first + i)}: ${count(n)}`).join(', ')}`
  const picture = svg('svg', { viewBox: `0 0 ${width} ${shown.length * row}`, class: 'chart', role: 'img', 'aria-label': about }, ...bars)
  const section = el('section', {}, el('h3', {}, title))
  section.append(picture)
  return section
}
