// Measures ajv in node. It answers the commands of bench/internal/wire/doc.go.
//
//	node --expose-gc ajv.cjs SCHEMA bytes|text
//
// A pass over the chunks is JSON.parse and the compiled schema for each chunk. With bytes, the chunks
// are Buffers, as a server receives them, and their conversion to strings counts. With text, they are
// strings already.
"use strict";

const fs = require("node:fs");

const [schemaFile, form] = process.argv.slice(2);
const schema = JSON.parse(fs.readFileSync(schemaFile, "utf8"));
const draft = (schema.$schema || "").includes("draft-07") ? "ajv" : "ajv/dist/2020";
const Ajv = require(draft).default;
const ajv = new Ajv({ strict: false });
require("ajv-formats").default(ajv);
const validate = ajv.compile(schema);

// accepts reports whether a chunk is JSON and valid against the schema.
function accepts(chunk) {
  let value;
  try {
    value = JSON.parse(form === "bytes" ? chunk.toString("utf8") : chunk);
  } catch {
    return false;
  }
  return validate(value);
}

let chunks = [];

function pass() {
  for (const chunk of chunks) if (!accepts(chunk)) return false;
  return true;
}

let warm = false;

// warmUp gives node time to compile the hot functions for new chunks.
function warmUp() {
  const end = process.cpuUsage().user + 200_000; // microseconds
  while (!warm && process.cpuUsage().user < end) if (!pass()) return;
  warm = true;
}

// run returns the CPU time of some passes, in nanoseconds, or -1 if a chunk is rejected. As for the
// other contestants, a garbage collection and one pass come first and do not count.
function run(passes) {
  warmUp();
  globalThis.gc();
  if (!pass()) return -1;
  const before = process.cpuUsage();
  for (let i = 0; i < passes; i++) if (!pass()) return -1;
  const used = process.cpuUsage(before);
  return (used.user + used.system) * 1000;
}

// Standard input: lines, and bytes that a line announces.
let buffer = Buffer.alloc(0);

function more() {
  const part = Buffer.alloc(1 << 16);
  const n = fs.readSync(0, part);
  buffer = Buffer.concat([buffer, part.subarray(0, n)]);
  return n > 0;
}

function line() {
  let end;
  while ((end = buffer.indexOf(10)) < 0) if (!more()) return null;
  const text = buffer.toString("utf8", 0, end);
  buffer = buffer.subarray(end + 1);
  return text;
}

function bytes(n) {
  while (buffer.length < n) if (!more()) throw new Error("the input ended early");
  const part = Buffer.from(buffer.subarray(0, n));
  buffer = buffer.subarray(n);
  return form === "bytes" ? part : part.toString("utf8");
}

function load(n) {
  warm = false;
  chunks = [];
  for (let i = 0; i < n; i++) chunks.push(bytes(Number(line())));
  return "ok";
}

function answer(command, args) {
  switch (command) {
    case "hello":
      return "version\ncontestant schemas\tajv\t\nok";
    case "load":
      return load(Number(args[0]));
    case "run": {
      const nanos = run(Number(args[1]));
      return nanos < 0 ? "rejected" : `ok ${nanos} 0`;
    }
    case "apply":
      return accepts(chunks[0]) ? "ok 0" : "rejected";
  }
  return "error not understood";
}

for (let text; (text = line()) !== null; ) {
  const [command, ...args] = text.split(" ");
  fs.writeSync(1, answer(command, args) + "\n");
}
