// The pane for a JSON Schema.
import { button, debounce, el, fill } from './dom'
import { text } from './strings'

export class SchemaView {
  readonly element = el('div', { class: 'stack' })
  isLoaded = false // whether the engine for schemas is in use
  private area = el('textarea', { id: 'schema-text', spellcheck: false, autocapitalize: 'off', oninput: () => this.changed() })
  private state = el('p', { class: 'hint', role: 'status' })
  private now = ''

  // The callback gets the schema, or undefined if there is none.
  constructor(private use: (schema: string | undefined) => void) {
    fill(this.element, el('label', { htmlFor: 'schema-text', class: 'hint' }, text.schemaHint), this.area, this.state,
      el('div', { class: 'row' }, button(text.schemaOpen, () => this.pick(), { class: 'small' }), button(text.schemaClear, () => this.set(''), { class: 'small' })))
  }

  // read shows the schema of a file.
  async read(file: File) { this.set(await file.text()) }

  // failed says that the engine could not be loaded.
  failed() {
    this.state.textContent = text.schemaOffline
    this.now = ''
  }

  private set(schema: string) {
    this.area.value = schema
    this.apply()
  }

  private changed = debounce(400, () => this.apply())

  private apply() {
    const schema = this.area.value.trim() === '' ? '' : this.area.value
    if (schema === this.now) return
    this.now = schema
    this.state.textContent = schema === '' ? '' : this.isLoaded ? text.schemaActive : text.schemaLoading
    this.use(schema === '' ? undefined : schema)
  }

  // loaded says that the text is checked.
  loaded() {
    this.isLoaded = true
    this.state.textContent = text.schemaActive
  }

  private pick() {
    const input = el('input', { type: 'file' })
    input.onchange = () => { if (input.files?.[0]) void this.read(input.files[0]) }
    input.click()
  }
}
