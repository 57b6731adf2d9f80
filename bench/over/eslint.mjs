// Checks the files whose names are on standard input as ESLint does in this folder, as far as its settings select them for one of the
// plugins for JSON. Only errors of these plugins count, and those of syntax. See peers.go for the output.
import path from "node:path";
import { text as textOf } from "node:stream/consumers";
import { ESLint } from "eslint";

const old = Number.parseInt(ESLint.version, 10) < 9;
const eslint = new ESLint(old ? {} : { warnIgnored: false, errorOnUnmatchedPattern: false });

// isForJSON reports whether a file is read by one of the plugins.
function isForJSON(config) {
  const parser = config?.languageOptions?.parser;
  const names = [config?.parser, config?.language?.constructor?.name, config?.language, parser?.meta?.name, parser?.name];
  return names.some((name) => typeof name === "string" && /jsonc-eslint-parser|^JSON\w*Language$|^jsonc?\//.test(name));
}

const files = [];
for (const file of (await textOf(process.stdin)).split("\n").filter(Boolean)) {
  if (/\.(json[c5]?|code-workspace|webmanifest)$|rc$/.test(file) && !(await eslint.isPathIgnored(file)) && isForJSON(await eslint.calculateConfigForFile(file))) {
    files.push(file);
  }
}
const lines = [];
for (const result of files.length > 0 ? await eslint.lintFiles(files) : []) {
  const counts = result.messages.filter((m) => m.fatal || (m.severity === 2 && /^jsonc?\//.test(m.ruleId ?? "")));
  const file = path.relative(process.cwd(), result.filePath);
  if (counts.length > 0 && process.env.OVER_RULES) console.error(file, [...new Set(counts.map((m) => m.ruleId ?? m.message))].join(", "));
  lines.push(`${counts.length > 0 ? "reports" : "passes"}\t${file}\n`);
}
process.stdout.write(lines.join(""));
