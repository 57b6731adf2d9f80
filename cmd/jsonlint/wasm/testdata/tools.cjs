// Tests the tools.
"use strict";
const assert = require("node:assert");
const zlib = require("node:zlib");

const check = (assay, options, pieces) => {
	const c = assay.check(JSON.stringify(options));
	for (const piece of pieces) if (c.write(piece)) break;
	const verdict = JSON.parse(c.end());
	c.close();
	return verdict;
};

module.exports = async (assay) => {
	const bytes = (text) => new TextEncoder().encode(text);
	let v = check(assay, { name: "a.json" }, [bytes(`{"a": `), bytes(`[1 2]}`)]);
	assert.equal(v.findings[0].code, "missing-comma");
	assert.equal(v.bytes, 12);
	v = check(assay, { name: "a.jsonl.gz", statistics: true }, [zlib.gzipSync("{}\n[1]\n")]);
	if (assay.hasSchemas) assert.deepEqual([v.errors, v.statistics.records], [0, 2]);
	else assert.match(v.trouble, /decompression/);
	if (assay.hasSchemas && zlib.zstdCompressSync) {
		assert.equal(check(assay, { name: "a.json.zst" }, [zlib.zstdCompressSync(bytes("[1]"))]).errors, 0);
	}
	assert.match(JSON.parse(assay.check(`{"dialect": "yaml"}`)).error, /yaml/);

	// A long text with an error at its end; memory must not grow with the text.
	const piece = bytes(`{"name": "value", "n": [1, 2, 3]}\n`.repeat(16 << 10));
	const long = function* () {
		for (let i = 0; i < 300; i++) yield piece;
		yield bytes("[1,]\n");
	};
	const before = process.memoryUsage().rss;
	v = check(assay, { name: "a.jsonl" }, long());
	assert.deepEqual([v.errors, v.findings[0].offset], [1, 300 * piece.length + 2]);
	const grown = (process.memoryUsage().rss - before) / (1 << 20);
	assert.ok(grown < 100, `memory has grown by ${grown} MB`);

	const d = assay.open(Uint8Array.of(...bytes(`{"city": ["Z`), 0xfc, ...bytes(`rich"]}`)), "a.json", "");
	const b = JSON.parse(d.bytes(12));
	assert.equal(b.repairs[0].repaired, `{"city": ["Zürich"]}`);
	assert.equal(new TextDecoder().decode(d.repair("decode:windows-1252")), `{"city": ["Zürich"]}`);
	assert.ok(JSON.parse(d.repair("decode:nothing")).error);
	assert.ok(JSON.parse(d.tree(0, "", 0, 10)).error);
	d.close();
	const e = assay.open(`{"a": [1, {"b": null}]}`, "a.txt", "json");
	assert.deepEqual(JSON.parse(e.tree(0, "/a", 1, 5)).children.map((c) => c.pointer), ["/a/1"]);
	assert.equal(new TextDecoder().decode(e.format(`{"width": 0, "indent": "tab"}`)).split("\n").length, 9);
	assert.equal(JSON.parse(e.statistics()).nulls, 1);
	e.close();

	// The dialect is that of the program that reads the file, as for the command, unless another one is chosen.
	for (const [name, text, want] of [
		["web/tsconfig.json", "{}", "jwcc"], ["a.geojsonl.gz", "{}", "ndjson"], [".jsonlintrc.json", "{}", "jwcc"], ["a.txt", "{}", "json"],
		["a.json", `{/**/ "$schema": "https://json.schemastore.org/tsconfig"}`, "jwcc"],
	]) {
		assert.equal(assay.dialectOf(name, text), want, name);
		assert.equal(check(assay, { name, dialect: "json5" }, []).dialect, "json5");
		const f = assay.open(text, name, ""), g = assay.open(text, name, "json5");
		assert.deepEqual([JSON.parse(f.dialect()), JSON.parse(g.dialect())], [want, "json5"], name);
		f.close();
		g.close();
	}
	const h = assay.open("[1]", "a.json", ""), other = "[1, /* */]";
	assert.deepEqual(JSON.parse(h.compare(other, "tsconfig.json", "", 1)), { differences: [], omitted: 0 });
	assert.ok(JSON.parse(h.compare(other, "a.json", "", 1)).error);
	h.close();
};
