// A stand-in for the module vscode: as much of the API as the extension and vscode-languageclient use, without a window.
// What the API would show to a user is kept in `shown`.

import { readFileSync } from 'node:fs';
import { pathToFileURL, fileURLToPath } from 'node:url';

class Position {
  constructor(line, character) { Object.assign(this, { line, character }); }
}
class Range {
  constructor(start, end, endLine, endCharacter) {
    this.start = typeof start === 'number' ? new Position(start, end) : start;
    this.end = typeof start === 'number' ? new Position(endLine, endCharacter) : end;
  }
}
class Selection extends Range {
  get active() { return this.end; }
}
class Uri {
  constructor(text) { this.text = text; }
  static parse(text) { return new Uri(text); }
  static file(path) { return new Uri(pathToFileURL(path).href); }
  get scheme() { return this.text.slice(0, this.text.indexOf(':')); }
  get fsPath() { return this.scheme === 'file' ? fileURLToPath(this.text) : this.text; }
  get path() { return this.fsPath; }
  toString() { return this.text; }
}
class Disposable {
  constructor(end) { this.end = end; }
  dispose() { this.end?.(); this.end = undefined; }
  static from(...all) { return new Disposable(() => { for (const one of all) one.dispose(); }); }
}
class EventEmitter {
  listeners = new Set();
  event = (listener, self) => {
    const bound = self ? listener.bind(self) : listener;
    this.listeners.add(bound);
    return new Disposable(() => this.listeners.delete(bound));
  };
  fire(value) { return Promise.all([...this.listeners].map((listener) => listener(value))); }
  dispose() { this.listeners.clear(); }
}
class CancellationTokenSource {
  #emitter = new EventEmitter();
  token = { isCancellationRequested: false, onCancellationRequested: this.#emitter.event };
  cancel() { this.token.isCancellationRequested = true; void this.#emitter.fire(); }
  dispose() {}
}
class CancellationError extends Error {}
class Diagnostic {
  constructor(range, message, severity) { Object.assign(this, { range, message, severity }); }
}
class CodeAction {
  constructor(title, kind) { Object.assign(this, { title, kind }); }
}
class CodeActionKind {
  constructor(value) { this.value = value; }
  static Empty = new CodeActionKind('');
  append(part) { return new CodeActionKind(this.value ? `${this.value}.${part}` : part); }
  contains(other) { return other.value === this.value || other.value.startsWith(`${this.value}.`); }
}
CodeActionKind.QuickFix = new CodeActionKind('quickfix');
CodeActionKind.Source = new CodeActionKind('source');
CodeActionKind.SourceFixAll = new CodeActionKind('source.fixAll');
class TextEdit {
  constructor(range, newText) { Object.assign(this, { range, newText }); }
  static replace(range, text) { return new TextEdit(range, text); }
}
class WorkspaceEdit {
  edits = [];
  set(uri, edits) { this.edits.push([uri, edits]); }
  createFile() {}
  renameFile() {}
  deleteFile() {}
}
class Plain {
  constructor(...given) { this.given = given; }
}

/** A document that the test has opened. */
class TextDocument {
  version = 1;
  isClosed = false;
  constructor(uri, languageId, text) { Object.assign(this, { uri, languageId, text }); }
  get fileName() { return this.uri.fsPath; }
  getText() { return this.text; }
  offsetAt({ line, character }) {
    return this.text.split('\n').slice(0, line).reduce((sum, one) => sum + one.length + 1, 0) + character;
  }
}

/** Makes the module. What the tests need of it besides the API is in the second result. */
export function makeVSCode(manifest) {
  const settings = new Map();
  for (const [name, { default: value }] of Object.entries(JSON.parse(readFileSync(manifest, 'utf8')).contributes.configuration.properties)) settings.set(name, value);
  const events = new Map();
  const event = (name) => {
    if (!events.has(name)) events.set(name, new EventEmitter());
    return events.get(name).event;
  };
  const shown = { messages: [], output: [], status: {}, statusBar: [], diagnostics: new Map(), clipboard: '', opened: [] };
  const providers = new Map();
  const commands = new Map();
  const test = { settings, shown, providers, commands, documents: [], choice: undefined };

  test.fire = (name, value) => events.get(name)?.fire(value);
  test.set = (name, value) => {
    settings.set(name, value);
    return test.fire('workspace.onDidChangeConfiguration', { affectsConfiguration: (section) => name === section || name.startsWith(`${section}.`) });
  };
  test.open = async (path, languageId, text) => {
    const document = new TextDocument(Uri.file(path), languageId, text);
    test.documents.push(document);
    api.window.activeTextEditor = { document, selection: new Selection(new Position(0, 0), new Position(0, 0)) };
    api.window.visibleTextEditors = [api.window.activeTextEditor];
    await test.fire('workspace.onDidOpenTextDocument', document);
    await test.fire('window.onDidChangeActiveTextEditor', api.window.activeTextEditor);
    return document;
  };
  test.edit = async (document, edits) => {
    const contentChanges = [...edits].sort((a, b) => document.offsetAt(b.range.start) - document.offsetAt(a.range.start)).map(({ range, newText }) => {
      const rangeOffset = document.offsetAt(range.start);
      const rangeLength = document.offsetAt(range.end) - rangeOffset;
      document.text = document.text.slice(0, rangeOffset) + newText + document.text.slice(rangeOffset + rangeLength);
      return { range, rangeOffset, rangeLength, text: newText };
    });
    document.version++;
    await test.fire('workspace.onDidChangeTextDocument', { document, contentChanges });
  };

  const show = (severity) => (message, ...choices) => {
    shown.messages.push({ severity, message, choices });
    return Promise.resolve(choices.includes(test.choice) ? test.choice : undefined);
  };
  const log = (severity) => (...parts) => { shown.output.push(`${severity}: ${parts.join(' ')}`); };
  const register = (kind) => (selector, provider) => {
    const entry = { selector, provider };
    providers.set(kind, [...(providers.get(kind) ?? []), entry]);
    return new Disposable(() => providers.set(kind, providers.get(kind).filter((one) => one !== entry)));
  };
  const workspace = {
    textDocuments: test.documents, notebookDocuments: [], workspaceFolders: undefined, isTrusted: true,
    getConfiguration: (section) => ({
      get: (name, value) => settings.get(section ? `${section}.${name}` : name) ?? value,
      inspect: () => undefined,
    }),
    getWorkspaceFolder: () => undefined,
    createFileSystemWatcher: () => ({ onDidCreate: event('watcher'), onDidChange: event('watcher'), onDidDelete: event('watcher'), dispose() {} }),
    applyEdit: () => Promise.resolve(true),
    registerTextDocumentContentProvider: () => new Disposable(),
    fs: {},
  };
  const window = {
    activeTextEditor: undefined, visibleTextEditors: [],
    tabGroups: { all: [], onDidChangeTabs: event('window.onDidChangeTabs') },
    createOutputChannel: () => ({
      logLevel: api.LogLevel.Info, onDidChangeLogLevel: event('logLevel'), show: () => { shown.isOutputShown = true; }, dispose() {}, clear() {},
      append: log('append'), appendLine: log('append'), trace: log('trace'), debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error'),
    }),
    showErrorMessage: show('error'), showWarningMessage: show('warning'), showInformationMessage: show('information'),
    setStatusBarMessage: (text) => { shown.statusBar.push(text); return new Disposable(); },
    withProgress: (_, task) => task({ report() {} }, new CancellationTokenSource().token),
  };
  const languages = {
    match: (selectors, document) => ([selectors].flat().some((one) => (one.language ?? document.languageId) === document.languageId && (one.scheme ?? document.uri.scheme) === document.uri.scheme) ? 10 : 0),
    createLanguageStatusItem: () => Object.assign(shown.status, { dispose() {} }),
    createDiagnosticCollection: () => ({
      set: (uri, list) => { shown.diagnostics.set(uri.toString(), list ?? []); },
      delete: (uri) => { shown.diagnostics.delete(uri.toString()); },
      has: (uri) => shown.diagnostics.has(uri.toString()),
      get: (uri) => shown.diagnostics.get(uri.toString()),
      clear: () => shown.diagnostics.clear(),
      dispose: () => shown.diagnostics.clear(),
    }),
  };
  const api = {
    version: '1.91.0', env: {
      language: 'en', appName: 'test', clipboard: { writeText: (text) => { shown.clipboard = text; return Promise.resolve(); } },
      openExternal: (uri) => { shown.opened.push(uri.toString()); return Promise.resolve(true); },
    },
    extensions: { getExtension: () => undefined },
    commands: {
      registerCommand: (name, run) => {
        if (commands.has(name)) throw new Error(`the command ${name} already exists`);
        commands.set(name, run);
        return new Disposable(() => commands.delete(name));
      },
      executeCommand: (name, ...given) => { shown.opened.push([name, ...given].join(' ')); return Promise.resolve(); },
    },
    workspace: open(workspace, (name) => (name.startsWith('on') ? event(`workspace.${name}`) : undefined)),
    window: open(window, (name) => (name.startsWith('on') ? event(`window.${name}`) : undefined)),
    languages: open(languages, (name) => (name.startsWith('register') ? register(name.slice(8)) : undefined)),
    Position, Range, Selection, Uri, Disposable, EventEmitter, CancellationTokenSource, CancellationError, Diagnostic, CodeAction, CodeActionKind, TextEdit, WorkspaceEdit,
    DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 }, DiagnosticTag: { Unnecessary: 1, Deprecated: 2 },
    LanguageStatusSeverity: { Information: 0, Warning: 1, Error: 2 }, LogLevel: { Off: 0, Trace: 1, Debug: 2, Info: 3, Warning: 4, Error: 5 },
    ProgressLocation: { Window: 10 }, CodeActionTriggerKind: { Invoke: 1, Automatic: 2 },
    SymbolKind: new Proxy({}, { get: (_, name) => name }), SymbolTag: { Deprecated: 1 }, FoldingRangeKind: new Proxy({}, { get: (_, name) => name }),
    CompletionItemKind: new Proxy({}, { get: (_, name) => name }), CompletionTriggerKind: { Invoke: 0 }, TextDocumentSaveReason: { Manual: 1 },
    SignatureHelpTriggerKind: {}, DocumentHighlightKind: {}, InlineCompletionTriggerKind: {},
  };
  // Types of which the client only makes objects or subclasses.
  for (const name of ['CallHierarchyItem', 'CodeLens', 'CompletionItem', 'DocumentLink', 'DocumentSymbol', 'FoldingRange', 'Hover', 'InlayHint', 'Location',
    'MarkdownString', 'SelectionRange', 'SymbolInformation', 'TypeHierarchyItem', 'DiagnosticRelatedInformation', 'SnippetString', 'SnippetTextEdit', 'RelativePattern', 'TabInputText',
    'TabInputTextDiff', 'TabInputCustom', 'TabInputNotebook', 'SemanticTokensLegend', 'SemanticTokens', 'CompletionList', 'InlineCompletionItem', 'InlineCompletionList']) {
    api[name] = class extends Plain {};
  }
  return { api: open(api, () => undefined), test };
}

/** Returns an object that makes missing members, and throws an error for those that nothing makes. */
function open(object, make) {
  return new Proxy(object, {
    get(target, name) {
      if (typeof name === 'string' && !(name in target) && name !== 'then' && name !== '__esModule' && name !== 'default') {
        target[name] = make(name);
        if (target[name] === undefined) throw new Error(`the stand-in for vscode has no ${name}`);
      }
      return target[name];
    },
  });
}
