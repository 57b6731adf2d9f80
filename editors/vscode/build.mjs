// Bundles the extension into dist/, with the licences of what is in the bundle.

import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';

const here = import.meta.dirname;
const dist = path.join(here, 'dist');
await rm(dist, { recursive: true, force: true });
await mkdir(dist);

const result = await build({
  absWorkingDir: here,
  entryPoints: ['src/extension.ts'],
  outfile: 'dist/extension.js',
  bundle: true,
  minify: true,
  keepNames: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  external: ['vscode'],
  metafile: true,
});

// The folder of each package in the bundle, such as ../node_modules/semver.
const packages = new Set();
for (const input of Object.keys(result.metafile.inputs)) {
  const found = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input);
  if (found) packages.add(found[0]);
}
let notices = 'The extension contains the packages below.\n';
for (const folder of [...packages].sort()) {
  const { name, version } = JSON.parse(await readFile(path.join(here, folder, 'package.json'), 'utf8'));
  const file = (await readdir(path.join(here, folder))).find((one) => /^licen[cs]e/i.test(one));
  if (!file) throw new Error(`${name} has no licence`);
  notices += `\n== ${name} ${version}\n\n${(await readFile(path.join(here, folder, file), 'utf8')).trim()}\n`;
}
await writeFile(path.join(dist, 'THIRD_PARTY_LICENSES'), notices);
await cp(path.join(here, '../../LICENSE'), path.join(here, 'LICENSE'));
