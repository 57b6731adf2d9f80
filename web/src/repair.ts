// Bytes that are not UTF-8: what they are, in which encoding they may be, and what each repair would make of them.
import { button, el, fill } from './dom'
import { text } from './strings'
import type { Bytes, Input, Repair, Tools } from './tools'

export class RepairView {
  readonly element = el('div', { class: 'stack' })
  private shown?: Uint8Array

  // The callback gets the text that a repair has made.
  constructor(private tools: Tools, private repaired: (text: string) => void) {}

  async update(input: Input) {
    if (!input.bytes) {
      this.shown = undefined
      return fill(this.element, el('p', { class: 'hint' }, text.bytesNone))
    }
    if (this.shown === input.bytes) return
    this.shown = input.bytes
    const start = await this.tools.describe(input, 0)
    await this.show(input, [start.kind ? 0 : start.next], 0)
  }

  // show describes one of the places that are known; the next one becomes known then.
  private async show(input: Input, places: number[], at: number) {
    const here = await this.tools.describe(input, places[at])
    if (at === places.length - 1 && here.next >= 0) places.push(here.next)
    const before = button(text.previousPlace, () => void this.show(input, places, at - 1), { class: 'small', disabled: at === 0 })
    const after = button(text.nextPlace, () => void this.show(input, places, at + 1), { class: 'small', disabled: at + 1 >= places.length })
    fill(this.element,
      el('div', { class: 'row apart' }, el('h3', {}, text.place(at + 1, here.offset)), el('div', { class: 'row' }, before, after)),
      el('p', {}, `${here.kind}: ${here.why}`), dump(here),
      el('h3', {}, text.repairs), el('p', { class: 'hint' }, text.repairsHint),
      ...here.repairs.map((r, i) => this.choice(input, r, i === 0)))
  }

  private choice(input: Input, repair: Repair, isFirst: boolean): HTMLElement {
    const use = async () => this.repaired(await this.tools.repair(input, repair.name))
    return el('div', { class: 'repair' },
      el('div', { class: 'row apart' }, el('b', {}, repairName(repair.name), isFirst && repair.score >= 0.5 ? el('span', { class: 'badge' }, text.likely) : null), button(text.repair, () => void use(), { class: isFirst ? 'small main' : 'small' })),
      el('div', { class: 'preview' }, ...marked(repair)))
  }
}

// repairName describes a repair.
function repairName(name: string): string {
  const [how, what] = name.split(':')
  switch (how) {
    case 'decode': return text.repairDecode(encodingName(what))
    case 'mixed': return text.repairMixed(encodingName(what))
    case 'form': return text.repairForm(what.toUpperCase())
    case 'drop': return text.repairDrop
    default: return text.repairReplace
  }
}

function encodingName(name: string): string { return name.startsWith('windows') ? name.replace('windows', 'Windows') : name.toUpperCase().replace('SHIFT_JIS', 'Shift_JIS') }

// marked returns the repaired line with the characters that it has in place of ill-formed bytes marked.
function marked(repair: Repair): (Node | string)[] {
  const parts: (Node | string)[] = []
  for (const part of repair.repaired.split(/([^\x00-\x7f]+)/)) parts.push(/[^\x00-\x7f]/.test(part) ? el('mark', {}, part) : part)
  return parts
}

// dump shows bytes in hexadecimal, with their characters below.
function dump(here: Bytes): HTMLElement {
  const cells = here.bytes.map((byte, i) => {
    const offset = here.from + i, isBad = offset >= here.offset && offset < here.offset + here.length
    return el('span', { class: isBad ? 'bad' : '' }, byte.toString(16).toUpperCase().padStart(2, '0'), el('small', {}, byte > 0x20 && byte < 0x7f ? String.fromCharCode(byte) : byte === 0x20 ? '␣' : byte === 0x0a ? '⏎' : '·'))
  })
  return el('div', { class: 'bytes', role: 'img', 'aria-label': `${text.tabs.bytes}: ${here.bytes.map(b => b.toString(16).padStart(2, '0')).join(' ')}` }, ...cells)
}
