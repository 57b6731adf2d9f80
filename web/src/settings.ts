// The dialect, the rules and the layout. They are sent to the engine as a settings file of the command.
import { button, copy, el, fill, select } from './dom'
import { rules } from './rules'
import { text } from './strings'

export interface Settings { dialect: string, rules: Record<string, string>, format: Record<string, string | number | boolean>, hasSchema: boolean }

const key = 'assay-settings'

const defaults: Settings = { dialect: 'auto', rules: {}, format: {}, hasSchema: false }

// layouts describes the choices of the layout: the values of a list, or the kind of an input.
const layouts: [name: keyof typeof text.layouts, values: [string, string][] | 'number' | 'boolean'][] = [
  ['style', [['', 'Prettier'], ['plain', 'one element per line'], ['stringify', 'JSON.stringify']]],
  ['indent', [['', 'as in the text'], ['2', '2 spaces'], ['4', '4 spaces'], ['tab', 'tabs']]],
  ['width', 'number'],
  ['sortKeys', [['', 'as in the text'], ['asc', 'ascending'], ['desc', 'descending'], ['natural', 'natural']]],
  ['trailingCommas', [['', 'as in the text'], ['add', 'add'], ['remove', 'remove']]],
  ['ensureAscii', 'boolean'], ['compact', 'boolean'], ['canonical', 'boolean'],
]

// load returns the settings of the last visit, apart from those that belong to its text. What is not as expected is ignored.
function load(): Settings {
  try {
    return { ...defaults, ...JSON.parse(localStorage.getItem(key) ?? '{}'), dialect: 'auto', hasSchema: false }
  } catch {
    return { ...defaults }
  }
}

export class SettingsView {
  readonly element = el('div')
  settings = load()
  private file = el('pre', { class: 'window mono', tabIndex: 0, 'aria-label': text.settingsFile })
  private layout = el('div', { class: 'options' })
  private rules = el('div', { class: 'rules' })

  // The callback is called after every change.
  constructor(private changed: () => void) {
    this.draw()
    fill(this.element,
      el('fieldset', {}, el('legend', {}, text.layout), this.layout),
      el('fieldset', {}, el('legend', {}, text.rules), el('p', { class: 'hint' }, text.rulesHint), this.rules),
      el('h3', {}, text.settingsFile), el('p', { class: 'hint' }, text.settingsHint), this.file,
      el('div', { class: 'row' }, button(text.copy, () => void copy(this.text(), text.copied), { class: 'small' }), button(text.defaults, () => this.set({ ...defaults, dialect: this.settings.dialect, hasSchema: this.settings.hasSchema }), { class: 'small' })))
  }

  // set replaces the settings.
  set(settings: Settings) {
    this.settings = settings
    this.draw()
    this.save()
  }

  // save keeps the settings for the next visit.
  save() {
    localStorage.setItem(key, JSON.stringify(this.settings))
    this.file.textContent = this.text()
    this.changed()
  }

  // text returns the settings file.
  text(): string {
    const { dialect, rules, format, hasSchema } = this.settings
    const file: Record<string, unknown> = { root: true }
    if (Object.keys(rules).length > 0) file.rules = rules
    if (Object.keys(format).length > 0) file.format = format
    if (hasSchema) file.schemas = { '**': 'schema.json' }
    if (dialect !== 'auto') file.overrides = [{ files: ['**'], dialect }]
    return `${JSON.stringify(file, null, 2)}\n`
  }

  private draw() {
    fill(this.layout, ...layouts.flatMap(([name, values]) => [el('label', { htmlFor: `layout-${name}` }, text.layouts[name]), this.choice(name, values)]))
    fill(this.rules, ...rules.flatMap(([name, severity, summary]) => this.rule(name, severity, summary)))
    this.file.textContent = this.text()
  }

  private choice(name: string, values: [string, string][] | 'number' | 'boolean'): HTMLElement {
    const id = `layout-${name}`, now = this.settings.format[name]
    if (values === 'boolean') return el('input', { type: 'checkbox', id, checked: now === true, onchange: (event: Event) => this.put(name, (event.target as HTMLInputElement).checked || undefined) })
    if (values === 'number') return el('input', { type: 'number', id, min: '0', max: '500', value: String(now ?? 80), onchange: (event: Event) => this.put(name, Number((event.target as HTMLInputElement).value)) })
    return select(values, String(now ?? ''), value => this.put(name, value === '' ? undefined : /^\d+$/.test(value) ? Number(value) : value), { id })
  }

  private put(name: string, value: string | number | boolean | undefined) {
    if (value === undefined) delete this.settings.format[name]
    else this.settings.format[name] = value
    this.save()
  }

  private rule(name: string, severity: string, summary: string): HTMLElement[] {
    const values = Object.entries(text.severity).map(([value, label]): [string, string] => [value, value === 'default' ? `${label} (${text.severity[severity as 'off']})` : label])
    const choice = select(values, this.settings.rules[name] ?? 'default', value => {
      if (value === 'default') delete this.settings.rules[name]
      else this.settings.rules[name] = value
      this.save()
    }, { id: `rule-${name}` })
    return [el('label', { htmlFor: `rule-${name}` }, el('code', {}, name), el('span', {}, summary)), choice]
  }
}
