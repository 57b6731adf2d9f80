// Tests the language server with settings and a schema that are virtual files.
"use strict";
const assert = require("node:assert");

module.exports = async (assay) => {
	assert.ok(assay.version);
	assay.setFile("/.jsonlintrc.json", `{"rules": {"duplicate-keys": "warning"}, "schemas": {"s.json": "schema.json"}}`);
	assay.setFile("/schema.json", `{"type": "object", "properties": {"a": {"type": "string"}}}`);
	const waiting = [];
	let arrived = () => {};
	const send = assay.openServer((text) => { waiting.push(JSON.parse(text)); arrived(); });
	const next = async (found) => {
		for (;;) {
			const i = waiting.findIndex(found);
			if (i >= 0) return waiting.splice(i, 1)[0];
			await new Promise((resolve) => { arrived = resolve; });
		}
	};
	const call = (method, params, id) => send(JSON.stringify({ jsonrpc: "2.0", method, params, id }));
	call("initialize", { capabilities: {}, rootUri: "file:///" }, 1);
	assert.equal((await next((m) => m.id === 1)).result.capabilities.hoverProvider, true);
	call("initialized", {});
	const diagnostics = async (uri) => (await next((m) => m.method === "textDocument/publishDiagnostics" && m.params.uri === uri)).params.diagnostics;
	const open = (uri, text) => call("textDocument/didOpen", { textDocument: { uri, languageId: "json", version: 1, text } });

	open("file:///a.json", `{"a": 1, "a": 2}`);
	let found = await diagnostics("file:///a.json");
	assert.deepEqual(found.map((d) => [d.code, d.severity, d.range.start.character]), [["duplicate-keys/duplicate-name", 2, 9]]);

	open("file:///s.json", `{"a": 1}`);
	found = await diagnostics("file:///s.json");
	assert.deepEqual(found.map((d) => d.code), assay.hasSchemas ? ["schema/type"] : []);

	waiting.length = 0;
	assay.setFile("/.jsonlintrc.json", `{"rules": {"duplicate-keys": "off"}}`);
	assert.deepEqual(await diagnostics("file:///a.json"), []);
	assay.setFile("a file.json", "{}"); // no finding depends on it
};
