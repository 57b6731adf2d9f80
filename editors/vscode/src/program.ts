// Finding the program, and whether it is the right one.

import { execFile } from 'node:child_process';
import { access, constants, realpath } from 'node:fs/promises';
import path from 'node:path';

/** What is wrong with the program. */
export class ProgramError extends Error {
  constructor(readonly kind: 'missing' | 'other', message: string) {
    super(message);
  }
}

/** Replaces ${workspaceFolder} in a path. */
export function expand(given: string, folder: string | undefined): string {
  return folder === undefined ? given : given.replaceAll('${workspaceFolder}', folder);
}

/** Where programs may be. */
export interface Places {
  /** The setting, which may be empty. */
  setting: string;
  /** The folders of the workspace. */
  folders: string[];
  /** Whether programs in these folders may be run. */
  isTrusted: boolean;
  /** The folder of this extension. */
  extension: string;
}

/**
 * Returns the program to run: the one that the setting names, or else the one that npm has installed for the project, so that the
 * editor and CI use the same version, or else the one in this extension, or else whatever is in PATH.
 */
export async function find(places: Places): Promise<string> {
  if (places.setting) return expand(places.setting, places.folders[0]);
  const name = process.platform === 'win32' ? 'jsonlint.exe' : 'jsonlint';
  const candidates = [];
  for (const folder of places.isTrusted ? places.folders : []) candidates.push(...(await installed(folder)).map((one) => path.join(one, 'bin', name)));
  candidates.push(path.join(places.extension, 'bin', name));
  for (const one of candidates) {
    if (await isProgram(one)) return one;
  }
  return 'jsonlint';
}

/**
 * Returns the folders in which npm and pnpm install the package with the program for this platform. node_modules/.bin is not one of
 * them: there, jsonlint is a script, which needs Node.js and which Windows cannot run, or it belongs to npm's package jsonlint.
 */
async function installed(folder: string): Promise<string[]> {
  try {
    const main = await realpath(path.join(folder, 'node_modules', 'assay-jsonlint'));
    const program = `assay-jsonlint-${process.platform}-${process.arch}`;
    return [path.join(main, '..', program), path.join(main, 'node_modules', program)];
  } catch {
    return [];
  }
}

async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns the version of the program, such as "jsonlint v1.2.3". Rejects with a ProgramError. */
export function version(program: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, ['--version'], { timeout: 10_000, windowsHide: true }, (error, stdout) => {
      const found = /^jsonlint (v\S+|\(devel\))/.exec(stdout);
      if (error && (error.code === 'ENOENT' || error.code === 'EACCES' || error.code === 'ENOTDIR')) {
        reject(new ProgramError('missing', `The program "${program}" cannot be run (${error.code}).`));
      } else if (found) {
        resolve(found[0]);
      } else {
        // There are other programs of this name, such as the one of npm's package jsonlint.
        reject(new ProgramError('other', `The program "${program}" is not the jsonlint of assay.`));
      }
    });
  });
}
