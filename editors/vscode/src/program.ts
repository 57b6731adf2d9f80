// Finding the program, and whether it is the right one.

import { execFile } from 'node:child_process';

/** What is wrong with the program. */
export class ProgramError extends Error {
  constructor(readonly kind: 'missing' | 'other', message: string) {
    super(message);
  }
}

/** Replaces ${workspaceFolder} in a path. */
export function expand(path: string, folder: string | undefined): string {
  return folder === undefined ? path : path.replaceAll('${workspaceFolder}', folder);
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
