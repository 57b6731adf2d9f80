// Package lazyschema starts the program before the schema engine is initialised.
//
// The engine of JSON Schema compiles its metaschemas while Go initialises packages. That takes
// longer than everything else before main, and longer than checking most files, but few runs need a
// schema. Therefore the init function of this package starts the program in a goroutine, and blocks
// until the program asks for the engine. Then init returns, and the other packages are initialised.
// If the program never asks, the process ends before that. Packages are initialised in the order of
// their import paths, each as soon as the packages that it imports are initialised (see "Program
// initialization" in the Go specification). Neither this package nor any package that it imports
// may import the engine: main passes the engine to [Finish].
//
// The order of import paths affects only how much is saved, not whether the program works: if the
// engine were initialised first, the program would only start later. One part of the engine is
// initialised first anyway: its package for regular expressions, github.com/dlclark/regexp2.
// That package imports only the standard library, and its path sorts before those of packages that
// the program needs. Its tables cost every run about 0.13 ms and 140 KB.
package lazyschema
