// Which program is run, and that an untrusted workspace cannot choose it.

import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = await mkdtemp(path.join(tmpdir(), 'assay-program-'));
const outfile = path.join(root, 'program.mjs');
await build({ entryPoints: [path.join(import.meta.dirname, '../src/program.ts')], outfile, bundle: true, platform: 'node', format: 'esm' });
const { find, ProgramError } = await import(pathToFileURL(outfile).href);
const usual = process.env.PATH;
after(async () => {
  process.env.PATH = usual;
  await rm(root, { recursive: true });
});

/** Makes a program in a folder below the root, and returns its path. */
async function program(...parts) {
  const file = path.join(root, ...parts);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, '');
  await chmod(file, 0o755);
  return file;
}

const name = process.platform === 'win32' ? 'jsonlint.exe' : 'jsonlint';
const workspace = path.join(root, 'workspace');
const inWorkspace = await program('workspace', 'tools', name);
const atTop = await program('workspace', name);
const bundled = await program('extension', 'bin', name);
const installed = await program('bin', name);
process.env.PATH = ['.', '', path.join(root, 'bin')].join(path.delimiter);

/** Finds the program for a setting. */
const from = (setting, isTrusted, extension = path.join(root, 'extension')) => find({ setting, folders: [workspace], isTrusted, extension });

test('a setting may name a program in a trusted workspace only', async () => {
  for (const setting of ['${workspaceFolder}/tools/' + name, 'tools/' + name, './tools/' + name]) {
    assert.equal(await from(setting, true), inWorkspace, setting);
    assert.equal(await from(setting, false), bundled, setting);
  }
  assert.equal(await from(atTop, false), atTop); // an absolute path is the user's own
});

test('a name is searched for in PATH, and never in the current folder', async () => {
  const folder = process.cwd();
  process.chdir(workspace);
  try {
    for (const isTrusted of [true, false]) assert.equal(await from('jsonlint', isTrusted), installed);
    assert.equal(await from('', false, path.join(root, 'empty')), installed);
    await assert.rejects(from('no-such-program', true), ProgramError);
  } finally {
    process.chdir(folder);
  }
});
