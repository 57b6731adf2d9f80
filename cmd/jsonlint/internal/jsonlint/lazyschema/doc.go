// Package lazyschema starts the program before the schema engine is initialised.
//
// The JSON Schema engine compiles its metaschemas while Go initialises packages. This takes longer
// than everything else before main, and longer than the check of most files, but few runs need a
// schema. Therefore the init function of this package starts the program in a goroutine, and blocks
// until the program asks for the engine. Then init returns, and the other packages are initialised.
// If the program never asks for the engine, the process ends without initialising them. Packages
// are initialised in the order of their import paths, each as soon as the packages that it imports
// are initialised (see "Program initialization" in the Go specification). This package must not
// import the engine, directly or indirectly. Instead, main passes the engine to [Finish].
//
// The program also works with another order of import paths. It would only start later if the
// engine were initialised first. One dependency of the engine is always initialised first: the
// package for regular expressions, github.com/dlclark/regexp2. That package imports only the
// standard library, and its path sorts before the paths of packages that the program needs. In
// every run, its tables take about 0.13 ms and 140 KB.
package lazyschema
