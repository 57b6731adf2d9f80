// The tree of the values beside the text. It follows the pattern for trees of the ARIA Authoring Practices Guide.
import { isolated, isolatedPointer } from './bidi'
import { button, copy, el, fill } from './dom'
import { count, text } from './strings'
import { hasRecords, isSame, type Input, type Node, type Tools } from './tools'

// Outline is a value of a text that is not valid, as the language server sees it.
export interface Outline { label: string, pointer: string, from: number, to: number, isName: boolean, children: Outline[] }

// Item is a value in the tree.
interface Item { label: string, pointer: string, kind: string, value: string, count: number, show(): void, children(from: number): Promise<Item[]> }

const most = 200 // values that are added to an array or object at a time

// shownValue returns a value on one line: how many children an object or array has, or the beginning of another value.
export function shownValue({ kind, count: children, text, cut }: Node): string {
  if (kind === 'object') return `{${count(children)}}`
  if (kind === 'array') return `[${count(children)}]`
  return kind === 'string' ? `${JSON.stringify(text ?? '')}${cut ? '…' : ''}` : text ?? kind
}

export class TreeView {
  readonly element = el('div')
  private pointer = el('code', {}, text.wholeDocument)
  private copyButton = button(text.copyPointer, () => void copy(this.chosen, text.copied), { class: 'small' })
  private tree = el('ul', { class: 'tree', role: 'tree', 'aria-label': text.tabs.tree })
  private chosen = ''
  private shown?: Input

  constructor(private tools: Tools, private outline: () => Promise<Outline[]>, private show: (from: number, to: number) => void) {
    this.tree.addEventListener('keydown', event => this.move(event))
  }

  // update reads the values of the text again, if it has changed.
  async update(input: Input) {
    if (isSame(input, this.shown)) return
    this.shown = input
    const items = await this.load(input)
    if (input !== this.shown) return // there is a newer text
    if (items.length === 0) return fill(this.element, el('p', { class: 'hint' }, text.treeUnavailable))
    fill(this.tree, ...items.map(item => this.draw(item, 1)))
    const first = this.tree.querySelector<HTMLElement>('[role="treeitem"]')
    if (first) first.tabIndex = 0
    if (items.length === 1 && items[0].count > 0) this.tree.querySelector('[role="treeitem"]')?.dispatchEvent(new CustomEvent('toggle-item', { detail: true }))
    fill(this.element, el('div', { class: 'pointer' }, this.pointer, this.copyButton), this.tree)
    this.choose(undefined)
  }

  // load returns the document, or its records. If it is not valid, the values that can be recognized take its place.
  private async load(input: Input): Promise<Item[]> {
    try {
      if (!hasRecords(await this.tools.dialect(input))) {
        const node = await this.tools.tree(input, 0, '', 0, 0)
        return [this.item(input, 0, text.root, node)]
      }
      const { records } = await this.tools.records(input, 0, most, false)
      return await Promise.all(records.filter(r => r.valid).map(async r => this.item(input, r.number, text.record(r.number + 1), await this.tools.tree(input, r.number, '', 0, 0))))
    } catch {
      const outlined = (o: Outline): Item => ({
        label: o.label, pointer: o.pointer, kind: '', count: o.children.length, show: () => this.show(o.from, o.to), children: async from => o.children.slice(from, from + most).map(outlined),
        value: o.children.length > 0 ? count(o.children.length) : o.isName ? input.text.slice(o.from, o.to).replace(/^("(\\.|[^"\\])*"|[^:]*)\s*:\s*/, '') : '',
      })
      return (await this.outline()).map(outlined)
    }
  }

  private item(input: Input, record: number, label: string, node: Node): Item {
    const { kind } = node
    return {
      label, pointer: node.pointer, kind: ['object', 'array'].includes(kind) ? '' : ['true', 'false', 'null'].includes(kind) ? 'literal' : kind, value: shownValue(node), count: node.count,
      show: () => this.show(this.tools.index(node.offset), this.tools.index(node.offset + node.length)),
      children: async from => (await this.tools.tree(input, record, node.pointer, from, most)).children.map(child => this.item(input, record, child.name ?? String(child.index), child)),
    }
  }

  private draw(item: Item, level: number): HTMLElement {
    const twig = el('span', { class: 'twig', 'aria-hidden': 'true' }, item.count > 0 ? '▸' : '')
    const node = el('div', { class: 'node' }, twig, el('bdi', { class: 'name', dir: 'ltr' }, item.label), el('bdi', { class: `value ${item.kind}`, dir: 'ltr' }, ...isolated(item.value)))
    const line = el('li', { role: 'treeitem', tabIndex: -1, 'aria-level': level, 'aria-selected': 'false' }, node)
    line.dataset.pointer = item.pointer
    if (item.count > 0) line.setAttribute('aria-expanded', 'false')
    line.addEventListener('toggle-item', event => {
      event.stopPropagation()
      void this.toggle(item, line, level, (event as CustomEvent<boolean>).detail)
    })
    line.addEventListener('show-item', event => { event.stopPropagation(); item.show() })
    node.addEventListener('click', () => {
      this.focus(line)
      void this.toggle(item, line, level, line.getAttribute('aria-expanded') === 'false')
    })
    node.addEventListener('dblclick', () => item.show())
    return line
  }

  private async toggle(item: Item, line: HTMLElement, level: number, open: boolean) {
    if (item.count === 0) return
    line.setAttribute('aria-expanded', String(open))
    line.querySelector('.twig')?.replaceChildren(open ? '▾' : '▸')
    line.querySelector(':scope > ul')?.remove()
    if (!open) return
    const group = el('ul', { role: 'group' })
    line.append(group)
    await this.append(item, group, level, 0)
  }

  // append adds some of the children of a value to its group, and a button for more.
  private async append(item: Item, group: HTMLElement, level: number, from: number) {
    const children = await item.children(from)
    group.append(...children.map(child => this.draw(child, level + 1)))
    const rest = item.count - from - children.length
    if (rest <= 0 || children.length === 0) return
    const more = el('li', { role: 'none' }, button(text.treeMore(rest), () => {
      more.remove()
      void this.append(item, group, level, from + children.length)
    }, { class: 'small plain' }))
    group.append(more)
  }

  private choose(pointer: string | undefined) {
    this.chosen = pointer ?? ''
    fill(this.pointer, ...isolatedPointer(pointer === undefined ? text.treeHint : pointer || text.wholeDocument))
    this.copyButton.disabled = pointer === undefined
  }

  private focus(item: HTMLElement) {
    for (const other of this.tree.querySelectorAll<HTMLElement>('[tabindex="0"], [aria-selected="true"]')) {
      other.tabIndex = -1
      other.setAttribute('aria-selected', 'false')
    }
    item.tabIndex = 0
    item.setAttribute('aria-selected', 'true')
    item.focus()
    this.choose(item.dataset.pointer)
  }

  private move(event: KeyboardEvent) {
    const item = (event.target as HTMLElement).closest<HTMLElement>('[role="treeitem"]')
    if (!item) return
    const all = [...this.tree.querySelectorAll<HTMLElement>('[role="treeitem"]')], at = all.indexOf(item)
    const expanded = item.getAttribute('aria-expanded')
    const toggle = (open: boolean) => item.dispatchEvent(new CustomEvent('toggle-item', { detail: open }))
    const go = (to: HTMLElement | null | undefined) => { if (to) this.focus(to) }
    switch (event.key) {
      case 'ArrowDown': go(all[at + 1]); break
      case 'ArrowUp': go(all[at - 1]); break
      case 'Home': go(all[0]); break
      case 'End': go(all.at(-1)); break
      case 'ArrowRight': expanded === 'false' ? toggle(true) : go(item.querySelector<HTMLElement>('[role="treeitem"]')); break
      case 'ArrowLeft': expanded === 'true' ? toggle(false) : go(item.parentElement?.closest<HTMLElement>('[role="treeitem"]')); break
      case 'Enter': item.dispatchEvent(new CustomEvent('show-item')); break
      default: return
    }
    event.preventDefault()
  }
}
