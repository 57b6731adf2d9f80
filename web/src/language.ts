// The language server's client: findings, fixes and formatting of the text in the editor.
import { forEachDiagnostic, setDiagnostics, type Diagnostic } from '@codemirror/lint'
import { LSPClient, LSPPlugin, formatDocument, hoverTooltips, serverCompletion } from '@codemirror/lsp-client'
import { Text } from '@codemirror/state'
import { ViewPlugin, type EditorView, type ViewUpdate } from '@codemirror/view'
import type * as lsp from 'vscode-languageserver-protocol'
import { isolated } from './bidi'
import { el } from './dom'
import type { Engine } from './engine'
import { text } from './strings'

export { formatDocument }

// Finding is a diagnostic with what the list of findings shows.
export interface Finding extends Diagnostic {
  severity: 'error' | 'warning' | 'info'
  code: string
  href?: string
  related: { line: number, from: number, to: number, message: string }[]
  fixes: Fix[] // the likeliest first
  mayHaveFixes: boolean // fixes that are not known yet, and are requested when the user asks for them
}

// Fix is a change that the language server offers.
export interface Fix { title: string, isSafe: boolean, edits: lsp.TextEdit[] }

// isRepair reports whether an action changes what a finding is about: a safe fix, or a likely repair.
function isRepair(action: lsp.CodeAction): boolean { return action.isPreferred === true || action.kind === 'quickfix.repair' }

const severities = ['error', 'error', 'warning', 'info', 'info'] as const
const mostForFixes = 300_000 // characters; fixes of longer texts are requested when the user asks for them
const batch = 40 // findings whose fixes are requested at a time; the language server answers for 50
const mostTried = 4 << 20 // bytes that the language server checks for a request to try repairs
const triedForEach = 3 // checks of the text for a finding, about

export const mostFindings = 100 // that the language server sends

const pause = 40 // milliseconds without typing before a text is checked

export class Language {
  readonly client: LSPClient
  private fixesAsked = 0
  private asked?: object

  // The callback is called when new findings have arrived, and again when their fixes are known.
  constructor(private found: (view: EditorView) => void) {
    this.client = new LSPClient({
      rootUri: 'file:///work', timeout: 30_000, sanitizeHTML: sanitize,
      notificationHandlers: { 'window/showMessage': () => true }, // about the schema, whose pane shows its errors
      extensions: [serverCompletion({ override: true }), hoverTooltips({ hoverTime: 400 }), this.watch(), { clientCapabilities: { textDocument: { diagnostic: { relatedInformation: true, codeDescriptionSupport: true }, documentSymbol: { hierarchicalDocumentSymbolSupport: true } } } }],
    })
  }

  // use connects the client with an engine, instead of the one before.
  use(engine: Engine) {
    if (this.client.connected) this.client.disconnect()
    this.client.connect(engine.transport)
  }

  // document returns the extension that makes the text of an editor a document with a name.
  document(name: string) { return this.client.plugin(uriOf(name), 'json') }

  // check asks for the findings of a text as it is now. The answer is dropped if the text changes meanwhile, because
  // another question follows then.
  async check(view: EditorView) {
    const plugin = LSPPlugin.get(view)
    if (!plugin) return
    this.client.sync()
    if (this.asked) this.client.cancelRequest(this.asked)
    const doc = view.state.doc, params = this.asked = { textDocument: { uri: plugin.uri } }
    const report = await this.client.request<unknown, lsp.DocumentDiagnosticReport>('textDocument/diagnostic', params).catch(() => undefined) // cancelled
    if (this.asked !== params) return
    this.asked = undefined
    if (report?.kind !== 'full' || view.state.doc !== doc || LSPPlugin.get(view) !== plugin) return
    const findings = doc.length === 0 ? [] : report.items.map(d => convert(plugin, d))
    const isLong = doc.length > mostForFixes
    for (const finding of findings) finding.mayHaveFixes = isLong
    view.dispatch(setDiagnostics(view.state, findings))
    this.found(view)
    if (!isLong) await this.addFixes(view, findings)
  }

  // addFixes asks for the fixes of all findings. The answer is dropped if the text has changed meanwhile.
  private async addFixes(view: EditorView, findings: Finding[]) {
    const request = ++this.fixesAsked, doc = view.state.doc
    for (let at = 0; at < findings.length; at += batch) {
      const some = findings.slice(at, at + batch)
      const actions = await this.repairs(view, Math.min(...some.map(f => f.from)), Math.max(...some.map(f => f.to)))
      const plugin = LSPPlugin.get(view)
      if (request !== this.fixesAsked || view.state.doc !== doc || !plugin) return
      for (const action of actions) some.find(f => isAbout(plugin, action, f))?.fixes.push(fixOf(action, plugin.uri))
      const isCutOff = some.length * triedForEach * doc.length > mostTried // so that not everything was tried
      for (const finding of some) finding.mayHaveFixes = isCutOff && finding.fixes.length === 0
    }
    if (findings.length > 0) this.found(view)
  }

  // watch returns an extension that checks the text when it is opened, and a moment after it has changed.
  private watch() {
    const check = (view: EditorView) => void this.check(view)
    return ViewPlugin.fromClass(class {
      private timer: number
      constructor(view: EditorView) { this.timer = window.setTimeout(() => check(view)) }
      update(update: ViewUpdate) {
        if (!update.docChanged) return
        clearTimeout(this.timer)
        this.timer = window.setTimeout(() => check(update.view), pause)
      }
      destroy() { clearTimeout(this.timer) }
    })
  }

  // fixesOf returns the fixes of a finding, the likeliest first.
  async fixesOf(view: EditorView, finding: Finding): Promise<Fix[]> {
    if (finding.fixes.length > 0) return finding.fixes
    const plugin = LSPPlugin.get(view)
    if (!plugin) return []
    return (await this.repairs(view, finding.from, finding.to)).filter(action => isAbout(plugin, action, finding)).map(action => fixOf(action, plugin.uri))
  }

  // fixAll returns the edits that make all safe fixes.
  async fixAll(view: EditorView): Promise<lsp.TextEdit[]> {
    const plugin = LSPPlugin.get(view)
    return plugin ? editsOf(await this.actionsFor(plugin.uri, rangeOf(view.state.doc), 'source.fixAll'), plugin.uri) : []
  }

  // repairAll returns the text with all safe fixes, and the likeliest repair of every finding that has none, and the number of errors
  // that are left. It works on a copy of the document.
  async repairAll(view: EditorView): Promise<{ after: string, errors: number }> {
    const plugin = LSPPlugin.get(view), deadline = performance.now() + longestRepair
    let doc = view.state.doc
    if (!plugin) return { after: doc.toString(), errors: 0 }
    const uri = plugin.uri.replace('file:///work/', 'file:///work/repair/')
    let version = 1, errors = 0
    const set = async (next: Text) => {
      this.client.notification('textDocument/didChange', { textDocument: { uri, version: ++version }, contentChanges: [{ text: next.toString() }] })
      return this.errorsIn(uri)
    }
    this.client.notification('textDocument/didOpen', { textDocument: { uri, languageId: 'json', version, text: doc.toString() } })
    try {
      errors = await this.errorsIn(uri)
      while (performance.now() < deadline) {
        const safe = editsOf(await this.actionsFor(uri, rangeOf(doc), 'source.fixAll'), uri)
        const likely = safe.length > 0 ? [] : (await this.actionsFor(uri, rangeOf(doc), 'quickfix')).filter(isRepair).map(action => editsOf([action], uri))
        const tries = safe.length > 0 ? [safe] : likely.length > 0 ? [apart(likely), likely[0]] : []
        let next: Text | undefined
        for (const edits of tries) {
          next = Text.of(edited(doc, edits).split('\n'))
          const left = await set(next)
          if (left < errors || safe.length > 0 && left === errors && !next.eq(doc)) { // safe fixes of warnings change no error
            errors = left
            break
          }
          next = undefined
        }
        if (!next) break
        doc = next
      }
    } finally {
      this.client.notification('textDocument/didClose', { textDocument: { uri } })
    }
    return { after: doc.toString(), errors }
  }

  // errorsIn returns the number of errors in a document, at most as many as the language server sends.
  private async errorsIn(uri: string): Promise<number> {
    const report = await this.client.request<unknown, lsp.DocumentDiagnosticReport>('textDocument/diagnostic', { textDocument: { uri } })
    return report.kind === 'full' ? report.items.filter(d => d.severity === 1).length : 0
  }

  // format returns the edits that format the text. The error says why it cannot be formatted.
  async format(view: EditorView): Promise<lsp.TextEdit[]> {
    const plugin = LSPPlugin.get(view)
    if (!plugin) return []
    this.client.sync()
    const params = { textDocument: { uri: plugin.uri }, options: { tabSize: 2, insertSpaces: true } }
    return await this.client.request<unknown, lsp.TextEdit[] | null>('textDocument/formatting', params) ?? []
  }

  // symbols returns the values of the text as the language server sees them.
  async symbols(view: EditorView): Promise<lsp.DocumentSymbol[]> {
    const plugin = LSPPlugin.get(view)
    if (!plugin) return []
    this.client.sync()
    return await this.client.request<unknown, lsp.DocumentSymbol[] | null>('textDocument/documentSymbol', { textDocument: { uri: plugin.uri } }) ?? []
  }

  // repairs returns the safe fixes and likely repairs of the findings in a range.
  private async repairs(view: EditorView, from: number, to: number): Promise<lsp.CodeAction[]> {
    const plugin = LSPPlugin.get(view)
    if (!plugin) return []
    return (await this.actionsFor(plugin.uri, { start: plugin.toPosition(from), end: plugin.toPosition(to) }, 'quickfix')).filter(isRepair)
  }

  private async actionsFor(uri: string, range: lsp.Range, only: string): Promise<lsp.CodeAction[]> {
    this.client.sync()
    return await this.client.request<unknown, lsp.CodeAction[] | null>('textDocument/codeAction', { textDocument: { uri }, range, context: { diagnostics: [], only: [only] } }) ?? []
  }
}

const longestRepair = 20_000 // milliseconds after which no further repair is tried

// rangeOf returns the range of a whole text.
function rangeOf(doc: Text): lsp.Range {
  return { start: { line: 0, character: 0 }, end: { line: doc.lines - 1, character: doc.line(doc.lines).length } }
}

function editsOf(actions: lsp.CodeAction[], uri: string): lsp.TextEdit[] { return actions.flatMap(a => a.edit?.changes?.[uri] ?? []) }

// apart returns the edits of repairs that do not touch one another. Of several that do, the first one counts.
function apart(repairs: lsp.TextEdit[][]): lsp.TextEdit[] {
  const chosen: lsp.TextEdit[] = []
  const isBefore = (a: lsp.Position, b: lsp.Position) => a.line < b.line || a.line === b.line && a.character < b.character
  const touches = (a: lsp.TextEdit, b: lsp.TextEdit) => !isBefore(a.range.end, b.range.start) && !isBefore(b.range.end, a.range.start)
  for (const edits of repairs) if (!edits.some(edit => chosen.some(other => touches(edit, other)))) chosen.push(...edits)
  return chosen
}

// isAbout reports whether an action repairs a finding.
function isAbout(plugin: LSPPlugin, action: lsp.CodeAction, finding: Finding): boolean {
  const about = action.diagnostics?.[0]
  return about !== undefined && finding.code === about.code && finding.message === forPage(messageOf(about)) && finding.from === plugin.fromPosition(about.range.start)
}

// uriOf returns the address of a document in the file system of the engine.
export function uriOf(name: string): string {
  return `file:///work/${name.split('/').map(encodeURIComponent).join('/')}`
}

// findingsIn returns the findings in an editor, in their order and with the positions that they have now.
export function findingsIn(view: EditorView): Finding[] {
  const all: Finding[] = []
  forEachDiagnostic(view.state, (d, from, to) => all.push(Object.assign(d as Finding, { from, to })))
  return all
}

// edited returns a text with edits, which do not overlap.
export function edited(doc: Text, edits: lsp.TextEdit[]): string {
  const offset = (p: lsp.Position) => Math.min(doc.length, p.line < doc.lines ? doc.line(p.line + 1).from + p.character : doc.length)
  let out = '', last = 0
  for (const edit of edits.toSorted((a, b) => offset(a.range.start) - offset(b.range.start))) {
    out += doc.sliceString(last, offset(edit.range.start)) + edit.newText
    last = offset(edit.range.end)
  }
  return out + doc.sliceString(last)
}

function convert(plugin: LSPPlugin, d: lsp.Diagnostic): Finding {
  const place = (p: lsp.Position) => plugin.unsyncedChanges.mapPos(plugin.fromPosition(p, plugin.syncedDoc))
  const from = place(d.range.start), message = forPage(messageOf(d))
  return {
    from, to: Math.max(from, place(d.range.end)), severity: severities[d.severity ?? 1], message, renderMessage: () => el('span', {}, ...isolated(message)), fixes: [], mayHaveFixes: false,
    code: String(d.code ?? ''), href: d.codeDescription?.href,
    related: (d.relatedInformation ?? []).map(r => ({ line: r.location.range.start.line + 1, from: place(r.location.range.start), to: place(r.location.range.end), message: r.message })),
  }
}

function messageOf(d: lsp.Diagnostic): string { return typeof d.message === 'string' ? d.message : d.message.value }

function fixOf(action: lsp.CodeAction, uri: string): Fix {
  const title = action.title.charAt(0).toUpperCase() + action.title.slice(1)
  return { title, isSafe: action.isPreferred === true, edits: action.edit?.changes?.[uri] ?? [] }
}

// forTheCommand is advice that cannot be followed on the page.
const forTheCommand = /; to (complete a file that was cut off|recover the whole records of a damaged file), use jsonlint \w+|, or check it with --from [\w-]+/

// forPage removes advice about the command line, or replaces it by what can be done on the page.
function forPage(message: string): string {
  return message.replace(forTheCommand, '').replace(/use --dialect (\w+):.* under "overrides" in the settings/, (_, dialect: string) => text.chooseDialect(dialect.toUpperCase()))
}

const allowed = new Set(['P', 'CODE', 'PRE', 'EM', 'STRONG', 'UL', 'OL', 'LI', 'BR', 'HR', 'SPAN', 'H1', 'H2', 'H3', 'H4', 'TABLE', 'THEAD', 'TBODY', 'TR', 'TH', 'TD', 'BLOCKQUOTE'])

// sanitize keeps the text and the simple elements of what the language server says. It quotes from documents, which nobody
// has to trust.
function sanitize(html: string): string {
  const parsed = new DOMParser().parseFromString(html, 'text/html')
  for (const element of [...parsed.body.querySelectorAll('*')]) {
    if (!allowed.has(element.tagName)) element.replaceWith(element.textContent ?? '')
    else for (const attribute of [...element.attributes]) if (attribute.name !== 'class') element.removeAttribute(attribute.name)
  }
  return parsed.body.innerHTML
}
