// This program is the language server and the tools of the page in web/, compiled to WebAssembly.
//
//	GOOS=js GOARCH=wasm go build $FLAGS -o assay.wasm ./cmd/jsonlint/wasm
//	GOOS=js GOARCH=wasm go build $FLAGS -tags small -o assay-small.wasm ./cmd/jsonlint/wasm
//
// FLAGS make the program smaller. web/build/build.mjs has them: functions are inlined only in the packages that take most of the
// time. The second program has no schema engine, and does not decompress files: the tag small leaves out what the page can do
// without at first. wasm_exec.js of the same version of Go runs both, in a worker or in a page.
// The program sets globalThis.assay, then calls globalThis.assayReady if that is a function, and does not end.
// See package page for the interface.
package main

// The files of the package:
//
// files.go makes the files that the page sets the file system of the process, so that settings and schemas are read as
// everywhere else.
