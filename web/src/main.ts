// The page: it connects the engine, the editor and the views.
import { LSPPlugin } from '@codemirror/lsp-client'
import { Prec, type Text } from '@codemirror/state'
import { keymap, type EditorView } from '@codemirror/view'
import type * as lsp from 'vscode-languageserver-protocol'
import { isolatedPointer } from './bidi'
import { CompareView } from './compare'
import { announce, button, byId, copy, debounce, el, fill, modal, select } from './dom'
import { showDiff } from './diff'
import { Editor } from './editor'
import { Engine, Programs } from './engine'
import { examples } from './examples'
import { dropped, largest, pick, read, save, type Picked, type Source } from './files'
import { FilesView } from './list'
import { FindingsList } from './findings'
import { Language, edited, findingsIn, mostFindings, type Finding } from './language'
import { LargeView, commands } from './large'
import { indentation } from './nesting'
import { RecordsView } from './records'
import { RepairView } from './repair'
import { SchemaView, type SchemaError } from './schema'
import { isServed, readServed, servedFiles, writeServed } from './served'
import { SettingsView } from './settings'
import { Unknown, decodeShared, encodeShared, longLink } from './share'
import { StatsView } from './stats'
import { reasonOf, size, text } from './strings'
import { Tabs } from './tabs'
import { startTheme } from './theme'
import { Tools, chosen, hasRecords, type CheckOptions, type Input } from './tools'
import { TreeView, type Outline } from './tree'
import { Verdict, summary } from './verdict'

// textTabs are the views of the text in the editor.
const textTabs = ['tree', 'records', 'stats', 'bytes', 'schema', 'compare'] as const

const longestHead = 64 << 10 // characters at the start of a text that the engine needs to recognize it
const mostRepaired = 2_000_000 // characters of a text in which the language server tries repairs, about
const mostFormatted = 512e6 // characters of indentation, which are too many for browsers

// nameOf returns the name of a dialect for users.
function nameOf(dialect: string): string { return text.dialects[dialect as 'json'] }

class Page {
  private source: Source = { name: text.untitled, text: '' }
  private lineEnd = '\n'
  private kept: Text // the text that is in a file, a link or an example
  private programs = new Programs() // shared by all workers
  private engine = new Engine(this.programs.small)
  private tools = new Tools(this.programs.small)
  private language = new Language(view => void this.found(view))
  private settings = new SettingsView(() => this.settingsChanged())
  private fixAllButton = button(text.fixAll, () => this.try(text.fixFailed, this.fixAll()), { id: 'fix-all', class: 'main', hidden: true })
  private convertButton = button(text.convert, () => this.propose(text.convertTitle, text.convertAbout, this.converted ?? this.editor.text), { id: 'convert', hidden: true })
  private repairAllButton = button(text.repairAll, () => this.try(text.repairFailed, this.repairAll()), { id: 'repair-all', hidden: true })
  private converted?: string // the text as JSON, if it is JSON5
  private textButtons = [button(text.format, () => void this.format()), button(text.share, () => void this.share()), button(text.save, () => void this.save())] // of the text in the editor
  private verdict = new Verdict(this.convertButton, this.repairAllButton, this.fixAllButton)
  private list = new FindingsList({ show: (from, to) => this.editor.show(from, to), fix: finding => this.try(text.fixFailed, this.fix(finding)) })
  private tree = new TreeView(this.tools, () => this.symbols(), (from, to) => this.editor.show(from, to))
  private records = new RecordsView(this.tools, line => this.showLine(line))
  private stats = new StatsView(this.tools)
  private repair = new RepairView(this.tools, repaired => this.repaired(repaired))
  private schemaIsWrong = false
  private schema = new SchemaView(schema => void this.useSchema(schema))
  private compare = new CompareView(this.tools, (from, to) => this.editor.show(from, to))
  private large = new LargeView(byId('large'), this.programs, done => this.showLargeVerdict(done))
  private files = new FilesView(this.programs, picked => void this.open(picked))
  private status = { name: el('b'), size: el('span'), position: el('span') }
  private dialect = select(Object.entries(text.dialects), this.settings.settings.dialect, value => this.settings.set({ ...this.settings.settings, dialect: value }), { id: 'dialect' })
  private tabs: Tabs
  private editor: Editor
  private refreshSoon = debounce(300, () => this.tabs.refresh())
  private sizeSoon = debounce(300, () => { if (!this.large.isShown) this.status.size.textContent = size(this.bytes()) })
  private convertSoon = debounce(100, () => void this.offerConversion())

  constructor() {
    const keys = Prec.high(keymap.of([{ key: 'Mod-Enter', run: () => this.run(this.format()), preventDefault: true }, { key: 'Mod-s', run: () => this.run(this.save()), preventDefault: true }, { key: 'Mod-.', run: () => this.fixHere(), preventDefault: true }]))
    this.editor = new Editor(byId('editor'), keys, (changed, isReplaced) => this.edited(changed, isReplaced))
    this.kept = this.editor.view.state.doc
    addEventListener('beforeunload', event => { if (!this.editor.view.state.doc.eq(this.kept)) event.preventDefault() })
    byId('side').append(this.verdict.element)
    this.tabs = new Tabs(byId('side'))
    this.addTabs()
    fill(byId('toolbar'), ...this.toolbar())
    fill(byId('status'), this.status.name, this.status.size, this.status.position, el('span', { class: 'privacy' }, text.privacy))
    this.receiveDrops()
    this.settingsChanged()
    void this.start()
  }

  private addTabs() {
    const input = () => this.input()
    this.tabs.add('findings', this.list.element)
    this.tabs.add('files', this.files.element)
    this.tabs.add('tree', this.tree.element, () => void this.tree.update(input()))
    this.tabs.add('records', this.records.element, () => void this.records.update(input()))
    this.tabs.add('stats', this.stats.element, () => void this.stats.update(input(), this.bytes()))
    this.tabs.add('bytes', this.repair.element, () => void this.repair.update(input()))
    this.tabs.add('schema', this.schema.element)
    this.tabs.add('compare', this.compare.element, () => void this.compare.update(input()))
    this.tabs.add('options', this.settings.element)
    this.tabs.offer('files', false)
  }

  private toolbar(): HTMLElement[] {
    return [
      button(text.newText, () => this.startNew(), { class: 'wide-only' }), button(text.open, () => void pick(false).then(p => p && this.take(p)), { title: text.openTitle }), button(text.folder, () => void pick(true).then(p => p && this.take(p)), { class: 'wide-only' }),
      button(text.examples, () => this.showExamples()), ...this.textButtons,
      el('span', { class: 'space' }), el('label', { htmlFor: 'dialect' }, text.dialectLabel, this.dialect), startTheme(() => {}),
    ]
  }

  // start shows the text of the link, if there is one, and waits for the engine.
  private async start() {
    addEventListener('hashchange', () => void this.openShared())
    await this.openShared()
    this.engineFor('engine.wasm', this.engine)
    if (isServed()) return this.showServed()
    if ('serviceWorker' in navigator) await navigator.serviceWorker.register('sw.js')
  }

  // showServed lists the files of "jsonlint serve".
  private async showServed() {
    const { files, truncated } = await servedFiles()
    if (files.length === 0) return
    const open = (path: string) => void readServed(path).then(picked => this.open(picked)).catch(error => announce(text.cannotOpen(path, reasonOf(error))))
    this.files.list(files, truncated, open)
    this.tabs.offer('files', true)
    if (files.length === 1) open(files[0].path)
    else this.tabs.show('files')
  }

  // engineFor makes the language server of an engine the one that checks the text.
  private engineFor(address: string, engine: Engine) {
    this.engine = engine
    engine.ready.catch(error => this.verdict.show('error', text.failed, `${address}: ${reasonOf(error)}`))
    this.setFile('/.jsonlintrc.json', this.settings.text())
    this.editor.useLanguage([]) // the document is closed there, and opened here
    this.language.use(engine)
    this.editor.useLanguage(this.language.document(this.source.name))
  }

  private run(task: Promise<void>): true {
    void task
    return true
  }

  // try says why something failed.
  private try(what: string, task: Promise<void>) { task.catch(error => announce(`${what}: ${reasonOf(error)}`)) }

  // startNew replaces the text by an empty one.
  private startNew() {
    const isEmpty = this.editor.view.state.doc.length === 0
    this.tabs.offer('files', false)
    this.show({ name: text.untitled, text: '' })
    this.editor.view.focus()
    if (!isEmpty) announce(text.unsavedReplace)
  }

  // useDialect makes a dialect the chosen one.
  private useDialect(dialect: string) {
    if (dialect === this.settings.settings.dialect) return
    this.dialect.value = dialect
    this.settings.set({ ...this.settings.settings, dialect })
  }

  // show replaces the text by that of a file. The dialect that was chosen for the last text does not count for it.
  private show(source: Source, dialect = 'auto') {
    this.source = source
    this.useDialect(dialect)
    this.lineEnd = /\r\n/.test(source.text) && !/(^|[^\r])\n/.test(source.text) ? '\r\n' : '\n'
    this.large.hide()
    this.showEditor(true)
    this.editor.useLanguage([])
    this.editor.replace(source.text)
    this.kept = this.editor.view.state.doc
    this.editor.useLanguage(this.language.document(source.name))
    this.name()
    this.notices()
    this.edited(true)
    this.tabs.refresh()
  }

  // name shows the name of the file.
  private name() {
    const { name } = this.source
    document.title = name === text.untitled ? 'assay: check JSON' : `${name} – assay`
    fill(this.status.name, ...isolatedPointer(name))
  }

  // replaced makes the text a new one, because the user has pasted it in place of another one. It is saved as a new file, and its dialect is not
  // that of the file.
  private replaced() {
    const before = this.source
    if (before.name === text.untitled) return
    const rename = (source: Source) => {
      this.source = source
      this.editor.useLanguage([])
      this.editor.useLanguage(this.language.document(source.name))
      this.name()
      this.notices()
      this.tabs.refresh()
    }
    const keep = button(text.replacedKeep(before.name), () => { rename({ ...before, bytes: undefined, encoding: undefined, notice: undefined }); this.editor.view.focus() })
    const now: Source = { name: text.untitled, text: '' }
    rename(now)
    void this.dialectOf().then(dialect => {
      if (dialect !== undefined && this.source === now) byId('notices').append(el('div', { id: 'replaced' }, el('p', {}, text.replacedNotice(before.name, nameOf(dialect))), keep))
    })
  }

  // showEditor shows or hides the editor, and what can be done with its text.
  private showEditor(isShown: boolean) {
    byId('editor').hidden = !isShown
    for (const b of this.textButtons) b.disabled = !isShown
  }

  private notices() {
    const lines: HTMLElement[] = []
    if (this.source.notice) lines.push(el('div', {}, el('p', {}, this.source.notice)))
    if (this.source.encoding) lines.push(el('div', { id: 'ill-formed' }, el('p', {}, text.wideNotice(this.source.encoding)), button(text.toUTF8, () => this.repaired(this.contents()), { class: 'main' })))
    else if (this.source.bytes) lines.push(el('div', { id: 'ill-formed' }, el('p', {}, text.illFormedNotice(this.illFormed())), button(text.showBytes, () => this.tabs.show('bytes'), { class: 'main' })))
    fill(byId('notices'), ...lines)
  }

  // illFormed returns the number of ill-formed sequences in the file.
  private illFormed(): number { return (this.source.text.match(/\ufffd/g) ?? []).length }

  // bytes returns the size of the text in a file.
  private bytes(): number {
    const { doc } = this.editor.view.state
    if (this.source.bytes && doc.eq(this.kept)) return this.source.bytes.length
    return new TextEncoder().encode(this.editor.text).length + (this.lineEnd.length - 1) * (doc.lines - 1)
  }

  private edited(changed: boolean, isReplaced = false) {
    const { state } = this.editor.view
    const { head } = state.selection.main, line = state.doc.lineAt(head)
    this.status.position.textContent = text.position(line.number, [...line.text.slice(0, head - line.from)].length + 1)
    if (!changed) return
    this.name()
    if (isReplaced) setTimeout(() => this.replaced()) // after the update of the editor
    this.sizeSoon()
    if (state.doc.length > 0) this.verdict.show('busy', text.checking, '')
  }

  // found shows the findings that the language server has sent.
  private async found(view: EditorView) {
    if (this.large.isShown) return
    const { doc } = view.state, dialect = await this.dialectOf()
    if (doc !== view.state.doc || this.large.isShown || dialect === undefined) return // there is a newer text
    const findings = findingsIn(view), n = (severity: string) => findings.filter(f => f.severity === severity).length
    const errors = n('error'), warnings = n('warning'), notes = n('info')
    if (view.state.doc.length === 0) this.verdict.show('nothing', text.empty, text.emptyAbout)
    else if (this.source.bytes) this.verdict.show('error', text.illFormed, [this.source.encoding ? text.wideAbout(this.source.encoding) : text.illFormedAbout(this.illFormed()), summary(errors, warnings, notes)].filter(Boolean).join(', '))
    else if (errors > 0) this.verdict.show('error', (findings.length < mostFindings ? text.errors : text.errorsAtLeast)(errors), summary(0, warnings, notes))
    else if (this.schemaIsWrong) this.verdict.show('warning', text.schemaWrongTitle, [text.schemaWrongAbout, summary(0, warnings, notes)].filter(Boolean).join('; '))
    else if (findings.length > 0) this.verdict.show('warning', summary(0, warnings, notes), text.validWith(nameOf(dialect)))
    else this.verdict.show('good', text.valid(nameOf(dialect)), text.validAbout)
    const isSafe = (f: Finding) => f.fixes.some(fix => fix.isSafe)
    this.verdict.hide(this.fixAllButton, !findings.some(f => f.mayHaveFixes || isSafe(f)))
    this.verdict.hide(this.repairAllButton, !findings.some(f => f.severity === 'error' && !isSafe(f)))
    this.tabs.count('findings', findings.length, errors > 0 ? 'error' : warnings > 0 ? 'warning' : 'info')
    this.list.update(view, this.hint(), findings.length < mostFindings ? '' : text.maybeMore)
    if (findings.length >= mostFindings && !this.source.bytes && !this.settings.settings.hasSchema) void this.countFindings()
    this.convertSoon()
    for (const name of textTabs) this.tabs.offer(name, true)
    this.tabs.offer('records', hasRecords(dialect))
    this.tabs.offer('bytes', this.source.bytes !== undefined && !this.source.encoding)
    this.refreshSoon()
  }

  // countFindings shows the numbers of all findings. The language server sends only the first ones.
  private async countFindings() {
    const { doc } = this.editor.view.state, input = this.input()
    const { errors, warnings, infos } = await this.tools.count(input, this.options(input.name))
    if (doc !== this.editor.view.state.doc || this.large.isShown || errors === 0) return
    this.verdict.show('error', text.errors(errors), summary(0, warnings, infos))
    this.tabs.count('findings', errors + warnings + infos, 'error')
    this.list.update(this.editor.view, this.hint(), text.moreFindings(errors + warnings + infos - findingsIn(this.editor.view).length))
  }

  // offerConversion shows a button if the text can be converted to JSON.
  private async offerConversion() {
    const input = this.input(), hasErrors = findingsIn(this.editor.view).some(f => f.severity === 'error')
    const hasSyntax = hasErrors || ['jsonc', 'jwcc', 'json5'].includes(await this.dialectOf() ?? '')
    const converted = hasSyntax ? await this.tools.convert(input).catch(() => undefined) : undefined
    if (input.text !== this.editor.text || this.large.isShown) return
    this.converted = converted
    this.verdict.hide(this.convertButton, converted === undefined)
    if (converted !== undefined) this.verdict.hide(this.repairAllButton, true)
  }

  private hint(): HTMLElement {
    const isEmpty = this.editor.view.state.doc.length === 0
    const offers = el('dl', { class: 'offers' }, ...text.offers.flatMap(([what, about]) => [el('dt', {}, what), el('dd', {}, about)]))
    return el('div', { class: 'empty' }, isEmpty ? offers : el('p', {}, this.source.bytes ? text.showBytesHint : text.validAbout), el('dl', { class: 'keys' }, ...text.keys.flatMap(([key, about]) => [el('dt', {}, el('kbd', {}, key)), el('dd', {}, about)])))
  }

  // dialectOf returns the dialect in which the text is read, or undefined if the engine was replaced meanwhile.
  private dialectOf(): Promise<string | undefined> {
    const { dialect } = this.settings.settings, { state } = this.editor.view
    if (chosen(dialect)) return Promise.resolve(dialect)
    return this.engine.call('dialectOf', this.source.name, state.sliceDoc(0, longestHead)).then(String, () => undefined)
  }

  private async fix(finding: Finding) {
    const { doc } = this.editor.view.state, fixes = await this.language.fixesOf(this.editor.view, finding)
    if (doc !== this.editor.view.state.doc) return // the user has gone on
    if (fixes.length === 0) return announce(doc.length > mostRepaired ? text.noFixLarge : text.noFix)
    showDiff(text.fixTitle, text.fixAbout, this.editor.text, fixes.map(fix => ({ title: fix.title, after: edited(doc, fix.edits) })), after => this.change(after))
  }

  // fixHere offers the fixes of the finding at the cursor, or of the next one in its line.
  private fixHere(): true {
    const { state } = this.editor.view, { head } = state.selection.main, line = state.doc.lineAt(head)
    const here = findingsIn(this.editor.view).filter(f => f.from <= line.to && f.to >= line.from)
    const finding = here.find(f => f.from <= head && head <= f.to) ?? here.find(f => f.from > head) ?? here.at(-1)
    if (finding) this.try(text.fixFailed, this.fix(finding))
    else announce(text.noFindingHere)
    return true
  }

  private async repairAll() {
    const { doc } = this.editor.view.state
    announce(text.repairing)
    const { after, errors } = await this.language.repairAll(this.editor.view)
    if (doc !== this.editor.view.state.doc) return // the user has gone on
    if (after === this.editor.text) return announce(text.nothingToRepair)
    this.propose(text.repairAllTitle, text.repairAllAbout(errors), after)
  }

  private async fixAll() {
    const { doc } = this.editor.view.state, edits = await this.language.fixAll(this.editor.view)
    if (doc !== this.editor.view.state.doc) return
    if (edits.length === 0) return announce(text.nothingToFix)
    this.propose(text.fixAllTitle, text.fixAbout, edited(doc, edits))
  }

  // format formats the text, after a question if that makes it very long.
  private async format() {
    const { indent, width, compact, canonical } = this.settings.settings.format
    const unit = indent === 'tab' ? 1 : Number(indent ?? 2), deep = compact || canonical ? 0 : indentation(this.editor.text, unit, Number(width ?? 80))
    if (deep > mostFormatted) return announce(text.formatTooLong(deep))
    if (deep < largest) return this.formatNow()
    modal(text.formatLongTitle, text.formatLong(deep), close => ({ body: el('div'), buttons: [button(text.cancel, close, { autofocus: true }), button(text.formatAnyway, () => { close(); void this.formatNow() })] }))
  }

  private async formatNow() {
    try {
      const { doc } = this.editor.view.state, after = edited(doc, await this.language.format(this.editor.view))
      if (doc !== this.editor.view.state.doc) return
      if (after === this.editor.text) return announce(text.alreadyFormatted)
      this.change(after)
    } catch (error) {
      announce(`${text.cannotFormat}: ${reasonOf(error)}`)
    }
  }

  // propose shows a change of the text, and makes it if the user agrees.
  private propose(title: string, about: string, after: string) {
    showDiff(title, about, this.editor.text, [{ title: '', after }], after => this.change(after))
  }

  private change(after: string) {
    const { head } = this.editor.view.state.selection.main
    this.editor.replace(after)
    this.editor.view.dispatch({ selection: { anchor: Math.min(head, this.editor.view.state.doc.length) } })
    announce(text.applied)
  }

  private repaired(repaired: string) {
    const { kept } = this // the repaired text is in no file yet
    this.show({ ...this.source, bytes: undefined, encoding: undefined, text: repaired }, this.settings.settings.dialect)
    this.kept = kept
    this.tabs.show('findings')
    announce(text.repairDone)
  }

  // input returns the text for the tools. Their positions are those in a decoded text.
  private input(): Input { return { name: this.source.name, text: this.editor.text, bytes: this.source.encoding ? undefined : this.source.bytes, dialect: this.settings.settings.dialect } }

  // symbols returns the values of the text, which may be invalid, with their positions.
  private async symbols(): Promise<Outline[]> {
    const { view } = this.editor, plugin = LSPPlugin.get(view)
    const convert = (s: lsp.DocumentSymbol): Outline => {
      const at = (p: lsp.Position) => plugin?.fromPosition(p, view.state.doc) ?? 0
      return { label: s.name, pointer: s.detail ?? '', from: at(s.selectionRange.start), to: at(s.range.end), isName: at(s.selectionRange.end) < at(s.range.end), children: (s.children ?? []).map(convert) }
    }
    return (await this.language.symbols(view)).map(convert)
  }

  private showLine(number: number) {
    const { doc } = this.editor.view.state, line = doc.line(Math.min(number, doc.lines))
    this.editor.show(line.from, line.to)
  }

  // take opens the files that the user has chosen or dropped.
  private async take(picked: Picked[]) {
    if (picked.length === 0) return announce(text.noJson)
    this.tabs.offer('files', picked.length > 1)
    if (picked.length > 1) {
      void this.files.check(picked, name => this.options(name))
      this.tabs.show('files')
    }
    await this.open(picked[0])
  }

  private async open(picked: Picked) {
    try {
      const source = await read(picked, (name, packed) => this.unpack(name, packed))
      if (source) return this.show(source)
      this.source = { name: picked.name, text: '' }
      this.useDialect('auto')
      this.showEditor(false)
      fill(byId('notices'))
      this.name()
      this.status.size.textContent = size(picked.file.size)
      this.status.position.textContent = ''
      this.tabs.count('findings', 0)
      for (const name of textTabs) this.tabs.offer(name, false)
      fill(this.list.element, el('div', { class: 'stack' }, el('p', { class: 'hint' }, text.largeHint), commands(picked.name)))
      for (const action of [this.fixAllButton, this.repairAllButton, this.convertButton]) this.verdict.hide(action, true)
      await this.large.check(picked, this.options(picked.name))
    } catch (error) {
      announce(text.cannotOpen(picked.name, reasonOf(error)))
    }
  }

  // unpack decompresses a file with the large program, or returns undefined: if that could not be loaded, if the text is too long, and if
  // the file is damaged, which the check as a stream explains.
  private async unpack(name: string, packed: Uint8Array): Promise<Uint8Array | undefined> {
    const engine = new Engine(this.programs.large())
    try {
      return await engine.call('unpack', name, packed, largest) as Uint8Array
    } catch {
      return undefined
    } finally {
      engine.end()
    }
  }

  private options(name: string): CheckOptions {
    const { dialect, rules } = this.settings.settings
    return { name, dialect: chosen(dialect), rules }
  }

  private showLargeVerdict({ kind, title, about }: { kind: 'busy' | 'good' | 'error' | 'warning', title: string, about: string }) {
    this.verdict.show(kind, title, about)
  }

  private receiveDrops() {
    const drop = byId('drop')
    fill(byId('drop-text'), text.dropHere)
    let inside = 0
    const isFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    addEventListener('dragenter', event => { if (isFiles(event)) drop.hidden = ++inside === 0 })
    addEventListener('dragleave', event => { if (isFiles(event)) drop.hidden = --inside <= 0 })
    addEventListener('dragover', event => { if (isFiles(event)) event.preventDefault() })
    addEventListener('drop', event => {
      if (!event.dataTransfer || !isFiles(event)) return
      event.preventDefault()
      event.stopPropagation()
      inside = 0
      drop.hidden = true
      const pane = [this.schema, this.compare].find(p => event.composedPath().includes(p.element))
      void dropped(event.dataTransfer).then(picked => pane && picked.length === 1 ? pane.read(picked[0].file) : this.take(picked)).catch(error => announce(text.cannotOpen(text.dropped, reasonOf(error))))
    }, { capture: true })
  }

  private showExamples() {
    modal(text.examplesTitle, text.examplesAbout, close => {
      const buttons = examples.map(e => el('button', { type: 'button', onclick: () => { close(); this.tabs.offer('files', false); this.show({ name: e.name, text: e.text }) } }, e.title, el('span', {}, e.about)))
      return { body: el('div', { class: 'examples' }, ...buttons), buttons: [button(text.close, close)] }
    }, true)
  }

  private async share() {
    const { dialect } = this.settings.settings
    const fragment = await encodeShared({ name: this.source.name, text: this.editor.text, dialect: dialect === 'auto' ? undefined : dialect })
    const link = `${location.href.split('#')[0]}${fragment}`
    modal(text.shareTitle, text.shareAbout, close => {
      const input = el('input', { type: 'text', readOnly: true, value: link, 'aria-label': text.shareLink, class: 'link' })
      const warning = link.length > longLink ? el('p', { class: 'warn', role: 'alert' }, text.shareLong(link.length)) : null
      return { body: el('div', { class: 'stack' }, input, warning), buttons: [button(text.close, close), button(text.copyLink, () => { void copy(link, text.copied); close() }, { class: 'main', autofocus: true })] }
    })
  }

  private async openShared() {
    try {
      const shared = await decodeShared(location.hash)
      if (!shared) return
      const { name, text: contents, dialect } = shared
      this.show({ name, text: contents }, dialect !== undefined && dialect in text.dialects ? dialect : 'auto')
    } catch (error) {
      announce(error instanceof Unknown ? text.shareUnknown : text.shareBad)
    }
  }

  // save writes the text, after a question if that would lose bytes of the file.
  private async save() {
    if (!this.source.bytes || this.source.encoding || !this.editor.text.includes('\ufffd')) return this.write()
    modal(text.replaceBytes, text.replaceBytesAbout(this.illFormed()), close => ({
      body: el('div'), buttons: [
        button(text.cancel, close), button(text.saveAnyway, () => { close(); void this.write() }),
        button(text.showBytes, () => { close(); this.tabs.show('bytes') }, { class: 'main' }),
      ],
    }))
  }

  // contents returns the text with the line ends of the file.
  private contents(): string { return this.lineEnd === '\n' ? this.editor.text : this.editor.text.replaceAll('\n', this.lineEnd) }

  private async write() {
    const { name, handle, path } = this.source, { doc } = this.editor.view.state, contents = this.contents()
    try {
      if (path !== undefined) {
        await writeServed(path, contents)
      } else {
        const done = await save(name, contents, handle)
        if (!done.saved) return
        this.source = { ...this.source, handle: done.handle, name: done.handle?.name ?? name }
      }
      this.source.bytes = this.source.encoding = undefined
      this.found(this.editor.view)
      this.kept = doc
      this.notices()
      announce(text.saved(this.source.name))
    } catch (error) {
      announce(text.cannotSave(name, reasonOf(error)))
    }
  }

  // setFile gives the engine a file. The engine may be replaced by another one meanwhile, which gets the file, too.
  private setFile(name: string, contents: string) { this.engine.call('setFile', name, contents).catch(() => {}) }

  private settingsChanged() {
    this.setFile('/.jsonlintrc.json', this.settings.text())
    if (this.editor.view.state.doc.length > 0) this.verdict.show('busy', text.checking, '')
    void this.language.check(this.editor.view)
  }

  // useSchema checks the text against a schema. The engine for schemas is larger, so it is loaded now.
  private async useSchema(schema: string | undefined) {
    if (schema !== undefined && !this.schema.isLoaded) {
      const engine = new Engine(this.programs.large())
      const before = this.engine
      try {
        await engine.ready
      } catch {
        return this.schema.failed()
      }
      await engine.call('setFile', '/schema.json', schema)
      this.schema.isLoaded = true
      await this.compile(engine, schema)
      this.engineFor('engine-schema.wasm', engine)
      this.settings.set({ ...this.settings.settings, hasSchema: true })
      return before.end()
    }
    await this.engine.call('setFile', '/schema.json', schema ?? null)
    await this.compile(this.engine, schema)
    this.settings.set({ ...this.settings.settings, hasSchema: schema !== undefined })
  }

  // compile looks for an error in the schema. The language server would only send a message about it, once.
  private async compile(engine: Engine, schema: string | undefined) {
    const wrong = schema === undefined ? null : JSON.parse(await engine.call('compile', schema) as string) as SchemaError | null
    this.schemaIsWrong = wrong !== null
    if (schema !== undefined) this.schema.checked(wrong)
  }
}

new Page()
