// Formats the JSON files whose names are on standard input as Prettier does in this folder, with the settings and the ignore files of
// this folder. See peers.go for the output.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { text as textOf } from "node:stream/consumers";
import * as prettier from "prettier";

const parsers = new Set(["json", "jsonc", "json5", "json-stringify"]);
const { resolve } = createRequire(`${process.cwd()}/`);

function isInstalled(plugin) {
  try {
    return typeof plugin !== "string" || plugin.startsWith("file:") || existsSync(plugin) || Boolean(resolve(plugin));
  } catch {
    return false;
  }
}

const lines = [];
for (const file of (await textOf(process.stdin)).split("\n").filter(Boolean)) {
  const { ignored, inferredParser } = await prettier.getFileInfo(file, {
    ignorePath: [".gitignore", ".prettierignore"],
    resolveConfig: true,
  });
  if (ignored || !parsers.has(inferredParser)) continue;
  const text = readFileSync(file, "utf8");
  let verdict;
  try {
    const options = { ...(await prettier.resolveConfig(file, { editorconfig: true })), filepath: file };
    options.plugins = (options.plugins ?? []).filter(isInstalled);
    const formatted = await prettier.format(text, options);
    verdict = formatted === text ? "passes" : "reports";
    if (formatted !== text) writeFileSync(file, formatted);
  } catch (error) {
    if (error.name !== "SyntaxError") console.error(`${file}: ${error}`);
    verdict = "cannot";
  }
  lines.push(`${verdict}\t${file}\n`);
}
process.stdout.write(lines.join(""));
