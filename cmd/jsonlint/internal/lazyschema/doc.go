// Package lazyschema starts the program before the schema engine is initialised.
//
// The engine of JSON Schema compiles its metaschemas while Go initialises packages. That takes longer
// than everything else that happens before main, and longer than checking most files, and few runs need a
// schema. So this package's init starts the program in a goroutine and blocks until the program
// asks for the engine; then init returns, and the other packages are initialised. If the program never
// asks, the process ends before that. Packages are initialised in the order of their import paths, as soon
// as the packages they import have been (see "Program initialization" in the Go specification). Neither
// this package nor any package it imports may import the engine: main passes the engine to [Finish].
//
// The order of import paths decides how much is saved, not whether the program works: if the engine
// were initialised first, the program would only start later. One part of the engine is:
// github.com/dlclark/regexp2, its regular expressions, imports only the standard library, and its path
// precedes those of packages that the program needs. Its tables cost every run about 0.13 ms and 140 KB.
package lazyschema
