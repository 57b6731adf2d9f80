#!/usr/bin/env node
// Runs the program, which is in a package of its own for each platform.
"use strict";

const { spawnSync } = require("node:child_process");
const { constants } = require("node:os");
const { basename } = require("node:path");

const name = `assay-jsonlint-${process.platform}-${process.arch}`;
const binary = process.platform === "win32" ? "jsonlint.exe" : "jsonlint";

let program;
try {
  program = require.resolve(`${name}/bin/${binary}`);
} catch {
  console.error(
    `jsonlint: the package ${name} is not installed. Either there is no such package because the ` +
      "platform is not supported, or optional dependencies were omitted. Install them again " +
      "without --omit=optional; if a lockfile was written on another platform, delete node_modules first.",
  );
  process.exit(2);
}

// The program calls itself by the name of the command.
const argv0 = basename(process.argv[1], ".js") === "assay" ? "assay" : "jsonlint";
const result = spawnSync(program, process.argv.slice(2), { argv0, stdio: "inherit", windowsHide: true });
if (result.error) {
  console.error(`jsonlint: ${result.error.message}`);
  process.exit(2);
}
process.exit(result.status ?? 128 + constants.signals[result.signal]);
