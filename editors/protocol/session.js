// A long session with the language server, which uses everything that the server offers.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from './client.js';
import { methods } from './types.js';

/** Documents in which there is something for every request. */
const documents = [
  { name: 'a.json', language: 'json', text: '{\n  "é😀": [1, 2, ],\n  "b": 0.1,\n  "b": "\\u00e9",\n  "long": 12345678901234567890\n}\n' },
  { name: 'b.jsonc', language: 'jsonc', text: '// c\n{"a": [1, /* d */ 2,\n]}\n' },
  { name: 'c.json5', language: 'json5', text: "{a: 'x', b: +Infinity, // e\n c: .5, d: 0xff,}\n" },
  { name: 'd.jsonl', language: 'jsonl', text: '{"id": 1, "name": "a"}\n{"id": 2 "name": "b"}\n{"id": 3}\n' },
  { name: 'e.geojson', language: 'geojson', text: '{"type": "Feature", "geometry": null, "properties": {}}\n' },
  { name: 'f.json', language: 'json', text: '{\n  "$schema": "s.json",\n  "color": "rot",\n  "size": 1.5,\n  \n}\n' },
  { name: 's.json', language: 'json', text: `${JSON.stringify({
    $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object', required: ['color', 'name'],
    properties: { color: { $ref: '#/$defs/color' }, size: { type: 'integer', description: 'The size', default: 3 }, name: { type: 'string' } },
    $defs: { color: { description: 'A color', enum: ['red', 'green'] } },
  }, null, 2)}\n` },
  { name: null, language: 'json', text: '[1 2]' },
  { name: 'g.json', language: 'json', text: '' },
  { name: 'h.json', language: 'json', text: '[[[[' },
];

/** The parameters of requests about a document. */
const requests = {
  'textDocument/diagnostic': (d) => [{ textDocument: d.id }, { textDocument: d.id, previousResultId: 'unknown' }],
  'textDocument/codeAction': (d) => [undefined, ['quickfix'], ['source.fixAll'], ['source']].map((only) => (
    { textDocument: d.id, range: d.all, context: only ? { diagnostics: [], only } : { diagnostics: [] } })),
  'textDocument/formatting': (d) => [{ textDocument: d.id, options: layout }],
  'textDocument/rangeFormatting': (d) => [{ textDocument: d.id, range: d.all, options: layout }],
  'textDocument/onTypeFormatting': (d) => ['}', ']', '\n', ','].map((ch) => ({ textDocument: d.id, position: d.all.end, ch, options: layout })),
  'textDocument/documentSymbol': (d) => [{ textDocument: d.id }],
  'textDocument/foldingRange': (d) => [{ textDocument: d.id }],
  'textDocument/documentLink': (d) => [{ textDocument: d.id }],
  'textDocument/documentColor': (d) => [{ textDocument: d.id }],
  'textDocument/selectionRange': (d) => [{ textDocument: d.id, positions: d.positions }],
  'textDocument/semanticTokens/full': (d) => [{ textDocument: d.id }],
  'textDocument/codeLens': (d) => [{ textDocument: d.id }],
  'textDocument/inlayHint': (d) => [{ textDocument: d.id, range: d.all }],
  'textDocument/hover': atEach,
  'textDocument/completion': (d) => atEach(d).map((p) => ({ ...p, context: { triggerKind: 1 } })),
  'textDocument/definition': atEach,
  'textDocument/documentHighlight': atEach,
  'textDocument/references': (d) => atEach(d).map((p) => ({ ...p, context: { includeDeclaration: true } })),
  'textDocument/prepareRename': atEach,
  'textDocument/rename': (d) => atEach(d).map((p) => ({ ...p, newName: 'new' })),
  'workspace/diagnostic': () => [{ previousResultIds: [] }],
  'workspace/symbol': () => [{ query: '' }, { query: 'a' }],
};

/** Requests whose parameters are parts of the results of another request. */
const resolved = {
  'codeAction/resolve': ['textDocument/codeAction', (result) => result ?? []],
  'completionItem/resolve': ['textDocument/completion', (result) => result?.items ?? result ?? []],
  'documentLink/resolve': ['textDocument/documentLink', (result) => result ?? []],
  'codeLens/resolve': ['textDocument/codeLens', (result) => result ?? []],
  'inlayHint/resolve': ['textDocument/inlayHint', (result) => result ?? []],
};


const layout = { tabSize: 4, insertSpaces: true };

function atEach(d) {
  return d.positions.map((position) => ({ textDocument: d.id, position }));
}

/** The capabilities of a client that understands everything. */
function capabilities(encoding, pulls) {
  return {
    general: encoding ? { positionEncodings: [encoding] } : {},
    workspace: {
      applyEdit: true, configuration: true, workspaceFolders: true, didChangeWatchedFiles: { dynamicRegistration: true },
      diagnostics: { refreshSupport: true }, workspaceEdit: { documentChanges: true, resourceOperations: ['create', 'rename', 'delete'] },
      executeCommand: {}, codeLens: { refreshSupport: true }, inlayHint: { refreshSupport: true }, foldingRange: { refreshSupport: true },
    },
    window: { showDocument: { support: true }, workDoneProgress: true },
    textDocument: {
      ...(pulls ? { diagnostic: { dynamicRegistration: false, relatedDocumentSupport: true } } : {}),
      publishDiagnostics: { relatedInformation: true, versionSupport: true, codeDescriptionSupport: true, tagSupport: { valueSet: [1, 2] } },
      documentSymbol: { hierarchicalDocumentSymbolSupport: true },
      foldingRange: { lineFoldingOnly: !pulls },
      hover: { contentFormat: ['markdown', 'plaintext'] },
      documentLink: { tooltipSupport: true },
      definition: { linkSupport: true },
      completion: { contextSupport: true, completionItem: { snippetSupport: true, documentationFormat: ['markdown', 'plaintext'], resolveSupport: { properties: ['documentation'] } } },
      codeAction: {
        isPreferredSupport: true, dataSupport: true, resolveSupport: { properties: ['edit'] },
        codeActionLiteralSupport: { codeActionKind: { valueSet: ['', 'quickfix', 'source', 'source.fixAll'] } },
      },
    },
  };
}

/** Returns the length of a text in the units of an encoding. */
function lengthIn(encoding, text) {
  switch (encoding) {
    case 'utf-8': return Buffer.byteLength(text);
    case 'utf-32': return [...text].length;
  }
  return text.length;
}

/** A document as the client sees it. */
class Document {
  constructor(uri, language, text, encoding) {
    Object.assign(this, { uri, language, text, encoding, version: 1 });
  }

  get id() {
    return { uri: this.uri };
  }

  /** The position of an offset in UTF-16. */
  at(offset) {
    const before = this.text.slice(0, offset);
    const line = before.split('\n').length - 1;
    return { line, character: lengthIn(this.encoding, before.slice(before.lastIndexOf('\n') + 1)) };
  }

  get all() {
    return { start: this.at(0), end: this.at(this.text.length) };
  }

  /** A few positions, not inside a character. */
  get positions() {
    const offsets = [];
    for (let i = 0, step = Math.ceil((this.text.length + 1) / 12); i <= this.text.length; i += step) {
      offsets.push(isInside(this.text, i) ? i + 1 : i);
    }
    return offsets.map((i) => this.at(i));
  }

  /** Replaces a part of the text, and returns the change. */
  edit(begin, end, text) {
    const change = { range: { start: this.at(begin), end: this.at(end) }, text };
    this.text = this.text.slice(0, begin) + text + this.text.slice(end);
    return change;
  }
}

function isInside(text, i) {
  return /[\udc00-\udfff]/.test(text[i] ?? '');
}

/** Returns pseudo-random numbers below n, always the same. */
function random(seed) {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0; // Numerical Recipes
    return Math.floor(state / 2 ** 32 * n);
  };
}

/**
 * Runs a session with a program.
 *
 * @returns {messages, problems} all messages in their order, and what went wrong
 */
export async function runSession(program, { encoding, pulls, edits }) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'session-'));
  try {
    for (const { name, text } of documents) {
      if (name) await writeFile(path.join(folder, name), text);
    }
    const client = new Client(program, ['lsp'], folder);
    const session = new Session(client, folder, encoding, pulls);
    await session.run(edits);
    return { messages: client.messages, problems: session.problems };
  } finally {
    await rm(folder, { recursive: true });
  }
}

class Session {
  problems = [];
  documents = [];
  used = new Set(); // methods that have been sent

  constructor(client, folder, encoding, pulls) {
    Object.assign(this, { client, folder, encoding, pulls });
  }

  async run(edits) {
    await this.start();
    for (const d of this.documents) await this.ask(d);
    await this.commands();
    await this.reopen();
    await this.others();
    await this.flood(edits);
    this.coverage();
    await this.end();
  }

  complain(what) {
    this.problems.push(`${this.encoding}: ${what}`);
  }

  async start() {
    const { client, folder } = this;
    this.refuse(await client.try('textDocument/hover', { textDocument: { uri: 'file:///a.json' }, position: { line: 0, character: 0 } }), -32002);
    const result = await client.call('initialize', {
      processId: process.pid, clientInfo: { name: 'session', version: '1' }, rootUri: pathToFileURL(folder).href,
      workspaceFolders: [{ uri: pathToFileURL(folder).href, name: 'folder' }], capabilities: capabilities(this.encoding, this.pulls),
    });
    this.offers = result.capabilities;
    if (this.offers.positionEncoding !== (this.encoding ?? 'utf-16')) this.complain(`encoding ${this.offers.positionEncoding}`);
    client.notify('initialized', {});
    client.notify('$/setTrace', { value: 'off' });
    for (const { name, language, text } of documents) {
      const uri = name ? pathToFileURL(path.join(folder, name)).href : 'untitled:Untitled-1';
      this.open(new Document(uri, language, text, this.offers.positionEncoding));
    }
  }

  open(d) {
    this.documents.push(d);
    this.used.add('textDocument/didOpen');
    this.client.notify('textDocument/didOpen', { textDocument: { uri: d.uri, languageId: d.language, version: d.version, text: d.text } });
  }

  refuse(response, code) {
    if (response.error?.code !== code) this.complain(`not refused with ${code}: ${JSON.stringify(response)}`);
  }

  /** Reports whether the server offers a method. */
  isOffered(method) {
    let value = this.offers;
    for (const part of methods.get(method).capability?.split('.') ?? []) value = value?.[part];
    return value !== undefined && value !== false && value !== null && methods.get(method).capability !== undefined;
  }

  async findings(d) {
    if (!this.pulls) return this.client.diagnostics(d.uri, d.version);
    return (await this.client.call('textDocument/diagnostic', { textDocument: d.id })).items;
  }

  /** Makes all requests about a document that are offered. */
  async ask(d) {
    await this.findings(d);
    const results = new Map();
    for (const [method, params] of Object.entries(requests)) {
      if (!this.isOffered(method)) continue;
      const answers = params(d).map((p) => this.client.try(method, p));
      this.used.add(method);
      results.set(method, (await Promise.all(answers)).map((a) => a.result).filter((r) => r !== undefined));
    }
    for (const [method, [from, list]] of Object.entries(resolved)) {
      if (!this.isOffered(method)) continue;
      for (const item of (results.get(from) ?? []).flatMap(list).slice(0, 5)) {
        await this.client.try(method, item);
        this.used.add(method);
      }
    }
    for (const action of (results.get('textDocument/codeAction') ?? []).flat()) {
      if (action?.command) await this.client.try('workspace/executeCommand', { command: action.command.command, arguments: action.command.arguments ?? [] });
    }
  }

  /** Tries each command with a document and a place, and without arguments. */
  async commands() {
    const [d] = this.documents;
    for (const command of this.offers.executeCommandProvider?.commands ?? []) {
      this.used.add('workspace/executeCommand');
      await this.client.try('workspace/executeCommand', { command });
      await this.client.try('workspace/executeCommand', { command, arguments: [d.uri, d.at(3)] });
      await this.client.try('workspace/executeCommand', { command, arguments: [{ textDocument: d.id, position: d.at(3) }] });
    }
  }

  /** Closes a document and opens it again with the same version and another text, whose findings must be reported. */
  async reopen() {
    const uri = pathToFileURL(path.join(this.folder, 'reopened.json')).href;
    let resultId;
    for (const [text, codes] of [['[1 2]\n', ['syntax/missing-comma']], ['[]\n', []], ['[1,]\n', ['syntax/trailing-comma']], ['{"a": 1, "a": 2}\n', ['duplicate-keys/duplicate-name']]]) {
      const d = new Document(uri, 'json', text, this.encoding);
      this.client.notify('textDocument/didOpen', { textDocument: { uri, languageId: d.language, version: d.version, text } });
      if (this.pulls) {
        const report = await this.client.call('textDocument/diagnostic', { textDocument: d.id, previousResultId: resultId });
        if (report.kind !== 'full') this.complain(`the findings of a document that was opened again are ${report.kind}`);
        resultId = report.resultId;
      }
      const found = (await this.findings(d)).map(({ code }) => code);
      if (found.join() !== codes.join()) this.complain(`opened again with ${text} has ${found}, not ${codes}`);
      this.client.close(uri);
    }
  }

  /** Does what is left: cancellation, unknown messages, and changes of files, folders and settings. */
  async others() {
    const { client, folder } = this;
    const [d] = this.documents;
    await client.cancelled('textDocument/documentSymbol', { textDocument: d.id });
    client.notify('$/cancelRequest', { id: 'unknown' });
    client.notify('assay/unknown', {});
    this.refuse(await client.try('assay/unknown', {}), -32601);
    this.refuse(await client.try('textDocument/formatting', { textDocument: { uri: 'file:///not/open.json' }, options: layout }), -32602);
    this.used.add('textDocument/didSave').add('workspace/didChangeWorkspaceFolders').add('textDocument/didClose');
    await writeFile(path.join(folder, '.jsonlintrc.json'), '{"rules": {"final-newline": "error"}}\n');
    client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: pathToFileURL(path.join(folder, '.jsonlintrc.json')).href, type: 1 }] });
    client.notify('workspace/didChangeConfiguration', { settings: null });
    client.notify('textDocument/didSave', { textDocument: d.id });
    const other = { uri: pathToFileURL(path.join(folder, 'other')).href, name: 'other' };
    client.notify('workspace/didChangeWorkspaceFolders', { event: { added: [other], removed: [] } });
    client.notify('workspace/didChangeWorkspaceFolders', { event: { added: [], removed: [other] } });
    const untitled = this.documents.find((one) => one.uri.startsWith('untitled:'));
    if (this.pulls) {
      const first = await client.call('textDocument/diagnostic', { textDocument: untitled.id });
      const second = await client.call('textDocument/diagnostic', { textDocument: untitled.id, previousResultId: first.resultId });
      if (second.kind !== 'unchanged') this.complain(`the diagnostics have changed: ${JSON.stringify(second)}`);
    }
    this.documents = this.documents.filter((one) => one !== untitled);
    client.close(untitled.uri);
  }

  /** Edits a document many times. The findings must be those of a new document with the same text. */
  async flood(edits) {
    const next = random(7);
    const pieces = ['{', '}', '[', ']', '"', ',', ':', '1', ' ', '\n', 'é', '😀', '\\u00e9', '//', 'null', ''];
    this.used.add('textDocument/didChange');
    for (let i = 0; i < edits; i++) {
      const d = this.documents[next(this.documents.length)];
      const changes = [];
      for (let n = next(3); n >= 0; n--) {
        const places = [next(d.text.length + 1), next(d.text.length + 1)].sort((a, b) => a - b).map((at) => (isInside(d.text, at) ? at + 1 : at));
        if (next(10) < 9) places[1] = Math.min(places[1], places[0]);
        changes.push(d.edit(places[0], places[1], pieces[next(pieces.length)]));
      }
      d.version++;
      this.client.notify('textDocument/didChange', { textDocument: { uri: d.uri, version: d.version }, contentChanges: changes });
      if (i % 20 === 19) await this.compare(d, i);
    }
    const [d] = this.documents;
    d.text = '{"a": 1}\n';
    d.version++;
    this.client.notify('textDocument/didChange', { textDocument: { uri: d.uri, version: d.version }, contentChanges: [{ text: d.text }] });
    const left = await this.findings(d);
    if (left.length > 0) this.complain(`findings in a valid document: ${JSON.stringify(left)}`);
  }

  /** Compares the findings in an edited document with those in a new one. */
  async compare(d, i) {
    const extension = path.extname(d.uri);
    const base = path.basename(d.uri, extension); // which messages may name, too
    const copy = new Document(d.uri.replace(`${base}${extension}`, `${base}-copy${extension}`), d.language, d.text, d.encoding);
    this.client.notify('textDocument/didOpen', { textDocument: { uri: copy.uri, languageId: copy.language, version: copy.version, text: copy.text } });
    const [edited, fresh] = [await this.findings(d), await this.findings(copy)].map((all) => JSON.stringify(all));
    if (edited !== fresh.replaceAll(`${base}-copy${extension}`, `${base}${extension}`)) this.complain(`after ${i} edits, ${JSON.stringify(d.text)}\nhas ${edited}\nand not ${fresh}`);
    this.client.close(copy.uri);
  }

  /** Everything that is offered must have been used. */
  coverage() {
    for (const [method, { sender, capability }] of methods) {
      if (sender === 'clientToServer' && capability && this.isOffered(method) && !this.used.has(method)) {
        this.complain(`the session does not use ${method}, which the server offers`);
      }
    }
    const covered = new Set([...methods.values()].map(({ capability }) => capability?.split('.')[0]));
    for (const name of Object.keys(this.offers)) {
      if (!covered.has(name) && name !== 'positionEncoding') this.complain(`the session does not know the capability ${name}`);
    }
  }

  async end() {
    const { client } = this;
    await client.call('shutdown');
    this.refuse(await client.try('textDocument/hover', { textDocument: { uri: 'file:///a.json' }, position: { line: 0, character: 0 } }), -32600);
    client.notify('exit');
    const status = await client.ended;
    if (status !== 0 || client.complaints) this.complain(`the server ended with status ${status}: ${client.complaints}`);
  }
}
