// Package page is what the page in web/ does with JSON. The program cmd/jsonlint/wasm makes it available to JavaScript
// as globalThis.assay. This is the interface, in the notation of TypeScript. Offsets and lengths are in bytes and
// offsets begin at 0; lines and columns begin at 1.
//
//	interface Assay {
//		version: string     // such as "v1.2.3"
//		hasSchemas: boolean // whether this build has the schema engine
//
//		// Starts a language server, as jsonlint lsp does. Messages are JSON-RPC texts without headers. receive is called
//		// with one message at a time. The result passes a message to the server and returns at once. A server that has
//		// received "exit" ends.
//		openServer(receive: (message: string) => void): (message: string) => void
//
//		// Adds, replaces or removes (null) a virtual file. Servers read settings, ignore files, baselines and schemas
//		// from these files only, and read them again after this call. Paths are absolute: the document with the URI
//		// file:///a/b.json uses the settings in /a/.jsonlintrc.json and /.jsonlintrc.json. Settings that name a
//		// schema look like {"schemas": {"*.json": "schema.json"}}.
//		setFile(path: string, text: string | Uint8Array | null): void
//	}
//
// Without the schema engine (hasSchemas is false), "$schema" in documents is ignored, and a document to which the
// settings assign a schema is not checked but has a note (window/showMessage). A page should therefore load the
// program with the engine before it sets such a file.
package page
