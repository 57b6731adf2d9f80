// This program is the language server and the tools of the page in web/, compiled to WebAssembly.
//
//	GOOS=js GOARCH=wasm go build -trimpath -ldflags='-s -w' -o assay.wasm ./cmd/jsonlint/wasm
//	GOOS=js GOARCH=wasm go build -tags noschema -trimpath -ldflags='-s -w' -o assay-small.wasm ./cmd/jsonlint/wasm
//
// The second one has no schema engine. wasm_exec.js of the same version of Go runs both, in a worker or in a page.
// The program sets globalThis.assay, then calls globalThis.assayReady if that is a function, and does not end.
// See package page for the interface.
package main
