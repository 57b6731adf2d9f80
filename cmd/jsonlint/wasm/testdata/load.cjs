// Runs a script with the program as a page would: node load.cjs wasm_exec.js assay.wasm script.cjs
"use strict";
const fs = require("node:fs");
const [, , exec, wasm, script] = process.argv;
require(exec); // without globalThis.fs, as in a browser
const go = new Go();
globalThis.assayReady = () => require(script)(globalThis.assay).then(
	() => process.exit(0),
	(err) => { console.error(err); process.exit(1); },
);
WebAssembly.instantiate(fs.readFileSync(wasm), go.importObject).then((r) => go.run(r.instance));
