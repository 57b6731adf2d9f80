// The pane for a JSON Schema.
import { button, debounce, el, fill } from './dom'
import { text } from './strings'

// SchemaError is an error in the schema; line is 0 if it has no place there.
export interface SchemaError { line: number, column: number, message: string }

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
    this.say(text.schemaOffline, true)
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
    this.say(schema === '' ? '' : this.isLoaded ? text.schemaActive : text.schemaLoading)
    this.use(schema === '' ? undefined : schema)
  }

  // checked says that the text is checked, or what is wrong with the schema.
  checked(wrong: SchemaError | null) {
    if (wrong) this.say(text.schemaWrong(wrong.line, wrong.column, wrong.message), true)
    else this.say(text.schemaActive)
  }

  private say(state: string, isWrong = false) {
    this.state.textContent = state
    this.state.className = isWrong ? 'warn' : 'hint'
  }

  private pick() {
    const input = el('input', { type: 'file' })
    input.onchange = () => { if (input.files?.[0]) void this.read(input.files[0]) }
    input.click()
  }
}
