// Every message of a long session is what the types of the protocol require. JSONLINT names the program.

import assert from 'node:assert/strict';
import test from 'node:test';
import { runSession } from './session.js';
import { compile, declare } from './types.js';

const program = process.env.JSONLINT;
assert.ok(program, 'JSONLINT must be the path of jsonlint');

const sessions = [
  { encoding: undefined, pulls: false, edits: 100 },
  { encoding: 'utf-8', pulls: false, edits: 200 },
  { encoding: 'utf-16', pulls: true, edits: 200 },
  { encoding: 'utf-32', pulls: true, edits: 200 },
];

const recorded = [];

for (const options of sessions) {
  test(`session in ${options.encoding ?? 'the default encoding'}`, async () => {
    const { messages, problems } = await runSession(program, options);
    recorded.push(messages);
    assert.deepEqual(problems, []);
    assert.ok(messages.length > 500, `only ${messages.length} messages`);
  });
}

test('messages have their types', async (t) => {
  assert.equal(recorded.length, sessions.length);
  const all = new Map();
  for (const messages of recorded) {
    const { complaints, declarations } = declare(messages);
    assert.deepEqual(complaints, []);
    for (const [text, message] of declarations) all.set(text, message);
  }
  assert.deepEqual(await compile(all), []);
  t.diagnostic(`${recorded.flat().length} messages, ${all.size} of them different`);
});

// Wrong messages, each of which must be found.
const zero = { line: 0, character: 0 };
const range = { start: zero, end: zero };
const planted = [
  ['textDocument/publishDiagnostics', { uri: 'file:///a', diagnostics: [{ range, message: 'm', severity: 5 }] }],
  ['textDocument/publishDiagnostics', { uri: 'file:///a', diagnostics: [{ range, message: 'm', color: 'red' }] }],
  ['textDocument/publishDiagnostics', { uri: 'file:///a', diagnostics: [{ range }] }],
  ['textDocument/publishDiagnostics', { uri: 'file:///a', diagnostics: [{ range, message: 'm', codeDescription: null }] }],
  ['textDocument/publishDiagnostics', { uri: 'file:///a', diagnostics: null }],
  ['window/showMessage', { type: 9, message: 'm' }],
];
const plantedResults = [
  ['textDocument/hover', { contents: { kind: 'html', value: 'v' } }],
  ['textDocument/hover', { contents: { kind: 'plaintext', value: 'v' }, place: range }],
  ['textDocument/foldingRange', [{ startLine: 0 }]],
  ['textDocument/documentSymbol', [{ name: 'a', kind: 99, range, selectionRange: range }]],
  ['textDocument/documentSymbol', [{ name: 'a', kind: 1, location: { uri: 'file:///a', range } }]],
  ['textDocument/codeAction', [{ title: 't', kind: 'quickfix', edit: { changes: { 'file:///a': [{ range, text: '' }] } } }]],
  ['textDocument/codeAction', [{ kind: 'quickfix' }]],
  ['textDocument/selectionRange', [{ range, parents: null }]],
  ['textDocument/formatting', [{ range: { begin: zero, end: zero }, newText: '' }]],
  ['textDocument/diagnostic', { kind: 'full', resultId: '1' }],
  ['textDocument/diagnostic', { kind: 'unchanged' }],
  ['textDocument/completion', { items: [{ label: 'a' }] }],
  ['initialize', { capabilities: { hoverProvider: 'yes' } }],
  ['initialize', { capabilities: { huverProvider: true } }],
  ['initialize', { capabilities: {}, extra: 1 }],
];

test('wrong types are found', async () => {
  const notifications = planted.map(([method, params]) => ({ from: 'server', message: { jsonrpc: '2.0', method, params } }));
  const results = plantedResults.map(([method, result], id) => ({ from: 'server', method, message: { jsonrpc: '2.0', id, result } }));
  const asked = results.map(({ method, message }) => ({ from: 'client', message: { jsonrpc: '2.0', id: message.id, method, params: {} } }));
  const { declarations } = declare([...asked, ...notifications, ...results]);
  const found = new Set((await compile(declarations)).map(({ message }) => message));
  for (const { message } of [...notifications, ...results]) assert.ok(found.has(message), `not found: ${JSON.stringify(message)}`);
});

test('wrong envelopes are found', () => {
  const request = { from: 'client', message: { jsonrpc: '2.0', id: 1, method: 'shutdown' } };
  const answer = { from: 'server', message: { jsonrpc: '2.0', id: 1, result: null } };
  const from = (message) => ({ from: 'server', message: { jsonrpc: '2.0', ...message } });
  assert.deepEqual(declare([request, answer]).complaints, []);
  for (const messages of [
    [request],
    [answer],
    [request, answer, answer],
    [request, from({ id: 1 })],
    [request, from({ id: 1, result: null, error: { code: 1, message: '' } })],
    [request, from({ id: 1, result: null, extra: 1 })],
    [request, from({ id: 1, error: { code: 1.5, message: '' } })],
    [request, { from: 'server', message: { id: 1, result: null } }],
    [from({ method: 'assay/planted', params: {} })],
    [from({ method: 'textDocument/didOpen', params: {} })],
    [from({ method: 'textDocument/publishDiagnostics' })],
    [from({ id: 1, method: 'window/logMessage', params: { type: 1, message: '' } })],
    [from({ method: 'textDocument/publishDiagnostics', params: { uri: 'file:///a', diagnostics: [{ range: { start: { line: -1, character: 0 }, end: zero }, message: '' }] } })],
  ]) {
    assert.notDeepEqual(declare(messages).complaints, [], JSON.stringify(messages));
  }
});
