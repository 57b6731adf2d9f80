// Statistics of the text: numbers, and charts of depths and sizes.
import { el, fill, svg } from './dom'
import { count, size, text } from './strings'
import { hasRecords, isSame, type Input, type Statistics, type Tools } from './tools'

export class StatsView {
  readonly element = el('div', { class: 'stack' }, el('p', { class: 'hint' }, text.statsNone))
  private last?: Input

  constructor(private tools: Tools) {}

  // update counts again, if the text has changed. The size is that of the file.
  async update(input: Input, bytes: number) {
    if (isSame(input, this.last)) return
    this.last = input
    const [s, dialect] = await Promise.all([this.tools.statistics(input), this.tools.dialect(input)])
    if (input === this.last) fill(this.element, ...show(s, bytes, hasRecords(dialect)))
  }
}

// show returns the facts and the charts.
function show(s: Statistics, bytes: number, isOfRecords: boolean): HTMLElement[] {
  if (s.objects + s.arrays + s.strings + s.numbers + s.trues + s.falses + s.nulls === 0) return [el('p', { class: 'hint' }, text.statsNone)]
  const { stats } = text
  const facts: [string, string][] = [
    [stats.size, size(bytes)], [stats.depth, count(s.depth)], [stats.objects, count(s.objects)], [stats.arrays, count(s.arrays)], [stats.names, count(s.names)],
    [stats.strings, count(s.strings)], [stats.numbers, count(s.numbers)], [stats.booleans, count(s.trues + s.falses)], [stats.nulls, count(s.nulls)], [stats.longest, size(s.longestString)],
  ]
  if (isOfRecords) facts.unshift([stats.records, count(s.records)])
  return [
    s.invalid > 0 ? el('p', { class: 'hint' }, isOfRecords ? stats.partialRecords : stats.partial) : el('span', { hidden: true }),
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

const short = new Intl.NumberFormat('en', { notation: 'compact' })
const differMuch = 100 // how many times the largest number is the smallest one in a chart with a logarithmic scale

// chart draws a histogram with one horizontal bar for each number, and a scale. The bars are of logarithmic length if the numbers
// differ much, so that small ones can be seen; they begin at a tenth then, so that 1 can be seen, too.
function chart(title: string, numbers: number[], label: (i: number) => string): HTMLElement {
  const row = 18, left = 76, width = 380, room = width - left - 70, most = Math.max(...numbers, 1)
  const isLogarithmic = most >= differMuch * Math.min(...numbers.filter(n => n > 0), most)
  const length = (n: number) => n === 0 ? 0 : isLogarithmic ? (Math.log10(n) + 1) / (Math.log10(most) + 1) * room : n / most * room
  const first = Math.max(0, numbers.findIndex(n => n > 0)), shown = numbers.slice(first)
  const bars = shown.flatMap((n, i) => [
    svg('text', { x: left - 8, y: i * row + 13, 'text-anchor': 'end' }, label(first + i)),
    svg('rect', { x: left, y: i * row + 3, width: length(n), height: row - 6, rx: 3 }),
    svg('text', { x: left + length(n) + 6, y: i * row + 13 }, count(n)),
  ])
  const ticks = ticksTo(most, isLogarithmic).flatMap(n => [
    svg('line', { x1: left + length(n), x2: left + length(n), y1: 0, y2: shown.length * row + 4 }),
    svg('text', { x: left + length(n), y: shown.length * row + 15, 'text-anchor': 'middle', class: 'tick' }, short.format(n)),
  ])
  const about = `${title}: ${shown.map((n, i) => `${label(first + i)}: ${count(n)}`).join(', ')}`
  const picture = svg('svg', { viewBox: `0 0 ${width} ${shown.length * row + 20}`, class: 'chart', role: 'img', 'aria-label': about }, ...ticks, ...bars)
  const section = el('section', {}, el('h3', {}, title), isLogarithmic ? el('p', { class: 'hint' }, text.stats.logarithmic) : null)
  section.append(picture)
  return section
}

// ticksTo returns the numbers that a scale names: powers of ten, or up to five round numbers.
function ticksTo(most: number, isLogarithmic: boolean): number[] {
  if (isLogarithmic) return Array.from({ length: Math.floor(Math.log10(most)) + 1 }, (_, i) => 10 ** i)
  const power = 10 ** Math.floor(Math.log10(most)), step = [power / 5, power / 2, power, 2 * power, power * 5].find(s => Number.isInteger(s) && most / s <= 5) ?? power * 5
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => i * step)
}
