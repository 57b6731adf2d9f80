// This program is the language server and the tools of the page in web/, compiled to WebAssembly.
//
//	GOOS=js GOARCH=wasm go build $FLAGS -o assay.wasm ./cmd/jsonlint/wasm
//	GOOS=js GOARCH=wasm go build $FLAGS -tags noschema -o assay-small.wasm ./cmd/jsonlint/wasm
//
// FLAGS are -trimpath -ldflags='-s -w' -gcflags=all=-l -gcflags=github.com/assayjson/assay/...= so that functions of other
// modules are not inlined, which makes the program 7 % smaller when it is compressed, and not measurably slower.
//
// The second one has no schema engine. wasm_exec.js of the same version of Go runs both, in a worker or in a page.
// The program sets globalThis.assay, then calls globalThis.assayReady if that is a function, and does not end.
// See package page for the interface.
package main
