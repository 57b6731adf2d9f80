// Package page is what the page in web/ does with JSON. The program cmd/jsonlint/wasm makes it available to JavaScript
// as globalThis.assay. This is the interface, in the notation of TypeScript. Offsets and lengths are in bytes and
// offsets begin at 0; lines and columns begin at 1.
//
//	interface Assay {
//		version: string     // such as "v1.2.3"
//		hasSchemas: boolean // whether this build has the schema engine and decompresses files
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
//
//		// Begins the check of a text of any size that arrives in pieces.
//		check(options: string): Check | Failure // of CheckOptions
//
//		// Returns the dialect in which a file is read if none is chosen. head is the beginning of the text.
//		dialectOf(name: string, head: Uint8Array | string): string
//
//		// Opens a text in memory, which is copied. name is that of the file, and dialect the one that is chosen, such as "ndjson",
//		// or "".
//		open(text: Uint8Array | string, name: string, dialect: string): Document | Failure
//
//		// Decompresses a file whose name ends in .gz or .zst. It is a failure if the text has more than most bytes.
//		unpack(name: string, packed: Uint8Array, most: number): Uint8Array | Failure
//
//		// Compiles a schema, and returns the first error in it.
//		compile(schema: Uint8Array | string): string // of SchemaError | null
//	}
//
//	// All arguments and results that are described as "of X" are JSON texts whose value has the type X.
//	// Wherever a Failure is possible, it is a JSON text (a string) instead of the usual result.
//	type Failure = string // of { error: string }
//
//	interface SchemaError { line: number, column: number, message: string } // line is 0 if the error has no place in the schema
//
//	interface Check {
//		write(piece: Uint8Array): boolean // true if the verdict is known already; then call end
//		found(): string                   // of Finding[]: those since the last call; the verdict has all of them
//		cancel(): void                    // then call end
//		end(): string                     // of Verdict
//		close(): void                     // releases the object; no other call may follow
//	}
//
//	interface Document {
//		dialect(): string                                                           // of string
//		tree(record: number, pointer: string, from: number, number: number): string // of Tree, or a Failure
//		records(from: number, number: number, onlyInvalid: boolean): string         // of Records, or a Failure
//		statistics(): string                                                        // of Statistics
//		bytes(offset: number): string                                               // of Bytes
//		repair(name: string): Uint8Array | Failure
//		convert(): Uint8Array | Failure                // to JSON, if the text is valid JSON5 but not JSON
//		format(settings: string): Uint8Array | Failure // of what settings files have under "format"
//
//		// Compares the values with those of another text, which is copied.
//		compare(other: Uint8Array | string, name: string, dialect: string, number: number): string // of Comparison, or a Failure
//		close(): void
//	}
//
// The other types ([CheckOptions], [Verdict], [Finding], [Tree], [Records], [Statistics], [Bytes], [Comparison] and so on) are the
// types of this package with the names of the fields that their tags give. Fields with omitempty may be missing, and in
// CheckOptions all may be missing.
//
// Calls do their work before they return, so a page calls them in a worker. A check with
// write takes memory for one piece, which should have 64 KiB to 1 MiB, besides what lint.Linter.CheckReader takes.
//
// Without the schema engine (hasSchemas is false), "$schema" in documents indicates only the dialect, and a document to which the
// settings assign a schema is not checked but has a note (window/showMessage). A page should therefore load the
// program with the engine before it sets such a file.
package page

// The files of the package:
//
// check.go checks streams; document.go has statistics, trees and tables of records, repair.go repairs of texts that are not
// UTF-8, compile.go errors in schemas, and unpack.go decompression. Files whose names end in _small.go take the place of others
// in the program that the page loads first, which is built with the tag small.
