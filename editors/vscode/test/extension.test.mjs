// The bundled extension runs with a stand-in for the module vscode and the real server. JSONLINT names the program.

import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import Module, { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { makeVSCode } from './vscode.mjs';

const program = process.env.JSONLINT;
assert.ok(program, 'JSONLINT must be the path of jsonlint');

const here = import.meta.dirname;
const { api, test: vscode } = makeVSCode(path.join(here, '../package.json'));
const { shown } = vscode;
const mistake = '{\n  "é😀": [1, 2, ]\n}\n';
let folder, extension, document;

before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'extension-'));
  const load = Module._load;
  Module._load = (name, ...more) => (name === 'vscode' ? api : load(name, ...more));
  extension = createRequire(import.meta.url)('../dist/extension.js');
});

after(async () => {
  await extension.deactivate();
  await rm(folder, { recursive: true });
});

/** Waits until a function returns something. The time limit is for machines that are very busy. */
async function wait(what, find) {
  for (let i = 0; i < 12_000; i++) {
    const found = await find();
    if (found) return found;
    await new Promise((resolve) => { setTimeout(resolve, 10); });
  }
  throw new Error(`there is no ${what}: ${JSON.stringify(shown, null, 1)}`);
}

const findings = () => shown.diagnostics.get(document.uri.toString()) ?? [];

/** Calls a provider that the server offers for the document. */
function provide(kind, method, ...more) {
  const entry = vscode.providers.get(kind)?.find(({ selector }) => api.languages.match(selector, document) > 0);
  assert.ok(entry, `there is no provider ${kind}`);
  return entry.provider[method](document, ...more, new api.CancellationTokenSource().token);
}

test('a missing program is explained', async () => {
  vscode.settings.set('assay-jsonlint.path', path.join(folder, 'missing'));
  vscode.choice = 'How to Install';
  await extension.activate({ subscriptions: [], extensionPath: path.join(folder, 'extension') });
  assert.equal(shown.messages.length, 1);
  assert.match(shown.messages[0].message, /missing" cannot be run \(ENOENT\)\. Install jsonlint, or set assay-jsonlint\.path/);
  assert.match(shown.opened[0], /docs\/install\.md$/);
  assert.deepEqual([shown.status.text, shown.status.severity], ['jsonlint is missing', 2]);
});

test('another program of the same name is recognized', { skip: process.platform === 'win32' }, async () => {
  const other = path.join(folder, 'other');
  await writeFile(other, '#!/bin/sh\necho 1.6.3\n', { mode: 0o755 });
  vscode.choice = 'Open Settings';
  await vscode.set('assay-jsonlint.path', other);
  assert.match(shown.messages[1].message, /is not the jsonlint of assay/);
  assert.equal(shown.opened[1], 'workbench.action.openSettings assay-jsonlint');
});

test('the server starts when the setting is corrected', async () => {
  document = await vscode.open(path.join(folder, 'a.json'), 'json', mistake);
  assert.equal(findings().length, 0);
  await vscode.set('assay-jsonlint.path', program);
  assert.match(shown.status.text, /^jsonlint (v|\(devel\))/);
  assert.equal(shown.status.severity, 0);
  const [found] = await wait('finding', () => findings().length > 0 && findings());
  assert.equal(found.message, "trailing comma before ']'");
  assert.deepEqual({ ...found.range.start }, { line: 1, character: 14 });
  assert.equal(found.severity, 0);
  assert.equal(found.code.value ?? found.code, 'syntax/trailing-comma');
});

test('the program of the project comes before that of the extension, which comes before that in PATH', { skip: process.platform === 'win32' }, async () => {
  const started = () => /^info: (.*): jsonlint/.exec(shown.output.findLast((line) => /^info: .*: jsonlint/.test(line)))[1];
  /** Copies the program to a place and returns its path. */
  const place = async (...parts) => {
    const to = path.join(folder, ...parts);
    await mkdir(path.dirname(to), { recursive: true });
    await cp(program, to);
    return to;
  };
  const restart = () => vscode.commands.get('assay-jsonlint.restart')();
  const inPath = await place('in PATH', 'jsonlint');
  const PATH = process.env.PATH;
  process.env.PATH = `${path.dirname(inPath)}${path.delimiter}${PATH}`;
  await vscode.set('assay-jsonlint.path', '');
  assert.equal(started(), inPath);

  const bundled = await place('extension', 'bin', 'jsonlint');
  await restart();
  assert.equal(started(), bundled);

  // As npm installs it, and as pnpm does. The folder without it is the first one.
  const name = `assay-jsonlint-${process.platform}-${process.arch}`;
  const ofNPM = await place('by npm', 'node_modules', name, 'bin', 'jsonlint');
  await mkdir(path.join(folder, 'by npm', 'node_modules', 'assay-jsonlint'));
  const ofPNPM = await place('by pnpm', 'node_modules', '.pnpm', 'assay-jsonlint@1.2.3', 'node_modules', name, 'bin', 'jsonlint');
  await mkdir(path.join(path.dirname(ofPNPM), '../../assay-jsonlint'));
  await symlink('.pnpm/assay-jsonlint@1.2.3/node_modules/assay-jsonlint', path.join(folder, 'by pnpm', 'node_modules', 'assay-jsonlint'));
  for (const [one, want] of [['by npm', ofNPM], ['by pnpm', ofPNPM]]) {
    api.workspace.workspaceFolders = ['empty', one].map((each) => ({ uri: api.Uri.file(path.join(folder, each)) }));
    await vscode.fire('workspace.onDidChangeWorkspaceFolders', { added: [], removed: [] });
    assert.equal(started(), want);
    api.workspace.isTrusted = false;
    await restart();
    assert.equal(started(), bundled);
    api.workspace.isTrusted = true;
    await vscode.fire('workspace.onDidGrantWorkspaceTrust');
    assert.equal(started(), want);
  }

  await vscode.set('assay-jsonlint.path', program);
  assert.equal(started(), program);
  api.workspace.workspaceFolders = undefined;
  process.env.PATH = PATH;
  await restart();
  await wait('finding', () => findings().length > 0);
});

test('a fix is offered and removes the finding', async () => {
  const [found] = findings();
  const actions = await provide('CodeActionsProvider', 'provideCodeActions', found.range, { diagnostics: [found], triggerKind: 1 });
  const fix = actions.find(({ title }) => title === 'remove the comma');
  assert.ok(fix.isPreferred);
  await vscode.edit(document, fix.edit.edits[0][1]);
  assert.equal(document.text, mistake.replace(', ]', ' ]'));
  await wait('absence of findings', () => findings().length === 0);
});

test('the document is formatted', async () => {
  const edits = await provide('DocumentFormattingEditProvider', 'provideDocumentFormattingEdits', { tabSize: 2, insertSpaces: true });
  await vscode.edit(document, edits);
  assert.equal(document.text, '{\n  "é😀": [1, 2]\n}\n');
});

test('the pointer is copied', async () => {
  api.window.activeTextEditor.selection = new api.Selection(new api.Position(1, 10), new api.Position(1, 13));
  await vscode.commands.get('assay-jsonlint.copyPointer')();
  if (vscode.commands.has('jsonlint.copyPointer')) { // the server offers it
    assert.equal(shown.clipboard, '/é😀/1');
  } else {
    assert.match(shown.messages.at(-1).message, /A newer one is needed/);
  }
});

test('the server is restarted by a command', async () => {
  await vscode.edit(document, [new api.TextEdit(new api.Range(0, 0, 0, 1), '[')]);
  await wait('finding', () => findings().length > 0);
  const before = shown.output.length;
  await vscode.commands.get('assay-jsonlint.restart')();
  await wait('finding of the new server', () => findings().length > 0);
  assert.ok(shown.output.slice(before).some((line) => line.startsWith(`info: ${program}: jsonlint`)), shown.output.join('\n'));
});

test('several changes of settings leave one server', async () => {
  await Promise.all([vscode.set('assay-jsonlint.enable', false), vscode.set('assay-jsonlint.enable', true), vscode.set('assay-jsonlint.arguments', ['--stdio'])]);
  await wait('finding', () => findings().length > 0);
  assert.equal(vscode.providers.get('DocumentFormattingEditProvider').length, 1);
});

/** Returns the IDs of the processes that this process has started. */
async function children() {
  const list = await readFile(`/proc/self/task/${process.pid}/children`, 'utf8');
  return list.split(' ').filter(Boolean).map(Number);
}

test('a server that has ended is started again', { skip: process.platform !== 'linux' }, async () => {
  const [server] = await wait('end of the other servers', async () => { // a client does not wait for the process of its server
    const all = await children();
    return all.length === 1 && all;
  });
  process.kill(server, 'SIGKILL');
  await wait('end of the server', async () => !(await children()).includes(server));
  await wait('new server', async () => (await children()).length === 1 && shown.status.severity === 0);
  await vscode.edit(document, [new api.TextEdit(new api.Range(0, 0, 0, 1), '{')]);
  await wait('absence of findings', () => findings().length === 0);
  await vscode.edit(document, [new api.TextEdit(new api.Range(0, 0, 0, 1), '[')]);
  await wait('finding', () => findings().length > 0);
});

test('wrong arguments are reported', async () => {
  const before = shown.messages.length;
  await vscode.set('assay-jsonlint.arguments', ['--unknown']);
  assert.equal(shown.messages.length, before + 1, JSON.stringify(shown.messages));
  assert.equal(shown.status.severity, 2);
  await wait('complaint of the server', () => shown.output.some((line) => line.includes('--unknown'))); // which may follow its end
  await vscode.set('assay-jsonlint.arguments', []);
  await wait('finding', () => findings().length > 0);
  assert.equal(shown.status.severity, 0);
  assert.equal(shown.messages.length, before + 1, JSON.stringify(shown.messages));
});

test('the extension can be turned off', async () => {
  await vscode.set('assay-jsonlint.enable', false);
  assert.equal(findings().length, 0);
  assert.deepEqual([shown.status.text, shown.status.severity], ['off', 0]);
  await vscode.commands.get('assay-jsonlint.restart')();
  assert.equal(findings().length, 0);
  await vscode.set('assay-jsonlint.enable', true);
  await wait('finding', () => findings().length > 0);
});

test('messages are traced', async () => {
  const isTraced = () => shown.output.some((line) => line.startsWith('trace: ') && line.includes('textDocument/diagnostic'));
  assert.ok(!isTraced());
  await vscode.fire('logLevel', api.LogLevel.Trace);
  await vscode.edit(document, [new api.TextEdit(new api.Range(0, 0, 0, 1), '{')]);
  await wait('trace', isTraced);
  await vscode.fire('logLevel', api.LogLevel.Info);
});

test('the output is shown', async () => {
  await vscode.commands.get('assay-jsonlint.showOutput')();
  assert.ok(shown.isOutputShown);
});
