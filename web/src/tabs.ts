// The views beside the text, as tabs.
import { el } from './dom'
import { text } from './strings'

export type TabName = keyof typeof text.tabs

interface Tab { name: TabName, button: HTMLButtonElement, panel: HTMLElement, shown: () => void }

export class Tabs {
  private list = el('div', { class: 'tabs', role: 'tablist', 'aria-label': text.results })
  private panels = el('div', { class: 'panels' })
  private tabs: Tab[] = []
  current: TabName = 'findings'

  constructor(host: HTMLElement) {
    host.append(this.list, this.panels)
    this.list.addEventListener('keydown', event => this.move(event))
  }

  // add adds a tab. Shown is called whenever it becomes visible.
  add(name: TabName, content: HTMLElement, shown: () => void = () => {}) {
    const selected = name === this.current
    const button = el('button', { type: 'button', role: 'tab', id: `tab-${name}`, 'aria-controls': `panel-${name}`, 'aria-selected': selected, tabIndex: selected ? 0 : -1, onclick: () => this.show(name) }, text.tabs[name])
    button.setAttribute('aria-selected', String(selected))
    const panel = el('div', { class: 'panel', role: 'tabpanel', id: `panel-${name}`, 'aria-labelledby': `tab-${name}`, tabIndex: 0, hidden: !selected }, content)
    this.tabs.push({ name, button, panel, shown })
    this.list.append(button)
    this.panels.append(panel)
  }

  show(name: TabName) {
    this.current = name
    for (const tab of this.tabs) {
      const selected = tab.name === name
      tab.button.setAttribute('aria-selected', String(selected))
      tab.button.tabIndex = selected ? 0 : -1
      tab.panel.hidden = !selected
      if (selected) tab.shown()
    }
    this.panels.scrollTop = 0
  }

  // offer shows or hides a tab.
  offer(name: TabName, isThere: boolean) {
    const tab = this.tabs.find(t => t.name === name)
    if (tab) tab.button.hidden = !isThere
    if (!isThere && this.current === name) this.show('findings')
  }

  // count writes a number beside the name of a tab, or removes it.
  count(name: TabName, n: number, severity = 'error') {
    const button = this.tabs.find(t => t.name === name)?.button
    button?.querySelector('.count')?.remove()
    if (n > 0) button?.append(el('span', { class: `count ${severity}` }, String(n)))
  }

  // refresh calls shown of the visible tab.
  refresh() { this.tabs.find(t => t.name === this.current)?.shown() }

  private move(event: KeyboardEvent) {
    const visible = this.tabs.filter(t => !t.button.hidden)
    const at = visible.findIndex(t => t.name === this.current)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const tab = visible.at(to % visible.length)
    if (!tab) return
    this.show(tab.name)
    tab.button.focus()
  }
}
