// What is in the package, and what the manifest says about it.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';

const folder = path.join(import.meta.dirname, '..');
const manifest = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));

/** Returns the names of the files in a ZIP archive. */
function filesIn(zip) {
  const names = [];
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  for (let at = zip.readUInt32LE(end + 16), n = zip.readUInt16LE(end + 10); n > 0; n--) {
    assert.equal(zip.readUInt32LE(at), 0x02014b50);
    const lengths = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)); // of the name, more fields, and a comment
    names.push(zip.toString('utf8', at + 46, at + 46 + lengths[0]));
    at += 46 + lengths[0] + lengths[1] + lengths[2];
  }
  return names.sort();
}

test('the package has the files that it needs, and no others', async () => {
  const files = filesIn(await readFile(path.join(folder, 'dist/assay-jsonlint.vsix')));
  assert.deepEqual(files, [
    '[Content_Types].xml', 'extension.vsixmanifest', 'extension/LICENSE.txt', 'extension/changelog.md', 'extension/dist/THIRD_PARTY_LICENSES',
    'extension/dist/extension.js', 'extension/icon.png', 'extension/json5.language.json', 'extension/package.json', 'extension/readme.md', 'extension/syntaxes/json5.json',
  ]);
});

test('the icon is a PNG of 128 by 128 pixels', async () => {
  const png = await readFile(path.join(folder, manifest.icon));
  assert.equal(png.toString('latin1', 1, 4), 'PNG');
  assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [128, 128]);
});

test('settings, commands and languages are those of the program text', async () => {
  const code = (await Promise.all(['extension.ts', 'server.ts', 'program.ts'].map((name) => readFile(path.join(folder, 'src', name), 'utf8')))).join('');
  const { commands, configuration } = manifest.contributes;
  for (const { command } of commands) assert.ok(code.includes(`\`\${id}.${command.split('.')[1]}\``), command);
  for (const name of Object.keys(configuration.properties).filter((one) => !one.endsWith('trace.server'))) assert.ok(code.includes(`all.get<string[]>('${name.split('.')[1]}'`) || code.includes(`all.get('${name.split('.')[1]}'`), name);
  const [, list] = /const languages = \[(.*)\]/.exec(code);
  assert.deepEqual(manifest.activationEvents, list.split(', ').map((language) => `onLanguage:${language.slice(1, -1)}`));
});

test('the README has all settings and commands', async () => {
  const text = await readFile(path.join(folder, 'README.md'), 'utf8');
  for (const name of Object.keys(manifest.contributes.configuration.properties)) assert.ok(text.includes(`| \`${name}\` |`), name);
  for (const { title, category } of manifest.contributes.commands) assert.ok(text.includes(`| ${category}: ${title} |`), title);
});
