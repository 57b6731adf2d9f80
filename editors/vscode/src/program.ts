// Finding the program, and whether it is the right one.

import { execFile } from 'node:child_process';
import { access, constants, realpath, stat } from 'node:fs/promises';
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
 * Returns the absolute path of the program to run: the one that the setting names, or else the one that npm has installed for the
 * project, so that the editor and CI use the same version, or else the one in this extension, or else the one in PATH. Nothing in a
 * folder that is not trusted is run. The path is absolute so that no system looks for the program in the workspace first.
 */
export async function find(places: Places): Promise<string> {
  const folder = places.isTrusted ? places.folders[0] : undefined;
  const given = expand(places.setting, folder);
  const inWorkspace = !path.isAbsolute(given) && /[\\/]/.test(given);
  if (given && !inWorkspace) return path.isAbsolute(given) ? given : inPath(given);
  if (given && folder !== undefined) return path.resolve(folder, given);
  const name = process.platform === 'win32' ? 'jsonlint.exe' : 'jsonlint';
  const candidates = [];
  for (const one of places.isTrusted ? places.folders : []) candidates.push(...(await installed(one)).map((found) => path.join(found, 'bin', name)));
  candidates.push(path.join(places.extension, 'bin', name));
  for (const one of candidates) {
    if (await isProgram(one)) return one;
  }
  return inPath('jsonlint');
}

/** Returns the path of a program in the folders of PATH. Relative folders do not count. */
async function inPath(name: string): Promise<string> {
  const endings = process.platform === 'win32' ? ['', '.exe', '.com'] : [''];
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    for (const ending of path.isAbsolute(folder) ? endings : []) {
      const file = path.join(folder, name + ending);
      if (await isProgram(file)) return file;
    }
  }
  throw new ProgramError('missing', `There is no program "${name}" in PATH.`);
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
    return (await stat(file)).isFile();
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
