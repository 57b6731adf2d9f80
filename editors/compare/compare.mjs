// Compares the findings of jsonlint lsp with those of the language server of Visual Studio Code, as
// vscode-langservers-extracted has it, on the same texts:
//
//   cd editors && npm ci --ignore-scripts && npm --prefix compare ci --ignore-scripts
//   node compare/compare.mjs PATH_OF_JSONLINT
//
// It prints tables in Markdown: which kinds of findings one server has in texts in which the other has none.

import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from '../protocol/client.js';

const [program, mutants = '2000'] = process.argv.slice(2);
const root = path.join(import.meta.dirname, '../..');
const require = createRequire(import.meta.url);
const { ErrorCode } = require('vscode-json-languageservice');

/** Returns the folder of a Go module. */
function moduleFolder(module, from) {
  return execFileSync('go', ['list', '-m', '-f', '{{.Dir}}', module], { cwd: path.join(root, from), encoding: 'utf8' }).trim();
}

/** Starts a server and makes it ready. */
async function start(command, args, folder) {
  const client = new Client(command, args, folder);
  client.answer = (method, params) => (method === 'workspace/configuration' ? params.items.map(() => null) : null);
  await client.call('initialize', {
    processId: process.pid, rootUri: pathToFileURL(folder).href, workspaceFolders: [{ uri: pathToFileURL(folder).href, name: 'folder' }],
    capabilities: { textDocument: { diagnostic: {}, publishDiagnostics: { relatedInformation: true } }, workspace: { configuration: false } },
    initializationOptions: { handledSchemaProtocols: ['file'], provideFormatter: true },
  });
  client.notify('initialized', {});
  return client;
}

let version = 0;

/** Returns the findings in a text, each as its code and message. */
async function findings(client, uri, languageId, text) {
  client.notify('textDocument/didOpen', { textDocument: { uri, languageId, version: ++version, text } });
  const { items } = await client.call('textDocument/diagnostic', { textDocument: { uri } });
  client.notify('textDocument/didClose', { textDocument: { uri } });
  return items;
}

const ours = ({ code }) => code;
const theirs = ({ code, message }) => (code === undefined ? generalize(message) : `${ErrorCode[code] ?? code}`);

/** Returns a message of the peer without what depends on the text. */
function generalize(message) {
  return message.replaceAll(/"[^"]*"|'[^']*'/g, '…').replaceAll(/-?\d+(\.\d+)?(e[+-]?\d+)?/gi, 'N').slice(0, 80);
}

/** Counts texts by the kinds of findings in them. */
class Table {
  rows = new Map(); // by kind: {texts, alone, example}

  add(found, other, kind, text) {
    for (const name of new Set(found.map(kind))) {
      const row = this.rows.get(name) ?? { texts: 0, alone: 0 };
      this.rows.set(name, row);
      row.texts++;
      if (other.length === 0) {
        row.alone++;
        if (row.example === undefined || text.length < row.example.length) row.example = text;
      }
    }
  }

  print(title, other) {
    console.log(`\n| ${title} | texts | no finding by ${other} | shortest such text |\n|---|--:|--:|---|`);
    for (const [name, { texts, alone, example = '' }] of [...this.rows].sort((a, b) => b[1].alone - a[1].alone || b[1].texts - a[1].texts)) {
      const shown = example === '' ? '' : `\`${JSON.stringify(example.slice(0, 60)).slice(1, -1).replaceAll('|', '\\|').replaceAll('`', '´')}\``;
      console.log(`| ${name} | ${texts} | ${alone} | ${shown} |`);
    }
  }
}

/** Yields the texts of JSONTestSuite that are UTF-8, and those of the mistakes of package conformance. */
async function* suites() {
  const folder = path.join(moduleFolder('github.com/go-faster/jx', '.'), 'testdata/test_parsing');
  for (const name of await readdir(folder)) {
    const text = decoded(await readFile(path.join(folder, name)));
    if (text !== undefined && text.length < 10_000) yield text;
  }
  const archive = await readFile(path.join(root, 'conformance/testdata/mistakes.txtar'), 'utf8');
  for (const part of archive.split(/^-- .* --\n/m).slice(1)) {
    const begin = part.indexOf('\n\n');
    if (!part.slice(0, begin).includes('quoted:')) yield part.slice(begin + 2).replaceAll('▸', '');
  }
}

function decoded(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined; // an editor would not show these bytes
  }
}

const seeds = [
  '{"name": "a", "list": [1, 2.5, -3e10, true, false, null], "nested": {"b": "\\u00e9\\n", "c": []}}\n',
  '[{"id": 1, "text": "é😀"}, {"id": 2, "text": "\\ud83d\\ude00"}]\n',
  '{\n  "a": {},\n  "b": [\n    "x",\n    "y"\n  ]\n}\n',
];

/** Yields seeds with a few random changes. */
function* mutate(count) {
  const pieces = ['{', '}', '[', ']', '"', ',', ':', '0', '1', '.', 'e', '-', '\\', '\\u', ' ', '\n', '\t', 'a', 'true', 'nul', "'", '//', '/*', '\u0000', '\u00a0', '\ufeff', 'NaN'];
  let state = 1;
  const next = (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(state / 2 ** 32 * n);
  };
  for (let i = 0; i < count; i++) {
    let text = seeds[next(seeds.length)];
    for (let n = next(2); n >= 0; n--) {
      const at = next(text.length + 1);
      const length = next(3) < 2 ? next(3) : 0;
      text = text.slice(0, at) + (next(4) > 0 ? pieces[next(pieces.length)] : '') + text.slice(at + length);
    }
    yield text;
  }
}

/** Yields the groups of a draft in JSON-Schema-Test-Suite that need no other files. */
async function* schemas(draft) {
  const folder = path.join(moduleFolder('github.com/kaptinlin/jsonschema', 'conformance/testdata/suites'), 'testdata/JSON-Schema-Test-Suite/tests', draft);
  for (const name of (await readdir(folder)).filter((one) => one.endsWith('.json'))) {
    for (const group of JSON.parse(await readFile(path.join(folder, name), 'utf8'))) {
      if (!JSON.stringify(group.schema).includes('://localhost')) yield { keyword: path.basename(name, '.json'), ...group };
    }
  }
}

// Pairs of a schema and a document about which a linter may say something, though JSON Schema does not require it.
const remarks = {
  'deprecated': [{ properties: { a: { deprecated: true } } }, '{"a": 1}\n'],
  'deprecationMessage': [{ properties: { a: { deprecationMessage: 'use b' } } }, '{"a": 1}\n'],
  'errorMessage': [{ properties: { a: { type: 'string', errorMessage: 'a text, please' } } }, '{"a": 1}\n'],
  'patternErrorMessage': [{ properties: { a: { pattern: '^x$', patternErrorMessage: 'an x, please' } } }, '{"a": "y"}\n'],
  'format: date-time': [{ properties: { a: { format: 'date-time' } } }, '{"a": "yesterday"}\n'],
  'format: color-hex': [{ properties: { a: { format: 'color-hex' } } }, '{"a": "red"}\n'],
  'enum, almost': [{ properties: { a: { enum: ['red', 'green'] } } }, '{"a": "gren"}\n'],
  'unknown name, almost': [{ properties: { color: {} }, additionalProperties: false }, '{"colour": 1}\n'],
  'allowComments': [{ allowComments: true }, '{"a": 1} // c\n'],
  'allowTrailingCommas': [{ allowTrailingCommas: true }, '{"a": [1,]}\n'],
  'schema that does not exist': [{}, '{"$schema": "./missing.json"}\n'],
  'schema that is not a schema': [{ type: 'strange' }, '{"a": 1}\n'],
  'schema with an unknown $ref': [{ properties: { a: { $ref: '#/$defs/missing' } } }, '{"a": 1}\n'],
  'property of a null schema': [{ properties: null }, '{"a": 1}\n'],
};

const folder = await mkdtemp(path.join(os.tmpdir(), 'compare-'));
const uri = (name) => pathToFileURL(path.join(folder, name)).href;
try {
  const drafts = ['draft7', 'draft2020-12'];
  const groups = [];
  for (const draft of drafts) for await (const group of schemas(draft)) groups.push({ draft, ...group });
  const settings = { rules: { 'unknown-schema': 'off' }, schemas: {} };
  const associations = [];
  await mkdir(path.join(folder, 'schemas'));
  for (const [i, { draft, schema }] of groups.entries()) {
    const declared = draft === 'draft7' ? 'http://json-schema.org/draft-07/schema#' : 'https://json-schema.org/draft/2020-12/schema';
    const whole = typeof schema === 'object' ? { $schema: declared, ...schema } : schema;
    await writeFile(path.join(folder, `schemas/${i}.json`), JSON.stringify(whole));
    settings.schemas[`g${i}.json`] = `schemas/${i}.json`;
    associations.push({ fileMatch: [`/g${i}.json`], url: uri(`schemas/${i}.json`), schema: whole });
  }
  const names = Object.keys(remarks);
  for (const [i, name] of names.entries()) {
    const [schema] = remarks[name];
    await writeFile(path.join(folder, `schemas/r${i}.json`), JSON.stringify(schema));
    if (!name.includes('exist')) { // whose document names it
      settings.schemas[`r${i}.json`] = `schemas/r${i}.json`;
      associations.push({ fileMatch: [`/r${i}.json`], url: uri(`schemas/r${i}.json`), schema });
    }
  }
  await writeFile(path.join(folder, '.jsonlintrc.json'), JSON.stringify(settings));
  const own = await start(program, ['lsp'], folder);
  const peer = await start(process.execPath, [require.resolve('vscode-langservers-extracted/bin/vscode-json-language-server'), '--stdio'], folder);
  peer.notify('workspace/didChangeConfiguration', { settings: { json: { schemas: associations, validate: { enable: true } } } });

  const [texts, ownTable, peerTable] = [new Set(), new Table(), new Table()];
  for await (const text of suites()) texts.add(text);
  for (const text of mutate(Number(mutants))) texts.add(text);
  for (const text of texts) {
    const [a, b] = await Promise.all([own, peer].map((client) => findings(client, uri('a.json'), 'json', text)));
    ownTable.add(a, b, ours, text);
    peerTable.add(b, a, theirs, text);
  }
  console.log(`${texts.size} texts`);
  peerTable.print('vscode-json', 'jsonlint');
  ownTable.print('jsonlint', 'vscode-json');

  console.log('\n| draft | tests | wrong by jsonlint | wrong by vscode-json |\n|---|--:|--:|--:|');
  const keywords = new Map();
  const totals = new Map(drafts.map((draft) => [draft, { tests: 0, own: 0, peer: 0 }]));
  for (const [i, { draft, keyword, tests }] of groups.entries()) {
    for (const { data, valid } of tests) {
      const text = `${JSON.stringify(data)}\n`;
      const [a, b] = await Promise.all([own, peer].map((client) => findings(client, uri(`g${i}.json`), 'json', text)));
      const wrong = [a.filter(({ code }) => /^schema(\/|$)/.test(code)), b].map((found) => (found.length === 0) !== valid);
      const total = totals.get(draft);
      const row = keywords.get(keyword) ?? { own: 0, peer: 0 };
      keywords.set(keyword, row);
      total.tests++;
      for (const counts of [total, row]) {
        counts.own += wrong[0];
        counts.peer += wrong[1];
      }
    }
  }
  for (const [draft, { tests, own: a, peer: b }] of totals) console.log(`| ${draft} | ${tests} | ${a} | ${b} |`);
  console.log('\n| keyword | wrong by jsonlint | wrong by vscode-json |\n|---|--:|--:|');
  for (const [keyword, { own: a, peer: b }] of keywords) if (a || b) console.log(`| ${keyword} | ${a} | ${b} |`);
  console.log('\n| remark | jsonlint | vscode-json |\n|---|---|---|');
  for (const [i, name] of names.entries()) {
    const before = own.messages.length;
    const [a, b] = await Promise.all([own, peer].map((client) => findings(client, uri(`r${i}.json`), 'json', remarks[name][1])));
    const notes = own.messages.slice(before).filter(({ message }) => message.method === 'window/showMessage').map(({ message }) => ({ code: 'message', message: message.params.message }));
    const shown = (found, kind) => found.map((one) => `${kind(one)}: ${one.message}`).join('; ').replaceAll('|', '\\|').slice(0, 160) || '-';
    console.log(`| ${name} | ${shown([...a, ...notes], ours)} | ${shown(b, theirs)} |`);
  }
  await own.end();
  await peer.end();
} finally {
  await rm(folder, { recursive: true });
}
